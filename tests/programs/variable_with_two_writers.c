// expect: FALSE(reach)
// properties: reach
// What main stored last is not what is there: another thread stores as well.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int number;

static void *work(void *unused) {
  number = 5;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  number = 1;
  assert(number == 1);
  pthread_join(thread, NULL);
  return 0;
}
