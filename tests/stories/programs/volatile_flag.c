/* A flag that is volatile instead of atomic. */
#include <pthread.h>

static volatile int is_ready;

static void *announce(void *unused) {
  is_ready = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, announce, NULL);
  while (!is_ready)
    ;
  pthread_join(thread, NULL);
  return 0;
}
