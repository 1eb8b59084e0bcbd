// expect: TRUE
// expect tso: TRUE
// engines: reference auto
// Giving back a reference releases, and acquires what others did: the block is freed in time. The
// statistics are relaxed.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int value[2];
  atomic_int uses;
};

void give_back(struct shared *shared) {
  if (atomic_fetch_sub_explicit(&shared->references, 1, memory_order_acq_rel) == 1)
    free(shared);
}

void *user(void *argument) {
  struct shared *shared = argument;
  shared->value[1] = 1;
  atomic_fetch_add_explicit(&shared->uses, 1, memory_order_relaxed);
  give_back(shared);
  return NULL;
}

int main(void) {
  struct shared *shared = malloc(sizeof *shared);
  pthread_t thread;
  atomic_init(&shared->references, 2);
  atomic_init(&shared->uses, 0);
  pthread_create(&thread, NULL, user, shared);
  shared->value[0] = 1;
  give_back(shared);
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
