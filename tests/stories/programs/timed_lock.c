/* The result of the timed lock is not looked at. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used;
static void *use(void *argument) {
  struct timespec until = {1, 0};
  pthread_mutex_timedlock(&lock, &until);
  used++;
  pthread_mutex_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, use, NULL);
  use(NULL);
  pthread_join(other, NULL);
}
// SPDX-License-Identifier: Apache-2.0
