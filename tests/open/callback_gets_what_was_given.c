// expect: TRUE
/* A void pointer that comes with a function is data for it. */
#include <assert.h>
#include <pthread.h>

struct counter {
  int count;
};
static struct counter counter;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void increase(void *data) {
  struct counter *given = data;
  assert(given == &counter);
  pthread_mutex_lock(&mutex);
  given->count = given->count ? 0 : 1;
  pthread_mutex_unlock(&mutex);
}
void on_tick(void (*callback)(void *data), void *data);

int main(void) {
  on_tick(increase, &counter);
  pthread_mutex_lock(&mutex);
  assert(counter.count == 0 || counter.count == 1);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
