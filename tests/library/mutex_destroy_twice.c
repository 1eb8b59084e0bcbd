// expect: FALSE(lock)
/* A destroyed mutex must not be destroyed. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_destroy(&mutex);
  pthread_mutex_destroy(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
