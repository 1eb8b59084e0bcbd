// expect: TRUE
// properties: reach
// engines: modular
// Only the thread that comes first counts, and it agrees with its own count: nobody has counted yet
// while the number of those who came is 0, nor while it is 1 and the one who came has not looked.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_assume(int), __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static unsigned came, counted;

static void *come(void *unused) {
  unsigned own = 0;
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(came != -1u);
  came++;
  __VERIFIER_atomic_end();
  if (came == 1)
    for (;;) {
      counted++;
      own++;
      assert(counted == own);
    }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, 0, come, 0);
}
