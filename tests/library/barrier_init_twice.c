// expect: FALSE(lock)
/* A barrier must be destroyed before it is initialised again. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
static pthread_barrier_t barriers[2];
int main(void) {
  for (int i = 0; i < 2; i++)
    pthread_barrier_init(&barriers[0], NULL, 2);
}
// SPDX-License-Identifier: Apache-2.0
