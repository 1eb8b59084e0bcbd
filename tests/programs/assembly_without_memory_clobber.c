// expect: FALSE(race)
// properties: reach,race
// Without a clobber of memory the compiler may move other accesses across the assembly: a store of it
// announces nothing.
#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *produce(void *argument) {
  (void)argument;
  data = 7;
  __asm__ volatile("movl %1, %0" : "=m"(ready) : "ri"(1));
  return NULL;
}

int main(void) {
  pthread_t producer;
  int seen;
  pthread_create(&producer, NULL, produce, NULL);
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(ready));
  if (seen)
    assert(data == 7);
  pthread_join(producer, NULL);
  return 0;
}
