// expect: TRUE
// bug 1: FALSE(reach)  the reader begins although a writer is at work
// bug 2: FALSE(reach)  the reader does not look at the sequence again
// bug 3: FALSE(race)  the data are plain variables
//
// A sequence lock: the writer makes the sequence odd while it writes; a reader that sees it odd or changed reads
// again. The data are relaxed atomics, as C11 asks for. The harness checks that a reader sees both halves of one update.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef BUG
#define BUG 0
#endif

static atomic_uint sequence;
#if BUG == 3
static int left, right;
#define READ(x) (x)
#define WRITE(x, v) ((x) = (v))
#else
static atomic_int left, right;
#define READ(x) atomic_load_explicit(&(x), memory_order_relaxed)
#define WRITE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#endif

static void write_both(int value) {
  atomic_fetch_add(&sequence, 1);
  atomic_thread_fence(memory_order_release);
  WRITE(left, value);
  WRITE(right, value);
  atomic_fetch_add_explicit(&sequence, 1, memory_order_release);
}

static void read_both(int *a, int *b) {
  unsigned before;
  do {
    before = atomic_load_explicit(&sequence, memory_order_acquire);
#if BUG != 1
    if (before % 2)
      continue;
#endif
    *a = READ(left);
    *b = READ(right);
    atomic_thread_fence(memory_order_acquire);
#if BUG == 2
    return;
#endif
  } while (
#if BUG != 1
      before % 2 ||
#endif
      atomic_load_explicit(&sequence, memory_order_relaxed) != before);
}

static void *writer(void *argument) {
  (void)argument;
  write_both(1);
  write_both(2);
  return NULL;
}

static void *reader(void *argument) {
  int a, b;
  (void)argument;
  read_both(&a, &b);
  assert(a == b);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, reader, NULL);
  pthread_create(&threads[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
