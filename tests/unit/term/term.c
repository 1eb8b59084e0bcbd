/* SPDX-License-Identifier: Apache-2.0 */
/* Terms: sharing, the simplification rules one by one, and thousands of random terms whose value
 * must be what operator_apply says without any simplification. */
#include "term/term.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NODES = 80, VARIABLES = 4, ROUNDS = 3000, ASSIGNMENTS = 6 };

/* A term as it was asked for, before any rule saw it. */
struct plain {
  enum term_kind kind;
  struct operation_on_bits on; /* .width is valid for every kind */
  int operands[3];
  uint64_t value; /* constant, or variable's number */
  const struct term *built;
};

struct world {
  struct terms *terms;
  struct plain nodes[NODES];
  int count;
  uint64_t random;
};

static uint64_t next(struct world *world) {
  world->random += 0x9e3779b97f4a7c15u;
  return hash_mix(world->random);
}

static unsigned below(struct world *world, unsigned limit) {
  return (unsigned)(next(world) % limit);
}

/* Values at the edges are where rules go wrong. */
static uint64_t interesting(struct world *world, unsigned width) {
  uint64_t choices[] = {0,
                        1,
                        2,
                        UINT64_MAX,
                        UINT64_C(1) << (width - 1),
                        (UINT64_C(1) << (width - 1)) - 1,
                        width,
                        next(world)};
  return choices[below(world, 8)] & width_mask(width);
}

static int pick(struct world *world, unsigned width) {
  for (int tries = 0; tries < 40; tries++) {
    int index = (int)below(world, (unsigned)world->count);
    if (world->nodes[index].on.width == width)
      return index;
  }
  return -1;
}

static void add_leaf(struct world *world, unsigned width, bool constant) {
  struct plain *node = &world->nodes[world->count++];
  *node = (struct plain){.kind = constant ? TERM_CONSTANT : TERM_VARIABLE, .on.width = width};
  if (constant) {
    node->value = interesting(world, width);
    node->built = term_constant(world->terms, width, node->value);
  } else { /* the width is part of a variable */
    node->value = below(world, VARIABLES) * 100 + width;
    node->built = term_variable(world->terms, width, node->value);
  }
}

static bool add_conversion(struct world *world, struct plain *node) {
  const struct plain *a = &world->nodes[below(world, (unsigned)world->count)];
  unsigned from = a->on.width, width = 1 + below(world, 64);
  enum operator op = node->on.op;
  bool to_float = op == OP_FLOAT_FROM_SINT || op == OP_FLOAT_FROM_UINT || op == OP_FCONVERT;
  bool of_float = op == OP_FLOAT_TO_SINT || op == OP_FLOAT_TO_UINT || op == OP_FCONVERT;
  if ((of_float && from != 32 && from != 64) || ((op == OP_ZEXT || op == OP_SEXT) && width < from))
    return false;
  if (to_float)
    width = below(world, 2) ? 32 : 64;
  node->on.operand_width = from;
  node->on.width = width;
  node->operands[0] = (int)(a - world->nodes);
  node->built = term_convert(world->terms, op, width, a->built);
  return true;
}

static bool add_extract(struct world *world, struct plain *node) {
  int a = (int)below(world, (unsigned)world->count);
  unsigned from = world->nodes[a].on.width, low = below(world, from);
  node->on.operand_width = from;
  node->on.low = low;
  node->on.width = 1 + below(world, from - low);
  node->operands[0] = a;
  node->built = term_extract(world->terms, low, node->on.width, world->nodes[a].built);
  return true;
}

static bool add_concat(struct world *world, struct plain *node) {
  int a = (int)below(world, (unsigned)world->count), b = (int)below(world, (unsigned)world->count);
  unsigned upper = world->nodes[a].on.width, lower = world->nodes[b].on.width;
  if (upper + lower > 64)
    return false;
  node->on.operand_width = upper;
  node->on.low = lower;
  node->on.width = upper + lower;
  node->operands[0] = a;
  node->operands[1] = b;
  node->built =
      term_apply(world->terms, OP_CONCAT, world->nodes[a].built, world->nodes[b].built, NULL);
  return true;
}

