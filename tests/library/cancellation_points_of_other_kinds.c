// expect: TRUE
// properties: reach
// engines: explicit
/* No cancellation points, or not with these arguments, or not while cancellation is disabled. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int reached;
static void *run(void *argument) {
  pthread_cancel(pthread_self());
  pthread_mutex_lock(&mutex);
  (void)fcntl(1, F_GETFD);
  assert(strlen("abc") == 3);
  pthread_mutex_unlock(&mutex);
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sleep(1);
  (void)fsync(1);
  reached = 1;
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
  (void)fsync(1);
  assert(0);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  assert(reached);
}
// SPDX-License-Identifier: Apache-2.0
