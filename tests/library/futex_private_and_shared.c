// expect: FALSE(deadlock)
// engines: reference explicit
/* A wake-up without FUTEX_PRIVATE_FLAG does not reach a thread that sleeps with it. */
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
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
