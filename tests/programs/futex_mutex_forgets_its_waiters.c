// expect: FALSE(deadlock)
// engines: reference explicit
/* The waiter does not leave a mark, so that the holder does not wake it. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word;
static void lock(void) {
  int found = 0;
  while (!atomic_compare_exchange_strong(&word, &found, 1)) {
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
    found = 0;
  }
}
static void unlock(void) {
  if (atomic_fetch_sub(&word, 1) != 1)
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
}
static void *run(void *argument) {
  lock();
  unlock();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
