// expect: FALSE(race)
// properties: race
// options: --entry push,is_empty
/* One function forgets the lock. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 2 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], count;

int push(int item) {
  int fits = 0;
  pthread_mutex_lock(&mutex);
  if (count < SIZE) {
    items[count++] = item;
    fits = 1;
  }
  pthread_mutex_unlock(&mutex);
  return fits;
}

int pop(int *item) {
  int found = 0;
  pthread_mutex_lock(&mutex);
  if (count > 0) {
    *item = items[--count];
    found = 1;
  }
  pthread_mutex_unlock(&mutex);
  return found;
}

int is_empty(void) {
  return count == 0;
}
// SPDX-License-Identifier: Apache-2.0
