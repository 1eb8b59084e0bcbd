// expect: FALSE(memory)
// properties: memory
#include <dirent.h>
int main(void) {
  DIR *directory = opendir(".");
  readdir(directory);
}
// SPDX-License-Identifier: Apache-2.0
