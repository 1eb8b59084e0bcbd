// expect: TRUE
// Peterson's algorithm: two threads take turns in a critical section with nothing but atomic
// variables. heddle proves that they never meet in there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { ROUNDS = 2 };

atomic_int wants[2], turn, inside;

static void *worker(void *argument) {
  int me = *(int *)argument, other = 1 - me;
  for (int round = 0; round < ROUNDS; round++) {
    wants[me] = 1;
    turn = other;
    while (wants[other] && turn == other)
      ;
    inside++;
    assert(inside == 1);
    inside--;
    wants[me] = 0;
  }
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
