// expect: FALSE(lock)
/* Nor unlocked. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_destroy(&mutex);
  return pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
