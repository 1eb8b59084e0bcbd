/* SPDX-License-Identifier: Apache-2.0 */
/* N threads alike want to be the first; only one of them is. */
#include "parametric.h"

static atomic_int taken, winners, losers;

static void work(int me) {
  (void)me;
  int expected = 0;
  if (atomic_compare_exchange_strong(&taken, &expected, 1))
    atomic_fetch_add(&winners, 1);
  else
    atomic_fetch_add(&losers, 1);
}

int main(void) {
  run_workers(1);
  assert(winners == 1 && losers == N - 1);
}
