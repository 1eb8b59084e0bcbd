/* SPDX-License-Identifier: Apache-2.0 */
/* Random terms: the back ends of the solver must agree with operator_apply and with each other.
 *   solver-agreement-test [SEEDS [FIRST]]      more seeds than the suite runs */
#include "solver/solver.h"

#include "base/hash.h"
#include "base/limits.h"
#include "term/evaluate.h"
#include "term/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VARIABLES = 4, NODES = 40, ASSUMPTIONS = 6 };

static uint64_t seeds = 100, first_seed;

struct world {
  struct terms *terms;
  const struct term *nodes[NODES];
  unsigned count;
  uint64_t random, assignment;
};

static uint64_t next(struct world *world) {
  world->random += 0x9e3779b97f4a7c15u;
  return hash_mix(world->random);
}

static unsigned below(struct world *world, unsigned limit) {
  return (unsigned)(next(world) % limit);
}

/* Integers at the edges, and floats of every class. */
static uint64_t interesting(uint64_t random, unsigned width) {
  uint64_t top = UINT64_C(1) << (width - 1);
  unsigned fraction = width == 32 ? 23 : 52;
  uint64_t infinity = width >= 32 ? (top - 1) & ~((UINT64_C(1) << fraction) - 1) : 0;
  uint64_t one = width == 32 ? 0x3f800000 : UINT64_C(0x3ff0000000000000);
  uint64_t choices[] = {0,
                        1,
                        2,
                        UINT64_MAX,
                        top,
                        top - 1,
                        width,
                        hash_mix(random),
                        one,
                        one | top,
                        infinity,
                        infinity | 1,
                        infinity | top,
                        infinity | random,
                        one + (random >> 20 & 0xff),
                        one + ((random >> 20 & 0x7f) << fraction | (random >> 40))};
  return choices[random % (width >= 32 ? 16 : 8)] & width_mask(width);
}

static uint64_t assigned(const struct term *variable, void *context) {
  const struct world *world = context;
  return interesting(hash_combine(world->assignment, variable->value * 64 + variable->width),
                     variable->width);
}

static const struct term *pick(struct world *world, unsigned width) {
  for (unsigned tries = 0; tries < 40; tries++) {
    const struct term *term = world->nodes[below(world, world->count)];
    if (!width || term->width == width)
      return term;
  }
  return term_constant(world->terms, width, interesting(next(world), width));
}

static const struct term *convert(struct world *world, enum operator op) {
  bool to_float = op == OP_FLOAT_FROM_SINT || op == OP_FLOAT_FROM_UINT || op == OP_FCONVERT;
  bool of_float = op == OP_FLOAT_TO_SINT || op == OP_FLOAT_TO_UINT || op == OP_FCONVERT;
  const struct term *a = pick(world, of_float ? 32u << below(world, 2) : 0);
  unsigned width = to_float ? 32u << below(world, 2) : 1 + below(world, 64);
  if ((op == OP_ZEXT || op == OP_SEXT) && width < a->width)
    width = a->width;
  return term_convert(world->terms, op, width, a);
}

static const struct term *apply(struct world *world, enum operator op) {
  const struct term *a = pick(world, operator_is_float(op) ? 32u << below(world, 2) : 0);
  if (op == OP_ZEXT || op == OP_SEXT || op >= OP_FCONVERT)
    return convert(world, op);
  if (op == OP_EXTRACT) {
    unsigned low = below(world, a->width);
    return term_extract(world->terms, low, 1 + below(world, a->width - low), a);
  }
  if (op == OP_CONCAT) {
    const struct term *b = pick(world, 0);
    return a->width + b->width <= 64 ? term_apply(world->terms, op, a, b, NULL) : a;
  }
  if (op == OP_ITE)
    return term_apply(world->terms, op, pick(world, 1), a, pick(world, a->width));
  const struct term *b = operator_arity(op) > 1 ? pick(world, a->width) : NULL;
  return term_apply(world->terms, op, a, b, NULL);
}

static bool is_slow(enum operator op) {
  return op == OP_MUL || (op >= OP_UDIV && op <= OP_SREM) || op == OP_SMUL_OVERFLOWS ||
         op == OP_UMUL_OVERFLOWS;
}

