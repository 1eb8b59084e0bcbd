// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
/* A server counts its connections: one thread accepts them up to a limit, the other one closes them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);

enum { LIMIT = 100000 };
static atomic_int open_now;

static void serve(void) {
  int old = atomic_load(&open_now);
  while (old < LIMIT)
    if (atomic_compare_exchange_strong(&open_now, &old, old + 1)) {
      assert(old >= 0 && old < LIMIT);
      break;
    }
}

static void *worker(void *unused) {
  while (__VERIFIER_nondet_int())
    serve();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (__VERIFIER_nondet_int()) {
    int now = atomic_load(&open_now);
    assert(now >= 0 && now <= LIMIT);
    if (now > 0)
      atomic_fetch_sub(&open_now, 1);
  }
  pthread_join(thread, 0);
}
