// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
/* A log of records of eight bytes each: its end stays divisible by eight, also where it wraps. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned end;

static void *append(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    end += 8;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, append, 0);
  pthread_create(&b, 0, append, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    assert(end % 8 == 0);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
}
