// expect: FALSE(reach)
// engines: reference explicit order auto
// properties: reach
// Nobody else writes the word, but a weak compare-exchange may fail all the same (C11 7.17.7.4).
#include <assert.h>
#include <stdatomic.h>

int main(void) {
  atomic_int word = 1;
  int expected = 1;
  int done = atomic_compare_exchange_weak(&word, &expected, 2);
  assert(done || expected != 1);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
