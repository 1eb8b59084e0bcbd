// expect: TRUE
// properties: reach
// lp64-only
// 2^40 is where heddle has its variables. It is a number here, also among the words of an array.
#include <assert.h>

static long long large = 1ll << 40, words[4] = {1, 1ll << 40, 3, 1ll << 41};
static struct {
  char tag;
  int list[4];
} record = {'x', {1, 2, 3, 4}};

static long long doubled(const long long *x) { return *x + *x; }

int main(void) {
  assert(doubled(&large) == 1ll << 41 && doubled(&words[1]) == 1ll << 41);
  assert((int)(words[1] >> 38) == 4 && large % 1000 == 776);
  assert(record.list[0] + record.list[1] == 3);
}

// SPDX-License-Identifier: Apache-2.0
