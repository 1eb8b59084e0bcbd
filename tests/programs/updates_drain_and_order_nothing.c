// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// engines: reference graph
// properties: race
// A relaxed read-modify-write drains the store buffer. That is no fence of the program, also when the race is replayed.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *unused) {
  data = 1;
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void *reader(void *unused) {
  if (atomic_fetch_or_explicit(&flag, 4, memory_order_acquire) & 1)
    data += 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
