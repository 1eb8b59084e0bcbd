// expect: FALSE(deadlock)
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *x) {
  pthread_mutex_lock(&m);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
