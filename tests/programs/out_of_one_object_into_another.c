// expect: FALSE(reach)
// properties: reach
// engines: reference
// Outside of its object a pointer may come upon another one, which nobody else writes.
#include <assert.h>
#include <pthread.h>
int a[4], b[4];
long d;
void *t(void *x) {
  d = ((char *)b - (char *)a) / 4;
  return 0;
}
int main(void) {
  pthread_t p;
  pthread_create(&p, 0, t, 0);
  int *q = a + d;
  *q = 1;
  assert(b[0] == 0);
  return 0;
}
