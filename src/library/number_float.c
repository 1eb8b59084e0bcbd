/* SPDX-License-Identifier: Apache-2.0 */
/* Floats from text, correctly rounded. A decimal number is a fraction of two big whole numbers,
 * divided bit by bit to 64 bits and a note whether anything is left; a hexadecimal one is given in
 * bits already. Either is then rounded to binary32 or binary64 once. */
#include "errors.h"
#include "heddle.h"
#include "number.h"

#include <stddef.h>

enum {
  MOST_DIGITS = 800, /* more than any tie has: what follows only matters by not being zero */
  WORDS = 132,       /* 10^(MOST_DIGITS + 350) fits */
};

struct big {
  int count; /* words in use: the last of them is not 0 */
  unsigned words[WORDS];
};

static void multiply_add(struct big *number, unsigned factor, unsigned summand) {
  unsigned long long carry = summand;
  for (int i = 0; i < number->count; i++) {
    carry += (unsigned long long)number->words[i] * factor;
    number->words[i] = (unsigned)carry;
    carry >>= 32;
  }
  if (carry != 0)
    number->words[number->count++] = (unsigned)carry;
}

static void multiply_by_power_of_ten(struct big *number, int power) {
  for (; power >= 9; power -= 9)
    multiply_add(number, 1000000000, 0);
  for (; power > 0; power--)
    multiply_add(number, 10, 0);
}

static int bit_length(const struct big *number) {
  int length = number->count * 32;
  for (unsigned top = number->words[number->count - 1]; (top & 1u << 31) == 0; top <<= 1)
    length--;
  return length;
}

static void shift_left(struct big *number, int bits) {
  for (; bits >= 16; bits -= 16)
    multiply_add(number, 1u << 16, 0);
  multiply_add(number, 1u << bits, 0);
}

static int is_less(const struct big *a, const struct big *b) {
  if (a->count != b->count)
    return a->count < b->count;
  for (int i = a->count - 1; i >= 0; i--)
    if (a->words[i] != b->words[i])
      return a->words[i] < b->words[i];
  return 0;
}

/* a -= b, which is not larger. */
static void subtract(struct big *a, const struct big *b) {
  unsigned long long borrow = 0;
  for (int i = 0; i < a->count; i++) {
    unsigned long long less = borrow + (i < b->count ? b->words[i] : 0);
    borrow = a->words[i] < less;
    a->words[i] = (unsigned)(a->words[i] - less);
  }
  while (a->count > 0 && a->words[a->count - 1] == 0)
    a->count--;
}

enum kind { KIND_NONE, KIND_ZERO, KIND_FINITE, KIND_INFINITE, KIND_NAN };

/* bits * 2^exponent and a bit more if `inexact`; the top bit of `bits` is set if finite. */
struct binary {
  enum kind kind;
  int negative, inexact, exponent;
  unsigned long long bits;
  const char *end;
};

static void normalise(struct binary *result) {
  for (; (result->bits & 1ull << 63) == 0; result->exponent--)
    result->bits <<= 1;
}

static void divide(struct binary *result, struct big *a, struct big *b) {
  int difference = bit_length(a) - bit_length(b);
  if (difference < 0)
    shift_left(a, -difference);
  else
    shift_left(b, difference);
  if (is_less(a, b)) {
    shift_left(a, 1);
    difference--;
  }
  result->exponent = difference - 63;
  for (int i = 0; i < 64; i++) {
    result->bits <<= 1;
    if (!is_less(a, b)) {
      subtract(a, b);
      result->bits |= 1;
    }
    shift_left(a, 1);
  }
  result->inexact |= a->count > 0;
}

/* Reads an exponent (after e or p) if there is one. */
static const char *parse_exponent(const char *at, char letter, int *exponent) {
  const char *start = at;
  int negative = 0, magnitude = 0;
  if ((*at | ('a' - 'A')) != letter)
    return start;
  at++;
  if (*at == '-' || *at == '+')
    negative = *at++ == '-';
  if (*at < '0' || *at > '9')
    return start;
  for (; *at >= '0' && *at <= '9'; at++)
    if (magnitude < 100000)
      magnitude = magnitude * 10 + (*at - '0');
  *exponent += negative ? -magnitude : magnitude;
  return at;
}

static void parse_decimal(struct binary *result, const char *at) {
  struct big numerator, denominator;
  int count = 0, power = 0, seen_point = 0, seen_digit = 0, rest = 0;
  numerator.count = 0;
  for (;; at++) {
    if (*at == '.' && !seen_point) {
      seen_point = 1;
      continue;
    }
    if (*at < '0' || *at > '9')
      break;
    seen_digit = 1;
    power -= seen_point;
    if (count == 0 && *at == '0')
      continue;
    if (count < MOST_DIGITS) {
      multiply_add(&numerator, 10, (unsigned)(*at - '0'));
      count++;
    } else {
      rest |= *at != '0';
      power++;
    }
  }
  if (!seen_digit)
    return;
  result->end = parse_exponent(at, 'e', &power);
  result->kind = KIND_FINITE;
  if (count == 0 || count + power < -330) {
    result->kind = KIND_ZERO;
    result->inexact = count != 0;
    return;
  }
  if (count + power > 310) {
    result->bits = 1ull << 63;
    result->exponent = 100000;
    return;
  }
  denominator.count = 1;
  denominator.words[0] = 1;
  if (power < 0)
    multiply_by_power_of_ten(&denominator, -power);
  else
    multiply_by_power_of_ten(&numerator, power);
  divide(result, &numerator, &denominator);
  result->inexact |= rest;
}

