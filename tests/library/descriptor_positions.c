// expect: TRUE
// properties: reach,memory
// engines: explicit
#define _XOPEN_SOURCE 700
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  char bytes[8];
  int file = open("data", O_RDWR), ends[2];
  if (file < 0)
    return 1;
  assert(file == 3);
  ssize_t count = pread(file, bytes, sizeof bytes, 100);
  assert(count >= 0 && count <= 8);
  if (pwrite(file, bytes, sizeof bytes, 0) != 8)
    return 0; /* the disk is full */
  assert(lseek(file, 10, SEEK_SET) == 10);
  assert(pread(file, bytes, 8, -1) == -1 && errno == EINVAL);
  pipe(ends);
  assert(pread(ends[0], bytes, 8, 0) == -1 && errno == ESPIPE);
  assert(fsync(file) == 0 && close(file) == 0);
}
// SPDX-License-Identifier: Apache-2.0
