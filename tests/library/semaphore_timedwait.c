// expect: TRUE
/* A timed wait times out where a wait would wait. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>
int main(void) {
  struct timespec until = {1, 0}, wrong = {1, -1};
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  assert(sem_timedwait(&semaphore, &until) == 0);
  assert(sem_timedwait(&semaphore, &until) == -1 && errno == ETIMEDOUT);
  assert(sem_timedwait(&semaphore, &wrong) == -1 && errno == EINVAL);
  assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &until) == -1 && errno == ETIMEDOUT);
}
// SPDX-License-Identifier: Apache-2.0
