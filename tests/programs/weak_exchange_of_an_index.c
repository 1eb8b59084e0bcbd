// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
/* Treiber's stack of indices with a tag. The loop of push writes a cell whose index is computed in
 * the loop, but is the same in every iteration: spurious failures only repeat it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

struct cell {
  uint32_t next;
  struct {
    char kind;
    int value;
  } data;
};

static struct cell cells[2]; /* number 1 and 2 */
static _Atomic uint64_t top;

static uint64_t tagged(uint64_t old, uint32_t number) { return ((old >> 32) + 1) << 32 | number; }

static void push(uint32_t number) {
  uint64_t old = atomic_load_explicit(&top, memory_order_relaxed), new;
  do {
    cells[number - 1].next = (uint32_t)old;
    new = ((old >> 32) + 1) << 32 | number;
  } while (!atomic_compare_exchange_weak_explicit(&top, &old, new, memory_order_release,
                                                  memory_order_relaxed));
}

static uint32_t pop(void) {
  uint64_t old = atomic_load_explicit(&top, memory_order_acquire);
  while ((uint32_t)old) {
    uint32_t number = (uint32_t)old;
    if (atomic_compare_exchange_strong_explicit(&top, &old, tagged(old, cells[number - 1].next),
                                                memory_order_acquire, memory_order_acquire))
      return number;
  }
  return 0;
}

static void *worker(void *argument) {
  uint32_t number = (uint32_t)(uintptr_t)argument;
  cells[number - 1].data.kind = 'c';
  cells[number - 1].data.value = 5;
  push(number);
  number = pop();
  assert(number && cells[number - 1].data.kind == 'c' && cells[number - 1].data.value == 5);
  return NULL;
}

int main(void) {
  pthread_t ids[2];
  for (uintptr_t i = 0; i < 2; i++)
    pthread_create(&ids[i], NULL, worker, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
