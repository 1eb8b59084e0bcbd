// expect: FALSE(lock)
/* A destroyed barrier must not be used. */
#include <pthread.h>
static pthread_barrier_t barrier;
int main(void) {
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_barrier_destroy(&barrier);
  pthread_barrier_wait(&barrier);
}
// SPDX-License-Identifier: Apache-2.0
