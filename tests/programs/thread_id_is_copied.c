// expect: FALSE(race)
// properties: race
// What is joined is not the thread that was created last: the id was overwritten.
#include <pthread.h>

static int counter;

static void *work(void *unused) {
  counter++;
  return unused;
}

static void *rest(void *unused) { return unused; }

int main(void) {
  pthread_t thread, other;
  pthread_create(&thread, NULL, work, NULL);
  pthread_create(&other, NULL, rest, NULL);
  thread = other;
  pthread_join(thread, NULL);
  return counter;
}
// SPDX-License-Identifier: Apache-2.0
