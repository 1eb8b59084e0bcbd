// expect: TRUE
// expect rc11: FALSE(race)
// properties: race
// engines: graph auto
// A lock that is found taken says nothing about what its holder did before.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *other(void *unused) {
  data = 1;
  pthread_rwlock_rdlock(&lock);
  return unused;
}

static int is_told(void) {
  return pthread_rwlock_trywrlock(&lock) != 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  if (is_told())
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
