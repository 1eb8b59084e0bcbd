// expect: FALSE(race)
// properties: race
// The address of a thread-local variable goes to another thread.
#include <pthread.h>

static __thread int mine;

static void *work(void *argument) {
  (*(int *)argument)++;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, &mine);
  mine = 2;
  pthread_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
