// expect: FALSE(race)
// properties: race
// engines: reference explicit auto
// The routine overwrites the lock that its caller holds, so that the lock excludes nothing.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int shared;

static void overwrite(void) {
  pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
  lock = fresh;
}

static void *write_twice(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  pthread_once(&once, overwrite);
  shared++;
  return unused;
}

static void *write_once(void *unused) {
  pthread_mutex_lock(&lock);
  shared++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, write_twice, NULL);
  pthread_create(&second, NULL, write_once, NULL);
}
