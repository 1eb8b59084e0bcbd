/* Files as streams. Which files there are and what they hold is not known: opening one may fail,
 * what is read is arbitrary (stdin.c), what is written is only read. A stream is one of a few
 * records; it counts as memory that fclose frees. */
#include "errors.h"
#include "heddle.h"
#include "stream.h"

enum { MOST_FILES = 16, FIRST_DESCRIPTOR = 3 };

static struct stream files[MOST_FILES];

int __library_is_file(const struct stream *stream) {
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

static struct stream *open_stream(void) {
  struct stream *found = NULL;
  __heddle_atomic_begin();
  for (int i = 0; i < MOST_FILES && found == NULL; i++)
    if (files[i].descriptor == 0)
      found = &files[i];
  if (found == NULL)
    __heddle_unsupported("more than 16 open files");
  else
    *found = (struct stream){FIRST_DESCRIPTOR + (int)(found - files), 0, 0};
  __heddle_atomic_end();
  return found;
}

static struct stream *try_to_open(void) {
  if (!__heddle_nondet_bool())
    return open_stream();
  *__errno_location() = ERROR_NOENT;
  return NULL;
}

struct stream *fopen(const char *path, const char *mode) {
  (void)path, (void)mode;
  return try_to_open();
}

struct stream *fopen64(const char *path, const char *mode) {
  return fopen(path, mode);
}

struct stream *fdopen(int descriptor, const char *mode) {
  (void)descriptor, (void)mode;
  return try_to_open();
}

struct stream *tmpfile(void) {
  return try_to_open();
}

int fclose(struct stream *stream) {
  if (!__library_is_file(stream)) {
    __library_check_stream(stream);
    return 0;
  }
  __heddle_atomic_begin();
  check_open(stream);
  stream->descriptor = 0;
  __heddle_atomic_end();
  return 0;
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

static int maybe(void) { return __heddle_nondet_bool() ? -1 : 0; }

int remove(const char *path) {
  (void)path;
  return maybe();
}

int rename(const char *from, const char *to) {
  (void)from, (void)to;
  return maybe();
}
