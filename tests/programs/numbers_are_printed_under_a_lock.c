// expect: TRUE
// properties: race
// engines: lockset auto
// What printf reads is told by its format.
#include <pthread.h>
#include <stdio.h>

static int level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *count(void *unused) {
  for (;;) {
    pthread_mutex_lock(&lock);
    printf("%s: %5d%%\n", "level", level++);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (;;)
    pthread_create(&thread, NULL, count, NULL);
}
// SPDX-License-Identifier: Apache-2.0
