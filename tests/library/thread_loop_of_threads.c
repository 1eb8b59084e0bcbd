// expect: TRUE
/* Several threads from a loop, joined in a loop. */
#include <assert.h>
#include <pthread.h>
static int cells[3];
static void *run(void *argument) {
  *(int *)argument = 1;
  return NULL;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, run, &cells[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(cells[0] + cells[1] + cells[2] == 3);
}
// SPDX-License-Identifier: Apache-2.0
