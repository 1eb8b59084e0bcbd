// expect: FALSE(deadlock)
/* A signal without waiters is lost. */
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
int main(void) {
  mtx_init(&mutex, mtx_plain);
  cnd_init(&changed);
  mtx_lock(&mutex);
  cnd_signal(&changed);
  cnd_wait(&changed, &mutex);
}
// SPDX-License-Identifier: Apache-2.0
