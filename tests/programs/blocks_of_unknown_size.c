// expect: TRUE
// properties: reach,memory
// engines: explicit order
// A block and an array whose sizes are inputs, used up to their ends by two threads.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

static char *block;
static unsigned size;

static void *write_last(void *argument) {
  (void)argument;
  block[size - 1] = 3;
  return NULL;
}

int main(void) {
  pthread_t thread;
  size = __VERIFIER_nondet_uint();
  if (size < 2 || size > 6)
    return 0;
  int local[size];
  block = malloc(size);
  pthread_create(&thread, NULL, write_last, NULL);
  block[0] = 5;
  local[size - 1] = 4;
  pthread_join(thread, NULL);
  assert(block[0] + block[size - 1] + local[size - 1] == 12);
  free(block);
  return 0;
}
