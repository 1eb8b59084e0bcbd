// expect: TRUE
/* Atomic sections nest, and locks inside them work. */
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *run(void *argument) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_begin();
  shared++;
  __VERIFIER_atomic_end();
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 4);
}
// SPDX-License-Identifier: Apache-2.0
