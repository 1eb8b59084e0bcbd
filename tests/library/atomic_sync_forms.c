// expect: TRUE
// properties: reach,race,memory
#include <assert.h>
int x; unsigned char c; short s; long long l; int *p; int a[4];
int main(void) {
  assert(__sync_fetch_and_add(&x, 2) == 0 && __sync_add_and_fetch(&x, 2) == 4);
  assert(__sync_fetch_and_sub(&x, 1) == 4 && __sync_sub_and_fetch(&x, 1) == 2);
  assert(__sync_fetch_and_or(&c, 5) == 0 && __sync_or_and_fetch(&c, 2) == 7);
  assert(__sync_fetch_and_and(&c, 6) == 7 && __sync_and_and_fetch(&c, 3) == 2);
  assert(__sync_fetch_and_xor(&s, 6) == 0 && __sync_xor_and_fetch(&s, 3) == 5);
  assert(__sync_fetch_and_nand(&l, 6) == 0 && __sync_nand_and_fetch(&l, 3) == ~3ll);
  assert(__sync_bool_compare_and_swap(&x, 2, 7) && __sync_val_compare_and_swap(&x, 7, 8) == 7);
  assert(__sync_lock_test_and_set(&x, 1) == 8);
  __sync_lock_release(&x);
  assert(x == 0);
  __sync_synchronize();
  p = a;
  assert(__sync_fetch_and_add(&p, 4) == a);
  assert(__sync_bool_compare_and_swap(&p, a + 1, a + 2, &x) );
  assert(__sync_val_compare_and_swap_4(&x, 0, 4) == 0 && __sync_fetch_and_add_4(&x, 1) == 4);
  _Bool b = 0;
  assert(!__sync_lock_test_and_set(&b, 1));
  enum e { A, B } e = A;
  assert(__sync_bool_compare_and_swap(&e, A, B));
}
// SPDX-License-Identifier: Apache-2.0
