// expect: TRUE
/* Sleeping lets any time pass, and refuses what is no time. */
#include <assert.h>
#include <threads.h>
int main(void) {
  struct timespec second = {1, 0}, wrong = {1, -1};
  assert(thrd_sleep(&second, NULL) == 0);
  assert(thrd_sleep(&wrong, NULL) < 0);
}
// SPDX-License-Identifier: Apache-2.0
