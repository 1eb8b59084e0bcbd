// expect: TRUE
// properties: reach
// engines: modular
// Any number of threads counts in steps of three: relations do not say so, ranges beside them do.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static unsigned written;

static void *append(void *unused) {
  __VERIFIER_atomic_begin();
  if (written < 6000)
    written += 3;
  __VERIFIER_atomic_end();
  assert(written != 4000);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, append, 0);
}
