/* SPDX-License-Identifier: Apache-2.0 */
/* N - 1 threads read what one writes. */
#include "parametric.h"

static atomic_int x;

static void work(int me) {
  if (me == 0)
    WRITE(x, 42);
  else
    READ(x);
}

int main(void) { run_workers(0); }
