/* SPDX-License-Identifier: Apache-2.0 */
/* Why a demand on relations is not met: the facts that are told are enough for that, and true. */
#include "semantics/relation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ELEMENTS = 6 };

/* The relations `a` and `b` are given; `both` is defined. */
struct two_relations {
  struct relation_names names; /* first: the names are these */
  bool a[ELEMENTS][ELEMENTS], b[ELEMENTS][ELEMENTS];
};

static bool find_given(struct relation_names *names, const char *name, size_t length,
                       struct bit_relation *relation) {
  struct two_relations *given = (struct two_relations *)names;
  if (length == 4 && memcmp(name, "both", 4) == 0) {
    struct bit_relation both = relation_evaluate(names, "a | b");
    memcpy(relation->bits, both.bits, both.count * both.words * sizeof(uint64_t));
    relation_release(&both);
    return true;
  }
  for (size_t i = 0; i < ELEMENTS; i++)
    for (size_t j = 0; j < ELEMENTS; j++)
      if (*name == 'a' ? given->a[i][j] : given->b[i][j])
        relation_add(relation, i, j);
  return length == 1;
}

static const char *define(struct relation_names *names, const char *name, size_t length) {
  (void)names;
  return length == 4 && memcmp(name, "both", 4) == 0 ? "a | b" : NULL;
}

static struct two_relations make(void) {
  return (struct two_relations){.names = {find_given, define, ELEMENTS}};
}

/* Keeps only the facts, and takes away what must not hold. */
struct explanation {
  const struct two_relations *given;
  struct two_relations kept;
  size_t count, facts;
};

static void note(void *context, const struct relation_fact *facts, size_t count) {
  struct explanation *explanation = context;
  explanation->kept = make();
  explanation->count++;
  explanation->facts = count;
  for (size_t i = 0; i < count; i++) {
    const struct relation_fact *fact = &facts[i];
    bool is_a = *fact->name == 'a';
    assert_int_equal(fact->length, 1);
    assert_int_equal(is_a ? explanation->given->a[fact->from][fact->to]
                          : explanation->given->b[fact->from][fact->to],
                     fact->holds);
    if (fact->holds && is_a)
      explanation->kept.a[fact->from][fact->to] = true;
    else if (fact->holds)
      explanation->kept.b[fact->from][fact->to] = true;
  }
}

static bool is_met(struct two_relations *given, const char *expression,
                   enum relation_demand demand) {
  struct bit_relation relation = relation_evaluate(&given->names, expression);
  bool met = demand == DEMAND_ACYCLIC       ? relation_is_acyclic(&relation)
             : demand == DEMAND_IRREFLEXIVE ? relation_is_irreflexive(&relation)
                                            : relation_is_empty(&relation);
  relation_release(&relation);
  return met;
}

static void of_a_cycle_the_shortest_is_told(void **unused) {
  (void)unused;
  struct two_relations given = make();
  given.a[0][1] = given.a[1][2] = given.a[2][3] = given.b[3][0] = given.b[2][0] = true;
  struct explanation explanation = {.given = &given};
  assert_int_equal(relation_explain(&given.names, "both", DEMAND_ACYCLIC, 1, note, &explanation),
                   1);
  assert_int_equal(explanation.facts, 3);
  assert_true(explanation.kept.b[2][0] && !explanation.kept.b[3][0]);
}

static void what_is_taken_away_is_a_fact_too(void **unused) {
  (void)unused;
  struct two_relations given = make();
  given.a[1][4] = true;
  struct explanation explanation = {.given = &given};
  assert_int_equal(relation_explain(&given.names, "a \\ b", DEMAND_EMPTY, 9, note, &explanation),
                   1);
  assert_int_equal(explanation.facts, 2);
}

/* Random relations: there is an explanation exactly if the demand is not met, and what it tells is
 * enough. */
static void explanations_are_enough(void **unused) {
  (void)unused;
  static const char *const expressions[] = {
      "a ; b",           "(a | b)+",         "a & b | a^-1 ; b", "both ; a?",
      "(a ; b^-1)* ; b", "(a \\ b) ; both+", "[a & id] ; b",     "((a | b) \\ id) ; (b | id)",
  };
  unsigned violated = 0;
  srand(1);
  for (unsigned i = 0; i < 4000; i++) {
    struct two_relations given = make();
    for (unsigned j = (unsigned)rand() % 12; j > 0; j--) {
      bool(*relation)[ELEMENTS] = rand() % 2 ? given.a : given.b;
      relation[rand() % ELEMENTS][rand() % ELEMENTS] = true;
    }
    const char *expression =
        expressions[(size_t)rand() % (sizeof expressions / sizeof *expressions)];
    enum relation_demand demand = (enum relation_demand)(DEMAND_ACYCLIC + rand() % 3);
    struct explanation explanation = {.given = &given};
    size_t found = relation_explain(&given.names, expression, demand, 100, note, &explanation);
    assert_int_equal(found, explanation.count);
    assert_int_equal(found == 0, is_met(&given, expression, demand));
    violated += found != 0;
    assert_true(!found || !is_met(&explanation.kept, expression, demand));
  }
  assert_in_range(violated, 1000, 3500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_a_cycle_the_shortest_is_told),
      cmocka_unit_test(what_is_taken_away_is_a_fact_too),
      cmocka_unit_test(explanations_are_enough),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
