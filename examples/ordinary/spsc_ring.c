// A ring without locks for one producer and one consumer: a thread that parses packets hands them to one that counts
// them.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 8 // a power of two
#define PACKETS 1000

struct packet {
  unsigned source;
  unsigned length;
};

struct ring {
  struct packet slots[CAPACITY];
  atomic_uint head; // of the next packet to take; written by the consumer
  atomic_uint tail; // of the next free slot; written by the producer
};

struct totals {
  unsigned long packets;
  unsigned long bytes;
};

static struct ring ring;

static int ring_push(struct ring *r, struct packet packet) {
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
  unsigned head = atomic_load_explicit(&r->head, memory_order_acquire);
  if (tail - head == CAPACITY)
    return 0;
  r->slots[tail % CAPACITY] = packet;
#ifdef BUG
  atomic_store_explicit(&r->tail, tail + 1, memory_order_relaxed);
#else
  atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
#endif
  return 1;
}

static int ring_pop(struct ring *r, struct packet *packet) {
  unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
  unsigned tail = atomic_load_explicit(&r->tail, memory_order_acquire);
  if (head == tail)
    return 0;
  *packet = r->slots[head % CAPACITY];
  atomic_store_explicit(&r->head, head + 1, memory_order_release);
  return 1;
}

static void *parse(void *unused) {
  (void)unused;
  for (unsigned i = 0; i < PACKETS; i++) {
    struct packet packet = {.source = i % 4, .length = 64 + i % 100};
    while (!ring_push(&ring, packet))
      sched_yield();
  }
  return NULL;
}

static void *count(void *argument) {
  struct totals *totals = argument;
  struct packet packet;
  for (int i = 0; i < PACKETS; i++) {
    while (!ring_pop(&ring, &packet))
      sched_yield();
    assert(packet.source < 4);
    totals[packet.source].packets++;
    totals[packet.source].bytes += packet.length;
  }
  return NULL;
}

int main(void) {
  pthread_t parser, counter;
  struct totals totals[4] = {{0}};
  if (pthread_create(&parser, NULL, parse, NULL) != 0 ||
      pthread_create(&counter, NULL, count, totals) != 0) {
    fprintf(stderr, "cannot create threads\n");
    exit(1);
  }
  pthread_join(parser, NULL);
  pthread_join(counter, NULL);
  unsigned long packets = 0;
  for (int i = 0; i < 4; i++) {
    printf("source %d: %lu packets, %lu bytes\n", i, totals[i].packets, totals[i].bytes);
    packets += totals[i].packets;
  }
  assert(packets == PACKETS);
  return 0;
}
