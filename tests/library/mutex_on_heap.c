// expect: TRUE
/* A mutex in a block of arbitrary contents. */
#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  if (!mutex)
    return 0;
  pthread_mutex_init(mutex, NULL);
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  pthread_mutex_destroy(mutex);
  free(mutex);
}
// SPDX-License-Identifier: Apache-2.0
