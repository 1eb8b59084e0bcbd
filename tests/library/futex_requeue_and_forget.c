// expect: FALSE(deadlock)
// engines: reference explicit graph
/* Who was moved to another word is not woken through the first one. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned first, second;
static void *run(void *argument) {
  while (!__atomic_load_n(&first, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &first, FUTEX_WAIT_PRIVATE, 0, NULL);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  __atomic_store_n(&first, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &first, FUTEX_REQUEUE_PRIVATE, 0, 1, &second);
  syscall(SYS_futex, &first, FUTEX_WAKE_PRIVATE, 1);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
