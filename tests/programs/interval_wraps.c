// expect: FALSE(reach)
// properties: reach
// engines: explicit
// options explicit: --domain value+interval
// A range must not lose what wraps around: 200 and 100 make 44 in eight bits.
#include <assert.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char total = 200;

static void *add(void *unused) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n <= 100)
    total += n;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  assert(total >= 200);
}
