// expect: FALSE(lock)
/* A destroyed mutex must not be locked. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_destroy(&mutex);
  return pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
