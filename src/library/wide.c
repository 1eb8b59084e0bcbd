/* SPDX-License-Identifier: Apache-2.0 */
/* Division and overflow of 128-bit integers, for the front end, which has no operators for it. */
typedef unsigned long long word;

struct wide {
  word low, high;
};

static struct wide negate(struct wide x) { return (struct wide){-x.low, ~x.high + (x.low == 0)}; }

static int is_less(struct wide x, struct wide y) {
  return x.high != y.high ? x.high < y.high : x.low < y.low;
}

static struct wide subtract(struct wide x, struct wide y) {
  return (struct wide){x.low - y.low, x.high - y.high - (x.low < y.low)};
}

static struct wide shift_in(struct wide x, word bit) {
  return (struct wide){x.low << 1 | bit, x.high << 1 | x.low >> 63};
}

/* By a divisor of 32 bits, digit by digit of 32 bits. */
static struct wide divide_by_digit(struct wide x, word y, struct wide *rest) {
  word digits[4] = {x.low & 0xffffffff, x.low >> 32, x.high & 0xffffffff, x.high >> 32};
  word remainder = 0;
  for (int i = 3; i >= 0; i--) {
    remainder = remainder << 32 | digits[i];
    digits[i] = remainder / y;
    remainder %= y;
  }
  *rest = (struct wide){remainder, 0};
  return (struct wide){digits[0] | digits[1] << 32, digits[2] | digits[3] << 32};
}

/* Bit by bit. */
static struct wide divide(struct wide x, struct wide y, struct wide *rest) {
  struct wide quotient = {0, 0};
  *rest = (struct wide){0, 0};
  int top = x.high != 0 ? 127 : 63;
  while (top > 0 && ((top < 64 ? x.low >> top : x.high >> (top - 64)) & 1) == 0)
    top--;
  for (int i = top; i >= 0; i--) {
    word carry = rest->high >> 63;
    *rest = shift_in(*rest, (i < 64 ? x.low >> i : x.high >> (i - 64)) & 1);
    quotient = shift_in(quotient, 0);
    if (carry || !is_less(*rest, y)) {
      *rest = subtract(*rest, y);
      quotient.low |= 1;
    }
  }
  return quotient;
}

/* The divisor is not 0. `wanted`: bit 0 the upper word, bit 1 the remainder instead of the
 * quotient, bit 2 signed. */
word __library_divide_wide(word x_low, word x_high, word y_low, word y_high, unsigned wanted) {
  struct wide x = {x_low, x_high}, y = {y_low, y_high}, rest;
  int negative_x = (wanted & 4) && x_high >> 63, negative_y = (wanted & 4) && y_high >> 63;
  if (negative_x)
    x = negate(x);
  if (negative_y)
    y = negate(y);
  int is_digit = y.high == 0 && y.low >> 32 == 0;
  struct wide result = is_digit ? divide_by_digit(x, y.low, &rest) : divide(x, y, &rest);
  if (wanted & 2)
    result = negative_x ? negate(rest) : rest;
  else if (negative_x != negative_y)
    result = negate(result);
  return wanted & 1 ? result.high : result.low;
}

/* Of signed numbers. */
int __library_product_overflows(word x_low, word x_high, word y_low, word y_high) {
  struct wide x = {x_low, x_high}, y = {y_low, y_high}, rest;
  int negative = (x_high ^ y_high) >> 63 != 0;
  if (x_high >> 63)
    x = negate(x);
  if (y_high >> 63)
    y = negate(y);
  if (y.low == 0 && y.high == 0)
    return 0;
  struct wide limit = {negative ? 0 : -1ULL, (1ULL << 63) - !negative};
  return is_less(divide(limit, y, &rest), x);
}
