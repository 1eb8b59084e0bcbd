// expect: FALSE(deadlock)
// properties: deadlock
// The lock in the block is never initialised, and may look as if a thread held it.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_mutex_t *lock = malloc(sizeof *lock);
  if (!lock)
    return 1;
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  free(lock);
  return 0;
}
