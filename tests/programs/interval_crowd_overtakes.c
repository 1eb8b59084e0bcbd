// expect: FALSE(reach)
// properties: reach
// engines: explicit
// options explicit: --domain value+interval
// What one thread found out about the limit another thread makes untrue before the first one counts.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int used;

static void *serve(void *unused) {
  if (used < 2) {
    used++;
    assert(used <= 2);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 4; i++)
    pthread_create(&thread, 0, serve, 0);
}