/* Multiplication and division of wide words are for the tests in which all values are fixed. */
static void make_world(struct world *world, uint64_t seed, bool floats, bool narrow) {
  *world = (struct world){.terms = terms_create(), .random = seed};
  unsigned width = narrow ? 1 + (unsigned)(seed % 8) : 1 + (unsigned)(seed % 64);
  unsigned widths[] = {1, width, seed & 1 ? 32 : 64, width};
  for (unsigned i = 0; i < 2 * VARIABLES; i++)
    world->nodes[world->count++] = term_variable(world->terms, widths[i % 4], i / 2 % VARIABLES);
  while (world->count < NODES) {
    enum operator op =(enum operator) below(world, floats ? OP_COUNT : OP_FADD);
    if (floats && op < OP_FADD && below(world, 2))
      continue;
    if (operator_is_computed(op)) /* z3 refuses it */
      continue;
    const struct term *term = apply(world, op);
    bool is_wide = term->kind == TERM_APPLY && term->operands[0]->width > 8;
    if (narrow && is_slow(op) && is_wide)
      continue;
    world->nodes[world->count++] = term;
  }
}

/* A literal that holds only if the variables have the values of the assignment. */
static int fix_variables(struct world *world, struct solver *solver, struct evaluator *values) {
  int fixed = solver_fresh_literal(solver);
  for (unsigned i = 0; i < 2 * VARIABLES; i++) {
    const struct term *variable = world->nodes[i];
    const struct term *value =
        term_constant(world->terms, variable->width, evaluator_value(values, variable));
    int clause[] = {-fixed,
                    solver_literal(solver, term_apply(world->terms, OP_EQ, variable, value, NULL))};
    solver_add_clause(solver, clause, 2);
  }
  return fixed;
}

static bool check(struct solver *solver, const int *assumptions, size_t count) {
  bool satisfiable = false;
  assert_int_equal(solver_check(solver, assumptions, count, &satisfiable), STATUS_OK);
  return satisfiable;
}

/* With the variables fixed every term must have its value, and no other is possible. If they are
 * fixed `for_good` the solver may compute with constants; otherwise they change. */
static void compare_with_evaluation(struct world *world, const char *backend, bool for_good) {
  struct solver *solver = solver_create(backend);
  solver_verify_models(solver);
  struct evaluator *values = evaluator_create(assigned, world);
  for (unsigned round = 0; round < (for_good ? 1 : 2); round++) {
    world->assignment = next(world);
    evaluator_forget(values);
    int fixed = fix_variables(world, solver, values), wrong = solver_fresh_literal(solver);
    if (for_good)
      solver_add_clause(solver, &fixed, 1);
    int right[NODES], some_wrong[NODES + 1];
    for (unsigned i = 0; i < NODES; i++) {
      const struct term *term = world->nodes[i];
      const struct term *value =
          term_constant(world->terms, term->width, evaluator_value(values, term));
      right[i] = solver_literal(solver, term_apply(world->terms, OP_EQ, term, value, NULL));
      some_wrong[i] = -right[i];
    }
    some_wrong[NODES] = -wrong;
    solver_add_clause(solver, some_wrong, NODES + 1);
    assert_true(check(solver, &fixed, 1));
    for (unsigned i = 0; i < NODES; i++) {
      assert_true(solver_value(solver, right[i]));
      assert_true(solver_term_value(solver, world->nodes[i]) ==
                  evaluator_value(values, world->nodes[i]));
    }
    int contradiction[] = {fixed, wrong};
    assert_false(check(solver, contradiction, 2));
    assert_true(solver_failed(solver, wrong));
  }
  evaluator_destroy(values);
  solver_destroy(solver);
}

static void sat_gives_the_values_of_evaluation(void **unused) {
  (void)unused;
  for (uint64_t seed = first_seed; seed < first_seed + (seeds + 1) / 2; seed++) {
    struct world world;
    make_world(&world, seed, false, false);
    compare_with_evaluation(&world, "sat", false);
    terms_destroy(world.terms);
  }
}

static void z3_gives_the_values_of_evaluation(void **unused) {
  (void)unused;
  for (uint64_t seed = first_seed; seed < first_seed + (seeds + 3) / 4; seed++) {
    struct world world;
    make_world(&world, seed, false, true);
    compare_with_evaluation(&world, "z3", false);
    terms_destroy(world.terms);
  }
}

/* One operator on two variables, of which the solver learns only when it is asked: so it cannot
 * compute with constants, and its circuits are seen. */
static void compare_float_operator(uint64_t seed, enum operator op, unsigned width) {
  struct world world = {.terms = terms_create(), .assignment = hash_mix(seed * 128 + width + op)};
  const struct term *variables[2], *result, *conditions[3];
  for (unsigned i = 0; i < 2; i++)
    variables[i] = world.nodes[world.count++] = term_variable(world.terms, width, i);
  if (op < OP_FCONVERT)
    result = term_apply(world.terms, op, variables[0], operator_arity(op) > 1 ? variables[1] : NULL,
                        NULL);
  else
    result = term_convert(world.terms, op,
                          op == OP_FCONVERT ? 96 - width
                          : seed & 1        ? 32
                                            : 64,
                          variables[0]);
  struct evaluator *values = evaluator_create(assigned, &world);
  struct solver *solver = solver_create("z3");
  solver_verify_models(solver);
  int literals[3];
  for (unsigned i = 0; i < 3; i++) {
    const struct term *term = i < 2 ? variables[i] : result;
    const struct term *value =
        term_constant(world.terms, term->width, evaluator_value(values, term));
    conditions[i] = term_apply(world.terms, OP_EQ, term, value, NULL);
    literals[i] = solver_literal(solver, conditions[i]);
  }
  assert_true(check(solver, literals, 3));
  literals[2] = -literals[2];
  assert_false(check(solver, literals, 3));
  solver_destroy(solver);
  evaluator_destroy(values);
  terms_destroy(world.terms);
}

