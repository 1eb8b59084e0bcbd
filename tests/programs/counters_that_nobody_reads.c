// expect: TRUE
// properties: reach,race
// engines: explicit
/* Two threads without end count what they do, in a variable and in a local one, and never look at it. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside, done;
static struct {
  unsigned first, second;
} statistics;
static void *work(void *argument) {
  unsigned mine = 0;
  for (;;) {
    pthread_mutex_lock(&mutex);
    inside++;
    assert(inside == 1);
    inside--;
    done++;
    mine += 2;
    statistics.first += mine;
    statistics.second ^= statistics.first;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
}
