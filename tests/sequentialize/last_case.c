// What the writer does at its last step must be able to come between the two reads of the reader, which begins to read
// only when the writer stands there.
#include <assert.h>
#include <pthread.h>

int x, y;

void *writer(void *arg) {
  y = 1;
  x = 1;
  return arg;
}

void *reader(void *arg) {
  if (y == 1) {
    int first = x;
    int second = x;
    assert(first == second);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  return 0;
}
