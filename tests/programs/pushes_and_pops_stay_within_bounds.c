// expect: TRUE
// properties: reach,memory
// engines: order
/* The index is a shared counter, up in one thread, down in the other where it is above 0. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 12 };
int top, stack[SIZE];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *push(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    assert(top != SIZE);
    stack[top] = i;
    top++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

static void *pop(void *unused) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&lock);
    if (top > 0) {
      top--;
      stack[top] = 0;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, push, 0);
  pthread_create(&second, 0, pop, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
