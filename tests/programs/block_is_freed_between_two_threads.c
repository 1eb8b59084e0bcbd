// expect: FALSE(memory)
// Main frees the block while no other thread runs, and the next thread uses it.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *work(void *unused) {
  *block = 1;
  return unused;
}

int main(void) {
  pthread_t id;
  block = malloc(sizeof *block);
  if (!block)
    return 1;
  pthread_create(&id, 0, work, 0);
  pthread_join(id, 0);
  free(block);
  pthread_create(&id, 0, work, 0);
  pthread_join(id, 0);
  return 0;
}
