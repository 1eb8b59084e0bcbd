// Threads that count in a loop with a branch: nobody has to interrupt it. With -DWAITS, a round counts
// only if main has said so: it must be able to interrupt the loop, and then the assertion fails.
#include <assert.h>
#include <pthread.h>

int x, go;

void *count(void *unused) {
  int sum = x;
  for (int i = 0; i < 40; i++) {
    if (i % 3)
      sum += 1;
    else
      sum += 2;
  }
  x = sum;
  return unused;
}

void *wait_and_count(void *unused) {
  int waited = 0;
  for (int i = 0; i < 2;)
    if (go)
      i++;
    else
      waited = 1;
  x = 54 - waited;
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef WAITS
  pthread_create(&a, 0, wait_and_count, 0);
  pthread_create(&b, 0, wait_and_count, 0);
  go = 1;
#else
  pthread_create(&a, 0, count, 0);
  pthread_create(&b, 0, count, 0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x >= 54);
}
