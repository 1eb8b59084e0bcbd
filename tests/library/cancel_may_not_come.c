// expect: FALSE(deadlock)
// engines: reference explicit
/* Main decides not to cancel the joiner, and then ends the program. */
#include <pthread.h>
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker;
static void unlock(void *argument) { pthread_mutex_unlock(argument); }
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *join(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, &mutex);
  pthread_join(worker, NULL);
  pthread_cleanup_pop(1);
  return argument;
}
int main(void) {
  pthread_t joiner;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&joiner, NULL, join, NULL);
  if (__VERIFIER_nondet_bool())
    pthread_cancel(joiner);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
