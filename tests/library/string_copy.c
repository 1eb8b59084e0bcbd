// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char a[8];
  assert(strcpy(a, "abc") == a && strcmp(a, "abc") == 0);
  assert(stpcpy(a, "xy") == a + 2 && a[3] == '\0');
  assert(strncpy(a, "pqrs", 2) == a && strcmp(a, "pq") == 0);
  strncpy(a, "z", 4);
  assert(a[1] == 0 && a[3] == 0);
  assert(stpncpy(a, "uv", 4) == a + 2);
}
// SPDX-License-Identifier: Apache-2.0
