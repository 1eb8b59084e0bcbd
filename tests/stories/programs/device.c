// SPDX-License-Identifier: Apache-2.0
// Two threads close one handle (with specs/open_close.spec).
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next = 3;
static int current = -1;

int device_open(void) {
  pthread_mutex_lock(&lock);
  int handle = next++;
  pthread_mutex_unlock(&lock);
  return handle;
}

void device_close(int handle) { (void)handle; }

static void give_up(void) {
  pthread_mutex_lock(&lock);
  int handle = current;
  pthread_mutex_unlock(&lock);
  if (handle < 0)
    return;
  device_close(handle);
  pthread_mutex_lock(&lock);
  current = -1;
  pthread_mutex_unlock(&lock);
}

static void *watchdog(void *unused) {
  give_up();
  return unused;
}

int main(void) {
  pthread_t thread;
  int other = device_open();
  current = device_open();
  pthread_create(&thread, 0, watchdog, 0);
  give_up();
  device_close(other);
  pthread_join(thread, 0);
}
