// expect: FALSE(reach)
// properties: reach
// On one path the thread has stored to the structure of another thread, under a lock; on the other path it has not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct shared {
  int value;
};

static void *work(void *argument) {
  struct shared *shared = argument;
  pthread_mutex_lock(&lock);
  if (rand())
    shared->value = 1;
  assert(shared->value == 1);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  struct shared shared;
  pthread_t thread;
  shared.value = 0;
  pthread_create(&thread, NULL, work, &shared);
  pthread_join(thread, NULL);
  return 0;
}
