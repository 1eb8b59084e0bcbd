// expect: TRUE
// expect rc11: TRUE
// properties: reach,race,deadlock,lock
// engines: graph
/* Deadlocks are looked for, so those who wait are a list in memory. A waiter that wakes up and waits again leaves this
 * list as it was, though the other one does the same before and after. */
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
static void *open(void *unused) {
  pthread_mutex_lock(&lock);
  passed = 0;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  is_open = 1;
  pthread_cond_broadcast(&opened);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  int first, second; /* arguments that tell the threads apart */
  pthread_t threads[3];
  pthread_create(&threads[0], NULL, open, NULL);
  pthread_create(&threads[1], NULL, pass, &first);
  pthread_create(&threads[2], NULL, pass, &second);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  assert(passed == 2);
}
// SPDX-License-Identifier: Apache-2.0