static bool gives_a_bit(enum operator op) {
  return (op >= OP_EQ && op <= OP_SLE) || (op >= OP_SADD_OVERFLOWS && op <= OP_UMUL_OVERFLOWS) ||
         (op >= OP_FEQ && op <= OP_FUNORDERED);
}

static bool add_plain_operator(struct world *world, struct plain *node) {
  enum operator op = node->on.op;
  unsigned arity = operator_arity(op), first = op == OP_ITE ? 1 : 0;
  int same = (int)below(world, (unsigned)world->count);
  unsigned width = world->nodes[same].on.width;
  if (operator_is_float(op) && width != 32 && width != 64)
    return false;
  node->operands[first] = same;
  for (unsigned i = first + 1; i < arity; i++)
    if ((node->operands[i] = pick(world, width)) < 0)
      return false;
  if (op == OP_ITE && (node->operands[0] = pick(world, 1)) < 0)
    return false;
  node->on.operand_width = width;
  node->on.width = gives_a_bit(op) ? 1 : width;
  const struct term *built[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < arity; i++)
    built[i] = world->nodes[node->operands[i]].built;
  node->built = term_apply(world->terms, op, built[0], built[1], built[2]);
  return true;
}

static void add_operator(struct world *world) {
  struct plain node = {.kind = TERM_APPLY};
  node.on.op = (enum operator)below(world, OP_COUNT);
  bool added;
  if (node.on.op == OP_EXTRACT)
    added = add_extract(world, &node);
  else if (node.on.op == OP_CONCAT)
    added = add_concat(world, &node);
  else if (node.on.op == OP_ZEXT || node.on.op == OP_SEXT || node.on.op >= OP_FCONVERT)
    added = add_conversion(world, &node);
  else
    added = add_plain_operator(world, &node);
  if (added)
    world->nodes[world->count++] = node;
}

static uint64_t value_of_variable(uint64_t number, unsigned width, uint64_t seed) {
  uint64_t bits = hash_combine(seed, number);
  uint64_t special[] = {0, 1, UINT64_MAX, UINT64_C(1) << (width - 1)};
  return (bits & 3 ? hash_mix(bits) : special[bits >> 2 & 3]) & width_mask(width);
}

static uint64_t evaluate(const struct term *term, uint64_t seed, uint64_t *values, bool *known) {
  if (term->kind == TERM_CONSTANT)
    return term->value;
  if (term->kind == TERM_VARIABLE)
    return value_of_variable(term->value, term->width, seed);
  if (known[term->id])
    return values[term->id];
  struct operation_on_bits on = {.op = (enum operator)term->op,
                                 .width = term->width,
                                 .operand_width = term->operands[term->op == OP_ITE]->width,
                                 .low = term->low};
  uint64_t operands[3] = {0, 0, 0};
  for (unsigned i = 0; i < term->arity; i++) {
    assert_true(term->operands[i]->id < term->id);
    operands[i] = evaluate(term->operands[i], seed, values, known);
  }
  on.a = operands[0];
  on.b = operands[1];
  on.c = operands[2];
  known[term->id] = true;
  return values[term->id] = operator_apply(&on);
}

static void compare_all(struct world *world, uint64_t seed) {
  size_t count = terms_count(world->terms);
  uint64_t *values = memory_allocate(count * sizeof *values), plain[NODES];
  bool *known = memory_allocate_zeroed(count);
  for (int i = 0; i < world->count; i++) {
    struct plain *node = &world->nodes[i];
    if (node->kind == TERM_CONSTANT) {
      plain[i] = node->value;
    } else if (node->kind == TERM_VARIABLE) {
      plain[i] = value_of_variable(node->value, node->on.width, seed);
    } else {
      node->on.a = plain[node->operands[0]];
      node->on.b = plain[node->operands[1]];
      node->on.c = plain[node->operands[2]];
      plain[i] = operator_apply(&node->on);
    }
    assert_int_equal(node->built->width, node->on.width);
    assert_true((plain[i] & ~width_mask(node->on.width)) == 0);
    uint64_t built = evaluate(node->built, seed, values, known);
    if (built != plain[i])
      fail_msg("%s of width %u: %llx became %llx", operator_text(node->on.op), node->on.width,
               (unsigned long long)plain[i], (unsigned long long)built);
  }
  memory_release(values);
  memory_release(known);
}

