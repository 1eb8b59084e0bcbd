// SPDX-License-Identifier: Apache-2.0
// The broadcast is an atomic section, and races with the next step of main. So it must not be left asleep before the free.
// expect: FALSE(race)
// properties: race,lock
// engines: reference explicit
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
  pthread_cond_broadcast(&request->condition);
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
  return 0;
}
