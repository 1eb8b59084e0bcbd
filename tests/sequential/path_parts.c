// SPDX-License-Identifier: Apache-2.0
#include <libgen.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const char *const paths[] = {"/usr/lib", "/usr/", "usr", "/", ".", "..", "", "//",
                                      "a//b//", "//a", "///", "///a", "/a"};
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++) {
    char copy[16];
    strcpy(copy, paths[i]);
    printf("%s|", basename(copy));
    strcpy(copy, paths[i]);
    printf("%s\n", dirname(copy));
  }
  printf("%s %s\n", basename(NULL), dirname(NULL));
}
