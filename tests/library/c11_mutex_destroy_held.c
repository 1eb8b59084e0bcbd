// expect: FALSE(lock)
/* A held mtx_t must not be destroyed. */
#include <threads.h>
int main(void) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  mtx_destroy(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
