// expect: FALSE(lock)
/* A plain mtx_t cannot. */
#include <threads.h>
int main(void) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain);
  mtx_lock(&mutex);
  mtx_lock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
