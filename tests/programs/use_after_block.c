// expect: FALSE(memory)
// properties: memory
// engines: reference explicit order
// The loop's variable is over when the second thread reads it.
#include <pthread.h>
static int seen;
static void *reader(void *argument) {
  seen = *(int *)argument;
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, reader, &i);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
// SPDX-License-Identifier: Apache-2.0
