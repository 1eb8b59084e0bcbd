// expect: FALSE(race)
// properties: race
// engines: reference explicit graph
/* Four threads, of which any two make a round: the reader may come to the barrier before the writer. */
#include <pthread.h>
static pthread_barrier_t barrier;
static int data, copy;
static void *writer(void *unused) {
  data = 1;
  pthread_barrier_wait(&barrier);
  return unused;
}
static void *reader(void *unused) {
  pthread_barrier_wait(&barrier);
  copy = data;
  return unused;
}
static void *other(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}
int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, other, NULL);
  pthread_create(&threads[2], NULL, reader, NULL);
  pthread_create(&threads[3], NULL, other, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
