// SPDX-License-Identifier: Apache-2.0
// The number of threads is in a variable that is set before.
// With -DRACE: a thread changes it.
#include <pthread.h>

enum { MOST = 3 };
static int count, element[MOST];
static pthread_t thread[MOST];

static void *work(void *argument) {
  int *own = argument;
  *own = count;
#ifdef RACE
  count = 2;
#endif
  return NULL;
}

int main(void) {
  count = MOST;
  for (int i = 0; i < count; i++)
    pthread_create(&thread[i], NULL, work, &element[i]);
  for (int i = 0; i < count; i++)
    pthread_join(thread[i], NULL);
  return element[0];
}
