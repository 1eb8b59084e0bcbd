// expect: TRUE
/* A barrier of no threads is refused. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_barrier_t barrier;
  assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
}
// SPDX-License-Identifier: Apache-2.0
