// expect: TRUE
// properties: reach
// engines: reference order
// Steps of several sizes, some of them taken only sometimes, from a start that is not known; one thread
// looks without the lock.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total, seen;

static void add(int amount) {
  pthread_mutex_lock(&mutex);
  total += amount;
  pthread_mutex_unlock(&mutex);
}

static void *add_some(void *argument) {
  add(1);
  if (__VERIFIER_nondet_bool())
    add(2);
  add(4);
  return argument;
}

static void *look(void *argument) {
  int before = total;
  assert(before % 10 != 4);
  seen = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  if (__VERIFIER_nondet_bool())
    total = 20;
  pthread_create(&a, 0, add_some, 0);
  pthread_create(&b, 0, look, 0);
  if (!__VERIFIER_nondet_bool()) {
    add(10);
    add(-10);
  }
  pthread_join(a, 0);
  assert(total == 5 || total == 7 || total == 25 || total == 27);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
