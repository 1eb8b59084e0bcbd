/* Waiting is over at once, clocks show something plausible. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  printf("%u\n", sleep(0));
  printf("%d\n", usleep(1));
  struct timespec t = {0, 1000};
  printf("%d\n", nanosleep(&t, NULL));
  t.tv_nsec = 2000000000;
  printf("%d\n", nanosleep(&t, NULL));
  time_t now = time(NULL), stored;
  printf("%d\n", now >= 0 && time(&stored) >= 0 && stored >= 0);
  struct timeval tv;
  printf("%d", gettimeofday(&tv, NULL));
  printf(" %d\n", tv.tv_usec >= 0 && tv.tv_usec < 1000000);
  struct timespec ts;
  printf("%d", clock_gettime(CLOCK_MONOTONIC, &ts));
  printf(" %d\n", ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000);
  printf("%g\n", difftime(100, 40));
  printf("%d\n", clock() >= 0);
  srand(1);
  int fine = 1;
  for (int i = 0; i < 20; i++) {
    int r = rand();
    fine &= r >= 0 && r <= RAND_MAX && random() >= 0;
    double d = drand48();
    fine &= d >= 0 && d < 1;
  }
  unsigned seed = 5;
  fine &= rand_r(&seed) >= 0 && getpid() > 0 && getpid() == getpid();
  return fine;
}
// SPDX-License-Identifier: Apache-2.0
