/* SPDX-License-Identifier: Apache-2.0 */
/* Boxes hold what they stand for: ranges, lowest bits and steps are compared with numbers, all
 * members of random sets of a small width. */
#include "abstract/box.h"

#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { WIDTH = 7, NUMBERS = 1 << WIDTH, ROUNDS = 400 };

/* Some numbers, and the least range that includes them all. */
struct member_set {
  bool has[NUMBERS];
  struct cell_range range;
};

static uint32_t draw(uint32_t *random, uint32_t below) {
  *random = *random * 1664525u + 1013904223u;
  return (*random >> 8) % below;
}

static struct cell_range single(uint64_t bits) {
  int64_t number = width_signed(bits, WIDTH);
  return (struct cell_range){
      .range = {number, number}, .known_bits = WIDTH, .residue = bits, .step = 1};
}

static bool holds(const struct cell_range *range, uint64_t bits, unsigned width) {
  int64_t number = width == 1 ? (int64_t)bits : width_signed(bits, width);
  uint64_t mask = range->known_bits ? width_mask(range->known_bits) : 0;
  return range->range.low <= number && number <= range->range.high &&
         !((bits ^ range->residue) & mask) &&
         (range->step <= 1 || (number >= 0 && number % range->step == range->offset));
}

/* Numbers in steps, from anywhere on, which may wrap. */
static void make_set(uint32_t *random, struct member_set *set) {
  uint32_t first = draw(random, NUMBERS), step = draw(random, 14), count = 1 + draw(random, 9);
  *set = (struct member_set){.range = single(first)};
  for (uint32_t i = 0; i < count; i++) {
    uint64_t bits = (first + i * step) % NUMBERS;
    struct cell_range one = single(bits);
    set->has[bits] = true;
    cell_range_join(&set->range, &one);
  }
}

static void a_join_includes_what_was_joined(void **unused) {
  (void)unused;
  uint32_t random = 1;
  unsigned with_steps = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct member_set set;
    make_set(&random, &set);
    struct box all = {0}, one = {0};
    vector_push(&all.ranges, set.range);
    with_steps += set.range.step > 1;
    for (uint64_t bits = 0; bits < NUMBERS; bits++) {
      assert_true(!set.has[bits] || holds(&set.range, bits, WIDTH));
      one.ranges.count = 0;
      vector_push(&one.ranges, single(bits));
      assert_int_equal(box_includes(&all, &one), holds(&set.range, bits, WIDTH));
    }
    box_release(&all);
    box_release(&one);
  }
  assert_true(with_steps > ROUNDS / 10);
}

struct box_world {
  struct terms *terms;
  struct box_transfer transfer;
  const struct term *a, *b;
  struct member_set of_a, of_b;
  bool is_natural; /* the results are assumed not to be negative */
};

static void check_term(struct box_world *world, const struct term *term) {
  struct cell_range result = box_transfer_range(&world->transfer, term);
  if (term->kind != TERM_APPLY)
    return;
  for (unsigned i = 0; i < term->arity; i++)
    if (term->operands[i]->kind == TERM_APPLY)
      return; /* simplified */
  for (uint64_t x = 0; x < NUMBERS; x++)
    for (uint64_t y = 0; world->of_a.has[x] && y < NUMBERS; y++) {
      uint64_t operands[3] = {0, 0, 0};
      for (unsigned i = 0; i < term->arity; i++)
        operands[i] = term->operands[i] == world->a   ? x
                      : term->operands[i] == world->b ? y
                                                      : term->operands[i]->value;
      uint64_t bits = term_apply_to_bits(term, operands);
      if (world->is_natural && width_signed(bits, term->width) < 0)
        continue;
      if (world->of_b.has[y] && !holds(&result, bits, term->width))
        fail_msg("%s: %d %d", operator_text((enum operator)term->op), (int)x, (int)y);
    }
}

