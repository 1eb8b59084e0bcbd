// SPDX-License-Identifier: Apache-2.0
// expect: FALSE(race)
// expect rc11: FALSE(race)
// properties: race
// engines: graph
/* The atomic read is ordered behind the plain write only if it reads the later, atomic one. All write
 * the same value, so that the thread that reads does the same in any case. */
#include <pthread.h>

static int x = 1;

static void *write(void *argument) {
  x = 1;
  __atomic_store_n(&x, 1, __ATOMIC_RELEASE);
  return argument;
}

static void *read(void *argument) {
  __atomic_load_n(&x, __ATOMIC_ACQUIRE);
  return argument;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, write, NULL);
  pthread_create(&threads[1], NULL, read, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  return 0;
}
