// expect: FALSE(memory)
// After the last sem_close of it, the semaphore is not there any more.
#include <fcntl.h>
#include <semaphore.h>

int main(void) {
  sem_t *one = sem_open("/h", O_CREAT, 0600, 1);
  sem_close(one);
  sem_post(one);
  return 0;
}
