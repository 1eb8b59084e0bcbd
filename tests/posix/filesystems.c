// File systems have not more free blocks than blocks; links are read without an end.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

int main(void) {
  struct statvfs space;
  struct statfs system;
  char target[8], name[] = "/tmp/heddleXXXXXX", wrong[] = "short";
  if (statvfs("/", &space) == 0)
    assert(space.f_bfree <= space.f_blocks && space.f_bavail <= space.f_bfree && space.f_bsize > 0);
  if (statfs("/", &system) == 0)
    assert(system.f_bfree <= system.f_blocks);
  ssize_t length = readlink("/proc/self/exe", target, sizeof target);
  assert(length >= -1 && length != 0 && length <= (ssize_t)sizeof target);
  if (mkdtemp(name) != NULL) {
    assert(strncmp(name, "/tmp/heddle", 11) == 0 && strlen(name) == 17);
    rmdir(name);
  }
  assert(mkdtemp(wrong) == NULL && errno == EINVAL);
  return 0;
}
