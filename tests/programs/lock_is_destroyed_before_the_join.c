// expect: FALSE(lock)
// properties: lock
// Main destroys the lock while the thread may still use it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, work, 0);
  pthread_mutex_destroy(&lock);
  pthread_join(id, 0);
  return 0;
}
