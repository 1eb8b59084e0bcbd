// expect: TRUE
/* A driver hands its callbacks to a framework, and all of them take its lock. */
#include <assert.h>
#include <pthread.h>

struct device;
struct operations {
  int (*open)(struct device *device);
  void (*close)(struct device *device);
  void (*interrupt)(void *data);
  void *data;
};
struct device {
  int users;
};
int register_device(const struct operations *operations);

struct state {
  pthread_mutex_t mutex;
  int is_open, received;
};
static struct state state = {PTHREAD_MUTEX_INITIALIZER, 0, 0};

static int driver_open(struct device *device) {
  (void)device;
  pthread_mutex_lock(&state.mutex);
  state.is_open = 1;
  state.received = 0;
  pthread_mutex_unlock(&state.mutex);
  return 0;
}

static void driver_close(struct device *device) {
  (void)device;
  pthread_mutex_lock(&state.mutex);
  state.is_open = 0;
  pthread_mutex_unlock(&state.mutex);
}

static void driver_interrupt(void *data) {
  struct state *own = data;
  pthread_mutex_lock(&own->mutex);
  if (own->is_open && own->received < 1)
    own->received++;
  pthread_mutex_unlock(&own->mutex);
}

static const struct operations operations = {driver_open, driver_close, driver_interrupt, &state};

int main(void) {
  if (register_device(&operations))
    return 1;
  pthread_mutex_lock(&state.mutex);
  assert(state.received <= 1);
  pthread_mutex_unlock(&state.mutex);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
