/* SPDX-License-Identifier: Apache-2.0 */
/* Floats as text, exactly: a double is a whole number times a power of two, hence a finite decimal
 * fraction, whose digits are all computed before they are rounded (to nearest, ties to even, as
 * glibc does). The whole and the fractional part are big binary numbers; nine digits at a time come
 * from dividing the one and multiplying the other by 10^9. */
#include "format.h"

enum {
  MANTISSA_BITS = 52,
  WHOLE_WORDS = 33,    /* 1024 bits and what a shift of the mantissa spills */
  FRACTION_WORDS = 34, /* 1074 bits */
  GROUP = 1000000000,  /* nine decimal digits */
  DIGITS = 309 + 1074 + 18,
};

/* 0.d1d2d3... * 10^point, d1 not 0; zero has no digits. */
struct decimal {
  int count, point;
  char digits[DIGITS];
};

static void add_group(struct decimal *decimal, unsigned group) {
  for (unsigned divisor = GROUP / 10; divisor != 0; divisor /= 10) {
    char digit = (char)('0' + group / divisor % 10);
    if (decimal->count > 0 || digit != '0')
      decimal->digits[decimal->count++] = digit;
    else
      decimal->point--;
  }
}

/* ORs mantissa << shift into words, the lowest first. */
static void place(unsigned *words, unsigned long long mantissa, int shift) {
  int word = shift / 32, bit = shift % 32;
  for (int i = 0; i < 3; i++) {
    unsigned long long part = mantissa & 0xffffffffu;
    mantissa >>= 32;
    part <<= bit;
    words[word + i] |= (unsigned)part;
    if ((part >> 32) != 0)
      words[word + i + 1] |= (unsigned)(part >> 32);
    if (mantissa == 0)
      break;
  }
}

/* The digits of mantissa * 2^exponent, which is a whole number. */
static void add_whole(struct decimal *decimal, unsigned long long mantissa, int exponent) {
  unsigned words[WHOLE_WORDS + 2] = {0};
  unsigned groups[(309 + 8) / 9 + 1];
  int group_count = 0, top = (exponent + 63) / 32 + 1;
  place(words, mantissa, exponent);
  while (top > 0) {
    unsigned long long remainder = 0;
    for (int i = top - 1; i >= 0; i--) {
      remainder = remainder << 32 | words[i];
      words[i] = (unsigned)(remainder / GROUP);
      remainder %= GROUP;
    }
    groups[group_count++] = (unsigned)remainder;
    while (top > 0 && words[top - 1] == 0)
      top--;
  }
  decimal->point += group_count * 9;
  while (group_count > 0)
    add_group(decimal, groups[--group_count]);
}

/* The digits of mantissa / 2^bits, which is less than 1. */
static void add_fraction(struct decimal *decimal, unsigned long long mantissa, int bits) {
  unsigned words[FRACTION_WORDS + 3] = {0};
  int top = (bits + 31) / 32, low = 0;
  place(words, mantissa, top * 32 - bits);
  while (low < top) {
    if (words[low] == 0) {
      low++;
      continue;
    }
    unsigned long long carry = 0;
    for (int i = low; i < top; i++) {
      carry += (unsigned long long)words[i] * GROUP;
      words[i] = (unsigned)carry;
      carry >>= 32;
    }
    add_group(decimal, (unsigned)carry);
  }
}

/* value = mantissa * 2^exponent, for a finite value that is not negative. */
static unsigned long long split(double value, int *exponent) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  int biased = (int)(bits >> MANTISSA_BITS) & 0x7ff;
  unsigned long long mantissa = bits & ((1ull << MANTISSA_BITS) - 1);
  *exponent = (biased == 0 ? 1 : biased) - 1023 - MANTISSA_BITS;
  return biased == 0 ? mantissa : mantissa | 1ull << MANTISSA_BITS;
}

static void expand(struct decimal *decimal, double value) {
  int exponent;
  unsigned long long mantissa = split(value, &exponent);
  decimal->count = decimal->point = 0;
  if (mantissa == 0) {
    decimal->point = 1;
    return;
  }
  for (; (mantissa & 1) == 0; exponent++)
    mantissa >>= 1;
  if (exponent >= 0) {
    add_whole(decimal, mantissa, exponent);
    return;
  }
  unsigned long long whole = exponent > -64 ? mantissa >> -exponent : 0;
  if (whole != 0) {
    add_whole(decimal, whole, 0);
    mantissa -= whole << -exponent;
  }
  add_fraction(decimal, mantissa, -exponent);
}

