// A thread that never ends does not keep another one from failing.
#include <assert.h>
#include <pthread.h>

static int x;

static void *endless(void *argument) {
  int rounds = 0;
  x = 1;
  while (argument == 0)
    rounds += 2;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, endless, 0);
  assert(x == 0);
  return 0;
}
