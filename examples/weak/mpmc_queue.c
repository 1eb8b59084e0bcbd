// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
// expect tso: TRUE
// expect rc11: TRUE
// relaxed: TRUE TRUE FALSE(race)
// repair: 2
/* Vyukov's bounded queue for several producers and consumers. The sequence number of a cell tells
 * whose turn it is. The messages are structs, copied in and out. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct message {
  char kind;
  int value;
};

struct cell {
  atomic_size_t sequence;
  struct message message;
};

enum { SIZE = 2 };
static struct cell cells[SIZE];
static atomic_size_t head, tail;

static bool push(struct message message) {
  size_t position = atomic_load_explicit(&tail, memory_order_relaxed);
  for (;;) {
    struct cell *cell = &cells[position % SIZE];
    size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    if (sequence < position)
      return false; /* full */
    if (sequence > position) {
      position = atomic_load_explicit(&tail, memory_order_relaxed);
      continue;
    }
    if (!atomic_compare_exchange_weak_explicit(&tail, &position, position + 1,
                                               memory_order_relaxed, memory_order_relaxed))
      continue;
    cell->message = message;
    atomic_store_explicit(&cell->sequence, position + 1, memory_order_release);
    return true;
  }
}

static bool pop(struct message *message) {
  size_t position = atomic_load_explicit(&head, memory_order_relaxed);
  for (;;) {
    struct cell *cell = &cells[position % SIZE];
    size_t sequence = atomic_load_explicit(&cell->sequence, memory_order_acquire);
    if (sequence < position + 1)
      return false; /* empty */
    if (sequence > position + 1) {
      position = atomic_load_explicit(&head, memory_order_relaxed);
      continue;
    }
    if (!atomic_compare_exchange_weak_explicit(&head, &position, position + 1,
                                               memory_order_relaxed, memory_order_relaxed))
      continue;
    *message = cell->message;
    atomic_store_explicit(&cell->sequence, position + SIZE, memory_order_release);
    return true;
  }
}

static void *producer(void *argument) {
  struct message message = {'m', (int)(intptr_t)argument};
  push(message);
  return NULL;
}

static void *consumer(void *unused) {
  struct message message;
  if (pop(&message))
    assert(message.kind == 'm' && (message.value == 1 || message.value == 2));
  return unused;
}

int main(void) {
  pthread_t ids[4];
  for (size_t i = 0; i < SIZE; i++)
    atomic_init(&cells[i].sequence, i);
  for (intptr_t i = 0; i < 2; i++) {
    pthread_create(&ids[i], NULL, producer, (void *)(i + 1));
    pthread_create(&ids[i + 2], NULL, consumer, NULL);
  }
  for (int i = 0; i < 4; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
