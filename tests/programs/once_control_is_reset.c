// expect: FALSE(race)
// properties: race
// Once is twice if the control is reset: the second time, main does not wait for the routine.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void count(void) { x++; }

static void *work(void *unused) {
  pthread_once(&once, count);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_once(&once, count);
  once = PTHREAD_ONCE_INIT;
  pthread_create(&thread, 0, work, 0);
  return x;
}

// SPDX-License-Identifier: Apache-2.0
