// expect: TRUE
// engines: reference explicit
/* One sleeper on each word; the second is woken because its word was 0. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static unsigned words[2];
static void *run(void *argument) {
  unsigned *word = argument;
  while (!__atomic_load_n(word, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, word, FUTEX_WAIT, 0, NULL);
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, &words[i]);
  __atomic_store_n(&words[0], 1, __ATOMIC_SEQ_CST);
  assert(syscall(SYS_futex, &words[0], FUTEX_WAKE_OP, 1, 1, &words[1],
                 FUTEX_OP(FUTEX_OP_SET, 1, FUTEX_OP_CMP_EQ, 0)) <= 2);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
