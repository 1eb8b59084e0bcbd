// Only a thread that does not exist yet writes x: it is created when the reader stands between its two reads.
#include <assert.h>
#include <pthread.h>

int x, flag;

void *writer(void *arg) {
  x = 1;
  return arg;
}

void *reader(void *arg) {
  int first = x;
  flag = 1;
  int second = x;
  assert(first == second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  if (flag == 1)
    pthread_create(&b, 0, writer, 0);
  return 0;
}
