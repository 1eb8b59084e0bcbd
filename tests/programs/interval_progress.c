// expect: TRUE
// properties: reach,division,overflow
// engines: explicit
// options explicit: --domain interval
/* A worker counts what it has done, another thread shows it in percent. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

enum { TOTAL = 250000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *work(void *unused) {
  for (int i = 0; i < TOTAL; i++) {
    pthread_mutex_lock(&lock);
    done = i + 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    int percent = done / (TOTAL / 100);
    pthread_mutex_unlock(&lock);
    assert(percent >= 0 && percent <= 100);
  }
  pthread_join(thread, 0);
}
