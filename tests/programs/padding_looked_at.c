// expect: TRUE
// expect rc11: TRUE
// properties: reach
// engines: order auto
// The padding of a struct is copied with it. graph leaves that open, and does not claim otherwise.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct item {
  char kind;
  int value;
};

#ifndef WANTED
#define WANTED 7
#endif

static struct item slot;
static atomic_int ready;

static void *producer(void *unused) {
  struct item item;
  memset(&item, 7, sizeof item);
  item.kind = 'a';
  item.value = 3;
  slot = item;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return unused;
}

static void *consumer(void *unused) {
  struct item item;
  if (!atomic_load_explicit(&ready, memory_order_acquire))
    return unused;
  item = slot;
  assert(((unsigned char *)&item)[2] == WANTED);
  return unused;
}

int main(void) {
  pthread_t ids[2];
  pthread_create(&ids[0], NULL, producer, NULL);
  pthread_create(&ids[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
