// SPDX-License-Identifier: Apache-2.0
// expect: TRUE
/* An alarm without a handler ends a program that hangs, or that waits for it. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t worker;
  alarm(60);
  pthread_create(&worker, NULL, work, NULL);
  work(NULL);
  pthread_join(worker, NULL);
  pause();
  count = 1 / (count - count);
}
