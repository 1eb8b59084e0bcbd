// expect: TRUE
/* A condition variable on the stack. */
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_cond_t condition;
  assert(pthread_cond_init(&condition, NULL) == 0);
  assert(pthread_cond_signal(&condition) == 0);
  assert(pthread_cond_broadcast(&condition) == 0);
  assert(pthread_cond_destroy(&condition) == 0);
}
// SPDX-License-Identifier: Apache-2.0
