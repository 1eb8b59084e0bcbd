// expect: TRUE
/* The functions compilers call, by name. */
#include <assert.h>
unsigned char __atomic_fetch_add_1(volatile void *, unsigned char, int);
unsigned long long __atomic_load_8(const volatile void *, int);
void __atomic_store_2(volatile void *, unsigned short, int);
unsigned __atomic_or_fetch_4(volatile void *, unsigned, int);
int main(void) {
  unsigned char byte = 255;
  unsigned long long eight = 77;
  unsigned short two = 0;
  unsigned four = 8;
  assert(__atomic_fetch_add_1(&byte, 2, 5) == 255 && byte == 1);
  assert(__atomic_load_8(&eight, 5) == 77);
  __atomic_store_2(&two, 500, 5);
  assert(two == 500);
  assert(__atomic_or_fetch_4(&four, 1, 5) == 9);
}
// SPDX-License-Identifier: Apache-2.0
