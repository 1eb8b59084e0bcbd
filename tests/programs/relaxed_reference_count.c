// expect: FALSE(race)
// expect tso: FALSE(race)
// engines: reference auto
// Who gives back the last reference frees the block, but giving back does not order what the other
// did with it before.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int value[2];
};

void give_back(struct shared *shared) {
  if (atomic_fetch_sub_explicit(&shared->references, 1, memory_order_relaxed) == 1)
    free(shared);
}

void *user(void *argument) {
  struct shared *shared = argument;
  shared->value[1] = 1;
  give_back(shared);
  return NULL;
}

int main(void) {
  struct shared *shared = malloc(sizeof *shared);
  pthread_t thread;
  atomic_init(&shared->references, 2);
  pthread_create(&thread, NULL, user, shared);
  shared->value[0] = 1;
  give_back(shared);
  pthread_join(thread, NULL);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
