// expect: TRUE
// expect rc11: FALSE(race)
// properties: race
// engines: graph auto
// sem_getvalue is none of the functions that synchronise memory.
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int data;

static void *other(void *unused) {
  data = 1;
  sem_post(&semaphore);
  return unused;
}

static int is_told(void) {
  int value;
  sem_getvalue(&semaphore, &value);
  return value == 1;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, other, NULL);
  if (is_told())
    data = 2;
  pthread_join(thread, NULL);
  return 0;
}
