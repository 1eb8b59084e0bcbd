// Two threads that write one variable each and read the other's. main looks at neither.
#include <pthread.h>

int x, y;
int i, j;

void *t1(void *arg) {
  x = 1;
  if (y == 1) {
    i = 42;
  }
  return ((void *)0);
}

void *t2(void *arg) {
  y = 1;
  if (x == 1) {
    j = 42;
  }
  return ((void *)0);
}

int main() {
  pthread_t id1, id2;
  pthread_create(&id1, ((void *)0), t1, ((void *)0));
  pthread_create(&id2, ((void *)0), t2, ((void *)0));
  return 0;
}
