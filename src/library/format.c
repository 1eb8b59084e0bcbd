/* SPDX-License-Identifier: Apache-2.0 */
/* The language of printf's format strings. Text equals glibc's in the "C" locale. */
#include "format.h"
#include "errors.h"
#include "heddle.h"
#include "text.h"

void __library_emit(struct sink *sink, char c) {
  if (sink->total == __INT_MAX__)
    return;
  sink->total++;
  if (sink->used == sink->capacity) {
    if (!sink->prints)
      return;
    __heddle_print(sink->buffer, sink->used);
    sink->used = 0;
  }
  sink->buffer[sink->used++] = c;
}

void __library_emit_times(struct sink *sink, char c, int times) {
  for (; times > 0; times--)
    __library_emit(sink, c);
}

static void emit_string(struct sink *sink, const char *text) {
  for (; *text != '\0'; text++)
    __library_emit(sink, *text);
}

static int padding(const struct conversion *conversion, const char *prefix, int length) {
  return conversion->width - length - (int)__library_string_length(prefix);
}

void __library_open_field(struct sink *sink, const struct conversion *conversion,
                          const char *prefix, int length, int zero_padded) {
  int missing = padding(conversion, prefix, length);
  if (!conversion->left && !zero_padded)
    __library_emit_times(sink, ' ', missing);
  emit_string(sink, prefix);
  if (!conversion->left && zero_padded)
    __library_emit_times(sink, '0', missing);
}

void __library_close_field(struct sink *sink, const struct conversion *conversion,
                           const char *prefix, int length) {
  if (conversion->left)
    __library_emit_times(sink, ' ', padding(conversion, prefix, length));
}

/* How wide an integer argument is. */
enum length { LENGTH_INT, LENGTH_CHAR, LENGTH_SHORT, LENGTH_LONG, LENGTH_LONG_LONG };

static enum length integer_length(size_t size) {
  return size == sizeof(int) ? LENGTH_INT : LENGTH_LONG_LONG;
}

static enum length parse_length(const char **format) {
  switch (*(*format)++) {
  case 'h':
    if (**format != 'h')
      return LENGTH_SHORT;
    ++*format;
    return LENGTH_CHAR;
  case 'l':
    if (**format != 'l')
      return LENGTH_LONG;
    ++*format;
    return LENGTH_LONG_LONG;
  case 'q':
  case 'j':
  case 'L': /* of a float: a long double, which is compiled as a double */
    return LENGTH_LONG_LONG;
  case 'z':
    return integer_length(sizeof(size_t));
  case 't':
    return integer_length(sizeof(ptrdiff_t));
  default:
    --*format;
    return LENGTH_INT;
  }
}

/* The arguments travel in a struct: a va_list that is an array cannot be passed by address once it
 * is a parameter. */
struct arguments {
  va_list list;
};

static int parse_number(const char **format, struct arguments *arguments) {
  if (**format == '*') {
    ++*format;
    return va_arg(arguments->list, int);
  }
  int number = 0;
  for (; **format >= '0' && **format <= '9'; ++*format)
    number = number * 10 + (**format - '0');
  return number;
}

static struct conversion parse_conversion(const char **format, struct arguments *arguments) {
  struct conversion conversion = {0, 0, 0, 0, 0, 0, -1, 0};
  for (;; ++*format) {
    switch (**format) {
    case '-':
      conversion.left = 1;
      continue;
    case '+':
      conversion.plus = 1;
      continue;
    case ' ':
      conversion.space = 1;
      continue;
    case '#':
      conversion.alternate = 1;
      continue;
    case '0':
      conversion.zero = 1;
      continue;
    case '\'': /* the "C" locale does not group digits */
      continue;
    default:
      break;
    }
    break;
  }
  conversion.width = parse_number(format, arguments);
  if (conversion.width < 0) {
    conversion.left = 1;
    conversion.width = -conversion.width;
  }
  if (**format == '.') {
    ++*format;
    conversion.precision = parse_number(format, arguments);
  }
  return conversion;
}

