// expect: FALSE(reach)
// properties: reach
/* Nothing names the counter but the increment and the pointer, through which it is read in another function. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int done;
static void check(const int *counter) { assert(*counter < 3); }
static void *work(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    done++;
    check(&done);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
