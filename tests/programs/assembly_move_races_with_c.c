// expect: FALSE(race)
// properties: reach,race
// A move of assembly and an access of C to the same place race.
#include <assert.h>
#include <pthread.h>

static int data, ready;

static void *produce(void *argument) {
  (void)argument;
  data = 7;
  ready = 1;
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
