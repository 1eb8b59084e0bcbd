// expect: FALSE(reach)
/* A try may come while another thread is inside. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *run(void *argument) {
  assert(pthread_mutex_trylock(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
