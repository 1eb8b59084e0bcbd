/* SPDX-License-Identifier: Apache-2.0 */
/* Reading from strings: sscanf. */
#include "scan.h"
#include "heddle.h"
#include "number.h"

static size_t parse_size(const char **format, size_t size) {
  switch (**format) {
  case 'h':
    ++*format;
    if (**format != 'h')
      return sizeof(short);
    ++*format;
    return 1;
  case 'l':
    ++*format;
    if (**format != 'l')
      return sizeof(long);
    ++*format;
    return sizeof(long long);
  case 'q':
  case 'j':
  case 'L':
    ++*format;
    return sizeof(long long);
  case 'z':
  case 't':
    ++*format;
    return sizeof(size_t);
  default:
    return size;
  }
}

static int is_float_type(char type) {
  return type == 'f' || type == 'F' || type == 'e' || type == 'E' || type == 'g' || type == 'G' ||
         type == 'a' || type == 'A';
}

struct scan_conversion __library_scan_parse(const char **format) {
  struct scan_conversion conversion = {0, 0, 0, 0};
  if (**format == '*') {
    conversion.suppressed = 1;
    ++*format;
  }
  for (; **format >= '0' && **format <= '9'; ++*format)
    conversion.width = conversion.width * 10 + (**format - '0');
  char modifier = **format;
  conversion.size = parse_size(format, sizeof(int));
  conversion.type = **format;
  if (conversion.type != '\0')
    ++*format;
  if (is_float_type(conversion.type)) {
    conversion.type = 'f';
    conversion.size = modifier == 'l' || modifier == 'L' ? sizeof(double) : sizeof(float);
  } else if (conversion.type == 'p') {
    conversion.size = sizeof(void *);
  }
  return conversion;
}

void __library_scan_store_integer(const struct scan_conversion *conversion, void *to,
                                  unsigned long long value) {
  switch (conversion->size) {
  case 1:
    *(unsigned char *)to = (unsigned char)value;
    break;
  case 2:
    *(unsigned short *)to = (unsigned short)value;
    break;
  case 4:
    *(unsigned *)to = (unsigned)value;
    break;
  default:
    *(unsigned long long *)to = value;
  }
}

/* Numbers longer than this are not read. */
enum { LONGEST = 127 };

/* Copies the start of `text` that may belong to a number, at most `width` bytes. */
static void copy_word(char *to, const char *text, int width) {
  int length = 0, limit = width == 0 || width > LONGEST ? LONGEST : width;
  for (; length < limit; length++) {
    char c = text[length];
    if (__library_digit_value(c) >= 36 && c != '+' && c != '-' && c != '.')
      break;
    to[length] = c;
  }
  if (length == LONGEST)
    __heddle_unsupported("sscanf of a very long number");
  to[length] = '\0';
}

unsigned long long strtoull(const char *text, char **end, int base);

/* How many bytes were used; 0: this is not a number. */
static size_t scan_integer(const struct scan_conversion *conversion, const char *text, void *to) {
  char word[LONGEST + 1], *end;
  int base = 10;
  if (conversion->type == 'i')
    base = 0;
  else if (conversion->type == 'o')
    base = 8;
  else if (conversion->type == 'x' || conversion->type == 'X' || conversion->type == 'p')
    base = 16;
  copy_word(word, text, conversion->width);
  unsigned long long value = strtoull(word, &end, base);
  if (end != word && !conversion->suppressed)
    __library_scan_store_integer(conversion, to, value);
  return (size_t)(end - word);
}

static size_t scan_float(const struct scan_conversion *conversion, const char *text, void *to) {
  char word[LONGEST + 1], *end;
  copy_word(word, text, conversion->width);
  double value = __library_parse_double(word, &end);
  if (end != word && !conversion->suppressed) {
    if (conversion->size == sizeof(double))
      *(double *)to = value;
    else
      *(float *)to = (float)value;
  }
  return (size_t)(end - word);
}

