// expect: TRUE
/* Trying, with and without a time. */
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static int run(void *argument) {
  struct timespec until = {1, 0};
  assert(mtx_trylock(&mutex) == thrd_busy);
  assert(mtx_timedlock(&mutex, &until) == thrd_timedout);
  return argument != NULL;
}
int main(void) {
  thrd_t thread;
  struct timespec until = {1, 0};
  assert(mtx_init(&mutex, mtx_timed) == thrd_success);
  assert(mtx_trylock(&mutex) == thrd_success);
  mtx_unlock(&mutex);
  assert(mtx_timedlock(&mutex, &until) == thrd_success);
  thrd_create(&thread, run, NULL);
  thrd_join(thread, NULL);
}
// SPDX-License-Identifier: Apache-2.0
