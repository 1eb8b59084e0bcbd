// expect: FALSE(lock)
/* The second unlock has nothing to unlock. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
