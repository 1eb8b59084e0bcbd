// expect: TRUE
// expect rc11: TRUE
// engines: graph auto
// memset and memcpy of memory that another thread accesses field by field.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct entry {
  short key;
  int count;
};

static int counts[4];
static struct entry entries[2];
static struct entry first = {1, 2};
static atomic_int go;

static void *worker(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_acquire))
    ;
  counts[1]++;
  counts[3] = 7;
  entries[0].count++;
  entries[1].key = 3;
  return unused;
}

int main(void) {
  pthread_t id;
  struct entry local;
  pthread_create(&id, NULL, worker, NULL);
  memset(counts, 0, sizeof counts);
  memset(entries, 0, sizeof entries);
  local.key = first.key;
  local.count = first.count;
  memcpy(&entries[0], &local, sizeof local);
  atomic_store_explicit(&go, 1, memory_order_release);
  pthread_join(id, NULL);
  assert(counts[0] == 0 && counts[1] == 1 && counts[3] == 7);
  assert(entries[0].key == 1 && entries[0].count == 3 && entries[1].key == 3);
  return 0;
}
