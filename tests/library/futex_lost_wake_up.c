// expect: FALSE(deadlock)
// engines: reference explicit
/* A wake-up without sleepers is lost, and the word does not change. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned word;
static void *run(void *argument) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT_MAX);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
