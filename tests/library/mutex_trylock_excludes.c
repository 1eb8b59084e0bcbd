// expect: TRUE
/* Two threads that try cannot both be inside. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *run(void *argument) {
  if (pthread_mutex_trylock(&mutex) == 0) {
    shared++;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
