// expect: FALSE(lock)
/* A mutex made normal by attributes cannot be locked twice. */
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t mutex;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&mutex, &attributes);
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
