// expect: TRUE
/* A timed wait ends by itself. */
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
int main(void) {
  struct timespec until = {1, 0};
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  mtx_lock(&mutex);
  int waited = cnd_timedwait(&changed, &mutex, &until);
  assert(waited == thrd_timedout || waited == thrd_success);
  mtx_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
