// Each thread begins with a loop over shared variables. The assertion fails if the threads take turns.
#include <assert.h>
#include <pthread.h>

int i = 1, j = 1;

void *t1(void *arg) {
  for (int k = 0; k < 2; k++)
    i += j;
  return arg;
}

void *t2(void *arg) {
  for (int k = 0; k < 2; k++)
    j += i;
  return arg;
}

int main() {
  pthread_t id1, id2;
  pthread_create(&id1, 0, t1, 0);
  pthread_create(&id2, 0, t2, 0);
  assert(i < 8 && j < 8);
  return 0;
}
