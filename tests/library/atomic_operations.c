// expect: TRUE
/* What the operations compute and return. */
#include <assert.h>
#include <stdatomic.h>
int main(void) {
  atomic_uint value = 12;
  atomic_long wide = -1;
  unsigned expected = 3;
  assert(atomic_fetch_sub(&value, 2) == 12 && value == 10);
  assert(atomic_fetch_or(&value, 5) == 10 && value == 15);
  assert(atomic_fetch_and(&value, 6) == 15 && value == 6);
  assert(atomic_fetch_xor(&value, 3) == 6 && value == 5);
  assert(atomic_exchange(&value, 7) == 5);
  assert(!atomic_compare_exchange_strong(&value, &expected, 9) && expected == 7);
  assert(atomic_compare_exchange_strong(&value, &expected, 9) && value == 9);
  assert(atomic_fetch_add_explicit(&wide, 2, memory_order_relaxed) == -1 && wide == 1);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_acquire);
}
// SPDX-License-Identifier: Apache-2.0
