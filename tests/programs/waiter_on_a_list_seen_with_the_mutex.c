// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach,lock
// engines: graph
/* Nobody but the waiter can have the mutex when the poller tries to take it, and only after a spurious wake-up. What the
 * waiter did then must not be left out, although it waits again, until another spurious wake-up. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t woken = PTHREAD_COND_INITIALIZER;
static int is_ready, has_begun;
static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  has_begun = 1;
  while (!is_ready)
    pthread_cond_wait(&woken, &lock);
  assert(is_ready != 2);
  pthread_mutex_unlock(&lock);
  return unused;
}
static void *poller(void *unused) {
  pthread_mutex_lock(&lock);
  int may_poll = has_begun;
  pthread_mutex_unlock(&lock);
  int is_taken = may_poll && pthread_mutex_trylock(&lock);
  if (!may_poll || is_taken)
    pthread_mutex_lock(&lock);
  is_ready = 1 + is_taken;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, poller, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
}
// SPDX-License-Identifier: Apache-2.0
