// expect rc11: FALSE(race)
// expect: TRUE
// properties: race
// engines: graph auto
// Who fails to lock knows that the other thread locked, but is not ordered with it. Under sc the two writes are never next to each other.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *holder(void *unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, holder, NULL);
  if (pthread_mutex_trylock(&lock) != 0)
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
