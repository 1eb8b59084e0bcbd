// More threads than columns fit into a line.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *backward(void *unused) {
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&other);
  return unused;
}

int main(void) {
  pthread_t threads[6];
  for (int i = 0; i < 4; i++) {
    pthread_create(&threads[i], 0, forward, 0);
    pthread_join(threads[i], 0);
  }
  pthread_create(&threads[4], 0, forward, 0);
  pthread_create(&threads[5], 0, backward, 0);
  pthread_join(threads[4], 0);
  pthread_join(threads[5], 0);
}
// SPDX-License-Identifier: Apache-2.0
