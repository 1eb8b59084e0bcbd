// expect: TRUE
// expect rc11: TRUE
// properties: reach,race
// engines: graph
/* Waiters that wake up spuriously may give the mutex to one another for ever, which changes nothing. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open, passed;
static void *pass(void *unused) {
  pthread_mutex_lock(&lock);
  while (!is_open)
    pthread_cond_wait(&opened, &lock);
  passed++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, pass, NULL);
  pthread_create(&threads[1], NULL, pass, NULL);
  pthread_mutex_lock(&lock);
  is_open = 1;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&lock);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(passed == 2);
}
// SPDX-License-Identifier: Apache-2.0
