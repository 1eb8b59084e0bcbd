// expect: TRUE
// properties: reach,memory,overflow
// engines: explicit
// options explicit: --domain interval
// Loops that only ranges and the lowest bits of an index decide: no search through states exhausts them.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int table[16];

static void *worker(void *unused) {
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i += 4)
    assert(i % 4 == 0);
  for (int i = 0; i < 1000000; i++) {
    pthread_mutex_lock(&lock);
    if (count < 100)
      count++;
    pthread_mutex_unlock(&lock);
  }
  for (unsigned i = 0; i < 16; i++)
    table[i] = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  while (__VERIFIER_nondet_uint()) {
    pthread_mutex_lock(&lock);
    assert(count >= 0 && count <= 100);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
}
