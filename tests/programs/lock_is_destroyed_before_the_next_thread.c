// expect: FALSE(lock)
// properties: lock
// The first thread is done when main destroys the lock, but a second one uses it again.
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
  pthread_join(id, 0);
  pthread_mutex_destroy(&lock);
  pthread_create(&id, 0, work, 0);
  pthread_join(id, 0);
  return 0;
}
