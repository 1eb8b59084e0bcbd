// expect: FALSE(race)
// properties: race
#include <pthread.h>

static int shared;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void update(int *number);

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  update(&shared);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
