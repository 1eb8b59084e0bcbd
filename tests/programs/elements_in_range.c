// expect: TRUE
// properties: reach
// engines: order
// What is taken from a stack is something that was put there.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned stack[3];
static int top;

static void *put(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    stack[top++] = __VERIFIER_nondet_uint() % 10 + 5;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void *take(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    if (top > 0)
      assert(stack[--top] < 15);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, put, 0);
  pthread_create(&b, 0, take, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
