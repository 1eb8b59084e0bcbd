// expect: TRUE
// expect tso: FALSE(reach)
// expect pso: FALSE(reach)
// properties: reach
// engines: reference order
// Peterson's algorithm as textbooks have it, without fences. It is right if every store is seen at
// once; on real machines (--memory-model tso) a thread can enter while its own flag still waits in the
// store buffer. With -DFENCE it is right again: try -- -DFENCE.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef FENCE
#define fence() __sync_synchronize()
#else
#define fence() (void)0
#endif

volatile int wants[2], turn, inside;

static void *worker(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  wants[me] = 1;
  fence();
  turn = other;
  fence();
  while (wants[other] && turn == other)
    ;
  inside = inside + 1;
  assert(inside == 1);
  inside = inside - 1;
  fence();
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int names[2] = {0, 1};
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, worker, &names[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
