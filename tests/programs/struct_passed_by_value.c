// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
// Structs in shared memory are passed, returned and assigned as integers of other sizes than their
// fields.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct item {
  char kind;
  int value;
  const char *name;
};
struct pair {
  int x, y;
};

static struct item slot, other;
static struct pair two, copied;
static atomic_int go;

static int look(struct item item, struct pair pair) {
  return item.kind + item.value + pair.x + pair.y;
}
static struct item get(void) { return slot; }
static struct pair get_pair(void) { return two; }

static void *worker(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_acquire))
    ;
  assert(look(slot, two) == 10);
  other = get();
  copied = get_pair();
  atomic_store_explicit(&go, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, NULL, worker, NULL);
  slot.kind = 1;
  slot.value = 2;
  two.x = 3;
  two.y = 4;
  other.value = 5;
  copied.y = 6;
  atomic_store_explicit(&go, 1, memory_order_release);
  while (atomic_load_explicit(&go, memory_order_acquire) != 2)
    ;
  assert(other.kind == 1 && other.value == 2 && copied.x == 3 && copied.y == 4);
  pthread_join(id, NULL);
  return 0;
}
