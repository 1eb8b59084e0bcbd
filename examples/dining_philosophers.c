// expect: FALSE(deadlock)
// Three philosophers, three forks: everybody takes the left one first. Compiled with -DPOLITE the
// last one begins on the right, and all of them get to eat. -DSEATS=8 is a larger table.
#include <pthread.h>
#include <stddef.h>

#ifndef SEATS
#define SEATS 3
#endif

static pthread_mutex_t forks[SEATS];

static void *philosopher(void *argument) {
  int seat = *(int *)argument;
  int first = seat, second = (seat + 1) % SEATS;
#ifdef POLITE
  if (seat == SEATS - 1) {
    first = 0;
    second = seat;
  }
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  /* eat */
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  int seats[SEATS];
  for (int i = 0; i < SEATS; i++)
    pthread_mutex_init(&forks[i], NULL);
  for (int i = 0; i < SEATS; i++) {
    seats[i] = i;
    pthread_create(&threads[i], NULL, philosopher, &seats[i]);
  }
  for (int i = 0; i < SEATS; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
