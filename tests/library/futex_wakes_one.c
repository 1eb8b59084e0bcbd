// expect: FALSE(deadlock)
// engines: reference explicit
/* One wake-up for two sleepers; zero counts as one. */
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
  while (!__atomic_load_n(&word, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  __atomic_store_n(&word, 1, __ATOMIC_SEQ_CST);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE, 0) <= 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
