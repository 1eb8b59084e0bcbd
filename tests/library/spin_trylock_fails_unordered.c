// expect: TRUE
// expect rc11: FALSE(race)
// properties: race
// engines: graph auto
// A spin lock that is found taken says nothing about what its holder did before.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_spinlock_t lock;
static int data;

static void *other(void *unused) {
  data = 1;
  pthread_spin_lock(&lock);
  return unused;
}

static int is_told(void) {
  return pthread_spin_trylock(&lock) != 0;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, other, NULL);
  if (is_told())
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
