/* argc, argv and the terminating null pointer. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv, char **environment) {
  printf("%d %d %d\n", argc, argv[0] != NULL && strlen(argv[0]) > 0, argv[argc] == NULL);
  return environment == NULL;
}
// SPDX-License-Identifier: Apache-2.0
