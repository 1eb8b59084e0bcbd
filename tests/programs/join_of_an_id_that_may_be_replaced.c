// expect: FALSE(race)
// properties: race
// The id of one thread may be stored where that of another one was: the join may end the wrong one.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_t id, other;
static int x;

static void *work(void *unused) {
  x = 1;
  return unused;
}

static void *idle(void *unused) { return unused; }

int main(void) {
  pthread_create(&id, 0, work, 0);
  pthread_create(__VERIFIER_nondet_int() ? &id : &other, 0, idle, 0);
  pthread_join(id, 0);
  x = 2;
}

// SPDX-License-Identifier: Apache-2.0