static void parse_hexadecimal(struct binary *result, const char *at) {
  int seen_point = 0, seen_digit = 0;
  for (;; at++) {
    if (*at == '.' && !seen_point) {
      seen_point = 1;
      continue;
    }
    int digit = __library_digit_value(*at);
    if (digit >= 16)
      break;
    seen_digit = 1;
    if (result->bits >> 60 == 0) {
      result->bits = result->bits << 4 | (unsigned)digit;
      result->exponent -= 4 * seen_point;
    } else {
      result->inexact |= digit != 0;
      result->exponent += 4 * !seen_point;
    }
  }
  if (!seen_digit)
    return;
  result->end = parse_exponent(at, 'p', &result->exponent);
  result->kind = KIND_ZERO;
  if (result->bits != 0) {
    result->kind = KIND_FINITE;
    normalise(result);
  }
}

/* The rest of `text` after `word`, in upper or lower case; NULL if it does not start with it. */
static const char *skip_word(const char *text, const char *word) {
  for (; *word != '\0'; text++, word++)
    if ((*text | ('a' - 'A')) != *word)
      return NULL;
  return text;
}

static const char *skip_nan_payload(const char *at) {
  if (*at != '(')
    return at;
  const char *inside = at + 1;
  while (__library_digit_value(*inside) < 36 || *inside == '_')
    inside++;
  return *inside == ')' ? inside + 1 : at;
}

static struct binary parse(const char *text) {
  struct binary result = {KIND_NONE, 0, 0, 0, 0, text};
  const char *at = __library_skip_space(text), *behind;
  if (*at == '-' || *at == '+')
    result.negative = *at++ == '-';
  if ((behind = skip_word(at, "inf")) != NULL) {
    const char *whole = skip_word(behind, "inity");
    result.end = whole != NULL ? whole : behind;
    result.kind = KIND_INFINITE;
  } else if ((behind = skip_word(at, "nan")) != NULL) {
    result.end = skip_nan_payload(behind);
    result.kind = KIND_NAN;
  } else {
    if (at[0] == '0' && (at[1] | ('a' - 'A')) == 'x')
      parse_hexadecimal(&result, at + 2);
    if (result.kind == KIND_NONE)
      parse_decimal(&result, at);
  }
  return result;
}

/* The bits of an IEEE number with a mantissa of `precision` bits (the hidden one included) whose
 * smallest normal exponent is `lowest`. */
static unsigned long long round_to(const struct binary *number, int precision, int lowest) {
  unsigned long long infinity = (unsigned long long)(2 - 2 * lowest + 1) << (precision - 1);
  if (number->kind == KIND_NONE)
    return 0;
  if (number->kind == KIND_INFINITE)
    return infinity;
  if (number->kind == KIND_NAN)
    return infinity | 1ull << (precision - 2);
  if (number->kind == KIND_ZERO) {
    if (number->inexact)
      *__errno_location() = ERROR_RANGE;
    return 0;
  }
  int exponent = number->exponent + 63, drop = 64 - precision;
  if (exponent < lowest)
    drop += lowest - exponent < 64 ? lowest - exponent : 64;
  unsigned long long mantissa = 0, rest = 0, half = 1ull << 63;
  if (drop < 64) {
    mantissa = number->bits >> drop;
    rest = number->bits << (64 - drop);
  } else if (drop == 64) {
    rest = number->bits;
  }
  int inexact = rest != 0 || number->inexact || drop > 64;
  if (rest > half || (rest == half && (number->inexact || (mantissa & 1) != 0)))
    mantissa++;
  if (exponent < lowest) {
    if (inexact && mantissa < 1ull << (precision - 1))
      *__errno_location() = ERROR_RANGE;
    return mantissa; /* a carry into the exponent makes the smallest normal number */
  }
  if (exponent > 1 - lowest || (exponent == 1 - lowest && mantissa >> precision != 0)) {
    *__errno_location() = ERROR_RANGE;
    return infinity;
  }
  return ((unsigned long long)(exponent - lowest) << (precision - 1)) + mantissa;
}

double __library_parse_double(const char *text, char **end) {
  struct binary number = parse(text);
  if (end != NULL)
    *end = (char *)number.end;
  unsigned long long bits = round_to(&number, 53, -1022);
  bits |= (unsigned long long)(number.kind != KIND_NONE && number.negative) << 63;
  double result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}

double strtod(const char *text, char **end) { return __library_parse_double(text, end); }

float strtof(const char *text, char **end) {
  struct binary number = parse(text);
  if (end != NULL)
    *end = (char *)number.end;
  unsigned bits = (unsigned)round_to(&number, 24, -126);
  bits |= (unsigned)(number.kind != KIND_NONE && number.negative) << 31;
  float result;
  __builtin_memcpy(&result, &bits, sizeof result);
  return result;
}

double atof(const char *text) { return __library_parse_double(text, NULL); }
