// expect: TRUE
// properties: lock
/* Where it is not checked, a failing assertion ends the program. */
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  assert(0);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
