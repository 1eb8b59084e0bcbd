/* SPDX-License-Identifier: Apache-2.0 */
/* Ranges hold what operators really give: all ranges and values of a small width are tried. */
#include "term/range.h"

#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { WIDTH = 3 };

static uint64_t bits_of(int64_t value, unsigned width) {
  return (uint64_t)value & width_mask(width);
}

static int64_t number_of(uint64_t bits, unsigned width) {
  return width == 1 ? (int64_t)bits : width_signed(bits, width);
}

static bool holds(struct range range, int64_t value) {
  return range.low <= value && value <= range.high;
}

/* Every value of the operands in these ranges. */
static void check_values(const struct term *node, const struct range ranges[3]) {
  struct range result = range_apply(node, ranges);
  assert_true(result.low <= result.high);
  assert_true(holds(range_full(node->width), result.low));
  assert_true(holds(range_full(node->width), result.high));
  for (int64_t a = ranges[0].low; a <= ranges[0].high; a++)
    for (int64_t b = ranges[1].low; b <= ranges[1].high; b++)
      for (int64_t c = ranges[2].low; c <= ranges[2].high; c++) {
        uint64_t operands[3] = {0, 0, 0};
        const int64_t values[3] = {a, b, c};
        for (unsigned i = 0; i < node->arity; i++)
          operands[i] = bits_of(values[i], node->operands[i]->width);
        uint64_t bits = term_apply_to_bits(node, operands);
        if (!holds(result, number_of(bits, node->width)))
          fail_msg("%s: %d %d %d", operator_text((enum operator)node->op), (int)a, (int)b, (int)c);
      }
}

static void check_operand(const struct term *node, struct range ranges[3], unsigned at) {
  if (at == 3) {
    check_values(node, ranges);
    return;
  }
  if (at >= node->arity) {
    ranges[at] = (struct range){0, 0};
    check_operand(node, ranges, at + 1);
    return;
  }
  struct range full = range_full(node->operands[at]->width);
  for (int64_t low = full.low; low <= full.high; low++)
    for (int64_t high = low; high <= full.high; high++) {
      ranges[at] = (struct range){low, high};
      check_operand(node, ranges, at + 1);
    }
}

static void check_all(const struct term *node) {
  struct range ranges[3];
  if (node->kind == TERM_APPLY)
    check_operand(node, ranges, 0);
}

static void an_operator_gives_nothing_outside_of_its_range(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  for (unsigned width = 1; width <= WIDTH; width++) {
    const struct term *a = term_variable(terms, width, 1), *b = term_variable(terms, width, 2);
    const struct term *condition = term_variable(terms, 1, 3);
    for (enum operator op = OP_ADD; op <= OP_SLE; op++)
      check_all(term_apply(terms, op, a, operator_arity(op) > 1 ? b : NULL, NULL));
    for (enum operator op = OP_SADD_OVERFLOWS; op <= OP_UMUL_OVERFLOWS; op++)
      check_all(term_apply(terms, op, a, b, NULL));
    check_all(term_apply(terms, OP_ITE, condition, a, b));
    check_all(term_apply(terms, OP_CONCAT, a, b, NULL));
    for (unsigned to = width + 1; to <= WIDTH + 2; to++) {
      check_all(term_convert(terms, OP_ZEXT, to, a));
      check_all(term_convert(terms, OP_SEXT, to, a));
    }
    for (unsigned low = 0; low < width; low++)
      for (unsigned part = 1; low + part <= width; part++)
        check_all(term_extract(terms, low, part, a));
  }
  terms_destroy(terms);
}

static void ranges_of_64_bits_do_not_wrap(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  struct ranges *ranges = ranges_create();
  const struct term *x = term_variable(terms, 64, 1);
  ranges_set(ranges, x, (struct range){5, INT64_MAX});
  struct range sum =
      ranges_of(ranges, term_apply(terms, OP_ADD, x, term_constant(terms, 64, 1), NULL));
  assert_true(sum.low == INT64_MIN && sum.high == INT64_MAX);
  struct range product = ranges_of(ranges, term_apply(terms, OP_MUL, x, x, NULL));
  assert_true(product.low == INT64_MIN && product.high == INT64_MAX);
  struct range difference =
      ranges_of(ranges, term_apply(terms, OP_SUB, term_constant(terms, 64, 0), x, NULL));
  assert_true(difference.low == -INT64_MAX && difference.high == -5);
  ranges_destroy(ranges);
  terms_destroy(terms);
}

/* For all pairs of a condition and a value: where the condition is true the value is in the range.
 */
