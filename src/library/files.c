/* SPDX-License-Identifier: Apache-2.0 */
/* Files as streams. Which files there are and what they hold is not known: opening one may fail,
 * what is read is arbitrary (stdin.c), what is written is only read. A stream is one of a few
 * records; it counts as memory that fclose frees. If the program can see that addresses of blocks
 * come back, a stream is a block, so that its address does as well. */
#include "descriptors.h"
#include "errors.h"
#include "heddle.h"
#include "reused.h"
#include "stream.h"
#include "text.h"

enum { MOST_FILES = 16 };

static struct stream files[MOST_FILES];
static struct stream *blocks[MOST_FILES]; /* open ones, else NULL */

static int are_blocks(void) { return __heddle_reused() & REUSE_BLOCKS; }

/* The number of an open stream that is a block; MOST_FILES: it is none. In an atomic section. */
static int find_block(const struct stream *stream) {
  int i = 0;
  while (i < MOST_FILES && blocks[i] != stream)
    i++;
  return i;
}

/* A block that was freed is one that was closed: who looks at it makes the error. */
static int is_block(const struct stream *stream) {
  __heddle_atomic_begin();
  int result = find_block(stream) < MOST_FILES || __heddle_rest(stream) == (heddle_size)-1;
  __heddle_atomic_end();
  return result;
}

int __library_is_file(const struct stream *stream) {
  if (are_blocks())
    return is_block(stream);
  return stream >= files && stream < files + MOST_FILES;
}

/* In an atomic section: a stream has a lock of its own. */
static void check_open(const struct stream *stream) {
  if (stream->descriptor == 0)
    __heddle_error("memory", "use of a stream that is closed");
}

void __library_check_file(const struct stream *stream) {
  __heddle_atomic_begin();
  check_open(stream);
  __heddle_atomic_end();
}

/* In an atomic section. */
static struct stream *open_block(int descriptor) {
  int i = find_block(NULL);
  if (i == MOST_FILES)
    __heddle_unsupported("more than 16 open files");
  struct stream *block = allocate_block(sizeof *block, 16, KEPT_BLOCK);
  *block = (struct stream){descriptor, 0, 0};
  blocks[i] = block;
  return block;
}

/* In an atomic section. */
static struct stream *open_stream(int descriptor) {
  if (are_blocks())
    return open_block(descriptor);
  for (int i = 0; i < MOST_FILES; i++)
    if (files[i].descriptor == 0) {
      files[i] = (struct stream){descriptor, 0, 0};
      return &files[i];
    }
  __heddle_unsupported("more than 16 open files");
  return NULL;
}

static struct stream *open_file(void) {
  struct description *description;
  __heddle_atomic_begin();
  struct stream *result = open_stream(__library_add_descriptor(KIND_FILE, &description));
  __heddle_atomic_end();
  return result;
}

struct stream *fopen(const char *path, const char *mode) {
  __library_read_text(path);
  __library_read_text(mode);
  if (!__heddle_nondet_bool())
    return open_file();
  *__errno_location() = ERROR_NOENT;
  return NULL;
}

struct stream *fopen64(const char *path, const char *mode) {
  return fopen(path, mode);
}

/* Streams have buffers of their own, which delay what the other end reads. */
struct stream *fdopen(int descriptor, const char *mode) {
  struct stream *result = NULL;
  __library_read_text(mode);
  __heddle_atomic_begin();
  struct description *description = __library_find_description(descriptor);
  if (description != NULL && description->kind >= KIND_PIPE)
    __heddle_unsupported("a stream over a pipe or a pair of sockets");
  if (description != NULL)
    result = open_stream(descriptor);
  __heddle_atomic_end();
  return result;
}

struct stream *tmpfile(void) {
  if (!__heddle_fault("tmpfile"))
    return open_file();
  *__errno_location() = ERROR_MFILE;
  return NULL;
}

struct stream *tmpfile64(void) { return tmpfile(); }

int fclose(struct stream *stream) {
  if (!__library_is_file(stream)) {
    __library_check_stream(stream);
    return 0;
  }
  __heddle_atomic_begin();
  check_open(stream);
  __library_close_descriptor(stream->descriptor);
  if (are_blocks()) {
    blocks[find_block(stream)] = NULL;
    free_block(stream);
  } else {
    *stream = (struct stream){0, 0, 0};
  }
  __heddle_atomic_end();
  return __heddle_fault("fclose") ? -1 : 0;
}

int fseek(struct stream *stream, long offset, int from) {
  (void)offset, (void)from;
  __library_check_stream(stream);
  __library_begin_again(stream);
  return __heddle_nondet_bool() ? -1 : 0;
}

long ftell(struct stream *stream) {
  __library_check_stream(stream);
  return (long)(__heddle_nondet_u32() & __INT_MAX__);
}

void rewind(struct stream *stream) {
  __library_check_stream(stream);
  __library_begin_again(stream);
}
