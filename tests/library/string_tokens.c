// expect: TRUE
#define _DEFAULT_SOURCE
#include <assert.h>
#include <string.h>
int main(void) {
  char text[] = " a bc", *rest, *field = text;
  assert(strcmp(strtok(text, " "), "a") == 0 && strcmp(strtok(NULL, " "), "bc") == 0);
  assert(strtok(NULL, " ") == NULL);
  char again[] = "x,y";
  assert(strcmp(strtok_r(again, ",", &rest), "x") == 0);
  assert(strcmp(strtok_r(NULL, ",", &rest), "y") == 0);
  assert(strcmp(strsep(&field, " "), "") == 0);
}
// SPDX-License-Identifier: Apache-2.0
