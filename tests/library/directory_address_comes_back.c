// expect: FALSE(reach)
// properties: reach,memory
// The memory of a closed directory may be what malloc returns.
#include <assert.h>
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  DIR *directory = opendir(".");
  if (directory == NULL)
    return 0;
  uintptr_t before = (uintptr_t)directory;
  closedir(directory);
  void *block = malloc(64);
  assert((uintptr_t)block != before);
  free(block);
}

// SPDX-License-Identifier: Apache-2.0
