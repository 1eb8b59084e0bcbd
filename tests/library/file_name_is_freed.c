// expect: FALSE(memory)
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *name = strdup("data");
  free(name);
  open(name, O_RDONLY);
}
// SPDX-License-Identifier: Apache-2.0
