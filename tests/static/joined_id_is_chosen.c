// SPDX-License-Identifier: Apache-2.0
// Both threads are joined, in an order that an input chooses.
// With -DRACE: main looks after the first join.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int first, second;

static void *write_first(void *unused) {
  first = 1;
  return unused;
}

static void *write_second(void *unused) {
  second = 1;
  return unused;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, write_first, NULL);
  pthread_create(&other, NULL, write_second, NULL);
  if (__VERIFIER_nondet_int()) {
    pthread_t kept = one;
    one = other;
    other = kept;
  }
  pthread_join(one, NULL);
#ifdef RACE
  first++;
#endif
  pthread_join(other, NULL);
  return first;
}
