#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
unsigned x;
atomic_int taken;
static void work(void);
static void *run(void *argument) {
  __VERIFIER_atomic_begin();
  work();
  __VERIFIER_atomic_end();
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 1000000);
}
