/* SPDX-License-Identifier: Apache-2.0 */
/* Decision diagrams: the operations on small sets against all rows, images by renaming, a full
 * table, a changed order, and words of terms against operator_apply. */
#include "solver/diagram.h"
#include "solver/diagram_words.h"
#include "term/evaluate.h"
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { MANY_NODES = 1 << 20 };

/* Is the row, bit i of which is variable i, in the set? */
static bool has_row(diagram set, uint64_t row) {
  while (set != DIAGRAM_NONE && set != DIAGRAM_ALL)
    set = diagram_branch(set, row >> diagram_root(set) & 1);
  return set == DIAGRAM_ALL;
}

/* The set of the rows of four variables that `table` has a bit for. */
static diagram from_table(struct diagrams *diagrams, unsigned table) {
  diagram set = DIAGRAM_NONE;
  for (unsigned row = 0; row < 16; row++) {
    diagram one = DIAGRAM_ALL;
    for (unsigned i = 0; i < 4; i++) {
      diagram bit = diagram_variable(diagrams, i);
      if (!(row >> i & 1))
        diagram_replace(&bit, diagram_not(diagrams, bit));
      diagram_replace(&one, diagram_and(diagrams, one, bit));
      diagram_release(bit);
    }
    if (table >> row & 1)
      diagram_replace(&set, diagram_or(diagrams, set, one));
    diagram_release(one);
  }
  return set;
}

static void expect_table(diagram set, unsigned table) {
  for (unsigned row = 0; row < 16; row++)
    assert_int_equal(has_row(set, row), table >> row & 1);
  diagram_release(set);
}

/* Rows that are in the table for some value of variable `i`. */
static unsigned exists_in(unsigned table, unsigned i) {
  unsigned result = 0;
  for (unsigned row = 0; row < 16; row++)
    if (table >> (row | 1u << i) & 1 || table >> (row & ~(1u << i)) & 1)
      result |= 1u << row;
  return result;
}

static void operations_are_those_on_sets_of_rows(void **unused) {
  (void)unused;
  struct diagrams *diagrams = diagrams_create(4, MANY_NODES, NULL);
  static const unsigned tables[] = {0x0000, 0xffff, 0x8001, 0x1234, 0xaaaa, 0xcafe, 0x0ff0};
  enum { COUNT = sizeof tables / sizeof *tables };
  for (unsigned i = 0; i < COUNT; i++)
    for (unsigned j = 0; j < COUNT; j++) {
      unsigned a = tables[i], b = tables[j], variable = (i + j) % 4;
      diagram x = from_table(diagrams, a), y = from_table(diagrams, b);
      diagram cube = diagram_cube(diagrams, &variable, 1);
      expect_table(diagram_and(diagrams, x, y), a & b);
      expect_table(diagram_or(diagrams, x, y), a | b);
      expect_table(diagram_xor(diagrams, x, y), a ^ b);
      expect_table(diagram_minus(diagrams, x, y), a & ~b);
      expect_table(diagram_not(diagrams, x), ~a & 0xffff);
      expect_table(diagram_choose(diagrams, cube, x, y), (a & (variable == 0   ? 0xaaaa
                                                               : variable == 1 ? 0xcccc
                                                               : variable == 2 ? 0xf0f0
                                                                               : 0xff00)) |
                                                             (b & (variable == 0   ? 0x5555
                                                                   : variable == 1 ? 0x3333
                                                                   : variable == 2 ? 0x0f0f
                                                                                   : 0x00ff)));
      expect_table(diagram_exists(diagrams, x, cube), exists_in(a, variable));
      expect_table(diagram_and_exists(diagrams, x, y, cube), exists_in(a & b, variable));
      expect_table(diagram_exists(diagrams, x, DIAGRAM_ALL), a);
      assert_int_equal(diagram_includes(diagrams, x, y), (b & ~a) == 0);
      assert_int_equal(x == y, a == b);
      diagram_release(x);
      diagram_release(y);
      diagram_release(cube);
    }
  diagrams_destroy(diagrams);
}

static void renaming_moves_rows(void **unused) {
  (void)unused;
  struct diagrams *diagrams = diagrams_create(4, MANY_NODES, NULL);
  unsigned from[] = {0, 2}, to[] = {1, 3}, both[] = {0, 2};
  struct bit_renaming *renaming = bit_renaming_create(from, to, 2);
  diagram set = diagram_cube(diagrams, both, 2);
  diagram moved = diagram_rename(diagrams, set, renaming);
  for (unsigned row = 0; row < 16; row++)
    assert_int_equal(has_row(moved, row), (row & 0xa) == 0xa);
  diagram_release(set);
  diagram_release(moved);
  bit_renaming_destroy(renaming);
  diagrams_destroy(diagrams);
}

