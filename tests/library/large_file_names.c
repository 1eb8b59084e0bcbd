// expect: TRUE
// flags: -D_FILE_OFFSET_BITS=64
// engines: explicit
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static int visits;

static int visit(const char *path, const struct stat *status, int type) {
  assert(path[0] != '\0' && status->st_size >= 0 && (type == FTW_D || type == FTW_F));
  return ++visits == 1;
}

int main(void) {
  struct stat status;
  char name[] = "tXXXXXX";
  assert(stat("name", &status) != 0 || status.st_size >= 0);
  assert(lstat("name", &status) != 0 || status.st_nlink > 0);
  int descriptor = open("name", O_RDWR);
  if (descriptor >= 0) {
    assert(fstat(descriptor, &status) == 0 && status.st_size >= 0);
    int error = posix_fallocate(descriptor, 0, 8);
    assert(ftruncate(descriptor, 8) == 0 && (error == 0 || error == ENOSPC));
    close(descriptor);
  }
  assert(fstat(100, &status) == -1);
  if ((descriptor = mkstemp(name)) >= 0)
    close(descriptor);
  truncate("name", 3);
  assert(ftw("name", visit, 1) <= 1);
  FILE *file = tmpfile();
  assert(file != NULL);
  fclose(file);
  return 0;
}
