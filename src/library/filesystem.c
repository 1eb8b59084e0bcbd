/* SPDX-License-Identifier: Apache-2.0 */
/* Files by their names. Which there are, and of what kind, is not known: each call finds what it asks
 * for, or not. */
#define _GNU_SOURCE
#include "any.h"
#include "descriptors.h"
#include "errors.h"
#include "text.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

enum { LONGEST_PATH = 4096 }; /* PATH_MAX */

#pragma clang diagnostic ignored "-Wunused-parameter"

static int done_or_failed(const char *path) {
  __library_read_text(path);
  return __heddle_nondet_bool() ? __library_fail_somehow() : 0;
}

static const char *read_first(const char *path, const char *other) {
  __library_read_text(path);
  return other;
}

#define DOING_WITH(paths, name, ...)                                                               \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return done_or_failed(paths); }
#define DOING(name, ...) DOING_WITH(path, name, __VA_ARGS__)
#define DOING_TWO(name, ...) DOING_WITH(read_first(from, to), name, __VA_ARGS__)
DOING(unlink, const char *path)
DOING(unlinkat, int directory, const char *path, int flags)
DOING(shm_unlink, const char *path)
DOING(rmdir, const char *path)
DOING(mkdir, const char *path, mode_t mode)
DOING(mkdirat, int directory, const char *path, mode_t mode)
DOING(mkfifo, const char *path, mode_t mode)
DOING(chdir, const char *path)
DOING(chmod, const char *path, mode_t mode)
DOING(access, const char *path, int mode)
DOING(faccessat, int directory, const char *path, int mode, int flags)
DOING_TWO(link, const char *from, const char *to)
DOING_TWO(symlink, const char *from, const char *to)
DOING(truncate, const char *path, long size)
DOING(truncate64, const char *path, long long size)
DOING(remove, const char *path)
DOING_TWO(rename, const char *from, const char *to)

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
KEEPING(posix_fallocate64, int descriptor, long long offset, long long size)
KEEPING(posix_fadvise, int descriptor, long offset, long size, int advice)
KEEPING(posix_fadvise64, int descriptor, long long offset, long long size, int advice)
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

/* Sizes are not negative, and the rest is arbitrary. -D_FILE_OFFSET_BITS=64 makes the second
 * functions of the first ones. */
#define STATUS(kind, any_status, stat, lstat, fstatat, fstat, greatest)                            \
  static int any_status(kind *status) {                                                            \
    __library_any_bytes(status, sizeof *status);                                                   \
    status->st_size &= greatest;                                                                   \
    status->st_nlink = (status->st_nlink & 0xff) + 1;                                              \
    status->st_blksize = 4096;                                                                     \
    return 0;                                                                                      \
  }                                                                                                \
  int stat(const char *path, kind *status) {                                                       \
    return done_or_failed(path) < 0 ? -1 : any_status(status);                                     \
  }                                                                                                \
  int lstat(const char *path, kind *status) { return stat(path, status); }                         \
  int fstatat(int directory, const char *path, kind *status, int flags) {                          \
    return stat(path, status);                                                                     \
  }                                                                                                \
  int fstat(int descriptor, kind *status) {                                                        \
    return is_closed(descriptor) ? -1 : any_status(status);                                        \
  }
typedef struct stat small_status;
typedef struct stat64 large_status;
STATUS(small_status, any_small_status, stat, lstat, fstatat, fstat, __LONG_MAX__)
STATUS(large_status, any_large_status, stat64, lstat64, fstatat64, fstat64, __LONG_LONG_MAX__)

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

/* A name from the root, of a few letters, although there has to be room for the longest one. A path
 * of NULL is an error that is told, not misuse. */
char *realpath(const char *path, char *to);
char *realpath(const char *path, char *to) {
  char name[8];
  if (path == NULL)
    __library_fail(ERROR_INVAL);
  if (path == NULL || done_or_failed(path) < 0)
    return NULL;
  getcwd(name, sizeof name);
  if (to == NULL)
    return strdup(name);
  if (__heddle_rest(to) < LONGEST_PATH)
    __heddle_error("memory", "realpath into a buffer of fewer than 4096 bytes");
  return strcpy(to, name);
}

char *canonicalize_file_name(const char *path);
char *canonicalize_file_name(const char *path) { return realpath(path, NULL); }

mode_t umask(mode_t mask) { return __heddle_nondet_u16() & 0777; }
