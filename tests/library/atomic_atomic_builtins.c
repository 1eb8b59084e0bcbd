// expect: TRUE
/* GCC's newer builtins, of all sizes. */
#include <assert.h>
int main(void) {
  unsigned char byte = 250;
  unsigned short two = 3;
  unsigned long long eight = 1ull << 40, seen, wanted = 9;
  assert(__atomic_add_fetch(&byte, 10, __ATOMIC_RELAXED) == 4);
  assert(__atomic_fetch_nand(&two, 1, __ATOMIC_ACQ_REL) == 3 && two == 0xfffe);
  __atomic_load(&eight, &seen, __ATOMIC_ACQUIRE);
  assert(seen == 1ull << 40);
  __atomic_store(&eight, &wanted, __ATOMIC_RELEASE);
  __atomic_exchange(&eight, &seen, &wanted, __ATOMIC_SEQ_CST);
  assert(wanted == 9 && eight == 1ull << 40);
  assert(!__atomic_test_and_set(&byte, __ATOMIC_SEQ_CST) == 0);
  __atomic_clear(&byte, __ATOMIC_SEQ_CST);
  assert(byte == 0 && __atomic_always_lock_free(4, 0));
}
// SPDX-License-Identifier: Apache-2.0
