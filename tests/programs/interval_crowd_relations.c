// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
// What is true of the counters while two threads stand still, a third one makes untrue: it has begun
// more than it has ended.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int begun, ended, balanced;

static void *serve(void *unused) {
  int seen = begun;
  assert(begun >= seen);
  __VERIFIER_atomic_begin();
  int full = begun >= 1000;
  if (!full)
    begun++;
  __VERIFIER_atomic_end();
  if (full)
    return unused;
  if (begun == ended)
    balanced = 1;
  __VERIFIER_atomic_begin();
  ended++;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, serve, 0);
}
