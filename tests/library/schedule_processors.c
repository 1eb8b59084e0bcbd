// expect: TRUE
/* Processors and concurrency have no effect. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
int main(void) {
  cpu_set_t set;
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(pthread_setaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(pthread_setconcurrency(-1) == EINVAL);
  assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 3);
}
// SPDX-License-Identifier: Apache-2.0
