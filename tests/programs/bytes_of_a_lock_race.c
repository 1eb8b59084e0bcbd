// expect: FALSE(race)
// properties: race
// The program clears a lock byte by byte while another thread takes it.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  char *bytes = (char *)&lock;
  for (unsigned i = 0; i < sizeof lock; i++)
    bytes[i] = 0;
}

// SPDX-License-Identifier: Apache-2.0
