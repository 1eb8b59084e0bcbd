// expect: TRUE
// properties: reach,lock,deadlock
// engines: reference explicit lazy schedule widen
// Figure 6 of Cordeiro and Fischer: of the orders of two sections under one mutex, two go through without
// waiting; the others wait, and end all the same.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside, entered;

static void *enter(void *argument) {
  pthread_mutex_lock(&m);
  assert(inside == 0);
  inside = 1;
  entered++;
  inside = 0;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, 0);
  pthread_create(&b, 0, enter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(entered == 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
