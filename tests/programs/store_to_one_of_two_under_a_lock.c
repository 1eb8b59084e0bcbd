// expect: FALSE(reach)
// properties: reach
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x, y;
static void *store(void *unused) {
  int *one = __VERIFIER_nondet_int() ? &x : &y;
  pthread_mutex_lock(&lock);
  *one = 5;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, store, 0);
  pthread_mutex_lock(&lock);
  int seen = x;
  pthread_mutex_unlock(&lock);
  assert(seen != 5); // the store is not lost to who takes the lock next
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
