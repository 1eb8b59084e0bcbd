// expect: FALSE(reach)
// properties: reach
// engines: reference order explicit
// A lock that is taken only on some paths protects nothing on the others.
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *adds(void *argument) {
  _Bool careful = __VERIFIER_nondet_bool();
  if (careful)
    pthread_mutex_lock(&mutex);
  count++;
  if (careful)
    pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, adds, 0);
  pthread_create(&second, 0, adds, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(count == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
