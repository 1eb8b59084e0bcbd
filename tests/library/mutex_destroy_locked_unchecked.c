// expect: TRUE
// properties: reach
/* In glibc destroying a held mutex fails. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_mutex_lock(&mutex);
  assert(pthread_mutex_destroy(&mutex) == EBUSY);
}
// SPDX-License-Identifier: Apache-2.0
