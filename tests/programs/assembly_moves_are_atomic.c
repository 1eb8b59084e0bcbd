// expect: TRUE
// properties: reach,race
// Single moves of assembly are atomic accesses; with a clobber of memory, what comes before a store is
// seen by who reads it.
#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *produce(void *argument) {
  (void)argument;
  data = 7;
  __asm__ volatile("movl %1, %0" : "=m"(ready) : "ri"(1) : "memory");
  return NULL;
}

int main(void) {
  pthread_t producer;
  int seen;
  pthread_create(&producer, NULL, produce, NULL);
  __asm__ volatile("movl %1, %0" : "=r"(seen) : "m"(ready) : "memory");
  if (seen)
    assert(data == 7);
  pthread_join(producer, NULL);
  return 0;
}
