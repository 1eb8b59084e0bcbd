// expect: TRUE
// properties: reach,race,deadlock
// engines: explicit
/* Drepper's second mutex of "Futexes Are Tricky": 0 free, 1 taken, 2 taken and others may sleep. */
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
static int compare_exchange(int expected, int desired) {
  atomic_compare_exchange_strong(&word, &expected, desired);
  return expected;
}
static void lock(void) {
  int found = compare_exchange(0, 1);
  if (found != 0)
    do
      if (found == 2 || compare_exchange(1, 2) != 0)
        syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    while ((found = compare_exchange(0, 2)) != 0);
}
static void unlock(void) {
  if (atomic_fetch_sub(&word, 1) != 1) {
    atomic_store(&word, 0);
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
  }
}
static void *run(void *argument) {
  lock();
  counter++;
  unlock();
  return argument;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, run, NULL);
  run(NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(counter == 3);
}
// SPDX-License-Identifier: Apache-2.0
