// expect: TRUE
/* Whoever unlocks last may destroy and free at once. */
#include <pthread.h>
#include <stdlib.h>
static struct shared {
  pthread_mutex_t mutex;
  int users;
} *shared;
static void *leave(void *argument) {
  struct shared *mine = argument;
  pthread_mutex_lock(&mine->mutex);
  int last = --mine->users == 0;
  pthread_mutex_unlock(&mine->mutex);
  if (last) {
    pthread_mutex_destroy(&mine->mutex);
    free(mine);
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  if (!(shared = malloc(sizeof *shared)))
    return 0;
  pthread_mutex_init(&shared->mutex, NULL);
  shared->users = 2;
  pthread_create(&thread, NULL, leave, shared);
  leave(shared);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
