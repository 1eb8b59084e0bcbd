// expect: FALSE(lock)
/* Nor destroyed again. */
#include <semaphore.h>
int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_destroy(&semaphore);
}
// SPDX-License-Identifier: Apache-2.0