static void random_terms_mean_what_was_asked_for(void **unused) {
  (void)unused;
  for (uint64_t round = 0; round < ROUNDS; round++) {
    struct world world = {.terms = terms_create(), .random = round};
    unsigned widths[] = {1, 1 + (unsigned)(round % 64), round & 1 ? 32 : 64};
    while (world.count < 12)
      add_leaf(&world, widths[world.count % 3], world.count % 4 >= 2);
    while (world.count < NODES)
      add_operator(&world);
    for (uint64_t i = 0; i < ASSIGNMENTS; i++)
      compare_all(&world, hash_combine(round, i));
    terms_destroy(world.terms);
  }
}

static void equal_terms_are_one_pointer(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 32, 1), *y = term_variable(terms, 32, 2);
  assert_ptr_equal(x, term_variable(terms, 32, 1));
  assert_ptr_not_equal(x, term_variable(terms, 16, 1));
  assert_ptr_equal(term_constant(terms, 8, 0x1ff), term_constant(terms, 8, 0xff));
  assert_ptr_equal(term_apply(terms, OP_ADD, x, y, NULL), term_apply(terms, OP_ADD, y, x, NULL));
  assert_ptr_not_equal(term_apply(terms, OP_SUB, x, y, NULL),
                       term_apply(terms, OP_SUB, y, x, NULL));
  terms_destroy(terms);
}

static void many_terms_stay_distinct_while_the_table_grows(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *kept[5000];
  for (unsigned i = 0; i < 5000; i++)
    kept[i] = term_variable(terms, 1 + i % 64, i);
  assert_int_equal(terms_count(terms), 5000);
  for (unsigned i = 0; i < 5000; i++) {
    assert_ptr_equal(kept[i], term_variable(terms, 1 + i % 64, i));
    assert_int_equal(kept[i]->id, i);
  }
  terms_destroy(terms);
}

static void neutral_and_absorbing_elements_vanish(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 32, 1);
  const struct term *zero = term_constant(terms, 32, 0), *one = term_constant(terms, 32, 1);
  const struct term *ones = term_constant(terms, 32, UINT32_MAX);
  assert_ptr_equal(term_apply(terms, OP_ADD, zero, x, NULL), x);
  assert_ptr_equal(term_apply(terms, OP_MUL, x, one, NULL), x);
  assert_ptr_equal(term_apply(terms, OP_MUL, x, zero, NULL), zero);
  assert_ptr_equal(term_apply(terms, OP_AND, x, ones, NULL), x);
  assert_ptr_equal(term_apply(terms, OP_OR, x, zero, NULL), x);
  assert_ptr_equal(term_apply(terms, OP_SUB, x, x, NULL), zero);
  assert_ptr_equal(term_apply(terms, OP_XOR, x, x, NULL), zero);
  const struct term *not_x = term_apply(terms, OP_NOT, x, NULL, NULL);
  assert_ptr_equal(term_apply(terms, OP_NOT, not_x, NULL, NULL), x);
  assert_ptr_equal(term_apply(terms, OP_OR, x, not_x, NULL), ones);
  const struct term *plus = term_apply(terms, OP_ADD, x, term_constant(terms, 32, 3), NULL);
  assert_ptr_equal(term_apply(terms, OP_SUB, plus, term_constant(terms, 32, 3), NULL), x);
  terms_destroy(terms);
}

static void what_clang_makes_of_a_condition_becomes_the_condition(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 32, 1), *y = term_variable(terms, 32, 2);
  const struct term *less = term_apply(terms, OP_SLT, x, y, NULL);
  const struct term *number = term_convert(terms, OP_ZEXT, 32, less);
  const struct term *is_zero = term_apply(terms, OP_EQ, number, term_constant(terms, 32, 0), NULL);
  assert_ptr_equal(is_zero, term_apply(terms, OP_SLE, y, x, NULL));
  assert_ptr_equal(term_apply(terms, OP_NOT, is_zero, NULL, NULL), less);
  assert_true(term_is_true(term_apply(terms, OP_EQ, x, x, NULL)));
  assert_true(term_is_false(term_apply(terms, OP_EQ, number, term_constant(terms, 32, 2), NULL)));
  assert_ptr_equal(term_apply(terms, OP_ITE, less, x, x), x);
  assert_ptr_equal(
      term_apply(terms, OP_ITE, less, term_constant(terms, 1, 1), term_constant(terms, 1, 0)),
      less);
  terms_destroy(terms);
}

