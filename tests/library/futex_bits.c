// expect: TRUE
// engines: reference explicit
/* Whoever sleeps with other bits is not woken. */
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
  unsigned bit = (unsigned)(size_t)argument;
  while (__atomic_load_n(&word, __ATOMIC_SEQ_CST) < bit) {
    unsigned seen = __atomic_load_n(&word, __ATOMIC_SEQ_CST);
    if (seen < bit)
      syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, seen, NULL, NULL, bit);
  }
  return argument;
}
int main(void) {
  pthread_t one, two;
  pthread_create(&one, NULL, run, (void *)1);
  pthread_create(&two, NULL, run, (void *)2);
  __atomic_store_n(&word, 2, __ATOMIC_SEQ_CST);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 9, NULL, NULL, 1) <= 1);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 9, NULL, NULL, 4) == 0);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_BITSET_PRIVATE, 9, NULL, NULL, 0) == -1);
  assert(syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 9) <= 1);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
// SPDX-License-Identifier: Apache-2.0
