// expect: FALSE(race)
/* A mutex must be initialised before anybody locks it. */
#include <pthread.h>
static pthread_mutex_t mutex;
static void *run(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_mutex_init(&mutex, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
