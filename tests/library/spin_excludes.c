// expect: TRUE
/* A spin lock makes two increments count as two. */
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int shared;
static void *run(void *argument) {
  assert(pthread_spin_lock(&lock) == 0);
  shared++;
  assert(pthread_spin_unlock(&lock) == 0);
  return argument;
}
int main(void) {
  pthread_t thread;
  assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(shared == 2);
  assert(pthread_spin_destroy(&lock) == 0);
}
// SPDX-License-Identifier: Apache-2.0
