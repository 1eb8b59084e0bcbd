// expect: TRUE
#include <assert.h>
#include <pthread.h>

static int events;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void on_event(void) {
  pthread_mutex_lock(&mutex);
  if (events < 2)
    events++;
  pthread_mutex_unlock(&mutex);
}
void subscribe(void (*callback)(void));

int main(void) {
  subscribe(on_event);
  pthread_mutex_lock(&mutex);
  assert(events <= 2);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
