// A mutex, a join, and an assertion that does not hold if WRONG is defined.
#include <assert.h>
#include <pthread.h>

pthread_t id1;
pthread_mutex_t m;
int x = 1;

void *t1(void *arg) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  return ((void *)0);
}

int main() {
  pthread_mutex_init(&m, ((void *)0));
  pthread_create(&id1, ((void *)0), t1, ((void *)0));
  pthread_mutex_lock(&m);
  x *= 2;
  pthread_mutex_unlock(&m);
  pthread_join(id1, ((void *)0));
#ifdef WRONG
  assert(x != 3);
#endif
  assert(x == 3 || x == 4);
  return 0;
}
