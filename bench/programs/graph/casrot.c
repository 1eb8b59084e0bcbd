/* SPDX-License-Identifier: Apache-2.0 */
/* Thread i replaces i by i + 1. */
#include "parametric.h"

static atomic_int x;

static void work(int me) {
  int old = me;
  atomic_compare_exchange_strong_explicit(&x, &old, me + 1, memory_order_acq_rel,
                                          memory_order_relaxed);
}

int main(void) { run_workers(0); }