static void a_condition_narrows_what_it_compares(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, WIDTH, 1), *y = term_variable(terms, WIDTH, 2);
  const struct term *one = term_constant(terms, WIDTH, 1);
  enum { SIDES = 7, CONDITIONS = 5 * SIDES * SIDES };
  const struct term *sides[SIDES] = {
      x,
      y,
      one,
      term_constant(terms, WIDTH, 6),
      term_apply(terms, OP_ADD, x, one, NULL),
      term_apply(terms, OP_ITE, term_apply(terms, OP_EQ, x, one, NULL), one,
                 term_apply(terms, OP_ADD, y, one, NULL)),
      term_apply(terms, OP_ITE, term_apply(terms, OP_SLT, x, y, NULL), x,
                 term_constant(terms, WIDTH, 3))};
  static const enum operator comparisons[] = {OP_EQ, OP_ULT, OP_ULE, OP_SLT, OP_SLE};
  const struct term *less_one = term_apply(terms, OP_SUB, x, one, NULL);
  const struct term *values[] = {
      term_apply(terms, OP_SUB, x, y, NULL),
      term_apply(terms, OP_ITE, term_apply(terms, OP_SLE, one, x, NULL), less_one, y),
      term_apply(terms, OP_ITE, term_apply(terms, OP_EQ, x, y, NULL), one, less_one)};
  for (unsigned i = 0; i < CONDITIONS * 2 * 3; i++) {
    const struct term *value = values[i / (2 * CONDITIONS)];
    const struct term *condition = term_apply(terms, comparisons[i % 5], sides[i / 5 % SIDES],
                                              sides[i / (5 * SIDES) % SIDES], NULL);
    if (i % (2 * CONDITIONS) >= CONDITIONS)
      condition = term_apply(terms, OP_NOT, condition, NULL, NULL);
    condition =
        term_apply(terms, OP_AND, condition,
                   term_apply(terms, OP_SLE, y, term_constant(terms, WIDTH, 2), NULL), NULL);
    struct ranges *ranges = ranges_create();
    ranges_set(ranges, x, (struct range){-2, 3});
    struct range range = ranges_under(ranges, condition, value);
    for (int64_t a = -2; a <= 3; a++)
      for (int64_t b = -4; b <= 3; b++) {
        struct ranges *exact = ranges_create();
        ranges_set(exact, x, (struct range){a, a});
        ranges_set(exact, y, (struct range){b, b});
        if (ranges_of(exact, condition).low)
          assert_true(holds(range, ranges_of(exact, value).low));
        ranges_destroy(exact);
      }
    ranges_destroy(ranges);
  }
  const struct term *positive = term_apply(terms, OP_SLT, term_constant(terms, WIDTH, 0), x, NULL);
  struct ranges *ranges = ranges_create();
  struct range less = ranges_under(ranges, positive, term_apply(terms, OP_SUB, x, one, NULL));
  assert_true(less.low == 0 && less.high == 2);
  const struct term *bit = term_variable(terms, 1, 3);
  assert_true(ranges_under(ranges, term_apply(terms, OP_NOT, bit, NULL, NULL), bit).high == 1);
  ranges_destroy(ranges);
  terms_destroy(terms);
}

static void the_condition_of_a_choice_narrows_its_branches(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  struct ranges *ranges = ranges_create();
  const struct term *x = term_variable(terms, WIDTH, 1), *one = term_constant(terms, WIDTH, 1);
  ranges_set(ranges, x, (struct range){0, 2});
  const struct term *wide = term_convert(terms, OP_ZEXT, WIDTH + 2, x);
  const struct term *positive =
      term_apply(terms, OP_SLT, term_constant(terms, WIDTH + 2, 0), wide, NULL);
  struct range down =
      ranges_under(ranges, term_constant(terms, 1, 1),
                   term_apply(terms, OP_ITE, positive, term_apply(terms, OP_SUB, x, one, NULL), x));
  assert_true(down.low == 0 && down.high == 1);
  struct range up =
      ranges_under(ranges, term_constant(terms, 1, 1),
                   term_apply(terms, OP_ITE, positive, x, term_apply(terms, OP_ADD, x, one, NULL)));
  assert_true(up.low == 1 && up.high == 2);
  ranges_destroy(ranges);
  terms_destroy(terms);
}

/* A pointer that is not null is the other one of two. */
static void the_range_of_a_choice_tells_which_it_is(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  struct ranges *ranges = ranges_create();
  const struct term *bit = term_variable(terms, 1, 1), *x = term_variable(terms, 4, 2);
  const struct term *zero = term_constant(terms, WIDTH + 4, 0);
  const struct term *far = term_apply(terms, OP_ADD, term_convert(terms, OP_ZEXT, WIDTH + 4, x),
                                      term_constant(terms, WIDTH + 4, 20), NULL);
  const struct term *choice = term_apply(terms, OP_ITE, bit, zero, far);
  const struct term *is_null = term_apply(terms, OP_EQ, choice, zero, NULL);
  struct range range = ranges_under(ranges, term_apply(terms, OP_NOT, is_null, NULL, NULL), choice);
  assert_true(range.low == 20 && range.high == 35);
  range = ranges_under(ranges, is_null, bit);
  assert_true(range.low == 1 && range.high == 1);
  ranges_destroy(ranges);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_operator_gives_nothing_outside_of_its_range),
      cmocka_unit_test(ranges_of_64_bits_do_not_wrap),
      cmocka_unit_test(a_condition_narrows_what_it_compares),
      cmocka_unit_test(the_condition_of_a_choice_narrows_its_branches),
      cmocka_unit_test(the_range_of_a_choice_tells_which_it_is),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
