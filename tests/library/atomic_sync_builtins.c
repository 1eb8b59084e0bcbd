// expect: TRUE
/* GCC's older builtins. */
#include <assert.h>
int main(void) {
  int value = 5;
  short small = 1;
  long long wide = 1;
  assert(__sync_fetch_and_add(&value, 2) == 5 && __sync_add_and_fetch(&value, 1) == 8);
  assert(__sync_fetch_and_sub(&value, 4) == 8 && __sync_sub_and_fetch(&value, 1) == 3);
  assert(__sync_fetch_and_or(&value, 4) == 3 && __sync_and_and_fetch(&value, 6) == 6);
  assert(__sync_xor_and_fetch(&value, 1) == 7 && __sync_nand_and_fetch(&value, 3) == ~3);
  assert(__sync_bool_compare_and_swap(&value, ~3, 1) && !__sync_bool_compare_and_swap(&value, 0, 9));
  assert(__sync_val_compare_and_swap(&value, 1, 2) == 1 && value == 2);
  assert(__sync_lock_test_and_set(&value, 1) == 2);
  __sync_lock_release(&value);
  __sync_synchronize();
  assert(value == 0);
  assert(__sync_fetch_and_add(&small, 1) == 1 && __sync_add_and_fetch(&wide, 1) == 2);
}
// SPDX-License-Identifier: Apache-2.0
