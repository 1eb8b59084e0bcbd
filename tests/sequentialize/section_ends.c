// An atomic section ends where its function says: the thread can be interrupted behind it.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int x, y;

void *t1(void *arg) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  y = 1;
  y = 2;
  return arg;
}

int main() {
  pthread_t id;
  pthread_create(&id, 0, t1, 0);
  assert(y != 1);
  return 0;
}
