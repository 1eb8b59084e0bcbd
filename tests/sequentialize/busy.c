// A thread that never ends, and conflicts with nobody any more, must let the others go on.
#include <assert.h>
#include <pthread.h>

int own, started, seen;

void *busy(void *arg) {
  started = 1;
  for (;;)
    own ^= 1;
  return arg;
}

int main(void) {
  pthread_t a;
  own = 1;
  pthread_create(&a, 0, busy, 0);
  if (started) {
    seen = 1;
    assert(seen == 0);
  }
  return 0;
}
