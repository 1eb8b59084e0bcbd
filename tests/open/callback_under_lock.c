// expect: FALSE(deadlock)
// properties: deadlock
/* The function may call back before it returns. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int events;

static void on_event(void) {
  pthread_mutex_lock(&mutex);
  events++;
  pthread_mutex_unlock(&mutex);
}
void poll_events(void (*callback)(void));

int main(void) {
  pthread_mutex_lock(&mutex);
  poll_events(on_event);
  pthread_mutex_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
