// expect: FALSE(reach)
// properties: reach
// Without the prefix lock, xadd is a load and a store, and an increment gets lost.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *work(void *argument) {
  (void)argument;
  int one = 1;
  __asm__ volatile("xaddl %0, %1" : "+r"(one), "+m"(counter) : : "memory", "cc");
  return NULL;
}

int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, work, NULL);
  pthread_create(&two, NULL, work, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  assert(counter == 2);
  return 0;
}