static void z3_computes_floats_as_evaluation_does(void **unused) {
  (void)unused;
  for (uint64_t seed = first_seed; seed < first_seed + (seeds + 49) / 50; seed++)
    for (enum operator op = OP_FADD; op < OP_COUNT; op++)
      for (unsigned width = 32; width <= 64; width += 32) {
        bool takes_seconds = width == 64 && (op == OP_FMUL || op == OP_FDIV || op == OP_FSQRT);
        if (!operator_is_computed(op) && (!takes_seconds || seed % 10 == 9))
          compare_float_operator(seed, op, width);
      }
}

static void z3_gives_the_values_of_evaluation_on_floats(void **unused) {
  (void)unused;
  for (uint64_t seed = first_seed; seed < first_seed + (seeds + 9) / 10; seed++) {
    struct world world;
    make_world(&world, seed, true, true);
    compare_with_evaluation(&world, "z3", true);
    terms_destroy(world.terms);
  }
}

static const struct term *pick_condition(struct world *world) {
  const struct term *condition = pick(world, 1);
  return below(world, 2) ? condition : term_apply(world->terms, OP_NOT, condition, NULL, NULL);
}

/* Several checks on one solver each, with more and more asserted. */
static unsigned compare_backends(struct world *world, struct limits *limits) {
  struct solver *solvers[2];
  unsigned decided = 0;
  for (unsigned i = 0; i < 2; i++) {
    solvers[i] = solver_create(solver_backends[i]);
    solver_verify_models(solvers[i]);
    solver_set_limits(solvers[i], limits);
  }
  for (unsigned round = 0; round < 4; round++) {
    const struct term *asserted = pick_condition(world), *assumed[ASSUMPTIONS];
    bool answers[2];
    enum status statuses[2];
    for (unsigned j = 0; j < ASSUMPTIONS; j++)
      assumed[j] = pick_condition(world);
    for (unsigned i = 0; i < 2; i++) {
      int assumptions[ASSUMPTIONS], core[ASSUMPTIONS];
      size_t used = 0;
      solver_assert(solvers[i], asserted);
      for (unsigned j = 0; j < ASSUMPTIONS; j++)
        assumptions[j] = solver_literal(solvers[i], assumed[j]);
      limits->start = clock_seconds();
      statuses[i] = solver_check(solvers[i], assumptions, ASSUMPTIONS, &answers[i]);
      if (statuses[i] != STATUS_OK || answers[i])
        continue;
      for (unsigned j = 0; j < ASSUMPTIONS; j++)
        if (solver_failed(solvers[i], assumptions[j]))
          core[used++] = assumptions[j];
      limits->start = clock_seconds();
      bool again = false;
      if (solver_check(solvers[i], core, used, &again) == STATUS_OK)
        assert_false(again);
    }
    if (statuses[0] != STATUS_OK || statuses[1] != STATUS_OK)
      continue;
    assert_int_equal(answers[0], answers[1]);
    decided++;
  }
  for (unsigned i = 0; i < 2; i++)
    solver_destroy(solvers[i]);
  return decided;
}

static void back_ends_agree_on_satisfiability(void **unused) {
  (void)unused;
  uint64_t decided = 0;
  for (uint64_t seed = first_seed; seed < first_seed + seeds; seed++) {
    struct limits limits = {.seconds = 1};
    struct world world;
    make_world(&world, seed, false, true);
    decided += compare_backends(&world, &limits);
    terms_destroy(world.terms);
  }
  assert_true(decided * 10 >= seeds * 4 * 9);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sat_gives_the_values_of_evaluation),
      cmocka_unit_test(z3_gives_the_values_of_evaluation),
      cmocka_unit_test(z3_gives_the_values_of_evaluation_on_floats),
      cmocka_unit_test(z3_computes_floats_as_evaluation_does),
      cmocka_unit_test(back_ends_agree_on_satisfiability),
  };
  if (argc > 1)
    seeds = strtoull(argv[1], NULL, 10);
  if (argc > 2)
    first_seed = strtoull(argv[2], NULL, 10);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