/* Rounds to the first `keep` digits. */
static void round_decimal(struct decimal *decimal, int keep) {
  if (keep >= decimal->count)
    return;
  int up = 0;
  if (keep >= 0) {
    char next = decimal->digits[keep];
    int odd = keep > 0 && (decimal->digits[keep - 1] - '0') % 2 != 0;
    int last = decimal->count - 1;
    while (last > keep && decimal->digits[last] == '0')
      last--;
    up = next > '5' || (next == '5' && (last > keep || odd));
  }
  decimal->count = keep < 0 ? 0 : keep;
  if (!up)
    return;
  while (decimal->count > 0 && decimal->digits[decimal->count - 1] == '9')
    decimal->count--;
  if (decimal->count > 0) {
    decimal->digits[decimal->count - 1]++;
  } else {
    decimal->digits[0] = '1';
    decimal->count = 1;
    decimal->point++;
  }
}

static char digit_at(const struct decimal *decimal, int index) {
  return index >= 0 && index < decimal->count ? decimal->digits[index] : '0';
}

static int is_upper(char type) { return type >= 'A' && type <= 'Z'; }

static int decimal_length(int number) {
  int length = 1;
  for (; number >= 10; number /= 10)
    length++;
  return length;
}

/* e+07, p-3: at least `digits` digits. */
static void emit_exponent(struct sink *sink, char letter, int exponent, int digits) {
  __library_emit(sink, letter);
  __library_emit(sink, exponent < 0 ? '-' : '+');
  int magnitude = exponent < 0 ? -exponent : exponent;
  int divisor = 1;
  for (int i = 1; i < digits || magnitude / divisor >= 10; i++)
    divisor *= 10;
  for (; divisor != 0; divisor /= 10)
    __library_emit(sink, (char)('0' + magnitude / divisor % 10));
}

static int exponent_length(int exponent, int digits) {
  int length = decimal_length(exponent < 0 ? -exponent : exponent);
  return 2 + (length < digits ? digits : length);
}

static void emit_point(struct sink *sink, const struct conversion *conversion, int precision) {
  if (precision > 0 || conversion->alternate)
    __library_emit(sink, '.');
}

static int point_length(const struct conversion *conversion, int precision) {
  return precision > 0 || conversion->alternate;
}

static void format_fixed(struct sink *sink, const struct conversion *conversion, const char *prefix,
                         const struct decimal *decimal, int precision) {
  int whole = decimal->point > 0 && decimal->count > 0 ? decimal->point : 1;
  int first = decimal->point > 0 ? 0 : decimal->point - 1;
  int length = whole + point_length(conversion, precision) + precision;
  __library_open_field(sink, conversion, prefix, length, conversion->zero);
  for (int i = 0; i < whole; i++)
    __library_emit(sink, digit_at(decimal, first + i));
  emit_point(sink, conversion, precision);
  for (int i = 0; i < precision; i++)
    __library_emit(sink, digit_at(decimal, first + whole + i));
  __library_close_field(sink, conversion, prefix, length);
}

static void format_scientific(struct sink *sink, const struct conversion *conversion,
                              const char *prefix, const struct decimal *decimal, int precision) {
  int exponent = decimal->count == 0 ? 0 : decimal->point - 1;
  int length = 1 + point_length(conversion, precision) + precision + exponent_length(exponent, 2);
  __library_open_field(sink, conversion, prefix, length, conversion->zero);
  __library_emit(sink, digit_at(decimal, 0));
  emit_point(sink, conversion, precision);
  for (int i = 1; i <= precision; i++)
    __library_emit(sink, digit_at(decimal, i));
  emit_exponent(sink, is_upper(conversion->type) ? 'E' : 'e', exponent, 2);
  __library_close_field(sink, conversion, prefix, length);
}

