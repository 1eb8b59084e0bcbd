// expect: FALSE(race)
// properties: race
/* A thread unlocks a mutex twice. The second time another thread may hold it, so that both count at once. */
#include <pthread.h>
static int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *careless(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *careful(void *argument) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, careless, 0);
  pthread_create(&b, 0, careful, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
