// expect: TRUE
// properties: reach,memory
// engines: explicit
#include <assert.h>
#include <dirent.h>
#include <string.h>
int main(void) {
  DIR *directory = opendir(".");
  if (!directory)
    return 1;
  struct dirent *entry = readdir(directory);
  if (entry)
    assert(entry->d_name[0] >= 'a' && entry->d_name[0] <= 'z');
  return closedir(directory);
}
// SPDX-License-Identifier: Apache-2.0
