// expect: FALSE(memory)
// properties: memory
#include <dirent.h>
int main(void) {
  DIR *directory = opendir(".");
  if (!directory)
    return 1;
  closedir(directory);
  readdir(directory);
}
// SPDX-License-Identifier: Apache-2.0
