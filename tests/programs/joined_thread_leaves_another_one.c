// expect: FALSE(race)
// properties: race
// The thread that main joins has created one that goes on.
#include <pthread.h>

static int counter;

static void *inner(void *unused) {
  counter++;
  return unused;
}

static void *outer(void *unused) {
  pthread_t thread;
  pthread_create(&thread, NULL, inner, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, outer, NULL);
  pthread_join(thread, NULL);
  return counter;
}
// SPDX-License-Identifier: Apache-2.0
