/* SPDX-License-Identifier: Apache-2.0 */
/* Files by their names. Which there are, and of what kind, is not known: each call finds what it asks
 * for, or not. */
#define _GNU_SOURCE
#include "any.h"
#include "descriptors.h"
#include "errors.h"

#include <sys/stat.h>
#include <sys/statvfs.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static int done_or_failed(void) { return __heddle_nondet_bool() ? __library_fail_somehow() : 0; }

#define DOING(name, ...)                                                                           \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return done_or_failed(); }
DOING(unlink, const char *path)
DOING(unlinkat, int directory, const char *path, int flags)
DOING(shm_unlink, const char *name)
DOING(rmdir, const char *path)
DOING(mkdir, const char *path, mode_t mode)
DOING(mkdirat, int directory, const char *path, mode_t mode)
DOING(mkfifo, const char *path, mode_t mode)
DOING(chdir, const char *path)
DOING(chmod, const char *path, mode_t mode)
DOING(access, const char *path, int mode)
DOING(faccessat, int directory, const char *path, int mode, int flags)
DOING(link, const char *from, const char *to)
DOING(symlink, const char *from, const char *to)
DOING(truncate, const char *path, long size)
DOING(remove, const char *path)
DOING(rename, const char *from, const char *to)

/* Of open files: they fail only if something is wrong with the device. */
static int is_closed(int descriptor) {
  __heddle_atomic_begin();
  int result = __library_find_description(descriptor) == NULL;
  __heddle_atomic_end();
  return result;
}

#define KEEPING(name, ...)                                                                         \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) {                                                                          \
    if (is_closed(descriptor))                                                                     \
      return -1;                                                                                   \
    return __heddle_fault(#name) ? __library_fail_somehow() : 0;                                   \
  }
KEEPING(fsync, int descriptor)
KEEPING(fdatasync, int descriptor)
KEEPING(ftruncate, int descriptor, long size)
KEEPING(ftruncate64, int descriptor, long long size)
KEEPING(posix_fallocate, int descriptor, long offset, long size)
KEEPING(posix_fadvise, int descriptor, long offset, long size, int advice)
KEEPING(fchmod, int descriptor, mode_t mode)

/* Another program may hold it. */
int flock(int descriptor, int operation);
int flock(int descriptor, int operation) {
  if (is_closed(descriptor))
    return -1;
  if ((operation & 4) != 0 && __heddle_nondet_bool()) /* LOCK_NB */
    return __library_fail(ERROR_AGAIN);
  return 0;
}

void sync(void);
void sync(void) {}

/* Sizes are not negative, and the rest is arbitrary. */
static int any_status(struct stat *status) {
  __library_any_bytes(status, sizeof *status);
  status->st_size &= __LONG_MAX__;
  status->st_nlink = (status->st_nlink & 0xff) + 1;
  status->st_blksize = 4096;
  return 0;
}

static int find_status(struct stat *status) {
  return done_or_failed() < 0 ? -1 : any_status(status);
}

int stat(const char *path, struct stat *status) { return find_status(status); }

int lstat(const char *path, struct stat *status) { return find_status(status); }

int fstatat(int directory, const char *path, struct stat *status, int flags) {
  return find_status(status);
}

int fstat(int descriptor, struct stat *status) {
  return is_closed(descriptor) ? -1 : any_status(status);
}

char *getcwd(char *to, size_t size);
char *getcwd(char *to, size_t size) {
  if (to == NULL)
    __heddle_unsupported("getcwd without a buffer");
  if (size < 2) {
    *__errno_location() = size == 0 ? ERROR_INVAL : ERROR_RANGE;
    return NULL;
  }
  size_t length = __heddle_nondet_u8() % (size < 16 ? size - 1 : 15);
  to[0] = '/';
  for (size_t i = 1; i <= length; i++)
    to[i] = (char)('a' + __heddle_nondet_u8() % 26);
  to[length + 1] = '\0';
  return to;
}

mode_t umask(mode_t mask) { return __heddle_nondet_u16() & 0777; }
