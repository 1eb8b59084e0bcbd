// expect: FALSE(race)
// properties: race
// engines: reference explicit auto
// The second thread joins main. So main's join of it may fail, and it still runs after main has ended.
#include <pthread.h>

static int shared;
static pthread_t first;

static void *wait_and_write(void *unused) {
  pthread_join(first, NULL);
  shared = 1;
  return unused;
}

static void *write_at_once(void *unused) {
  shared = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  first = pthread_self();
  pthread_create(&thread, NULL, wait_and_write, NULL);
  pthread_join(thread, NULL);
  pthread_create(&thread, NULL, write_at_once, NULL);
  pthread_exit(NULL);
}
