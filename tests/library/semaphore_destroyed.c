// expect: FALSE(lock)
/* A destroyed semaphore must not be used. */
#include <semaphore.h>
int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_destroy(&semaphore);
  sem_trywait(&semaphore);
}
// SPDX-License-Identifier: Apache-2.0
