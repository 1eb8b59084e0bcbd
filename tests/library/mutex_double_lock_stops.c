// expect: TRUE
// properties: reach
/* Nothing happens behind a lock that never returns. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
