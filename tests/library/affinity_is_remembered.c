// expect: TRUE
// properties: reach,memory,race
// engines: explicit
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
static void *look(void *unused) {
  cpu_set_t set;
  assert(pthread_getaffinity_np(pthread_self(), sizeof set, &set) == 0);
  assert(CPU_COUNT(&set) == 1 && CPU_ISSET(0, &set));
  assert(sched_getcpu() == 0);
  return unused;
}
int main(void) {
  pthread_t thread;
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0 && CPU_ISSET(0, &set));
  CPU_ZERO(&set);
  assert(sched_setaffinity(0, sizeof set, &set) == -1 && errno == EINVAL);
  CPU_SET(0, &set);
  assert(sched_setaffinity(0, sizeof set, &set) == 0);
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