/* Is `c` in the set between the brackets from `set` on, which ends before `end`? */
static int set_contains(const char *set, const char *end, char c) {
  int negated = *set == '^';
  for (set += negated; set < end; set++) {
    if (set + 2 < end && set[1] == '-') {
      if ((unsigned char)c >= (unsigned char)set[0] && (unsigned char)c <= (unsigned char)set[2])
        return !negated;
      set += 2;
    } else if (c == *set) {
      return !negated;
    }
  }
  return negated;
}

static const char *set_end(const char *set) {
  if (*set == '^')
    set++;
  if (*set == ']')
    set++;
  while (*set != ']' && *set != '\0')
    set++;
  return set;
}

static int is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Types c, s and [. */
static size_t scan_bytes(const struct scan_conversion *conversion, const char *set,
                         const char *text, char *to) {
  size_t length = 0, limit = (size_t)conversion->width;
  if (conversion->width == 0)
    limit = conversion->type == 'c' ? 1 : (size_t)-1;
  while (length < limit && text[length] != '\0') {
    if (conversion->type == 's' && is_space(text[length]))
      break;
    if (conversion->type == '[' && !set_contains(set, set_end(set), text[length]))
      break;
    if (!conversion->suppressed)
      to[length] = text[length];
    length++;
  }
  if (conversion->type == 'c')
    return length == limit ? length : 0;
  if (length > 0 && !conversion->suppressed)
    to[length] = '\0';
  return length;
}

static size_t scan_one(const struct scan_conversion *conversion, const char *set, const char *text,
                       void *to) {
  switch (conversion->type) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
  case 'p':
    return scan_integer(conversion, text, to);
  case 'f':
    return scan_float(conversion, text, to);
  case 'c':
  case 's':
  case '[':
    return scan_bytes(conversion, set, text, to);
  default:
    __heddle_unsupported("sscanf with an unknown conversion");
    return 0;
  }
}

int __library_scan(const char *text, const char *format, va_list list, const char **end) {
  struct scan_arguments arguments;
  const char *at = text;
  int count = 0;
  va_copy(arguments.list, list);
  while (*format != '\0') {
    if (is_space(*format)) {
      format++;
      at = __library_skip_space(at);
      continue;
    }
    if (*format != '%') {
      if (*at != *format) {
        count = *at == '\0' && count == 0 ? -1 : count;
        break;
      }
      at++;
      format++;
      continue;
    }
    format++;
    struct scan_conversion conversion = __library_scan_parse(&format);
    const char *set = format;
    if (conversion.type == '[') {
      format = set_end(set);
      format += *format == ']';
    }
    if (conversion.type == 'n') {
      if (!conversion.suppressed)
        __library_scan_store_integer(&conversion, va_arg(arguments.list, void *),
                                     (unsigned long long)(at - text));
      continue;
    }
    if (conversion.type != 'c' && conversion.type != '[')
      at = __library_skip_space(at);
    if (conversion.type == '%') {
      if (*at != '%')
        break;
      at++;
      continue;
    }
    if (*at == '\0') {
      count = count == 0 ? -1 : count;
      break;
    }
    void *to = conversion.suppressed ? NULL : va_arg(arguments.list, void *);
    size_t used = scan_one(&conversion, set, at, to);
    if (used == 0)
      break;
    at += used;
    count += !conversion.suppressed;
  }
  va_end(arguments.list);
  *end = at;
  return count;
}

static int scan(const char *text, const char *format, va_list arguments) {
  const char *end;
  (void)*(const volatile char *)text; /* a format may want nothing of it */
  return __library_scan(text, format, arguments, &end);
}


/* The headers rename them according to the standard asked for. */
#define SSCANF(prefix)                                                                             \
  int prefix##vsscanf(const char *text, const char *format, va_list arguments) {                   \
    return scan(text, format, arguments);                                                          \
  }                                                                                                \
  int prefix##sscanf(const char *text, const char *format, ...) {                                  \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    int count = scan(text, format, arguments);                                                     \
    va_end(arguments);                                                                             \
    return count;                                                                                  \
  }

SSCANF()
SSCANF(__isoc99_)
SSCANF(__isoc23_)
