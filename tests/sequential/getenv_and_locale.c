/* What small programs ask of their surroundings. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  printf("%s\n", setlocale(LC_ALL, "C"));
  printf("%s\n", setlocale(LC_ALL, NULL));
  printf("%d\n", getenv("HEDDLE_SURELY_NOT_SET") == NULL);
  setvbuf(stdout, NULL, _IONBF, 0);
  fflush(NULL);
  printf("%d\n", ferror(stdout) == 0);
  fprintf(stderr, "%s", "");
  printf("%d %d\n", fileno(stdout), fileno(stderr));
  printf("%d\n", (int)strlen(getenv("HEDDLE_SURELY_NOT_SET") ? "set" : "unset"));
  return EXIT_FAILURE;
}
// SPDX-License-Identifier: Apache-2.0
