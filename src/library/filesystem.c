/* SPDX-License-Identifier: Apache-2.0 */
/* Files by their names. Which there are, and of what kind, is not known: each call finds what it asks
 * for, or not. */
#define _GNU_SOURCE
#include "any.h"
#include "descriptors.h"
#include "errors.h"
#include "reused.h"
#include "text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

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
DOING(truncate64, const char *path, off64_t size)
DOING(remove, const char *path)
DOING_TWO(rename, const char *from, const char *to)
DOING_TWO(renameat, int old_directory, const char *from, int new_directory, const char *to)
DOING(chown, const char *path, uid_t user, gid_t group)
DOING(lchown, const char *path, uid_t user, gid_t group)
DOING(fchownat, int directory, const char *path, uid_t user, gid_t group, int flags)
DOING(fchmodat, int directory, const char *path, mode_t mode, int flags)
DOING(mknod, const char *path, mode_t mode, dev_t device)
DOING(chroot, const char *path)
DOING(euidaccess, const char *path, int mode)
DOING(eaccess, const char *path, int mode)
DOING(utime, const char *path, const struct utimbuf *times)
DOING(utimes, const char *path, const struct timeval times[2])
DOING(lutimes, const char *path, const struct timeval times[2])
DOING(utimensat, int directory, const char *path, const struct timespec times[2], int flags)

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
KEEPING(ftruncate64, int descriptor, off64_t size)
KEEPING(fchmod, int descriptor, mode_t mode)
KEEPING(syncfs, int descriptor)
KEEPING(futimens, int descriptor, const struct timespec times[2])
KEEPING(futimes, int descriptor, const struct timeval times[2])

/* These return the number of the error. */
#define RETURNING(name, get_error, ...)                                                            \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) { return is_closed(descriptor) ? ERROR_BADF : (get_error); }
static int error_of_allocation(long long offset, long long size) {
  if (offset < 0 || size <= 0)
    return ERROR_INVAL;
  return __heddle_nondet_bool() ? ERROR_NOSPC : 0;
}
RETURNING(posix_fallocate, error_of_allocation(offset, size), int descriptor, long offset, long size)
RETURNING(posix_fallocate64, error_of_allocation(offset, size), int descriptor, off64_t offset,
          off64_t size)
RETURNING(posix_fadvise, 0, int descriptor, long offset, long size, int advice)
RETURNING(posix_fadvise64, 0, int descriptor, off64_t offset, off64_t size, int advice)

/* Of open files: whether it may be done depends on who does it, and on the file. */
#define ASKING(name, ...)                                                                          \
  int name(__VA_ARGS__);                                                                           \
  int name(__VA_ARGS__) {                                                                          \
    if (is_closed(descriptor))                                                                     \
      return -1;                                                                                   \
    return __heddle_nondet_bool() ? __library_fail_somehow() : 0;                                  \
  }
ASKING(fchown, int descriptor, uid_t user, gid_t group)
ASKING(fchdir, int descriptor)
ASKING(fallocate, int descriptor, int mode, long offset, long size)
ASKING(fallocate64, int descriptor, int mode, off64_t offset, off64_t size)

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

/* Of file systems: there is not more that is free than there is at all. */
#define AT_MOST(value, limit)                                                                      \
  do                                                                                               \
    if ((value) > (limit))                                                                         \
      (value) = (limit);                                                                           \
  while (0)
#define SPACE(kind, any_space, statvfs, fstatvfs)                                                  \
  static int any_space(kind *to) {                                                                 \
    __library_any_bytes(to, sizeof *to);                                                           \
    to->f_bsize = 4096;                                                                            \
    to->f_blocks &= __INT_MAX__;                                                                   \
    AT_MOST(to->f_bfree, to->f_blocks);                                                            \
    AT_MOST(to->f_bavail, to->f_bfree);                                                            \
    AT_MOST(to->f_ffree, to->f_files);                                                             \
    return 0;                                                                                      \
  }                                                                                                \
  int statvfs(const char *path, kind *to) {                                                        \
    return done_or_failed(path) < 0 ? -1 : any_space(to);                                          \
  }                                                                                                \
  int fstatvfs(int descriptor, kind *to) { return is_closed(descriptor) ? -1 : any_space(to); }
typedef struct statvfs small_space;
typedef struct statvfs64 large_space;
typedef struct statfs small_system;
typedef struct statfs64 large_system;
SPACE(small_space, any_small_space, statvfs, fstatvfs)
SPACE(large_space, any_large_space, statvfs64, fstatvfs64)
SPACE(small_system, any_small_system, statfs, fstatfs)
SPACE(large_system, any_large_system, statfs64, fstatfs64)

/* What a symbolic link says, of at most seven letters and without an end. */
ssize_t readlink(const char *path, char *to, size_t size) {
  if (size == 0)
    return __library_fail(ERROR_INVAL);
  if (done_or_failed(path) < 0)
    return -1;
  size_t length = __heddle_nondet_u8() % 7 + 1;
  length = length < size ? length : size;
  for (size_t i = 0; i < length; i++)
    to[i] = (char)('a' + __heddle_nondet_u8() % 26);
  return (ssize_t)length;
}

ssize_t readlinkat(int directory, const char *path, char *to, size_t size) {
  return readlink(path, to, size);
}

/* The last six characters of the name become arbitrary letters, unless they are no `X`. */
static int complete_name(char *name) {
  size_t length = strlen(name);
  if (length < 6)
    return 0;
  for (size_t i = length - 6; i < length; i++)
    if (name[i] != 'X')
      return 0;
  for (size_t i = length - 6; i < length; i++)
    name[i] = (char)('a' + __heddle_nondet_u8() % 26);
  return 1;
}

char *mkdtemp(char *name) {
  if (!complete_name(name)) {
    __library_fail(ERROR_INVAL);
    return NULL;
  }
  return __heddle_nondet_bool() ? (__library_fail_somehow(), NULL) : name;
}

char *mktemp(char *name) {
  if (!complete_name(name)) {
    __library_fail(ERROR_INVAL);
    name[0] = '\0';
  }
  return name;
}

/* A key for System V objects: the same for the same file and number, by the name of the file. Those of
 * different files may be the same. */
struct known_key {
  struct known_key *next;
  key_t key;
  unsigned char number;
  char path[];
};

static key_t find_key(const char *path, unsigned char number) {
  static struct known_key *keys;
  for (const struct known_key *at = keys; at != NULL; at = at->next)
    if (at->number == number && strcmp(at->path, path) == 0)
      return at->key;
  size_t size = strlen(path) + 1;
  struct known_key *fresh =
      allocate_block(sizeof *fresh + size, sizeof(void *), KEPT_BLOCK);
  *fresh = (struct known_key){
      .next = keys, .key = (key_t)((__heddle_nondet_u32() >> 8) | (unsigned)number << 24), .number = number};
  __heddle_copy(fresh->path, path, size);
  keys = fresh;
  return fresh->key;
}

key_t ftok(const char *path, int number) {
  if (done_or_failed(path) < 0)
    return -1;
  __heddle_atomic_begin();
  key_t key = find_key(path, (unsigned char)number);
  __heddle_atomic_end();
  return key;
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
