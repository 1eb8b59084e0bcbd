// expect: TRUE
/* A recursive mtx_t can be locked again. */
#include <assert.h>
#include <threads.h>
int main(void) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  assert(mtx_lock(&mutex) == thrd_success);
  assert(mtx_lock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
  assert(mtx_unlock(&mutex) == thrd_success);
}
// SPDX-License-Identifier: Apache-2.0
