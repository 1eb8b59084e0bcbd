// expect: TRUE
// expect rc11: TRUE
// properties: race
// engines: graph auto
// A lock that succeeds is ordered behind the unlock.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int over;
static int data;

static void *other(void *unused) {
  data = 1;
  pthread_rwlock_wrlock(&lock);
  atomic_store_explicit(&over, 1, memory_order_relaxed);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static int is_told(void) {
  return atomic_load_explicit(&over, memory_order_relaxed) && pthread_rwlock_tryrdlock(&lock) == 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (is_told())
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
