// expect: TRUE
// properties: reach
// engines: reference explicit
/* Those that have a model of their own. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static void *run(void *argument) {
  assert(syscall(SYS_gettid) != *(long *)argument);
  syscall(SYS_exit, 3);
  assert(0);
}
int main(void) {
  pthread_t thread;
  void *result = &thread;
  long self = syscall(SYS_gettid);
  assert(self == gettid());
  assert(syscall(SYS_sched_yield) == 0);
  pthread_create(&thread, NULL, run, &self);
  pthread_join(thread, &result);
  assert(result == NULL);
  syscall(SYS_exit_group, 0);
  assert(0);
}
// SPDX-License-Identifier: Apache-2.0
