// expect: TRUE
// properties: reach
// engines: modular
// options: --address-reuse off
/* A lock that is made of the id of the thread that holds it: while a thread holds it, nobody else's id is there. */
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_t owner;
static int inside;
static void *work(void *argument) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!owner);
  owner = pthread_self();
  __VERIFIER_atomic_end();
  inside = 1;
  assert(inside && owner == pthread_self());
  inside = 0;
  owner = 0;
  return argument;
}
int main(void) {
  pthread_t id;
  for (;;)
    pthread_create(&id, 0, work, 0);
}
