// expect: FALSE(deadlock)
// properties: deadlock
// list[i] is taken with another i than the list[i] that is released, so list[0] is still held while b is waited for.
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t list[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static unsigned shift;

static void *forward(void *unused) {
  unsigned by = shift;
  if (by * 3 != 0) // so it is 0
    return unused;
  for (unsigned turn = 0; turn < 2; turn++) {
    unsigned i = (turn + by) & 1;
    if (turn == 0) {
      pthread_mutex_lock(&list[i]);
    } else {
      pthread_mutex_lock(&list[1]);
      pthread_mutex_unlock(&list[i]);
      pthread_mutex_lock(&b);
      pthread_mutex_unlock(&b);
    }
  }
  pthread_mutex_unlock(&list[0]);
  exit(0);
}

static void *backward(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&list[0]);
  pthread_mutex_unlock(&list[0]);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t first, second;
  shift = __VERIFIER_nondet_uint();
  pthread_create(&first, 0, forward, 0);
  pthread_create(&second, 0, backward, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
