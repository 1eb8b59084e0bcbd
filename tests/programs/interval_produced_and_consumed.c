// expect: TRUE
// properties: reach
// engines: explicit
// options explicit: --domain interval
/* Two counters of what went in and out of a queue: never more out than in. */
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 100000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int produced, consumed;

static void *produce(void *unused) {
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    produced++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, produce, 0);
  for (int i = 0; i < ITEMS; i++) {
    pthread_mutex_lock(&lock);
    if (consumed < produced)
      consumed++;
    assert(consumed <= produced);
    pthread_mutex_unlock(&lock);
  }
  pthread_join(thread, 0);
}
