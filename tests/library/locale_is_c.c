// expect: TRUE
#include <assert.h>
#include <locale.h>
#include <string.h>
int main(void) {
  assert(strcmp(setlocale(LC_ALL, ""), "C") == 0 && setlocale(LC_ALL, "xx_YY") == NULL);
}
// SPDX-License-Identifier: Apache-2.0
