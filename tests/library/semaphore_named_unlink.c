// expect: TRUE
/* A named semaphore that does not exist cannot be removed. */
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
int main(void) {
  assert(sem_unlink("/name") == -1 && errno == ENOENT);
  return 0;
}
