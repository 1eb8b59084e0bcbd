/* SPDX-License-Identifier: Apache-2.0 */
/* A block with its own lock, which a thread finds by a pointer; with RACE one access is not under it. */
#include <pthread.h>
#include <stdlib.h>

struct box {
  pthread_mutex_t lock;
  int value;
};

static void *add(void *argument) {
  struct box *box = argument;
  pthread_mutex_lock(&box->lock);
  box->value++;
  pthread_mutex_unlock(&box->lock);
  return 0;
}

int main(void) {
  struct box *box = malloc(sizeof *box);
  if (!box)
    return 0;
  pthread_mutex_init(&box->lock, 0);
  box->value = 0;
  pthread_t thread;
  pthread_create(&thread, 0, add, box);
#ifdef RACE
  box->value++;
#endif
  pthread_mutex_lock(&box->lock);
  box->value++;
  pthread_mutex_unlock(&box->lock);
  pthread_join(thread, 0);
  pthread_mutex_destroy(&box->lock);
  free(box);
  return 0;
}
