// expect: TRUE
// engines: explicit
#include <assert.h>
#include <string.h>
typedef int ints __attribute__((vector_size(16)));
typedef float floats __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(16)));
typedef long long longs __attribute__((vector_size(32)));
static const ints ones = {1, 1, 1, 1};
static struct {
  char tag;
  ints list[2];
} record = {'x', {{1, 2, 3, 4}, {5, 6, 7, 8}}};
static ints scaled(ints a, int factor) { return a * factor + ones; }
static longs doubled(longs a) { return a + a; }
int main(void) {
  ints sum = scaled(record.list[0], 3) - record.list[1];
  assert(sum[0] == -1 && sum[1] == 1 && sum[2] == 3 && sum[3] == 5);
  ints larger = sum > 0, chosen = (larger & sum) | (~larger & -ones);
  assert(larger[0] == 0 && larger[3] == -1 && chosen[0] == -1 && chosen[3] == 5);
  ints mixed = __builtin_shufflevector(sum, ones, 3, 4, 1, 0);
  assert(mixed[0] == 5 && mixed[1] == 1 && mixed[2] == 1 && mixed[3] == -1);
  for (int i = 0; i < 4; i++)
    mixed[i] <<= i;
  assert(mixed[3] == -8 && (mixed & 4)[0] == 4 && (mixed ^ mixed)[2] == 0);
  float given[4] = {1, 2.5f, 3, 4};
  floats halves;
  memcpy(&halves, given, sizeof halves);
  halves /= 2;
  ints rounded = __builtin_convertvector(halves, ints);
  assert(halves[1] == 1.25f && rounded[1] == 1 && rounded[3] == 2);
  bytes raw = (bytes)ones;
  assert(raw[0] == 1 && raw[1] == 0 && raw[4] == 1 && sizeof raw == 16);
  longs wide = doubled((longs){1, 2, 3, 1ll << 40});
  assert(wide[0] == 2 && wide[3] == 1ll << 41);
}
// SPDX-License-Identifier: Apache-2.0
