// expect: TRUE
// engines: reference explicit
/* Testing the value and falling asleep is one step: no wake-up gets lost in between. */
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
static int data;
static void *run(void *argument) {
  data = 1;
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL);
  assert(data == 1);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
