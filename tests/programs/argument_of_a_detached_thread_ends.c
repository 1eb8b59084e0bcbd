// expect: FALSE(memory)
// properties: memory
// The local variable may have ended when the other thread reads it, which its creator does not wait for.
#include <pthread.h>

static int last;

static void *answer(void *argument) {
  last = *(int *)argument;
  return 0;
}

static void accept_request(int number) {
  int request = number;
  pthread_t thread;
  pthread_create(&thread, 0, answer, &request);
}

int main(void) {
  accept_request(7);
  pthread_exit(0);
}
