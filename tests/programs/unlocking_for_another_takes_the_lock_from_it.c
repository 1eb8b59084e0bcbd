// expect: TRUE
// properties: deadlock
// Who unlocks a mutex that another thread locked takes it from that one: nobody waits in a cycle.
#include <pthread.h>

void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int stage;

static int get(void) { return __atomic_load_n(&stage, __ATOMIC_SEQ_CST); }
static void set(int value) { __atomic_store_n(&stage, value, __ATOMIC_SEQ_CST); }

static void *locks(void *argument) {
  pthread_mutex_lock(&m);
  set(1);
  __VERIFIER_assume(get() == 2);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  return argument;
}

static void *takes(void *argument) {
  __VERIFIER_assume(get() == 3);
  pthread_mutex_lock(&m);
  __VERIFIER_assume(get() == 4);
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, locks, 0);
  pthread_create(&t, 0, takes, 0);
  __VERIFIER_assume(get() == 1);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&n);
  set(2);
  set(3);
  set(4);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
