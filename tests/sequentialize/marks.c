/* SPDX-License-Identifier: Apache-2.0 */
/* Mutexes of an array, and one of the heap whose first contents are arbitrary, initialised by the same call. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t locks[2];
static int x[2];

static void begin(pthread_mutex_t *mutex) { pthread_mutex_init(mutex, NULL); }

static void *run(void *argument) {
  int i = argument != NULL;
  pthread_mutex_lock(&locks[i]);
  x[i]++;
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_mutex_t *block = malloc(sizeof *block);
  for (int i = 0; i < 2; i++)
    begin(&locks[i]);
  begin(block);
  begin(block);
#ifdef TWICE
  begin(&locks[1]);
#endif
  pthread_create(&first, NULL, run, NULL);
  pthread_create(&second, NULL, run, &x);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
