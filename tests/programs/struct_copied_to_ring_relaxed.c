// expect: TRUE
// expect rc11: FALSE(reach)
// properties: reach
// engines: graph auto
// flags: -DORDER=memory_order_relaxed
// As struct_copied_to_ring.c, but published too weakly: a field of the copy may be old.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct item {
  char kind;
  int value;
  const char *name;
};

enum { SIZE = 2, COUNT = 3 };
static struct item ring[SIZE];
static atomic_uint head, tail;

static int push(const struct item *item) {
  unsigned end = atomic_load_explicit(&tail, memory_order_relaxed);
  if (end - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
    return 0;
  ring[end % SIZE] = *item;
  atomic_store_explicit(&tail, end + 1, ORDER);
  return 1;
}

static int pop(struct item *item) {
  unsigned start = atomic_load_explicit(&head, memory_order_relaxed);
  if (start == atomic_load_explicit(&tail, memory_order_acquire))
    return 0;
  *item = ring[start % SIZE];
  atomic_store_explicit(&head, start + 1, memory_order_release);
  return 1;
}

static void *producer(void *unused) {
  for (int i = 0; i < COUNT; i++) {
    struct item item;
    item.kind = (char)('a' + i);
    item.value = i;
    item.name = "x";
    while (!push(&item))
      ;
  }
  return unused;
}

static void *consumer(void *unused) {
  for (int i = 0; i < COUNT; i++) {
    struct item item;
    while (!pop(&item))
      ;
    assert(item.kind == 'a' + i && item.value == i && item.name);
  }
  return unused;
}

int main(void) {
  pthread_t ids[2];
  ring[0].kind = 'q';
  ring[1].value = 3;
  pthread_create(&ids[0], NULL, producer, NULL);
  pthread_create(&ids[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], NULL);
  return 0;
}
