// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
/* Whoever was woken takes the lock without looking. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word, inside;
static void lock(void) {
  int found = 0;
  if (!atomic_compare_exchange_strong(&word, &found, 1))
    syscall(SYS_futex, &word, FUTEX_WAIT, 1, NULL, NULL, 0);
  atomic_store(&word, 1);
}
static void unlock(void) {
  atomic_store(&word, 0);
  syscall(SYS_futex, &word, FUTEX_WAKE, 1);
}
static void *run(void *argument) {
  lock();
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
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
