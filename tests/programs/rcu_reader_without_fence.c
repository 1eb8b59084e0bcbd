// expect: TRUE
// expect tso: FALSE(memory)
// expect pso: FALSE(memory)
// engines: auto reference
// properties: reach,memory
// A reader announces itself and then reads the pointer. Without a fence between the two the updater
// may not see the announcement yet and free the block, as memory models with store buffers allow.
// No solver knows sin: a search or random executions have to find it.
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct block {
  double angle;
};
_Atomic(struct block *) current;
atomic_int reading;

static struct block *make(double angle) {
  struct block *block = malloc(sizeof *block);
  block->angle = angle;
  return block;
}

static double read_height(void) {
  atomic_store_explicit(&reading, 1, memory_order_relaxed);
  // atomic_thread_fence(memory_order_seq_cst) is missing
  struct block *block = atomic_load_explicit(&current, memory_order_acquire);
  double height = sin(block->angle);
  atomic_store_explicit(&reading, 0, memory_order_release);
  return height;
}

void *reader(void *argument) {
  if (read_height() < 0.5)
    read_height();
  return argument;
}

static void update(double angle) {
  struct block *old = atomic_exchange(&current, make(angle));
  while (atomic_load(&reading))
    ;
  free(old);
}

int main(void) {
  pthread_t thread;
  atomic_init(&current, make(0));
  pthread_create(&thread, NULL, reader, NULL);
  update(0.25);
  update(0.5);
  pthread_join(thread, NULL);
  free(atomic_load(&current));
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
