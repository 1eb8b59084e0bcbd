// expect: TRUE
// options: --entry push,pop,is_empty --repeat
/* A library without a harness: each function any number of times, concurrently. */
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
  pthread_mutex_lock(&mutex);
  int empty = count == 0;
  pthread_mutex_unlock(&mutex);
  return empty;
}
// SPDX-License-Identifier: Apache-2.0
