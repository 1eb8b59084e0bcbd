/* Philosophers, the last one polite. bench/spin/philosophers.pml is the same: taking and putting
 * down a fork are one step each. */
#include <pthread.h>

#ifndef SEATS
#define SEATS 5
#endif

static pthread_mutex_t forks[SEATS];

static void *philosopher(void *argument) {
  long seat = (long)argument;
  long first = seat == SEATS - 1 ? 0 : seat, second = seat == SEATS - 1 ? seat : seat + 1;
  for (int meal = 0; meal < 2; meal++) {
    pthread_mutex_lock(&forks[first]);
    pthread_mutex_lock(&forks[second]);
    pthread_mutex_unlock(&forks[second]);
    pthread_mutex_unlock(&forks[first]);
  }
  return 0;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; i++)
    pthread_mutex_init(&forks[i], 0);
  for (long i = 1; i < SEATS; i++)
    pthread_create(&threads[i], 0, philosopher, (void *)i);
  philosopher(0);
  for (int i = 1; i < SEATS; i++)
    pthread_join(threads[i], 0);
}
// SPDX-License-Identifier: Apache-2.0
