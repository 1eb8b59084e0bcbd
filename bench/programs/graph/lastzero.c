/* SPDX-License-Identifier: Apache-2.0 */
/* One thread looks for the last zero of an array, from behind; the others count up one element
 * each. */
#include "parametric.h"

static atomic_int array[N + 1];

static void work(int me) {
  if (me == 0) {
    int i = N - 1;
    while (i > 0 && READ(array[i]))
      i--;
  } else {
    WRITE(array[me], READ(array[me - 1]) + 1);
  }
}

int main(void) { run_workers(0); }
