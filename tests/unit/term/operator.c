/* SPDX-License-Identifier: Apache-2.0 */
/* What operators compute: against definitions in plain arithmetic, on every operand of small widths
 * and on chosen ones of large widths. */
#include "term/operator.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static uint64_t apply(enum operator op, unsigned width, uint64_t a, uint64_t b) {
  return operator_apply(&(struct operation_on_bits){
      .op = op, .width = width, .operand_width = width, .a = a, .b = b});
}

static uint64_t compare(enum operator op, unsigned width, uint64_t a, uint64_t b) {
  return operator_apply(
      &(struct operation_on_bits){.op = op, .width = 1, .operand_width = width, .a = a, .b = b});
}

static uint64_t convert(enum operator op, unsigned from, unsigned to, uint64_t a) {
  return operator_apply(
      &(struct operation_on_bits){.op = op, .width = to, .operand_width = from, .a = a});
}

static uint64_t float_bits(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

/* The number that `bits` of `width` mean in two's complement, without shifting. */
static int signed_value(unsigned bits, unsigned width) {
  int limit = 1 << (width - 1);
  return (int)bits >= limit ? (int)bits - 2 * limit : (int)bits;
}

static bool fits(int value, unsigned width) {
  return value >= -(1 << (width - 1)) && value < 1 << (width - 1);
}

static void check_pair(unsigned width, unsigned a, unsigned b) {
  unsigned mask = (1u << width) - 1;
  int x = signed_value(a, width), y = signed_value(b, width);
  assert_int_equal(apply(OP_ADD, width, a, b), (a + b) & mask);
  assert_int_equal(apply(OP_SUB, width, a, b), (a - b) & mask);
  assert_int_equal(apply(OP_MUL, width, a, b), (a * b) & mask);
  assert_int_equal(apply(OP_UDIV, width, a, b), b ? a / b : mask);
  assert_int_equal(apply(OP_UREM, width, a, b), b ? a % b : a);
  assert_int_equal(apply(OP_SDIV, width, a, b), (unsigned)(y ? x / y : x < 0 ? 1 : -1) & mask);
  assert_int_equal(apply(OP_SREM, width, a, b), (unsigned)(y ? x % y : x) & mask);
  assert_int_equal(apply(OP_AND, width, a, b), a & b);
  assert_int_equal(apply(OP_OR, width, a, b), a | b);
  assert_int_equal(apply(OP_XOR, width, a, b), a ^ b);
  assert_int_equal(apply(OP_SHL, width, a, b), b < width ? (a << b) & mask : 0);
  assert_int_equal(apply(OP_LSHR, width, a, b), b < width ? a >> b : 0);
  int shifted = x;
  for (unsigned i = 0; i < b && i < width; i++)
    shifted = (shifted - (shifted & 1)) / 2;
  assert_int_equal(apply(OP_ASHR, width, a, b), (unsigned)shifted & mask);
  assert_int_equal(compare(OP_EQ, width, a, b), a == b);
  assert_int_equal(compare(OP_ULT, width, a, b), a < b);
  assert_int_equal(compare(OP_ULE, width, a, b), a <= b);
  assert_int_equal(compare(OP_SLT, width, a, b), x < y);
  assert_int_equal(compare(OP_SLE, width, a, b), x <= y);
  assert_int_equal(compare(OP_SADD_OVERFLOWS, width, a, b), !fits(x + y, width));
  assert_int_equal(compare(OP_SSUB_OVERFLOWS, width, a, b), !fits(x - y, width));
  assert_int_equal(compare(OP_SMUL_OVERFLOWS, width, a, b), !fits(x * y, width));
  assert_int_equal(compare(OP_UADD_OVERFLOWS, width, a, b), a + b > mask);
  assert_int_equal(compare(OP_USUB_OVERFLOWS, width, a, b), a < b);
  assert_int_equal(compare(OP_UMUL_OVERFLOWS, width, a, b), a * b > mask);
}

static void integer_operators_equal_plain_arithmetic_on_all_small_operands(void **unused) {
  (void)unused;
  for (unsigned width = 1; width <= 6; width++)
    for (unsigned a = 0; a < 1u << width; a++)
      for (unsigned b = 0; b < 1u << width; b++)
        check_pair(width, a, b);
}

static void integer_operators_are_total_at_full_width(void **unused) {
  (void)unused;
  uint64_t lowest = UINT64_C(1) << 63, minus_one = UINT64_MAX;
  assert_true(apply(OP_SDIV, 64, lowest, minus_one) == lowest);
  assert_true(apply(OP_SREM, 64, lowest, minus_one) == 0);
  assert_true(apply(OP_SDIV, 64, 5, 0) == UINT64_MAX);
  assert_true(apply(OP_SDIV, 64, minus_one, 0) == 1);
  assert_true(apply(OP_UDIV, 64, 5, 0) == UINT64_MAX);
  assert_true(apply(OP_SREM, 64, minus_one, 0) == minus_one);
  assert_true(apply(OP_SHL, 64, 1, 63) == lowest);
  assert_true(apply(OP_SHL, 64, 1, 64) == 0);
  assert_true(apply(OP_LSHR, 64, lowest, UINT64_MAX) == 0);
  assert_true(apply(OP_ASHR, 64, lowest, 64) == minus_one);
  assert_true(apply(OP_ASHR, 64, lowest, 63) == minus_one);
  assert_true(apply(OP_ASHR, 32, 0x80000000u, 31) == 0xffffffffu);
  assert_true(compare(OP_SADD_OVERFLOWS, 64, INT64_MAX, 1));
  assert_false(compare(OP_SADD_OVERFLOWS, 64, INT64_MAX, 0));
  assert_true(compare(OP_SSUB_OVERFLOWS, 64, 0, lowest));
  assert_true(compare(OP_SMUL_OVERFLOWS, 64, lowest, minus_one));
  assert_true(compare(OP_SMUL_OVERFLOWS, 32, 0x10000, 0x8000));
  assert_false(compare(OP_SMUL_OVERFLOWS, 32, 0x10000, 0x7fff));
  assert_true(compare(OP_UMUL_OVERFLOWS, 64, UINT64_C(1) << 32, UINT64_C(1) << 32));
  assert_true(compare(OP_UADD_OVERFLOWS, 64, UINT64_MAX, 1));
  assert_false(compare(OP_UADD_OVERFLOWS, 64, UINT64_MAX - 1, 1));
}

static void extensions_extracts_and_joins_place_bits(void **unused) {
  (void)unused;
  assert_true(convert(OP_ZEXT, 8, 64, 0x80) == 0x80);
  assert_true(convert(OP_SEXT, 8, 64, 0x80) == UINT64_C(0xffffffffffffff80));
  assert_true(convert(OP_SEXT, 8, 32, 0x80) == 0xffffff80u);
  assert_true(convert(OP_SEXT, 1, 33, 1) == UINT64_C(0x1ffffffff));
  struct operation_on_bits on = {
      .op = OP_EXTRACT, .width = 8, .operand_width = 32, .low = 8, .a = 0x12345678};
  assert_int_equal(operator_apply(&on), 0x56);
  on = (struct operation_on_bits){
      .op = OP_CONCAT, .width = 24, .operand_width = 8, .low = 16, .a = 0xab, .b = 0xcdef};
  assert_int_equal(operator_apply(&on), 0xabcdef);
  on = (struct operation_on_bits){
      .op = OP_ITE, .width = 8, .operand_width = 8, .a = 1, .b = 7, .c = 9};
  assert_int_equal(operator_apply(&on), 7);
  on.a = 0;
  assert_int_equal(operator_apply(&on), 9);
}

static void floats_are_computed_in_their_own_precision(void **unused) {
  (void)unused;
  uint64_t big = float_bits(16777216.0f), one = float_bits(1.0f);
  assert_true(apply(OP_FADD, 32, big, one) == big); /* ties to even */
  assert_true(apply(OP_FADD, 64, double_bits(16777216.0), double_bits(1.0)) ==
              double_bits(16777217.0));
  assert_true(apply(OP_FDIV, 32, one, float_bits(3.0f)) == 0x3eaaaaabu);
  assert_true(apply(OP_FDIV, 64, double_bits(1.0), double_bits(3.0)) ==
              UINT64_C(0x3fd5555555555555));
  assert_true(apply(OP_FMUL, 32, float_bits(1e30f), float_bits(1e30f)) == float_bits(INFINITY));
  assert_true(apply(OP_FSUB, 32, one, one) == 0);
  assert_true(apply(OP_FREM, 64, double_bits(-5.5), double_bits(2.0)) == double_bits(-1.5));
  assert_true(apply(OP_FSQRT, 32, float_bits(2.0f), 0) == 0x3fb504f3u);
  assert_true(apply(OP_FPOW, 64, double_bits(2.0), double_bits(10.0)) == double_bits(1024.0));
  assert_true(apply(OP_FSIN, 32, float_bits(0.0f), 0) == float_bits(0.0f));
  assert_true(apply(OP_FRINT, 64, double_bits(2.5), 0) == double_bits(2.0));
  assert_true(apply(OP_FRINT, 64, double_bits(3.5), 0) == double_bits(4.0));
  assert_true(convert(OP_FCONVERT, 64, 32, double_bits(0.1)) == float_bits(0.1f));
  assert_true(convert(OP_FCONVERT, 32, 64, float_bits(0.1f)) == double_bits((double)0.1f));
}

static void comparisons_with_nan_are_false_and_unordered(void **unused) {
  (void)unused;
  uint64_t nan32 = float_bits(NAN), nan64 = double_bits((double)NAN);
  const enum operator comparisons[] = {OP_FEQ, OP_FLT, OP_FLE};
  for (size_t i = 0; i < 3; i++) {
    assert_false(compare(comparisons[i], 32, nan32, nan32));
    assert_false(compare(comparisons[i], 64, nan64, double_bits(1.0)));
  }
  assert_true(compare(OP_FUNORDERED, 32, nan32, float_bits(1.0f)));
  assert_true(compare(OP_FUNORDERED, 64, double_bits(1.0), nan64));
  assert_false(compare(OP_FUNORDERED, 64, double_bits(1.0), double_bits(2.0)));
  assert_true(compare(OP_FEQ, 32, float_bits(0.0f), float_bits(-0.0f)));
  assert_true(compare(OP_FLT, 64, double_bits(-1.0), double_bits(1.0)));
  assert_true(compare(OP_FLE, 64, double_bits(1.0), double_bits(1.0)));
}

static void integers_become_the_nearest_float(void **unused) {
  (void)unused;
  assert_true(convert(OP_FLOAT_FROM_SINT, 32, 64, 0xffffffffu) == double_bits(-1.0));
  assert_true(convert(OP_FLOAT_FROM_UINT, 32, 64, 0xffffffffu) == double_bits(4294967295.0));
  assert_true(convert(OP_FLOAT_FROM_SINT, 1, 32, 1) == float_bits(-1.0f));
  assert_true(convert(OP_FLOAT_FROM_UINT, 64, 32, UINT64_MAX) == float_bits(0x1p64f));
  assert_true(convert(OP_FLOAT_FROM_UINT, 64, 64, UINT64_MAX) == double_bits(0x1p64));
  /* Once only: by way of binary64 this would round down. */
  assert_true(convert(OP_FLOAT_FROM_SINT, 64, 32, UINT64_C(0x20000020000001)) ==
              float_bits(0x1.000002p53f));
}

static void floats_become_integers_as_on_x86_64(void **unused) {
  (void)unused;
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 32, double_bits(-1.9)) == 0xffffffffu);
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 32, double_bits(2147483647.5)) == 0x7fffffffu);
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 32, double_bits(-2147483648.5)) == 0x80000000u);
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 32, double_bits(1e10)) == 0x80000000u);
  assert_true(convert(OP_FLOAT_TO_SINT, 32, 32, float_bits(NAN)) == 0x80000000u);
  assert_true(convert(OP_FLOAT_TO_SINT, 32, 64, float_bits(1e30f)) == UINT64_C(1) << 63);
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 8, double_bits(300.0)) == 44);
  assert_true(convert(OP_FLOAT_TO_SINT, 64, 16, double_bits(1e10)) == 0);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 32, double_bits(4294967295.0)) == 0xffffffffu);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 32, double_bits(-1.0)) == 0xffffffffu);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 32, double_bits(4294967297.0)) == 1);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 64, double_bits(0x1p63)) == UINT64_C(1) << 63);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 64, double_bits(0x1.8p63)) == UINT64_C(3) << 62);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 64, double_bits(-1.0)) == UINT64_MAX);
  assert_true(convert(OP_FLOAT_TO_UINT, 64, 64, double_bits(1e30)) == UINT64_C(1) << 63);
  assert_true(convert(OP_FLOAT_TO_UINT, 32, 8, float_bits(200.7f)) == 200);
}

static void every_operator_has_a_text_and_an_arity(void **unused) {
  (void)unused;
  for (int op = 0; op < OP_COUNT; op++) {
    assert_true(strlen(operator_text((enum operator)op)) > 0);
    assert_in_range(operator_arity((enum operator)op), 1, 3);
  }
  assert_false(operator_is_float(OP_UMUL_OVERFLOWS));
  assert_true(operator_is_float(OP_FADD));
  assert_true(operator_is_float(OP_FLOAT_TO_UINT));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integer_operators_equal_plain_arithmetic_on_all_small_operands),
      cmocka_unit_test(integer_operators_are_total_at_full_width),
      cmocka_unit_test(extensions_extracts_and_joins_place_bits),
      cmocka_unit_test(floats_are_computed_in_their_own_precision),
      cmocka_unit_test(comparisons_with_nan_are_false_and_unordered),
      cmocka_unit_test(integers_become_the_nearest_float),
      cmocka_unit_test(floats_become_integers_as_on_x86_64),
      cmocka_unit_test(every_operator_has_a_text_and_an_arity),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