static long long signed_argument(enum length length, struct arguments *arguments) {
  switch (length) {
  case LENGTH_CHAR:
    return (signed char)va_arg(arguments->list, int);
  case LENGTH_SHORT:
    return (short)va_arg(arguments->list, int);
  case LENGTH_LONG:
    return va_arg(arguments->list, long);
  case LENGTH_LONG_LONG:
    return va_arg(arguments->list, long long);
  case LENGTH_INT:
    break;
  }
  return va_arg(arguments->list, int);
}

static unsigned long long unsigned_argument(enum length length, struct arguments *arguments) {
  switch (length) {
  case LENGTH_CHAR:
    return (unsigned char)va_arg(arguments->list, unsigned);
  case LENGTH_SHORT:
    return (unsigned short)va_arg(arguments->list, unsigned);
  case LENGTH_LONG:
    return va_arg(arguments->list, unsigned long);
  case LENGTH_LONG_LONG:
    return va_arg(arguments->list, unsigned long long);
  case LENGTH_INT:
    break;
  }
  return va_arg(arguments->list, unsigned);
}

static void format_digits(struct sink *sink, const struct conversion *conversion,
                          const char *prefix, unsigned long long value, unsigned base) {
  char digits[24]; /* from the last */
  int count = 0;
  unsigned ten = conversion->type == 'X' ? 'A' : 'a';
  for (; value != 0 && count < (int)sizeof digits; value /= base) {
    unsigned digit = (unsigned)(value % base);
    digits[count++] = (char)(digit < 10 ? '0' + digit : ten + (digit - 10));
  }
  int wanted = conversion->precision < 0 ? 1 : conversion->precision;
  if (base == 8 && conversion->alternate && wanted <= count)
    wanted = count + 1;
  int zeros = wanted > count ? wanted - count : 0;
  __library_open_field(sink, conversion, prefix, count + zeros,
                       conversion->zero && conversion->precision < 0);
  __library_emit_times(sink, '0', zeros);
  for (int i = count; i > 0; i--)
    __library_emit(sink, digits[i - 1]);
  __library_close_field(sink, conversion, prefix, count + zeros);
}

static void format_signed(struct sink *sink, const struct conversion *conversion, long long value) {
  const char *prefix = value < 0 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "";
  unsigned long long magnitude = (unsigned long long)value;
  format_digits(sink, conversion, prefix, value < 0 ? -magnitude : magnitude, 10);
}

static void format_unsigned(struct sink *sink, struct conversion *conversion,
                            unsigned long long value) {
  const char *prefix = "";
  unsigned base = conversion->type == 'u' ? 10 : conversion->type == 'o' ? 8 : 16;
  if (base == 16 && conversion->alternate && value != 0)
    prefix = conversion->type == 'X' ? "0X" : "0x";
  format_digits(sink, conversion, prefix, value, base);
}

/* NULL is no string whatever the precision is. glibc prints it if it prints six characters. */
static const char *check_string(const struct conversion *conversion, const char *text) {
  if (text != NULL)
    return text;
  __heddle_error("memory", "output of a null pointer as a string");
  return conversion->precision < 0 || conversion->precision >= 6 ? "(null)" : "";
}

static void format_string(struct sink *sink, const struct conversion *conversion,
                          const char *text) {
  int length = 0;
  while ((conversion->precision < 0 || length < conversion->precision) && text[length] != '\0')
    length++;
  __library_open_field(sink, conversion, "", length, 0);
  for (int i = 0; i < length; i++)
    __library_emit(sink, text[i]);
  __library_close_field(sink, conversion, "", length);
}

static void format_error(struct sink *sink, const struct conversion *conversion) {
  const char *text = __library_error_text(*__errno_location());
  format_string(sink, conversion, text != NULL ? text : "Unknown error");
}

static void format_pointer(struct sink *sink, struct conversion *conversion, void *pointer) {
  if (pointer == NULL) {
    conversion->precision = -1;
    format_string(sink, conversion, "(nil)");
    return;
  }
  conversion->type = 'x';
  const char *prefix = conversion->plus ? "+0x" : conversion->space ? " 0x" : "0x";
  format_digits(sink, conversion, prefix, (heddle_word)pointer, 16);
}

