// expect: FALSE(reach)
// engines: reference explicit order auto
// properties: reach
// A loop that gives up, or counts its failures, can tell that a weak compare-exchange failed spuriously.
#include <assert.h>
#include <stdatomic.h>

atomic_int word;
int failures;

int main(void) {
  int expected = 0;
  while (!atomic_compare_exchange_weak(&word, &expected, 1)) {
    failures++;
    if (failures == 2)
      break;
  }
  assert(failures < 2);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
