// expect: FALSE(reach)
#include <assert.h>

static int calls;
static int compare(int a, int b) {
  if (calls < 2)
    calls++;
  return a < b;
}
void sort(int (*compare)(int, int));

int main(void) {
  sort(compare);
  assert(calls < 2);
}
// SPDX-License-Identifier: Apache-2.0
