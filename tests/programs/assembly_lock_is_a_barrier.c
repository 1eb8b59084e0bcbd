// expect: TRUE
// expect rc11: TRUE
// properties: reach
// engines: graph order auto
// A locked instruction is a full barrier: no later load passes it, although the load is an ordinary
// one. So at least one of two threads sees the other's announcement.
#include <assert.h>
#include <pthread.h>

static int x, y, seen_by_a = 1, seen_by_b = 1;

static int load(int *place) {
  int value;
  __asm__ __volatile__("movl %1, %0" : "=r"(value) : "m"(*place) : "memory");
  return value;
}

static void *a(void *unused) {
  __asm__ __volatile__("lock incl %0" : "+m"(x) : : "memory", "cc");
  seen_by_a = load(&y);
  return unused;
}

static void *b(void *unused) {
  int one = 1;
  __asm__ __volatile__("xchgl %0, %1" : "+r"(one), "+m"(y) : : "memory");
  seen_by_b = load(&x);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, a, 0);
  pthread_create(&second, 0, b, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(seen_by_a || seen_by_b);
  return 0;
}
