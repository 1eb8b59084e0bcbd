// expect: TRUE
/* A mutex on the stack, initialised and destroyed, then again. */
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_mutex_t mutex;
  for (int i = 0; i < 2; i++) {
    assert(pthread_mutex_init(&mutex, NULL) == 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    assert(pthread_mutex_destroy(&mutex) == 0);
  }
}
// SPDX-License-Identifier: Apache-2.0
