// expect: FALSE(deadlock)
// list[i] is taken with another i than the list[i] that is released, so list[0] is still held while b is waited for.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t list[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *forward(void *argument) {
  pthread_mutex_t *second = argument;
  for (int i = 0; i < count; i++) {
    if (i == 0) {
      pthread_mutex_lock(&list[i]);
    } else {
      pthread_mutex_lock(second);
      pthread_mutex_unlock(&list[i]);
      pthread_mutex_lock(&b);
      pthread_mutex_unlock(&b);
    }
  }
  if (count > 0)
    pthread_mutex_unlock(&list[0]);
  return 0;
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
  count = __VERIFIER_nondet_int() ? 2 : 0;
  pthread_create(&first, 0, forward, &list[1]);
  pthread_create(&second, 0, backward, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
