// expect: FALSE(memory)
// engines: reference explicit
/* The size of a copy is computed and becomes negative. */
#include <pthread.h>
#include <string.h>

static char from[8], to[8];
static int length = 1;

static void *shrink(void *unused) {
  length -= 3;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, shrink, NULL);
  pthread_join(thread, NULL);
  memcpy(to, from, (size_t)length);
  return 0;
}
