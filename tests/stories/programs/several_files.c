// Steps in more than one file name it.
#include "queue.h"

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *unused) {
  pthread_mutex_lock(&lock);
  put(2);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t filler;
  pthread_create(&filler, 0, fill, 0);
  pthread_join(filler, 0);
  assert(items == 3);
}
// SPDX-License-Identifier: Apache-2.0
