// expect: TRUE
// properties: reach
// engines: modular
/* Main takes the mutex, too, and some threads only try to. */
#include <assert.h>
#include <pthread.h>
static int inside;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void enter(void) {
  inside++;
  assert(inside == 1);
  inside--;
  pthread_mutex_unlock(&mutex);
}
static void *work(void *argument) {
  if (argument)
    pthread_mutex_lock(&mutex);
  else if (pthread_mutex_trylock(&mutex))
    return argument;
  enter();
  return argument;
}
int main(void) {
  pthread_t id;
  for (;;) {
    pthread_create(&id, 0, work, 0);
    pthread_create(&id, 0, work, &mutex);
    pthread_mutex_lock(&mutex);
    enter();
  }
}
