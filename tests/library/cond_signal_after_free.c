// expect: FALSE(memory)
// properties: memory
/* Nobody waits any more when the signal comes. */
#include <pthread.h>
#include <stdlib.h>
struct request {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  int done;
};
static void *serve(void *argument) {
  struct request *request = argument;
  pthread_mutex_lock(&request->mutex);
  request->done = 1;
  pthread_mutex_unlock(&request->mutex);
  pthread_cond_signal(&request->condition);
  return NULL;
}
int main(void) {
  pthread_t thread;
  struct request *request = calloc(1, sizeof *request);
  if (!request)
    return 1;
  pthread_create(&thread, NULL, serve, request);
  pthread_mutex_lock(&request->mutex);
  while (!request->done)
    pthread_cond_wait(&request->condition, &request->mutex);
  pthread_mutex_unlock(&request->mutex);
  free(request);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
