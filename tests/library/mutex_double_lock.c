// expect: FALSE(lock)
/* A normal mutex must not be locked again by its holder. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
