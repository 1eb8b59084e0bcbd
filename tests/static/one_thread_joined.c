// SPDX-License-Identifier: Apache-2.0
// One thread, joined before main looks.
// With -DRACE: main looks first.
#include <pthread.h>

static int shared;

static void *work(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
#ifdef RACE
  shared++;
#endif
  pthread_join(thread, NULL);
  return shared;
}
