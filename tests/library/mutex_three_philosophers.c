// expect: FALSE(deadlock)
/* Three philosophers that all take the left fork first. */
#include <pthread.h>
static pthread_mutex_t forks[3];
static void *dine(void *seat) {
  int left = (int)((pthread_mutex_t *)seat - forks);
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[(left + 1) % 3]);
  pthread_mutex_unlock(&forks[(left + 1) % 3]);
  pthread_mutex_unlock(&forks[left]);
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, dine, &forks[i]);
  dine(&forks[2]);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
// SPDX-License-Identifier: Apache-2.0
