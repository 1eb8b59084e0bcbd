/* SPDX-License-Identifier: Apache-2.0 */
/* N threads add one to a number without an atomic operation. */
#include "parametric.h"

static atomic_int x;

static void work(int me) {
  (void)me;
  int old = READ(x);
  WRITE(x, old + 1);
}

int main(void) {
  run_workers(0);
  int end = READ(x);
  assert(end >= 1 && end <= N);
}
