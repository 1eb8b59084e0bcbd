// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
/* Also if the wake-up is on its way. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <time.h>
static unsigned word;
static void *run(void *argument) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  struct timespec second = {1, 0};
  pthread_create(&thread, NULL, run, NULL);
  assert(syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, &second) == 0 || errno != ETIMEDOUT);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
