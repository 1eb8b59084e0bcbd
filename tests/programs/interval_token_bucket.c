// expect: TRUE
// properties: reach,overflow
// engines: explicit
// options explicit: --domain interval
/* A rate limiter: one thread refills the bucket, others take from it as long as requests come. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

enum { CAPACITY = 1000, REFILL = 30 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int tokens = CAPACITY;

static void *refill(void *unused) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    tokens = tokens + REFILL > CAPACITY ? CAPACITY : tokens + REFILL;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static int take(int wanted) {
  int granted = 0;
  pthread_mutex_lock(&lock);
  if (wanted > 0 && wanted <= tokens) {
    tokens -= wanted;
    granted = 1;
  }
  assert(tokens >= 0 && tokens <= CAPACITY);
  pthread_mutex_unlock(&lock);
  return granted;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, refill, 0);
  while (__VERIFIER_nondet_int())
    take(__VERIFIER_nondet_int());
  pthread_join(thread, 0);
}
