// expect: FALSE(reach)
// properties: reach
/* All threads may see the last value of a loop variable. */
#include <assert.h>
#include <pthread.h>
static int seen[2];
static void *run(void *argument) {
  seen[*(int *)argument % 2]++;
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  int i;
  for (i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, &i);
  for (int j = 0; j < 2; j++)
    pthread_join(threads[j], NULL);
  assert(seen[0] == 1 && seen[1] == 1);
}
// SPDX-License-Identifier: Apache-2.0
