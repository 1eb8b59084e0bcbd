// expect: FALSE(deadlock)
// Each thread takes its own element of an array of locks first, so that the order depends on the thread.
#include <pthread.h>

static pthread_mutex_t list[2];

static void *work(void *argument) {
  int own = argument != 0, other = 1 - own;
  pthread_mutex_t *first = &list[own < other ? own : own], *second = &list[own < other ? other : other];
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
  return 0;
}

int main(void) {
  pthread_t ids[2];
  for (int i = 0; i < 2; i++)
    pthread_mutex_init(&list[i], 0);
  pthread_create(&ids[0], 0, work, 0);
  pthread_create(&ids[1], 0, work, ids);
  for (int i = 0; i < 2; i++)
    pthread_join(ids[i], 0);
  return 0;
}
