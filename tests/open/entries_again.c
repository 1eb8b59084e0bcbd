// expect: FALSE(reach)
// options: --entry begin,end --repeat
/* With --repeat each is called any number of times. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int calls;

void begin(void) {
  pthread_mutex_lock(&mutex);
  if (calls < 3)
    calls++;
  assert(calls < 2);
  pthread_mutex_unlock(&mutex);
}

void end(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
