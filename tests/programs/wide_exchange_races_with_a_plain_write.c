// expect: FALSE(race)
// properties: race
// engines: reference graph
// lp64-only
#include <pthread.h>
static __int128 word;
static void *swap(void *unused) {
  __atomic_exchange_n(&word, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, swap, NULL);
  word = 2;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
