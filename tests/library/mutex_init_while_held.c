// expect: FALSE(lock)
/* Initialising a held mutex makes its holder's unlock an error. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