static void format_character(struct sink *sink, const struct conversion *conversion, char c) {
  __library_open_field(sink, conversion, "", 1, 0);
  __library_emit(sink, c);
  __library_close_field(sink, conversion, "", 1);
}

/* Of a double: what follows `case`. */
#define FLOAT_CONVERSIONS 'f' : case 'F' : case 'e' : case 'E' : case 'g' : case 'G' : case 'a' : case 'A'

static void format_argument(struct sink *sink, struct conversion *conversion, enum length length,
                            struct arguments *arguments) {
  switch (conversion->type) {
  case 'd':
  case 'i':
    format_signed(sink, conversion, signed_argument(length, arguments));
    break;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    format_unsigned(sink, conversion, unsigned_argument(length, arguments));
    break;
  case FLOAT_CONVERSIONS:
    __library_format_double(sink, conversion, va_arg(arguments->list, double));
    break;
  case 'c':
    if (length == LENGTH_LONG)
      __heddle_unsupported("printf of wide characters");
    format_character(sink, conversion, (char)va_arg(arguments->list, int));
    break;
  case 's':
    if (length == LENGTH_LONG)
      __heddle_unsupported("printf of wide characters");
    format_string(sink, conversion,
                  check_string(conversion, va_arg(arguments->list, const char *)));
    break;
  case 'p':
    format_pointer(sink, conversion, va_arg(arguments->list, void *));
    break;
  case 'm':
    format_error(sink, conversion);
    break;
  case '%':
    __library_emit(sink, '%');
    break;
  case 'n':
    __heddle_unsupported("printf with %n");
    break;
  default:
    __heddle_unsupported("printf with an unknown conversion");
  }
}

void __library_format(struct sink *sink, const char *format, va_list list) {
  struct arguments arguments;
  va_copy(arguments.list, list);
  while (*format != '\0') {
    char c = *format++;
    if (c != '%') {
      __library_emit(sink, c);
      continue;
    }
    struct conversion conversion = parse_conversion(&format, &arguments);
    enum length length = parse_length(&format);
    conversion.type = *format;
    if (conversion.type != '\0')
      format++;
    format_argument(sink, &conversion, length, &arguments);
  }
  va_end(arguments.list);
}

static void read_string(const struct conversion *conversion, const char *text) {
  int length = 0;
  while ((conversion->precision < 0 || length < conversion->precision) &&
         text[length] != '\0')
    length++;
}

static void read_argument(const struct conversion *conversion, enum length length,
                          struct arguments *arguments) {
  switch (conversion->type) {
  case 's':
    if (length == LENGTH_LONG)
      __heddle_unsupported("printf of wide characters");
    read_string(conversion, check_string(conversion, va_arg(arguments->list, const char *)));
    break;
  case 'n':
    __heddle_unsupported("printf with %n");
    break;
  case FLOAT_CONVERSIONS:
    (void)va_arg(arguments->list, double);
    break;
  case 'p':
    (void)va_arg(arguments->list, void *);
    break;
  case '%':
  case 'm':
    break;
  default:
    unsigned_argument(length, arguments);
  }
}

void __library_format_read(const char *format, va_list list) {
  struct arguments arguments;
  va_copy(arguments.list, list);
  while (*format != '\0') {
    if (*format++ != '%')
      continue;
    struct conversion conversion = parse_conversion(&format, &arguments);
    enum length length = parse_length(&format);
    conversion.type = *format;
    if (conversion.type != '\0')
      format++;
    read_argument(&conversion, length, &arguments);
  }
  va_end(arguments.list);
}

int __library_format_list_to_buffer(char *buffer, size_t size, const char *format,
                                    va_list arguments) {
  struct sink sink = {buffer, size == 0 ? 0 : size - 1, 0, 0, 0};
  __library_format(&sink, format, arguments);
  if (size > 0)
    buffer[sink.used] = '\0';
  return sink.total;
}

int __library_format_to_buffer(char *buffer, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __library_format_list_to_buffer(buffer, size, format, arguments);
  va_end(arguments);
  return length;
}
