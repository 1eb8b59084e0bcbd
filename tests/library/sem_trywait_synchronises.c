// expect: TRUE
// expect rc11: TRUE
// properties: race
// engines: graph auto
// A wait that succeeds is ordered behind the post.
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
  return sem_trywait(&semaphore) == 0;
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
