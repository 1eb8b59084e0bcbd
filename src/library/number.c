/* SPDX-License-Identifier: Apache-2.0 */
/* Integers: arithmetic of <stdlib.h>, and integers from text. Floats from text: number_float.c. */
#include "number.h"
#include "errors.h"

#include <stddef.h>

struct quotient_int {
  int quotient, remainder;
};
struct quotient_long {
  long quotient, remainder;
};
struct quotient_long_long {
  long long quotient, remainder;
};

int abs(int number) { return number < 0 ? -number : number; }
long labs(long number) { return number < 0 ? -number : number; }
long long llabs(long long number) { return number < 0 ? -number : number; }

struct quotient_int div(int a, int b) {
  return (struct quotient_int){a / b, a % b};
}
struct quotient_long ldiv(long a, long b) {
  return (struct quotient_long){a / b, a % b};
}
struct quotient_long_long lldiv(long long a, long long b) {
  return (struct quotient_long_long){a / b, a % b};
}

/* The number of the lowest bit set, from 1; 0 if there is none. */
static int first_bit(unsigned long long bits) {
  for (int i = 0; bits != 0; i++, bits >>= 1)
    if (bits & 1)
      return i + 1;
  return 0;
}

int ffs(int bits) { return first_bit((unsigned)bits); }
int ffsl(long bits) { return first_bit((unsigned long)bits); }
int ffsll(long long bits) { return first_bit((unsigned long long)bits); }

int __library_digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z')
    return c - 'A' + 10;
  return 99;
}

const char *__library_skip_space(const char *text) {
  while (*text == ' ' || (*text >= '\t' && *text <= '\r'))
    text++;
  return text;
}

/* A number as text: its sign, and its magnitude unless that does not fit 64 bits. */
struct parsed {
  const char *end; /* first byte not used, or the start if there is no number */
  unsigned long long magnitude;
  int negative, too_large;
};

static struct parsed parse(const char *text, int base) {
  struct parsed result = {text, 0, 0, 0};
  const char *at = __library_skip_space(text);
  if (*at == '-' || *at == '+')
    result.negative = *at++ == '-';
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
      __library_digit_value(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  for (int digit; (digit = __library_digit_value(*at)) < base; at++) {
    if (__builtin_mul_overflow(result.magnitude, (unsigned long long)base, &result.magnitude) ||
        __builtin_add_overflow(result.magnitude, (unsigned long long)digit, &result.magnitude))
      result.too_large = 1;
    result.end = at + 1;
  }
  return result;
}

static int is_bad_base(const char *text, char **end, int base) {
  if (base == 0 || (base >= 2 && base <= 36))
    return 0;
  *__errno_location() = ERROR_INVAL;
  if (end != NULL)
    *end = (char *)text;
  return 1;
}

/* `largest` is that of the result's type. */
static long long parse_signed(const char *text, char **end, int base, unsigned long long largest) {
  if (is_bad_base(text, end, base))
    return 0;
  struct parsed parsed = parse(text, base);
  if (end != NULL)
    *end = (char *)parsed.end;
  unsigned long long limit = largest + (unsigned)parsed.negative;
  if (parsed.too_large || parsed.magnitude > limit) {
    *__errno_location() = ERROR_RANGE;
    parsed.magnitude = limit;
  }
  return (long long)(parsed.negative ? -parsed.magnitude : parsed.magnitude);
}

static unsigned long long parse_unsigned(const char *text, char **end, int base,
                                         unsigned long long largest) {
  if (is_bad_base(text, end, base))
    return 0;
  struct parsed parsed = parse(text, base);
  if (end != NULL)
    *end = (char *)parsed.end;
  if (parsed.too_large || parsed.magnitude > largest) {
    *__errno_location() = ERROR_RANGE;
    return largest;
  }
  return parsed.negative ? -parsed.magnitude : parsed.magnitude;
}

/* Programs preprocessed against newer headers call the __isoc23_ names. */
#define PARSERS(type, function, parser, largest)                                                   \
  type function(const char *text, char **end, int base) {                                          \
    return (type)parser(text, end, base, largest);                                                 \
  }                                                                                                \
  type __isoc23_##function(const char *text, char **end, int base) {                               \
    return (type)parser(text, end, base, largest);                                                 \
  }

PARSERS(long, strtol, parse_signed, __LONG_MAX__)
PARSERS(long long, strtoll, parse_signed, __LONG_LONG_MAX__)
PARSERS(long long, strtoq, parse_signed, __LONG_LONG_MAX__)
PARSERS(unsigned long, strtoul, parse_unsigned, __LONG_MAX__ * 2UL + 1)
PARSERS(unsigned long long, strtoull, parse_unsigned, __LONG_LONG_MAX__ * 2ULL + 1)
PARSERS(unsigned long long, strtouq, parse_unsigned, __LONG_LONG_MAX__ * 2ULL + 1)
PARSERS(__INTMAX_TYPE__, strtoimax, parse_signed, __INTMAX_MAX__)
PARSERS(__UINTMAX_TYPE__, strtoumax, parse_unsigned, __UINTMAX_MAX__)

int atoi(const char *text) { return (int)parse_signed(text, NULL, 10, __LONG_MAX__); }
long atol(const char *text) { return (long)parse_signed(text, NULL, 10, __LONG_MAX__); }
long long atoll(const char *text) { return parse_signed(text, NULL, 10, __LONG_LONG_MAX__); }
