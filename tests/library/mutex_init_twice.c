// expect: FALSE(lock)
/* A mutex must be destroyed before it is initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t mutex;
int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_init(&mutex, NULL);
}
// SPDX-License-Identifier: Apache-2.0
