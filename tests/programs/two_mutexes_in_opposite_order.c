// expect: FALSE(deadlock)
// properties: reach,lock,deadlock
// engines: reference explicit lazy schedule widen
// What figure 7 of Cordeiro and Fischer is for: a lock that finds its mutex taken must not just cut the
// execution off, or nobody sees that the two wait for each other.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *forwards(void *argument) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return argument;
}

static void *backwards(void *argument) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, forwards, 0);
  pthread_create(&t, 0, backwards, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
