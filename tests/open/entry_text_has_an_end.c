// expect: TRUE
// options: --entry length
int length(const char *text) {
  int i = 0;
  while (text[i])
    i++;
  return i;
}
// SPDX-License-Identifier: Apache-2.0
