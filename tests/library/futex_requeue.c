// expect: TRUE
// engines: reference explicit
/* Of two sleepers one is woken and the other is moved to a second word, where a wake-up finds it. */
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
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  __atomic_store_n(&first, 1, __ATOMIC_SEQ_CST);
  assert(syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, 1, &second, 0) == -1);
  long taken = syscall(SYS_futex, &first, FUTEX_CMP_REQUEUE_PRIVATE, 1, INT_MAX, &second, 1);
  assert(taken >= 0 && taken <= 2);
  assert(syscall(SYS_futex, &first, FUTEX_WAKE_PRIVATE, 1) == 0);
  assert(syscall(SYS_futex, &second, FUTEX_WAKE_PRIVATE, INT_MAX) <= 1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
