// expect: TRUE
/* The value goes up and down. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
int main(void) {
  sem_t semaphore;
  int value;
  sem_init(&semaphore, 0, 1);
  assert(sem_trywait(&semaphore) == 0);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  sem_post(&semaphore);
  sem_post(&semaphore);
  assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
  sem_destroy(&semaphore);
}
// SPDX-License-Identifier: Apache-2.0
