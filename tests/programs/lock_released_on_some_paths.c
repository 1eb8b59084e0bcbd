// expect: FALSE(race)
// properties: race
// engines: reference explicit auto
// A thread may write after it has released the lock.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  if (__VERIFIER_nondet_int())
    pthread_mutex_unlock(&lock);
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, work, NULL);
  pthread_create(&second, NULL, work, NULL);
}
