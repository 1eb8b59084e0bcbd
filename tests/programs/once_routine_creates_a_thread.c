// expect: FALSE(race)
// properties: race
// The routine that pthread_once calls creates a thread, which runs on behind the call.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void *work(void *unused) {
  x = 1;
  return unused;
}

static void create(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
}

int main(void) {
  pthread_once(&once, create);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
