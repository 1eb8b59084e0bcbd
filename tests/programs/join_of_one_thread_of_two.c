// expect: FALSE(race)
// properties: race
// The second thread's id replaces the first one's, so that the join leaves the first thread running.
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  counter++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return counter;
}
// SPDX-License-Identifier: Apache-2.0
