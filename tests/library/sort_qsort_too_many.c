// expect: FALSE(memory)
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int v[3] = {3, 1, 2};
  qsort(v, 4, sizeof *v, compare);
}
// SPDX-License-Identifier: Apache-2.0
