// expect: TRUE
// Two threads each compute a half, meet at a barrier, and then read the other's half. The barrier
// is what makes the second phase free of races.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_barrier_t phase;
static int half[2], sum[2];

static void *compute(void *argument) {
  int me = *(int *)argument;
  half[me] = (me + 1) * 10;
  pthread_barrier_wait(&phase);
  sum[me] = half[0] + half[1];
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int names[2] = {0, 1};
  pthread_barrier_init(&phase, NULL, 2);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, compute, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  pthread_barrier_destroy(&phase);
  assert(sum[0] == 30 && sum[1] == 30);
}
// SPDX-License-Identifier: Apache-2.0
