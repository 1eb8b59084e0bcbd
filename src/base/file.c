/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes files. */
#include "base/file.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool file_read(const char *path, struct text *contents) {
  FILE *file = fopen(path, "rbe");
  if (!file)
    return false;
  char buffer[1 << 14];
  for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
    text_add_bytes(contents, buffer, count);
  bool fine = !ferror(file); /* a folder opens but cannot be read */
  int error = errno;
  fclose(file);
  errno = error;
  return fine;
}

/* Whether everything arrives shows only when the file is closed. */
static bool write_all(FILE *file, const struct text *text) {
  bool fine = fwrite(text_get(text), 1, text->length, file) == text->length;
  int error = errno;
  bool arrives = (file == stdout ? fflush(file) : fclose(file)) == 0;
  if (!fine)
    errno = error;
  return fine && arrives;
}

bool file_write(const char *path, const struct text *text) {
  FILE *file = path ? fopen(path, "wbe") : stdout;
  bool fine = file && write_all(file, text);
  if (!fine)
    fprintf(stderr, "heddle: %s: cannot be written: %s\n", path ? path : "standard output",
            strerror(errno));
  return fine;
}
