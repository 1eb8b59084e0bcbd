// expect: TRUE
// expect rc11: TRUE
// engines: graph order
// properties: reach,memory,race
// options: --address-reuse off
/* A lock orders the end of a block with accesses to it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *block;
static atomic_int count;

static void *user(void *unused) {
  atomic_fetch_add_explicit(&count, 1, memory_order_acq_rel);
  pthread_mutex_lock(&lock);
  if (block)
    *block = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  block = malloc(sizeof *block);
  pthread_create(&thread, 0, user, 0);
  pthread_mutex_lock(&lock);
  free(block);
  block = 0;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
