/* SPDX-License-Identifier: Apache-2.0 */
/* Input is arbitrary while a program is checked, and it may end at any point. Reading lines of any
 * length (scanf's %s without a width, gets) could write past every buffer; it is reported as
 * unsupported and not as the error that it is. */
#include "any.h"
#include "heddle.h"
#include "scan.h"
#include "stream.h"

enum { END = -1 };

extern struct stream *stdin;

int __library_input_ends(struct stream *stream) {
  (void)stream;
  return __heddle_nondet_bool();
}

unsigned char __library_input_byte(struct stream *stream) {
  (void)stream;
  return __heddle_nondet_u8();
}

/* The lock of a stream makes reading a character one step. After the end there is nothing more, until
 * somebody says otherwise. */
int __library_read_character(struct stream *stream) {
  int result = END;
  __heddle_atomic_begin();
  if (stream->pushed != 0) {
    result = stream->pushed - 1;
    stream->pushed = 0;
  } else if (!stream->ended) {
    if ((stream->descriptor == 0 && is_closed_stream(0)) || __library_input_ends(stream))
      stream->ended = 1;
    else
      result = __library_input_byte(stream);
  }
  __heddle_atomic_end();
  return result;
}

void __library_begin_again(struct stream *stream) {
  __heddle_atomic_begin();
  stream->pushed = 0;
  stream->ended = 0;
  __heddle_atomic_end();
}

/* C promises room for one character. */
int ungetc(int c, struct stream *stream) {
  __library_check_input(stream);
  if (c == END)
    return END;
  __heddle_atomic_begin();
  if (stream->pushed != 0)
    __heddle_unsupported("ungetc of a second character");
  stream->pushed = (unsigned short)((unsigned char)c + 1);
  stream->ended = 0;
  __heddle_atomic_end();
  return (unsigned char)c;
}

int getchar(void) { return __library_read_character(stdin); }

int getchar_unlocked(void) { return __library_read_character(stdin); }

int fgetc(struct stream *stream) {
  __library_check_input(stream);
  return __library_read_character(stream);
}

int getc(struct stream *stream) { return fgetc(stream); }

int getc_unlocked(struct stream *stream) { return fgetc(stream); }

int fgetc_unlocked(struct stream *stream) { return fgetc(stream); }

int _IO_getc(struct stream *stream) { return fgetc(stream); }

int feof(struct stream *stream) {
  __library_check_stream(stream);
  __heddle_atomic_begin();
  int result = stream->ended;
  __heddle_atomic_end();
  return result;
}

int feof_unlocked(struct stream *stream) { return feof(stream); }

void clearerr(struct stream *stream) {
  __library_check_stream(stream);
  __heddle_atomic_begin();
  stream->ended = 0;
  __heddle_atomic_end();
}

char *fgets(char *buffer, int size, struct stream *stream) {
  __library_check_input(stream);
  int length = 0;
  while (length < size - 1) {
    int c = __library_read_character(stream);
    if (c == END)
      break;
    buffer[length++] = (char)c;
    if (c == '\n')
      break;
  }
  if (length == 0 && size != 1)
    return NULL;
  buffer[length] = '\0';
  return buffer;
}

size_t fread(void *to, size_t size, size_t count, struct stream *stream) {
  unsigned char *bytes = to;
  size_t length = 0;
  __library_check_input(stream);
  while (length < size * count) {
    int c = __library_read_character(stream);
    if (c == END)
      break;
    bytes[length++] = (unsigned char)c;
  }
  return size == 0 ? 0 : length / size;
}

size_t __library_read_input(void *to, size_t size) {
  unsigned char *bytes = to;
  size_t length = 0;
  while (length < size && !__heddle_nondet_bool())
    bytes[length++] = __heddle_nondet_u8();
  return length;
}

/* An arbitrary word of at least one and at most `width` bytes, none of them space. */
static void store_word(char *to, int width) {
  int length = 0;
  do {
    unsigned char c = __heddle_nondet_u8();
    __heddle_assume(c != '\0' && c != ' ' && !(c >= '\t' && c <= '\r'));
    to[length++] = (char)c;
  } while (length < width && !__heddle_nondet_bool());
  to[length] = '\0';
}

static void store_input(const struct scan_conversion *conversion, void *to) {
  switch (conversion->type) {
  case 'c':
    for (int i = 0; i < (conversion->width == 0 ? 1 : conversion->width); i++)
      ((unsigned char *)to)[i] = __heddle_nondet_u8();
    break;
  case 's':
    if (conversion->width == 0)
      __heddle_unsupported("scanf of a word without a width");
    store_word(to, conversion->width);
    break;
  case 'd':
  case 'i':
  case 'u':
  case 'x':
  case 'X':
  case 'o':
    if (conversion->width != 0)
      __heddle_unsupported("scanf of a number with a width");
    __library_scan_store_integer(conversion, to, __heddle_nondet_u64());
    break;
  case 'f':
  case 'e':
  case 'g':
    if (conversion->size == sizeof(double))
      *(double *)to = __heddle_nondet_double();
    else
      *(float *)to = __heddle_nondet_float();
    break;
  default:
    __heddle_unsupported("scanf with this conversion from stdin");
  }
}

/* How many conversions succeed is arbitrary too. */
int __library_scan_input(struct stream *stream, const char *format, va_list list) {
  (void)stream;
  struct scan_arguments arguments;
  int count = 0;
  va_copy(arguments.list, list);
  while (*format != '\0') {
    if (*format++ != '%')
      continue;
    struct scan_conversion conversion = __library_scan_parse(&format);
    if (conversion.type == '%')
      continue;
    if (__heddle_nondet_bool()) {
      if (count == 0 && (conversion.type == 'c' || __heddle_nondet_bool()))
        count = END;
      break;
    }
    if (conversion.suppressed)
      continue;
    store_input(&conversion, va_arg(arguments.list, void *));
    count++;
  }
  va_end(arguments.list);
  return count;
}

/* The headers rename these according to the standard asked for. */
#define SCANF(prefix)                                                                              \
  int prefix##vscanf(const char *format, va_list arguments) {                                      \
    return __library_scan_input(stdin, format, arguments);                                         \
  }                                                                                                \
  int prefix##vfscanf(struct stream *stream, const char *format, va_list arguments) {              \
    __library_check_input(stream);                                                                 \
    return __library_scan_input(stream, format, arguments);                                        \
  }                                                                                                \
  int prefix##scanf(const char *format, ...) {                                                     \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int count = __library_scan_input(stdin, format, arguments);                                    \
    va_end(arguments);                                                                             \
    return count;                                                                                  \
  }                                                                                                \
  int prefix##fscanf(struct stream *stream, const char *format, ...) {                             \
    va_list arguments;                                                                             \
    __library_check_input(stream);                                                                 \
    va_start(arguments, format);                                                                   \
    int count = __library_scan_input(stream, format, arguments);                                   \
    va_end(arguments);                                                                             \
    return count;                                                                                  \
  }

SCANF()
SCANF(__isoc99_)
SCANF(__isoc23_)
