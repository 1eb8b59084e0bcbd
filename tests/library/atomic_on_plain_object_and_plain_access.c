// expect: FALSE(race)
// properties: race
// engines: reference explicit
#include <pthread.h>
#include <stdatomic.h>
static int plain;
static void *add(void *unused) {
  atomic_fetch_add(&plain, 2);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  plain = 1;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
