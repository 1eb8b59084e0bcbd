// expect: TRUE
// engines: explicit
// properties: reach,race
/* Endless loops over arbitrary numbers: they can be taken together only as long as nobody looks at them. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int sum, flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    sum += __VERIFIER_nondet_int();
    flag = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, 0, add, 0);
  pthread_create(&two, 0, add, 0);
  pthread_mutex_lock(&lock);
  assert(flag == 0 || flag == 1);
  pthread_mutex_unlock(&lock);
}
// SPDX-License-Identifier: Apache-2.0
