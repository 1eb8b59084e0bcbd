// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
// Any number of threads counts up to a limit, by one and by three.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int used;
static unsigned written;

static void *serve(void *unused) {
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_atomic_begin();
    if (used < 1000)
      used++;
    __VERIFIER_atomic_end();
    assert(used <= 1000);
    __VERIFIER_atomic_begin();
    if (written < 6000)
      written += 3;
    __VERIFIER_atomic_end();
    assert(written != 4000 && written <= 6000);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, serve, 0);
}
