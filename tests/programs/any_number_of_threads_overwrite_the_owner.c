// expect: FALSE(reach)
// properties: reach
// engines: order auto
/* The id of a thread is overwritten by the next one: testing and setting are two steps. */
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
static pthread_t owner;
static void *work(void *argument) {
  __VERIFIER_assume(!owner);
  owner = pthread_self();
  assert(owner == pthread_self());
  owner = 0;
  return argument;
}
int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, 0, work, 0);
}
