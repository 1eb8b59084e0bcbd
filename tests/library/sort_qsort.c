// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int v[5] = {3, 1, 2, 5, 4}, wanted = 4, missing = 9;
  qsort(v, 5, sizeof *v, compare);
  for (int i = 0; i < 5; i++)
    assert(v[i] == i + 1);
  assert(bsearch(&wanted, v, 5, sizeof *v, compare) == &v[3]);
  assert(bsearch(&missing, v, 5, sizeof *v, compare) == NULL);
}
// SPDX-License-Identifier: Apache-2.0
