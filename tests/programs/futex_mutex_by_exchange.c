// expect: TRUE
// engines: reference explicit
/* Drepper's third mutex of "Futexes Are Tricky", which exchanges instead of comparing. */
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int word;
static int counter;
static long futex(atomic_int *address, int operation, int value) {
  return syscall(SYS_futex, address, operation, value, 0, 0, 0);
}
static void lock(void) {
  int found = 0;
  if (atomic_compare_exchange_strong(&word, &found, 1))
    return;
  if (found != 2)
    found = atomic_exchange(&word, 2);
  while (found != 0) {
    futex(&word, FUTEX_WAIT, 2);
    found = atomic_exchange(&word, 2);
  }
}
static void unlock(void) {
  if (atomic_fetch_sub(&word, 1) != 1) {
    atomic_store(&word, 0);
    futex(&word, FUTEX_WAKE, 1);
  }
}
static void *run(void *argument) {
  lock();
  counter++;
  unlock();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(counter == 2);
}
// SPDX-License-Identifier: Apache-2.0
