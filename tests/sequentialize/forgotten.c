// Threads do not need any more what they read. The reader is stopped for good by an assumption, after it has written
// a variable: the writer must still go on. With -DWRONG, it fails when it sees that variable.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

int x, y, written;

void *reader(void *unused) {
  int seen = x;
  seen += x;
  if (seen > 3)
    y = 2;
  written = 1;
  __VERIFIER_assume(seen == 100);
  y = 3;
  return unused;
}

void *writer(void *unused) {
  x = 1;
  x = 2;
  x = 3;
  int found = y;
  x = found;
#ifdef WRONG
  assert(!written);
#else
  assert(found != 3);
#endif
  return unused;
}

int main(void) {
  pthread_t a, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(c, 0);
}
