// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
// A number wraps around, and half of it stays within bounds; a range that does not wrap with it would
// not pass the check of the proof.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static unsigned at;

static void *turn(void *unused) {
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_atomic_begin();
    at += 3;
    __VERIFIER_atomic_end();
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, turn, 0);
  assert(at / 2 <= 0x7fffffff);
  return 0;
}
