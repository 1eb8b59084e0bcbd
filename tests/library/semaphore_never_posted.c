// expect: FALSE(deadlock)
/* A wait that nobody ends. */
#include <semaphore.h>
int main(void) {
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
}
// SPDX-License-Identifier: Apache-2.0
