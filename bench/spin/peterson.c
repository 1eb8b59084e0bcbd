/* Peterson's algorithm, entered ROUNDS times by each of two threads. bench/spin/peterson.pml is the
 * same with one statement for each access to memory. */
#include <assert.h>
#include <pthread.h>

#ifndef ROUNDS
#define ROUNDS 40
#endif

static int wants[2], turn, inside;

static void *worker(void *argument) {
  int me = argument != 0;
  for (int round = 0; round < ROUNDS; round++) {
    wants[me] = 1;
    turn = 1 - me;
    while (wants[1 - me] && turn == 1 - me)
      ;
    int before = inside;
    assert(before == 0);
    inside = 1;
    inside = 0;
    wants[me] = 0;
  }
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, worker, &turn);
  worker(0);
  pthread_join(other, 0);
}
// SPDX-License-Identifier: Apache-2.0