/* Whichever of the two is shorter by the rule of C, without trailing zeros unless asked for. */
static void format_general(struct sink *sink, const struct conversion *conversion,
                           const char *prefix, struct decimal *decimal, int precision) {
  if (precision == 0)
    precision = 1;
  round_decimal(decimal, precision);
  int exponent = decimal->count == 0 ? 0 : decimal->point - 1;
  int significant = precision;
  if (!conversion->alternate) {
    significant = decimal->count;
    while (significant > 1 && decimal->digits[significant - 1] == '0')
      significant--;
    if (significant == 0)
      significant = 1;
  }
  if (exponent < -4 || exponent >= precision) {
    format_scientific(sink, conversion, prefix, decimal, significant - 1);
  } else {
    int behind = significant - 1 - exponent;
    format_fixed(sink, conversion, prefix, decimal, behind < 0 ? 0 : behind);
  }
}

static void format_hexadecimal(struct sink *sink, const struct conversion *conversion,
                               const char *sign, double value) {
  int exponent, upper = is_upper(conversion->type), precision = conversion->precision;
  unsigned long long mantissa = split(value, &exponent);
  exponent = mantissa == 0 ? 0 : exponent + MANTISSA_BITS;
  if (precision < 0) {
    precision = 13;
    for (unsigned long long rest = mantissa; precision > 0 && (rest & 15) == 0; rest >>= 4)
      precision--;
  } else if (precision < 13) {
    unsigned long long unit = 1ull << 4 * (13 - precision), half = unit / 2;
    unsigned long long rest = mantissa & (unit - 1);
    mantissa -= rest;
    if (rest > half || (rest == half && (mantissa & unit) != 0))
      mantissa += unit;
  }
  char prefix[4];
  int prefix_length = 0;
  if (*sign != '\0')
    prefix[prefix_length++] = *sign;
  prefix[prefix_length++] = '0';
  prefix[prefix_length++] = upper ? 'X' : 'x';
  prefix[prefix_length] = '\0';
  int length = 1 + point_length(conversion, precision) + precision + exponent_length(exponent, 1);
  __library_open_field(sink, conversion, prefix, length, conversion->zero);
  __library_emit(sink, (char)('0' + (mantissa >> MANTISSA_BITS)));
  emit_point(sink, conversion, precision);
  for (int i = 1; i <= precision; i++) {
    unsigned digit = i <= 13 ? (unsigned)(mantissa >> 4 * (13 - i)) & 15 : 0;
    __library_emit(sink, (char)(digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10));
  }
  emit_exponent(sink, upper ? 'P' : 'p', exponent, 1);
  __library_close_field(sink, conversion, prefix, length);
}

static void format_special(struct sink *sink, const struct conversion *conversion,
                           const char *prefix, const char *text) {
  __library_open_field(sink, conversion, prefix, 3, 0);
  for (int i = 0; i < 3; i++)
    __library_emit(sink, text[i]);
  __library_close_field(sink, conversion, prefix, 3);
}

void __library_format_double(struct sink *sink, const struct conversion *conversion, double value) {
  unsigned long long bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const char *prefix = bits >> 63 ? "-" : conversion->plus ? "+" : conversion->space ? " " : "";
  int upper = is_upper(conversion->type);
  if ((bits >> MANTISSA_BITS & 0x7ff) == 0x7ff) {
    int infinite = bits << (64 - MANTISSA_BITS) == 0;
    const char *text = infinite ? upper ? "INF" : "inf" : upper ? "NAN" : "nan";
    format_special(sink, conversion, prefix, text);
    return;
  }
  char type = (char)(conversion->type | ('a' - 'A'));
  if (type == 'a') {
    format_hexadecimal(sink, conversion, prefix, value);
    return;
  }
  struct decimal decimal;
  int precision = conversion->precision < 0 ? 6 : conversion->precision;
  expand(&decimal, value);
  if (type == 'f') {
    round_decimal(&decimal, decimal.point + precision);
    format_fixed(sink, conversion, prefix, &decimal, precision);
  } else if (type == 'e') {
    round_decimal(&decimal, precision + 1);
    format_scientific(sink, conversion, prefix, &decimal, precision);
  } else {
    format_general(sink, conversion, prefix, &decimal, precision);
  }
}
