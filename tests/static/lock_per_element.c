// SPDX-License-Identifier: Apache-2.0
// Each element has a lock with the same index.
// With -DRACE: one thread takes the lock of another element.
#include <pthread.h>
#include <stdint.h>

enum { ELEMENTS = 2 };
static pthread_mutex_t lock[ELEMENTS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int element[ELEMENTS];

static void *work(void *argument) {
  int number = (int)(intptr_t)argument & 1;
#ifdef RACE
  pthread_mutex_lock(&lock[(intptr_t)argument == 2]);
  element[number]++;
  pthread_mutex_unlock(&lock[(intptr_t)argument == 2]);
#else
  pthread_mutex_lock(&lock[number]);
  element[number]++;
  pthread_mutex_unlock(&lock[number]);
#endif
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, work, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
