// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
// Steps that are no power of two: records of three and of twelve bytes, as many as an input says.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned end;

static void *append(void *unused) {
  while (__VERIFIER_nondet_uint()) {
    pthread_mutex_lock(&lock);
    if (end < 30000)
      end += 12;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  pthread_t thread;
  pthread_create(&thread, 0, append, 0);
  pthread_mutex_lock(&lock);
  unsigned seen = end;
  pthread_mutex_unlock(&lock);
  assert(seen != 100); // 12 does not divide it, though 4 does
  if (size > 10000)
    return 0;
  for (unsigned at = 0; at < size; at += 3)
    assert(at != 100 && 2 * at + 2 != 100);
  return 0;
}