static void a_nan_is_not_simplified_away(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 64, 1), *y = term_variable(terms, 64, 2);
  assert_int_equal(term_apply(terms, OP_FEQ, x, x, NULL)->kind, TERM_APPLY);
  assert_int_equal(term_apply(terms, OP_FSUB, x, x, NULL)->kind, TERM_APPLY);
  assert_ptr_not_equal(term_apply(terms, OP_FADD, x, y, NULL),
                       term_apply(terms, OP_FADD, y, x, NULL));
  terms_destroy(terms);
}

static void widths_change_without_detours(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 8, 1);
  const struct term *wide = term_convert(terms, OP_ZEXT, 32, x);
  assert_ptr_equal(term_convert(terms, OP_ZEXT, 8, x), x);
  assert_ptr_equal(term_resize(terms, 8, wide), x);
  assert_ptr_equal(term_resize(terms, 16, wide), term_convert(terms, OP_ZEXT, 16, x));
  assert_ptr_equal(term_resize(terms, 64, wide), term_convert(terms, OP_ZEXT, 64, x));
  assert_ptr_equal(term_convert(terms, OP_SEXT, 64, wide), term_convert(terms, OP_ZEXT, 64, x));
  assert_ptr_equal(term_extract(terms, 8, 24, wide), term_constant(terms, 24, 0));
  const struct term *y = term_variable(terms, 32, 2);
  const struct term *again = term_apply(terms, OP_CONCAT, term_extract(terms, 16, 16, y),
                                        term_extract(terms, 0, 16, y), NULL);
  assert_ptr_equal(again, y);
  terms_destroy(terms);
}

static void name_it(struct text *out, uint64_t number, void *context) {
  text_format(out, "%s%u", (const char *)context, (unsigned)number);
}

static void terms_print_as_infix_with_names(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *x = term_variable(terms, 32, 1), *y = term_variable(terms, 32, 2);
  const struct term *sum = term_apply(terms, OP_ADD, x, term_constant(terms, 32, UINT32_MAX), NULL);
  const struct term *less = term_apply(terms, OP_SLT, sum, y, NULL);
  struct text out = {0};
  term_print(&out, less, NULL, NULL);
  assert_string_equal(text_get(&out), "(v1 + -1) <s v2");
  text_release(&out);
  char prefix[] = "r";
  term_print(&out, term_extract(terms, 8, 8, term_apply(terms, OP_MUL, x, y, NULL)), name_it,
             prefix);
  assert_string_equal(text_get(&out), "extract[15:8](r1 * r2)");
  text_release(&out);
  terms_destroy(terms);
}

static void a_hugely_shared_term_prints_shortly(void **unused) {
  (void)unused;
  struct terms *terms = terms_create();
  const struct term *term = term_variable(terms, 64, 1), *y = term_variable(terms, 64, 2);
  for (int i = 0; i < 60; i++)
    term = term_apply(terms, OP_MUL, term, term_apply(terms, OP_XOR, term, y, NULL), NULL);
  struct text out = {0};
  term_print(&out, term, NULL, NULL);
  assert_true(out.length < 10000);
  text_release(&out);
  terms_destroy(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_terms_mean_what_was_asked_for),
      cmocka_unit_test(equal_terms_are_one_pointer),
      cmocka_unit_test(many_terms_stay_distinct_while_the_table_grows),
      cmocka_unit_test(neutral_and_absorbing_elements_vanish),
      cmocka_unit_test(what_clang_makes_of_a_condition_becomes_the_condition),
      cmocka_unit_test(a_nan_is_not_simplified_away),
      cmocka_unit_test(widths_change_without_detours),
      cmocka_unit_test(terms_print_as_infix_with_names),
      cmocka_unit_test(a_hugely_shared_term_prints_shortly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
