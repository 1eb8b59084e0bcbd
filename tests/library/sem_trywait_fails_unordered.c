// expect: TRUE
// expect rc11: FALSE(race)
// properties: race
// engines: graph auto
// That a semaphore is 0 says nothing about what was done before it was lowered.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int data;

static void *other(void *unused) {
  data = 1;
  sem_wait(&semaphore);
  return unused;
}

static int is_told(void) {
  return sem_trywait(&semaphore) != 0;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 1);
  pthread_create(&thread, NULL, other, NULL);
  if (is_told())
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
