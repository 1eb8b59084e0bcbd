// expect: FALSE(reach)
// expect rc11: FALSE(reach)
// properties: reach
// engines: graph auto
/* The waiter wakes up spuriously and looks at the flag again; meanwhile the poller finds the mutex taken. One that takes
 * the mutex when it is free blocks itself. */
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
  if (may_poll && pthread_mutex_trylock(&lock)) {
    pthread_mutex_lock(&lock);
    is_ready = 2;
    pthread_mutex_unlock(&lock);
  } else {
    pthread_mutex_lock(&lock);
    is_ready = 1;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, waiter, NULL);
  pthread_create(&threads[1], NULL, poller, NULL);
}
// SPDX-License-Identifier: Apache-2.0
