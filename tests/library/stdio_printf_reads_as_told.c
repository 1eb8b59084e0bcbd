// expect: TRUE
#include <stdio.h>

int main(void) {
  char text[3] = {'a', 'b', 'c'};
  printf("%.*s %.3s %c%% %lld %5.2f %p %zu\n", 2, text, text, 'x', 5LL, 1.5,
         (void *)text, sizeof text);
  return 0;
}
// SPDX-License-Identifier: Apache-2.0
