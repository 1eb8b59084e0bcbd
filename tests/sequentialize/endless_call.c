// A thread that comes to a function that does not return, after it wrote what another thread reads.
#include <assert.h>
#include <pthread.h>

int x, never_set;

static void wait_forever(void) {
  while (!never_set)
    ;
}

void *t1(void *arg) {
  x = 1;
  wait_forever();
  return arg;
}

int main() {
  pthread_t id;
  pthread_create(&id, 0, t1, 0);
  assert(x == 0);
  return 0;
}
