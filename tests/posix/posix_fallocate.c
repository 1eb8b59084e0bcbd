// posix_fallocate and posix_fadvise return the number of the error.
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void) {
  int file = open("data", O_RDWR | O_CREAT, 0600);
  assert(posix_fallocate(-1, 0, 10) == EBADF);
  assert(posix_fadvise(-1, 0, 0, POSIX_FADV_NORMAL) == EBADF);
  if (file == -1)
    return 0;
  assert(posix_fallocate(file, 0, 0) == EINVAL);
  int error = posix_fallocate(file, 0, 10);
  assert(error == 0 || error == ENOSPC);
  close(file);
  return 0;
}
