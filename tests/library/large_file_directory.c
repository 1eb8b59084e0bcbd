// expect: TRUE
// flags: -D_FILE_OFFSET_BITS=64
// engines: explicit
#include <assert.h>
#include <dirent.h>
#include <stddef.h>

int main(void) {
  DIR *directory = opendir(".");
  if (directory == NULL)
    return 1;
  struct dirent *entry = readdir(directory);
  assert(entry == NULL || (entry->d_name[0] != '\0' && entry->d_ino != 0));
  closedir(directory);
  return 0;
}
