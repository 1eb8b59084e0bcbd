// expect: TRUE
// properties: reach,memory
// engines: explicit
// options explicit: --domain interval
/* A ring between two threads that runs for ever: the number of elements and both indices stay in bounds. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

enum { SIZE = 12 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE];
static unsigned first, count;

static void *produce(void *unused) {
  unsigned last = 0;
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    int level = __VERIFIER_nondet_int();
    if (count < SIZE && level >= 0 && level <= 100) {
      ring[last] = level;
      last = last + 1 == SIZE ? 0 : last + 1;
      count++;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    assert(count <= SIZE);
    if (count > 0) {
      int element = ring[first];
      assert(element >= 0 && element <= 100);
      first = (first + 1) % SIZE;
      count--;
    }
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
}
