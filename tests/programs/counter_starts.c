// expect: FALSE(reach)
// properties: reach
// engines: reference order
// The first thread is created on one path only: on the other one the counter starts from something else.
#include <assert.h>
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void add(int amount) {
  pthread_mutex_lock(&mutex);
  count += amount;
  pthread_mutex_unlock(&mutex);
}

static void *add_ten(void *argument) {
  add(10);
  return argument;
}

static void *add_three(void *argument) {
  add(1);
  add(1);
  add(1);
  assert(count != 4);
  return argument;
}

int main(void) {
  pthread_t a, b;
  if (__VERIFIER_nondet_bool()) {
    count = 5;
    pthread_create(&a, 0, add_ten, 0);
  } else {
    add(1);
  }
  pthread_create(&b, 0, add_three, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