static void check_terms(struct box_world *world, uint32_t *random) {
  static const enum operator operators[] = {OP_ADD, OP_SUB, OP_MUL, OP_AND, OP_UREM, OP_UDIV};
  struct terms *terms = world->terms;
  const struct term *number = term_constant(terms, WIDTH, draw(random, NUMBERS));
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    check_term(world, term_apply(terms, operators[i], world->a, world->b, NULL));
    check_term(world, term_apply(terms, operators[i], world->a, number, NULL));
    check_term(world, term_apply(terms, operators[i], number, world->b, NULL));
  }
  check_term(world, term_apply(terms, OP_SHL, world->a, term_constant(terms, WIDTH, 2), NULL));
  check_term(world, term_apply(terms, OP_ITE, term_constant(terms, 1, 1), world->a, world->b));
  check_term(world, term_convert(terms, OP_ZEXT, 2 * WIDTH, world->a));
  check_term(world, term_convert(terms, OP_SEXT, 2 * WIDTH, world->a));
}

/* What wrapped may look as if it had not, where it is assumed not to be negative. */
static void check_naturals(struct box_world *world, const struct symbol_list *symbols,
                           const struct box *box) {
  static const enum operator operators[] = {OP_ADD, OP_SUB, OP_MUL};
  world->is_natural = true;
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    const struct term *term = term_apply(world->terms, operators[i], world->a, world->b, NULL);
    struct premises facts = {0};
    vector_push(&facts, term_apply(world->terms, OP_SLE, term_constant(world->terms, WIDTH, 0),
                                   term, NULL));
    box_transfer_begin(&world->transfer, &facts);
    box_transfer_know(&world->transfer, symbols, box);
    check_term(world, term);
    vector_release(&facts);
  }
  world->is_natural = false;
}

static void what_is_computed_is_in_its_range(void **unused) {
  (void)unused;
  uint32_t random = 7;
  struct box_world world = {.terms = terms_create()};
  world.a = term_variable(world.terms, WIDTH, 1);
  world.b = term_variable(world.terms, WIDTH, 2);
  box_transfer_init(&world.transfer, world.terms);
  struct symbol_list symbols = {0};
  vector_push(&symbols, world.a);
  vector_push(&symbols, world.b);
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct premises nothing = {0};
    struct box box = {0};
    make_set(&random, &world.of_a);
    make_set(&random, &world.of_b);
    vector_push(&box.ranges, world.of_a.range);
    vector_push(&box.ranges, world.of_b.range);
    box_transfer_begin(&world.transfer, &nothing);
    box_transfer_know(&world.transfer, &symbols, &box);
    check_terms(&world, &random);
    check_naturals(&world, &symbols, &box);
    box_release(&box);
  }
  vector_release(&symbols);
  box_transfer_release(&world.transfer);
  terms_destroy(world.terms);
}

static void widening_keeps_what_was_there(void **unused) {
  (void)unused;
  uint32_t random = 3;
  struct terms *terms = terms_create();
  struct symbol_list symbols = {0};
  struct thresholds thresholds = {0};
  vector_push(&symbols, term_variable(terms, WIDTH, 1));
  thresholds_add(&thresholds, term_constant(terms, WIDTH, 20));
  for (unsigned i = 0; i < ROUNDS; i++) {
    struct member_set before, after;
    struct box old = {0}, box = {0};
    make_set(&random, &before);
    make_set(&random, &after);
    vector_push(&old.ranges, before.range);
    vector_push(&box.ranges, before.range);
    cell_range_join(&box.ranges.items[0], &after.range);
    box_widen(&box, &old, &symbols, i % 2 ? &thresholds : NULL);
    for (uint64_t bits = 0; bits < NUMBERS; bits++)
      if (before.has[bits] || after.has[bits])
        assert_true(holds(&box.ranges.items[0], bits, WIDTH));
    box_release(&old);
    box_release(&box);
  }
  vector_release(&symbols);
  thresholds_release(&thresholds);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_join_includes_what_was_joined),
      cmocka_unit_test(what_is_computed_is_in_its_range),
      cmocka_unit_test(widening_keeps_what_was_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
