/* Two threads store the value that is there: nothing changes, but the stores race. */
#include <pthread.h>

static int flag;

static void *run(void *argument) {
  flag = 0;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  flag = 0;
  pthread_join(thread, 0);
  return flag;
}
