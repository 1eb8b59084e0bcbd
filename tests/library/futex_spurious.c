// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
/* A sleeper may be woken although nobody did it. */
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
  if (syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL) == 0)
    assert(__atomic_load_n(&word, __ATOMIC_SEQ_CST) == 1);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
