// expect: TRUE
/* A cnd_t wakes the thread that waits for it. */
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
static int ready;
static int run(void *argument) {
  mtx_lock(&mutex);
  ready = 1;
  assert((argument ? cnd_signal(&changed) : cnd_broadcast(&changed)) == thrd_success);
  mtx_unlock(&mutex);
  return 0;
}
int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  assert(cnd_init(&changed) == thrd_success);
  thrd_create(&thread, run, &ready);
  mtx_lock(&mutex);
  while (!ready)
    assert(cnd_wait(&changed, &mutex) == thrd_success);
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
  cnd_destroy(&changed);
}
// SPDX-License-Identifier: Apache-2.0
