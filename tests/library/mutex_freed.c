// expect: FALSE(memory)
/* There is no mutex in a freed block. */
#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_mutex_t *mutex = calloc(1, sizeof *mutex);
  free(mutex);
  return pthread_mutex_lock(mutex);
}
// SPDX-License-Identifier: Apache-2.0
