// Named semaphores: one object for a name while it is open, a value that outlives sem_close, errors.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *one;
static int entered;

static void *work(void *unused) {
  sem_t *again = sem_open("/heddle-named", 0);
  assert(again == one);
  sem_wait(again);
  entered++;
  sem_post(again);
  sem_close(again);
  return unused;
}

int main(void) {
  int value;
  sem_t other;
  pthread_t first, second;
  sem_unlink("/heddle-named");
  assert(sem_open("/heddle-named", 0) == SEM_FAILED && errno == ENOENT);
  one = sem_open("/heddle-named", O_CREAT | O_EXCL, 0600, 1);
  assert(one != SEM_FAILED);
  assert(sem_open("/heddle-named", O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED && errno == EEXIST);
  assert(sem_open("/heddle/named", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(entered == 2);
  sem_wait(one);
  assert(sem_close(one) == 0);
  one = sem_open("heddle-named", O_CREAT, 0600, 5);
  assert(one != SEM_FAILED && sem_getvalue(one, &value) == 0 && value == 0);
  assert(sem_unlink("/heddle-named") == 0);
  assert(sem_unlink("/heddle-named") == -1 && errno == ENOENT);
  sem_post(one);
  sem_wait(one);
  assert(sem_close(one) == 0);
  sem_init(&other, 0, 0);
  assert(sem_close(&other) == -1 && errno == EINVAL);
  return 0;
}
