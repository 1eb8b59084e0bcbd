// expect: FALSE(memory)
/* There is no mutex at the null pointer. */
#include <pthread.h>
int main(void) {
  pthread_mutex_t *volatile mutex = NULL;
  return pthread_mutex_lock(mutex);
}
// SPDX-License-Identifier: Apache-2.0
