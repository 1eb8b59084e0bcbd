// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int n;
  char word[4];
  assert(sscanf("12 ab", "%d %3s", &n, word) == 2 && n == 12 && strcmp(word, "ab") == 0);
  assert(sscanf("x", "%d", &n) == 0 && sscanf("", "%d", &n) == -1);
}
// SPDX-License-Identifier: Apache-2.0
