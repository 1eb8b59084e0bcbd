// expect: FALSE(deadlock)
/* The signal may reach the waiter that cannot use it. */
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn;
static void *run(void *argument) {
  int mine = *(int *)argument;
  pthread_mutex_lock(&mutex);
  while (turn != mine)
    pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return NULL;
}
int main(void) {
  static int numbers[] = {1, 2};
  pthread_t first, second;
  pthread_create(&first, NULL, run, &numbers[0]);
  pthread_create(&second, NULL, run, &numbers[1]);
  pthread_mutex_lock(&mutex);
  turn = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);
  pthread_exit(NULL);
}
// SPDX-License-Identifier: Apache-2.0
