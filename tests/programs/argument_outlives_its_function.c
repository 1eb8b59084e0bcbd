// expect: FALSE(memory)
// properties: memory
// The address that a thread got stays in a variable. The thread has been joined; its creator uses the address later.
#include <pthread.h>

static int *kept;

static void *take(void *argument) {
  kept = argument;
  return argument;
}

static void lend(void) {
  int request = 7;
  pthread_t thread;
  pthread_create(&thread, 0, take, &request);
  pthread_join(thread, 0);
}

int main(void) {
  lend();
  return *kept;
}
