/* SPDX-License-Identifier: Apache-2.0 */
/* getline and getdelim. How long a line is, is not known: characters are read until the end comes or
 * the delimiter, and the buffer grows with them. */
#include "errors.h"
#include "heddle.h"
#include "stream.h"

void *realloc(void *block, size_t size);

enum { END = -1, FIRST_SIZE = 120 };

/* Makes room for `needed` bytes; the buffer, or NULL. */
static char *make_room(char **line, size_t *size, size_t needed) {
  size_t fresh_size = *size == 0 || *line == NULL ? FIRST_SIZE : *size;
  while (fresh_size < needed)
    fresh_size *= 2;
  if (*line == NULL || fresh_size != *size) {
    char *fresh = realloc(*line, fresh_size);
    if (fresh == NULL)
      return NULL;
    *line = fresh;
    *size = fresh_size;
  }
  return *line;
}

__PTRDIFF_TYPE__ getdelim(char **line, size_t *size, int delimiter, struct stream *stream) {
  size_t length = 0;
  __library_check_input(stream);
  if (line == NULL || size == NULL) {
    *__errno_location() = ERROR_INVAL;
    return -1;
  }
  for (int c = END; length == 0 || c != delimiter; length++) {
    c = __library_read_character(stream);
    if (c == END)
      break;
    char *buffer = make_room(line, size, length + 2);
    if (buffer == NULL)
      return -1;
    buffer[length] = (char)c;
  }
  if (length == 0)
    return -1;
  (*line)[length] = '\0';
  return (__PTRDIFF_TYPE__)length;
}

__PTRDIFF_TYPE__ __getdelim(char **line, size_t *size, int delimiter, struct stream *stream) {
  return getdelim(line, size, delimiter, stream);
}

__PTRDIFF_TYPE__ getline(char **line, size_t *size, struct stream *stream) {
  return getdelim(line, size, '\n', stream);
}