/* The sum of products x0 y0 + x1 y1 + … is large if all x come before all y. */
static diagram pairs(struct diagrams *diagrams, unsigned count) {
  diagram sum = DIAGRAM_NONE;
  for (unsigned i = 0; i < count; i++) {
    unsigned both[] = {i, i + count};
    diagram product = diagram_cube(diagrams, both, 2);
    diagram_replace(&sum, diagram_or(diagrams, sum, product));
    diagram_release(product);
  }
  return sum;
}

static void a_full_table_is_told_and_harms_nothing(void **unused) {
  (void)unused;
  struct diagrams *diagrams = diagrams_create(60, 1 << 17, NULL);
  assert_false(diagrams_are_full(diagrams));
  diagram_release(pairs(diagrams, 30));
  assert_true(diagrams_are_full(diagrams));
  diagrams_destroy(diagrams);
  diagrams = diagrams_create(60, 1 << 17, NULL);
  diagram_release(pairs(diagrams, 4));
  assert_false(diagrams_are_full(diagrams));
  diagrams_destroy(diagrams);
}

static void a_better_order_is_found(void **unused) {
  enum { COUNT = 10 };
  (void)unused;
  struct diagrams *diagrams = diagrams_create(2 * COUNT, MANY_NODES, NULL);
  for (unsigned i = 0; i < 2 * COUNT; i++)
    diagrams_add_block(diagrams, i, 1);
  assert_false(diagrams_have_grown(diagrams, 1));
  diagram sum = pairs(diagrams, COUNT);
  size_t before = diagram_size(sum);
  diagrams_reorder(diagrams);
  assert_true(diagram_size(sum) < before / 8);
  assert_true(has_row(sum, 1ull | 1ull << COUNT));
  assert_false(has_row(sum, 1ull | 2ull << COUNT));
  diagram_release(sum);
  diagrams_destroy(diagrams);
}

static const enum operator tried[] = {
    OP_ADD, OP_SUB, OP_MUL, OP_UDIV, OP_SDIV,           OP_UREM,           OP_SREM,
    OP_AND, OP_OR,  OP_XOR, OP_SHL,  OP_LSHR,           OP_ASHR,           OP_EQ,
    OP_ULT, OP_ULE, OP_SLT, OP_SLE,  OP_SADD_OVERFLOWS, OP_SMUL_OVERFLOWS, OP_UMUL_OVERFLOWS};

static void words_of_terms_are_what_operators_compute(void **unused) {
  enum { WIDTH = 4 };
  (void)unused;
  struct terms *terms = terms_create();
  struct diagrams *diagrams = diagrams_create(2 * WIDTH, MANY_NODES, NULL);
  struct diagram_words *words = diagram_words_create(diagrams);
  const struct term *a = term_variable(terms, WIDTH, 0), *b = term_variable(terms, WIDTH, 1);
  const struct term *unbound = term_variable(terms, WIDTH, 2);
  unsigned even[] = {0, 2, 4, 6}, odd[] = {1, 3, 5, 7};
  diagram_words_bind(words, a, even);
  diagram_words_bind(words, b, odd);
  assert_false(diagram_words_know(words, term_apply(terms, OP_ADD, a, unbound, NULL)));
  assert_false(diagram_words_know(
      words, term_convert(terms, OP_FLOAT_FROM_SINT, 32, term_convert(terms, OP_ZEXT, 32, a))));
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    const struct term *term = term_apply(terms, tried[i], a, b, NULL);
    assert_true(diagram_words_know(words, term));
    for (unsigned bit = 0; bit < term->width; bit++) {
      diagram set = diagram_words_bit(words, term, bit);
      for (uint64_t row = 0; row < 256; row++) {
        uint64_t operands[3] = {0, 0, 0};
        for (unsigned j = 0; j < WIDTH; j++) {
          operands[0] |= (row >> even[j] & 1) << j;
          operands[1] |= (row >> odd[j] & 1) << j;
        }
        assert_int_equal(has_row(set, row), term_apply_to_bits(term, operands) >> bit & 1);
      }
      diagram_release(set);
    }
  }
  diagram_words_destroy(words);
  diagrams_destroy(diagrams);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operations_are_those_on_sets_of_rows),
      cmocka_unit_test(renaming_moves_rows),
      cmocka_unit_test(a_full_table_is_told_and_harms_nothing),
      cmocka_unit_test(a_better_order_is_found),
      cmocka_unit_test(words_of_terms_are_what_operators_compute),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
