// expect: TRUE
// bug 1: FALSE(race)  the consumer learns of an element by a relaxed store
// bug 2: FALSE(reach)  a full queue takes one more element
// bug 3: FALSE(memory)  the index does not wrap
//
// A queue for one producer and one consumer: each of them writes one index only. The harness sends four
// numbers through a queue of two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif
enum { SIZE = 2, COUNT = 4 };

struct queue {
  atomic_uint head, tail; /* read and written by the consumer, by the producer */
  int values[SIZE];
};

static bool queue_put(struct queue *queue, int value) {
  unsigned tail = atomic_load_explicit(&queue->tail, memory_order_relaxed);
  unsigned head = atomic_load_explicit(&queue->head, memory_order_acquire);
#if BUG == 2
  if (tail - head > SIZE)
    return false;
#else
  if (tail - head == SIZE)
    return false;
#endif
#if BUG == 3
  queue->values[tail] = value;
#else
  queue->values[tail % SIZE] = value;
#endif
#if BUG == 1
  atomic_store_explicit(&queue->tail, tail + 1, memory_order_relaxed);
#else
  atomic_store_explicit(&queue->tail, tail + 1, memory_order_release);
#endif
  return true;
}

static bool queue_get(struct queue *queue, int *value) {
  unsigned head = atomic_load_explicit(&queue->head, memory_order_relaxed);
  unsigned tail = atomic_load_explicit(&queue->tail, memory_order_acquire);
  if (head == tail)
    return false;
  *value = queue->values[head % SIZE];
  atomic_store_explicit(&queue->head, head + 1, memory_order_release);
  return true;
}

static struct queue queue;

static void *produce(void *argument) {
  (void)argument;
  for (int i = 0; i < COUNT; i++)
    while (!queue_put(&queue, i))
      ;
  return NULL;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int i = 0, value; i < COUNT; i++) {
    while (!queue_get(&queue, &value))
      ;
    assert(value == i);
  }
  pthread_join(producer, NULL);
  return 0;
}
