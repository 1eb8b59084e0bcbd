/* SPDX-License-Identifier: Apache-2.0 */
/* Standard input as the user gives it (--stdin). A function __heddle_given_NAME is called in place of
 * the library's NAME then. */
#include "heddle.h"
#include "scan.h"
#include "stream.h"

/* Defined by the front end; a zero follows. */
extern const unsigned char __heddle_input[];
extern const heddle_size __heddle_input_size;

static heddle_size position;

/* In an atomic section. */
int __heddle_given___library_input_ends(struct stream *stream);
int __heddle_given___library_input_ends(struct stream *stream) {
  if (stream->descriptor != 0)
    return __library_input_ends(stream);
  return position == __heddle_input_size;
}

unsigned char __heddle_given___library_input_byte(struct stream *stream);
unsigned char __heddle_given___library_input_byte(struct stream *stream) {
  return stream->descriptor != 0 ? __library_input_byte(stream) : __heddle_input[position++];
}

size_t __heddle_given___library_read_input(void *to, size_t size);
size_t __heddle_given___library_read_input(void *to, size_t size) {
  __heddle_atomic_begin();
  heddle_size first = position, left = __heddle_input_size - first;
  if (size > left)
    size = left;
  position += size;
  __heddle_atomic_end();
  for (size_t i = 0; i < size; i++)
    ((unsigned char *)to)[i] = __heddle_input[first + i];
  return size;
}

/* What ungetc pushed back is there again if it is the character that was read last. */
static void take_back(struct stream *stream) {
  if (stream->pushed == 0)
    return;
  if (position == 0 || __heddle_input[position - 1] != stream->pushed - 1)
    __heddle_unsupported("scanf behind ungetc of another character");
  position--;
  stream->pushed = 0;
}

int __heddle_given___library_scan_input(struct stream *stream, const char *format, va_list list);
int __heddle_given___library_scan_input(struct stream *stream, const char *format, va_list list) {
  if (stream->descriptor != 0)
    return __library_scan_input(stream, format, list);
  __heddle_atomic_begin();
  take_back(stream);
  const char *text = (const char *)__heddle_input + position, *end;
  int count = __library_scan(text, format, list, &end);
  position += (heddle_size)(end - text);
  if (*end == '\0') {
    if (position < __heddle_input_size)
      __heddle_unsupported("scanf of input with a zero byte");
    stream->ended = 1;
  }
  __heddle_atomic_end();
  return count;
}
