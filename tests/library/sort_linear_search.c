// expect: TRUE
#include <assert.h>
#include <search.h>
#include <stdio.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int list[4] = {5, 3, 4}, wanted = 3;
  size_t count = 3;
  assert(lfind(&wanted, list, &count, sizeof *list, compare) == &list[1]);
  wanted = 9;
  assert(lfind(&wanted, list, &count, sizeof *list, compare) == NULL);
  assert(lsearch(&wanted, list, &count, sizeof *list, compare) == &list[3] && count == 4);
  assert(list[3] == 9);
  dprintf(1, "%d\n", list[3]);
}
// SPDX-License-Identifier: Apache-2.0
