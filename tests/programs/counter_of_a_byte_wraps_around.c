// expect: FALSE(reach)
// properties: reach
// engines: order
/* The sum of all steps does not fit: then nothing is known of the range. */
#include <assert.h>
#include <pthread.h>

signed char counter = 100;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (int i = 0; i < 14; i++) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter > 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
