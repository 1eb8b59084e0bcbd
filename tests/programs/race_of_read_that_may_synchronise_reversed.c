// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: graph
/* The same with threads created in the other order. */
#include <pthread.h>

static int x;

static void *write(void *argument) {
  x = 5;
  __atomic_store_n(&x, 1, __ATOMIC_RELEASE);
  return argument;
}

static void *read(void *argument) {
  __atomic_load_n(&x, __ATOMIC_ACQUIRE);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, read, NULL);
  pthread_create(&threads[1], NULL, write, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
