// expect: FALSE(lock)
/* What is not held must not be unlocked, recursive or not. */
#include <threads.h>
int main(void) {
  mtx_t mutex;
  mtx_init(&mutex, mtx_plain | mtx_recursive);
  mtx_unlock(&mutex);
}
// SPDX-License-Identifier: Apache-2.0
