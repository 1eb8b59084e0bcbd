// expect: FALSE(reach)
// properties: reach
// engines: reference explicit auto
// The counter may have any of its values when main holds the lock.
#include <assert.h>
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  pthread_mutex_lock(&lock);
  assert(counter < 3);
  pthread_mutex_unlock(&lock);
}
