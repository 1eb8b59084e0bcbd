/* SPDX-License-Identifier: Apache-2.0 */
/* Reads files. */
#include "base/file.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>

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
