// expect: FALSE(race)
// properties: race
// The counter is written where the lock was not taken, too.
#include <pthread.h>

static int counter;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  int refused = pthread_mutex_trylock(&lock);
  counter++;
  if (!refused)
    pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
