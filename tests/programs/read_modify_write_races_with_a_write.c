// expect: FALSE(race)
// expect tso: FALSE(race)
// expect pso: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: graph
/* The graph of this race has to contain both halves of the read-modify-write: the engine graph left out its write, so
 * that the plain write came between, and did not confirm what it had found. */
#include <pthread.h>
unsigned counter;
void *add(void *argument) {
  __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED);
  return argument;
}
void *reset(void *argument) {
  counter = 0;
  return argument;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, reset, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
