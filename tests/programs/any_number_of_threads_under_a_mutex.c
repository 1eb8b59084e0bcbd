// expect: TRUE
// properties: reach
// engines: modular
/* Threads without end count two variables under a mutex, one after the other, and others compare them. */
#include <assert.h>
#include <pthread.h>
static int first, second;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *count(void *argument) {
  pthread_mutex_lock(&mutex);
  first++;
  second++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *compare(void *argument) {
  pthread_mutex_lock(&mutex);
  assert(first == second);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t id;
  for (;;) {
    pthread_create(&id, 0, count, 0);
    pthread_create(&id, 0, compare, 0);
  }
}
