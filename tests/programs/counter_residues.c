// expect: TRUE
// properties: reach
// engines: reference order
// Steps of one thread never change what the other one looks at.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int number = 10;

static void *add_fives(void *argument) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&mutex);
    number += 5;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void *add_more(void *argument) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&mutex);
    number += i;
    assert(number % 5 != 2);
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add_fives, 0);
  pthread_create(&b, 0, add_more, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(number == 10 + 20 + 6);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
