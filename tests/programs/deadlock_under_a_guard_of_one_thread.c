// expect: FALSE(deadlock)
// Only one of the two threads takes the lock that would keep them apart.
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER, a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *unused) {
  pthread_mutex_lock(&guard);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&guard);
  return unused;
}

static void *backward(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, forward, 0);
  pthread_create(&second, 0, backward, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
