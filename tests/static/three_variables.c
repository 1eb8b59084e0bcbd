// SPDX-License-Identifier: Apache-2.0
// Three threads by name, each with a variable.
// With -DRACE: two have the same one.
#include <pthread.h>

static int a, b, c;

static void *work(void *argument) {
  int *own = argument;
  ++*own;
  return NULL;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, work, &a);
  pthread_create(&second, NULL, work, &b);
#ifdef RACE
  pthread_create(&third, NULL, work, &b);
#else
  pthread_create(&third, NULL, work, &c);
#endif
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return a + b + c;
}
