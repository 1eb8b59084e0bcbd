/* _Atomic objects in one thread. */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static _Atomic int counter;
static atomic_uint_fast64_t wide = 1ull << 40;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(void *) pointer;
static atomic_schar tiny = 120;
static _Atomic _Bool boolean;
struct pair {
  short a, b;
};
static _Atomic struct pair pair;

int main(void) {
  counter = 5;
  counter += 3;
  counter++;
  --counter;
  counter *= 4;
  counter ^= 1;
  printf("%d\n", counter);
  printf("%d\n", atomic_fetch_add(&counter, 10));
  printf("%d\n", atomic_fetch_sub_explicit(&counter, 3, memory_order_relaxed));
  printf("%d\n", atomic_fetch_and(&counter, 0xff));
  printf("%d\n", atomic_fetch_or(&counter, 0x100));
  printf("%d\n", atomic_fetch_xor(&counter, 0x111));
  printf("%d\n", atomic_exchange(&counter, 7));
  int expected = 8;
  printf("%d", atomic_compare_exchange_strong(&counter, &expected, 9));
  printf(" %d\n", expected);
  printf("%d", atomic_compare_exchange_strong(&counter, &expected, 9));
  printf(" %d\n", atomic_load(&counter));
  wide *= 3;
  wide -= 1;
  printf("%llx\n", (unsigned long long)wide);
  printf("%d ", atomic_flag_test_and_set(&flag));
  printf("%d ", atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  printf("%d\n", atomic_flag_test_and_set(&flag));
  atomic_store(&pointer, &counter);
  printf("%d\n", *(_Atomic int *)atomic_load(&pointer));
  tiny += 10;
  printf("%d\n", tiny);
  boolean = 17;
  boolean ^= 1;
  printf("%d\n", boolean);
  struct pair p = {3, -4};
  pair = p;
  struct pair q = pair;
  printf("%d %d\n", q.a, q.b);
  printf("%d\n", __sync_fetch_and_add((int *)&expected, 2));
  printf("%d\n", __atomic_add_fetch(&expected, 2, __ATOMIC_SEQ_CST));
  printf("%d\n", __sync_bool_compare_and_swap(&expected, 13, 20));
  printf("%d\n",
         __sync_val_compare_and_swap(&expected, 30, 40));
  int old = __atomic_exchange_n(&expected, 1, __ATOMIC_ACQ_REL);
  atomic_thread_fence(memory_order_seq_cst);
  __sync_synchronize();
  printf("%d %d\n", old, __atomic_nand_fetch(&expected, 3, __ATOMIC_RELAXED));
  return atomic_load(&counter) + 33;
}
// SPDX-License-Identifier: Apache-2.0
