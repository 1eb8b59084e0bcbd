// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(reach)
/* The work-stealing deque of Chase and Lev in C11, after Lê, Pop, Cohen and Zappa Nardelli, "Correct and
 * efficient work-stealing for weak memory models" (PPoPP 2013), repaired: a grown array is published by
 * a release store (chase_lev_published.c has it as printed). One task is stolen while two are pushed,
 * which makes the array grow, and taken. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 2

struct array {
  unsigned size;
  atomic_int items[4];
};

static struct array arrays[2] = {{.size = 1}, {.size = 4}};
static _Atomic(struct array *) array = &arrays[0];
static atomic_int top, bottom;

static void grow(int first, int end) {
  struct array *old = atomic_load_explicit(&array, memory_order_relaxed);
  for (int i = first; i < end; i++) {
    int task = atomic_load_explicit(&old->items[(unsigned)i % old->size], memory_order_relaxed);
    atomic_store_explicit(&arrays[1].items[i % 4], task, memory_order_relaxed);
  }
  atomic_store_explicit(&array, &arrays[1], memory_order_release);
}

static void push(int task) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed);
  int first = atomic_load_explicit(&top, memory_order_acquire);
  struct array *now = atomic_load_explicit(&array, memory_order_relaxed);
  if (end - first > (int)now->size - 1) {
    grow(first, end);
    now = atomic_load_explicit(&array, memory_order_relaxed);
  }
  atomic_store_explicit(&now->items[(unsigned)end % now->size], task, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);
}

static int take(void) {
  int end = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  struct array *now = atomic_load_explicit(&array, memory_order_relaxed);
  atomic_store_explicit(&bottom, end, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int first = atomic_load_explicit(&top, memory_order_relaxed), task = 0;
  if (first <= end) {
    task = atomic_load_explicit(&now->items[(unsigned)end % now->size], memory_order_relaxed);
    if (first != end)
      return task;
    if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, memory_order_seq_cst,
                                                 memory_order_relaxed))
      task = 0;
  }
  atomic_store_explicit(&bottom, end + 1, memory_order_relaxed);
  return task;
}

/* 0: nothing to steal; -1: somebody else was faster. */
static int steal(void) {
  int first = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  int end = atomic_load_explicit(&bottom, memory_order_acquire);
  if (first >= end)
    return 0;
  struct array *now = atomic_load_explicit(&array, memory_order_acquire);
  int task = atomic_load_explicit(&now->items[(unsigned)first % now->size], memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(&top, &first, first + 1, memory_order_seq_cst,
                                               memory_order_relaxed))
    return -1;
  return task;
}

static int taken[TASKS + 1];
static int stolen = -1;

static void *thief(void *unused) {
  stolen = steal();
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, thief, NULL);
  push(1);
  push(2);
  taken[1] = take();
  taken[2] = take();
  pthread_join(id, NULL);
  int counts[TASKS + 1] = {0};
  for (int i = 1; i <= TASKS; i++)
    counts[taken[i]]++;
  if (stolen >= 0) {
    assert(stolen <= TASKS);
    counts[stolen]++;
  }
  assert(counts[1] == 1 && counts[2] == 1);
  return 0;
}
