// expect: TRUE
// properties: reach,memory
// engines: explicit
// options explicit: --domain interval
/* A wheel of timers: the clock ticks without end, and the slot of a tick is in the wheel. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

enum { SLOTS = 60 };
static atomic_uint ticks;
static char armed[SLOTS];

static void *tick(void *unused) {
  while (__VERIFIER_nondet_int())
    atomic_fetch_add(&ticks, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tick, 0);
  while (__VERIFIER_nondet_int()) {
    unsigned slot = (atomic_load(&ticks) + __VERIFIER_nondet_uint() % 30) % SLOTS;
    assert(slot < 60);
    armed[slot] = 1;
  }
  pthread_join(thread, 0);
}
