// SPDX-License-Identifier: Apache-2.0
// Which of two variables is first is not known either if the addresses are constants.
// lp64-only
// expect: FALSE(reach)
// properties: reach
// engines: reference explicit order
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static long first, other;

int main(void) {
  char *p = (char *)&first, *q = (char *)&other;
  assert(p < q);
  return 0;
}
