// expect: TRUE
// properties: reach,overflow
// engines: explicit
// options explicit: --domain interval
/* Tries again and again, with a delay that grows, and a random part of it, up to a limit; another thread resets it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

enum { LEAST = 10, MOST = 60000 };
static atomic_int delay = LEAST;

static void *reset(void *unused) {
  while (__VERIFIER_nondet_int())
    atomic_store(&delay, LEAST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reset, 0);
  while (__VERIFIER_nondet_int()) {
    int now = atomic_load(&delay);
    assert(now >= LEAST && now <= MOST);
    now += now / 2 + (int)(__VERIFIER_nondet_uint() % 100);
    atomic_store(&delay, now > MOST ? MOST : now);
  }
  pthread_join(thread, 0);
}
