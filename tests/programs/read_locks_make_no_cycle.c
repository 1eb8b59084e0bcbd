// expect: TRUE
#include <pthread.h>
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *x) {
  pthread_rwlock_rdlock(&r);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_rwlock_unlock(&r);
  return x;
}
static void *g(void *x) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return x;
}
static void *h(void *x) {
  pthread_mutex_lock(&b);
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_mutex_unlock(&b);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  pthread_create(&t, 0, h, 0);
  pthread_exit(0);
}
// SPDX-License-Identifier: Apache-2.0
