// expect: TRUE
// bug 1: FALSE(reach)  the producer announces the slot before it has written it
// bug 2: FALSE(reach)  producers take their place by a load and a store
// bug 3: FALSE(race)  the slot is announced by a relaxed store
//
// A bounded queue for many producers and many consumers (Vyukov): each slot has a sequence number that says
// whose turn it is. The harness has two producers and a consumer; what was put in comes out once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif
enum { SIZE = 2 };

struct slot {
  atomic_uint sequence;
  int value;
};

struct ring {
  struct slot slots[SIZE];
  atomic_uint head, tail;
};

static void ring_init(struct ring *ring) {
  for (unsigned i = 0; i < SIZE; i++)
    atomic_init(&ring->slots[i].sequence, i);
  atomic_init(&ring->head, 0);
  atomic_init(&ring->tail, 0);
}

static bool claim(atomic_uint *place, unsigned at) {
#if BUG == 2
  if (atomic_load(place) != at)
    return false;
  atomic_store(place, at + 1);
  return true;
#else
  return atomic_compare_exchange_strong(place, &at, at + 1);
#endif
}

static bool ring_put(struct ring *ring, int value) {
  unsigned at = atomic_load(&ring->tail);
  struct slot *slot = &ring->slots[at % SIZE];
  if (atomic_load(&slot->sequence) != at || !claim(&ring->tail, at))
    return false;
#if BUG == 1
  atomic_store(&slot->sequence, at + 1);
  slot->value = value;
#elif BUG == 3
  slot->value = value;
  atomic_store_explicit(&slot->sequence, at + 1, memory_order_relaxed);
#else
  slot->value = value;
  atomic_store(&slot->sequence, at + 1);
#endif
  return true;
}

static bool ring_get(struct ring *ring, int *value) {
  unsigned at = atomic_load(&ring->head);
  struct slot *slot = &ring->slots[at % SIZE];
  if (atomic_load(&slot->sequence) != at + 1)
    return false;
  if (!atomic_compare_exchange_strong(&ring->head, &at, at + 1))
    return false;
  *value = slot->value;
  atomic_store(&slot->sequence, at + SIZE);
  return true;
}

static struct ring ring;
static int put[2];

static void *produce(void *argument) {
  int number = *(int *)argument;
  for (int try = 0; try < 2 && !put[number]; try++)
    put[number] = ring_put(&ring, number + 1);
  return NULL;
}

int main(void) {
  pthread_t producers[2];
  int numbers[] = {0, 1}, got[3] = {0}, value;
  ring_init(&ring);
  for (int i = 0; i < 2; i++)
    pthread_create(&producers[i], NULL, produce, &numbers[i]);
  if (ring_get(&ring, &value))
    got[value]++;
  for (int i = 0; i < 2; i++)
    pthread_join(producers[i], NULL);
  while (ring_get(&ring, &value))
    got[value]++;
  assert(got[1] == put[0] && got[2] == put[1]);
  return 0;
}
