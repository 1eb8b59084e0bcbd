// expect: TRUE
/* So does a broadcast. */
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
static int ready;
static int run(void *argument) {
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&changed, &mutex);
  mtx_unlock(&mutex);
  return argument != NULL;
}
int main(void) {
  thrd_t thread;
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  thrd_create(&thread, run, NULL);
  mtx_lock(&mutex);
  ready = 1;
  cnd_broadcast(&changed);
  mtx_unlock(&mutex);
  thrd_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
