// expect: TRUE
/* A mtx_t makes two increments count as two. */
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static int shared;
static int run(void *argument) {
  assert(mtx_lock(&mutex) == thrd_success);
  shared++;
  assert(mtx_unlock(&mutex) == thrd_success);
  return argument != NULL;
}
int main(void) {
  thrd_t thread;
  assert(mtx_init(&mutex, mtx_plain) == thrd_success);
  thrd_create(&thread, run, NULL);
  run(NULL);
  thrd_join(thread, NULL);
  assert(shared == 2);
  mtx_destroy(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
