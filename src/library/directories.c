/* SPDX-License-Identifier: Apache-2.0 */
/* Directories. What is in one is not known: any number of entries with arbitrary names of at most
 * seven letters. An open directory is a block of memory if the program can see that addresses of
 * blocks come back, else one of a few records. */
#define _GNU_SOURCE
#include "descriptors.h"
#include "errors.h"
#include "reused.h"
#include "text.h"

#include <dirent.h>
#include <ftw.h>
#include <sys/stat.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

enum { MOST_DIRECTORIES = 4, LONGEST_NAME = 7 };

struct __dirstream {
  int descriptor; /* 0: closed */
  union {
    struct dirent entry;
    struct dirent64 large_entry;
  };
};

static struct __dirstream directories[MOST_DIRECTORIES];

static void check_open(const DIR *directory) {
  if (directory == NULL)
    __heddle_error("memory", "use of a null pointer instead of a directory");
  else if (directory->descriptor == 0)
    __heddle_error("memory", "use of a directory that is closed");
}

static int are_blocks(void) { return __heddle_reused() & REUSE_BLOCKS; }

static DIR *open_directory(int descriptor) {
  if (are_blocks()) {
    DIR *block = allocate_block(sizeof *block, 16, KEPT_BLOCK);
    *block = (DIR){.descriptor = descriptor};
    return block;
  }
  for (int i = 0; i < MOST_DIRECTORIES; i++)
    if (directories[i].descriptor == 0) {
      directories[i].descriptor = descriptor;
      return &directories[i];
    }
  __heddle_unsupported("more than 4 open directories");
  return NULL;
}

DIR *opendir(const char *path) {
  struct description *description;
  __library_read_text(path);
  if (__heddle_nondet_bool()) {
    __library_fail_somehow();
    return NULL;
  }
  __heddle_atomic_begin();
  DIR *directory = open_directory(__library_add_descriptor(KIND_FILE, &description));
  __heddle_atomic_end();
  return directory;
}

DIR *fdopendir(int descriptor) {
  DIR *directory = NULL;
  __heddle_atomic_begin();
  if (__library_find_description(descriptor) != NULL)
    directory = open_directory(descriptor);
  __heddle_atomic_end();
  return directory;
}

int closedir(DIR *directory) {
  check_open(directory);
  __heddle_atomic_begin();
  __library_close_descriptor(directory->descriptor);
  if (are_blocks())
    free_block(directory);
  else
    *directory = (DIR){.descriptor = 0};
  __heddle_atomic_end();
  return 0;
}

static void name_something(char *name) {
  unsigned length = __heddle_nondet_u8() % LONGEST_NAME + 1;
  for (unsigned i = 0; i < length; i++)
    name[i] = (char)('a' + __heddle_nondet_u8() % 26);
  name[length] = '\0';
}

/* The entry belongs to the directory: the next call overwrites it, and two threads race.
 * -D_FILE_OFFSET_BITS=64 makes the second function of the first one. */
#define READDIR(kind, readdir, entry)                                                              \
  kind *readdir(DIR *directory) {                                                                  \
    check_open(directory);                                                                         \
    if (__heddle_nondet_bool())                                                                    \
      return NULL;                                                                                 \
    directory->entry.d_ino = __heddle_nondet_u32() | 1u;                                           \
    directory->entry.d_reclen = sizeof directory->entry;                                           \
    directory->entry.d_type = __heddle_nondet_bool() ? DT_DIR : DT_REG;                            \
    name_something(directory->entry.d_name);                                                       \
    return &directory->entry;                                                                      \
  }
typedef struct dirent small_dirent;
typedef struct dirent64 large_dirent;
READDIR(small_dirent, readdir, entry)
READDIR(large_dirent, readdir64, large_entry)

void rewinddir(DIR *directory) { check_open(directory); }

int dirfd(DIR *directory) {
  check_open(directory);
  return directory->descriptor;
}

/* Walking a tree calls the function for any number of files, until it returns something. */
#define WALK(kind, ftw, nftw)                                                                      \
  int ftw(const char *path, int (*visit)(const char *path, const kind *status, int type),          \
          int most) {                                                                              \
    __library_read_text(path);                                                                     \
    if (__heddle_nondet_bool())                                                                    \
      return __library_fail_somehow();                                                             \
    do {                                                                                           \
      char name[LONGEST_NAME + 1];                                                                 \
      kind status = {.st_mode = 0};                                                                \
      int is_directory = __heddle_nondet_bool();                                                   \
      name_something(name);                                                                        \
      status.st_mode = (is_directory ? S_IFDIR : S_IFREG) | 0644;                                  \
      status.st_size = (long)(__heddle_nondet_u32() & __INT_MAX__);                                \
      int result = visit(name, &status, is_directory ? FTW_D : FTW_F);                             \
      if (result != 0)                                                                             \
        return result;                                                                             \
    } while (__heddle_nondet_bool());                                                              \
    return 0;                                                                                      \
  }                                                                                                \
                                                                                                   \
  int nftw(const char *path,                                                                       \
           int (*visit)(const char *path, const kind *status, int type, struct FTW *place),        \
           int most, int flags) {                                                                  \
    __library_read_text(path);                                                                     \
    if (__heddle_nondet_bool())                                                                    \
      return __library_fail_somehow();                                                             \
    if (flags & FTW_ACTIONRETVAL)                                                                  \
      __heddle_unsupported("nftw with FTW_ACTIONRETVAL");                                          \
    do {                                                                                           \
      char name[LONGEST_NAME + 1];                                                                 \
      kind status = {.st_mode = 0};                                                                \
      struct FTW place = {.base = 0, .level = (int)(__heddle_nondet_u8() % 8)};                    \
      int is_directory = __heddle_nondet_bool();                                                   \
      name_something(name);                                                                        \
      status.st_mode = (is_directory ? S_IFDIR : S_IFREG) | 0644;                                  \
      status.st_size = (long)(__heddle_nondet_u32() & __INT_MAX__);                                \
      int type = !is_directory ? FTW_F : flags & FTW_DEPTH ? FTW_DP : FTW_D;                       \
      int result = visit(name, &status, type, &place);                                             \
      if (result != 0)                                                                             \
        return result;                                                                             \
    } while (__heddle_nondet_bool());                                                              \
    return 0;                                                                                      \
  }
typedef struct stat small_status;
typedef struct stat64 large_status;
WALK(small_status, ftw, nftw)
WALK(large_status, ftw64, nftw64)
