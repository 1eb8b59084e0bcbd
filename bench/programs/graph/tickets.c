/* SPDX-License-Identifier: Apache-2.0 */
/* N threads alike draw a ticket each and mark its place, which nobody else did. */
#include "parametric.h"

static atomic_int next, marks[N];

static void work(int me) {
  (void)me;
  int ticket = atomic_fetch_add(&next, 1);
  assert(ticket < N);
  int before = atomic_exchange(&marks[ticket], 1);
  assert(before == 0);
}

int main(void) {
  run_workers(1);
  assert(next == N);
}
