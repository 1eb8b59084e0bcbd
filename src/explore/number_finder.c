/* SPDX-License-Identifier: Apache-2.0 */
/* Slices, normalises and caches queries. */
#include "explore/number_finder.h"

#include "base/map.h"
#include "base/number.h"
#include "term/walk.h"

#include <stdlib.h>

enum { SOME_NUMBERS = 9 }; /* if there are too many, and only some are tried */

void number_finder_init(struct number_finder *finder, struct value_context *context,
                        const char *backend, const struct limits *limits, unsigned most_variables,
                        size_t most, bool renames) {
  *finder = (struct number_finder){.context = context,
                                   .most = most,
                                   .renamed = renames ? terms_create() : NULL,
                                   .questions = interner_create()};
  session_init(&finder->session, backend, limits, most_variables);
}

void number_finder_release(struct number_finder *finder) {
  session_release(&finder->session);
  interner_destroy(finder->questions);
  if (finder->renamed)
    terms_destroy(finder->renamed);
  vector_release_members(&finder->sets, numbers);
  vector_release(&finder->relevant);
  vector_release(&finder->variables);
  vector_release(&finder->variables_by_term);
  vector_release(&finder->marks);
}

static void add_variable(const struct term *variable, void *context) {
  vector_push(&((struct number_finder *)context)->variables, (uint32_t)variable->value);
}

/* The variables of a term, found once. */
static struct term_variables variables_of(struct number_finder *finder, const struct term *term) {
  vector_ensure(&finder->variables_by_term, term->id);
  struct term_variables *known = &finder->variables_by_term.items[term->id];
  if (!known->is_known) {
    known->is_known = true;
    known->first = (uint32_t)finder->variables.count;
    value_variables(term, add_variable, finder);
    known->count = (uint32_t)finder->variables.count - known->first;
  }
  return *known;
}

/* Marks the variables; false: none of them was marked before. */
static bool mark(struct number_finder *finder, struct term_variables variables, bool only_if_some) {
  bool some = false;
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++) {
    uint32_t variable = finder->variables.items[i];
    vector_ensure(&finder->marks, variable);
    some |= finder->marks.items[variable] == finder->mark;
  }
  for (uint32_t i = variables.first; i < variables.first + variables.count; i++)
    if (some || !only_if_some)
      finder->marks.items[finder->variables.items[i]] = finder->mark;
  return some;
}

/* The facts that have a bearing on a term, ascending: those that share variables with it, or with
 * such facts. */
static void find_relevant(struct number_finder *finder, const struct state *state,
                          const struct term *term, bool all_facts) {
  finder->relevant.count = 0;
  finder->mark++;
  mark(finder, variables_of(finder, term), false);
  VECTOR(bool) taken = {0};
  for (size_t i = 0; i < state->facts.count; i++)
    vector_push(&taken, all_facts);
  for (bool grew = !all_facts; grew;) {
    grew = false;
    for (size_t i = 0; i < state->facts.count; i++) {
      const struct term *fact = value_term_by_id(finder->context, state->facts.items[i]);
      if (!taken.items[i] && mark(finder, variables_of(finder, fact), true))
        grew = taken.items[i] = true;
    }
  }
  for (size_t i = 0; i < state->facts.count; i++)
    if (taken.items[i])
      vector_push(&finder->relevant, state->facts.items[i]);
  vector_release(&taken);
}

struct renaming {
  struct terms *terms;
  struct map known; /* from the ids of terms to renamed ones */
  uint64_t variables;
};

static bool is_renamed(const struct term *term, void *context) {
  return map_get(&((struct renaming *)context)->known, term->id, NULL);
}

static const struct term *renamed_term(const struct renaming *renaming, const struct term *term) {
  uint64_t pointer = 0;
  map_get(&renaming->known, term->id, &pointer);
  return (const struct term *)(uintptr_t)pointer;
}

static void rename_term(const struct term *term, void *context) {
  struct renaming *renaming = context;
  const struct term *renamed;
  if (term->kind == TERM_CONSTANT) {
    renamed = term_constant(renaming->terms, term->width, term->value);
  } else if (term->kind == TERM_VARIABLE) {
    renamed = term_variable(renaming->terms, term->width, renaming->variables++);
  } else {
    const struct term *operands[3] = {NULL, NULL, NULL};
    for (unsigned i = 0; i < term->arity; i++)
      operands[i] = renamed_term(renaming, term->operands[i]);
    renamed = term_rebuild(renaming->terms, term, operands);
  }
  map_set(&renaming->known, term->id, (uintptr_t)renamed);
}

static const struct term *rename_all(struct renaming *renaming, const struct term *term) {
  if (!renaming->terms)
    return term;
  term_walk(term, is_renamed, rename_term, renaming);
  return renamed_term(renaming, term);
}

struct number_question {
  struct terms *terms;
  const struct term *term;
  VECTOR(const struct term *) facts;
};

static void make_question(struct number_finder *finder, const struct term *term,
                          struct number_question *question) {
  struct renaming renaming = {.terms = finder->renamed};
  question->terms = finder->renamed ? finder->renamed : finder->context->terms;
  question->term = rename_all(&renaming, term);
  vector_each (fact, &finder->relevant)
    vector_push(&question->facts, rename_all(&renaming, value_term_by_id(finder->context, *fact)));
  map_release(&renaming.known);
}

/* The numbers up to the largest that is asked for (0: any). */
static enum status find_numbers(struct number_finder *finder,
                                const struct number_question *question, uint64_t largest,
                                struct number_set *set) {
  struct session *session = &finder->session;
  bool is_complete;
  session_ask(session);
  session_assume(session, question->facts.items, question->facts.count);
  if (largest) {
    const struct term *bound = term_constant(question->terms, question->term->width, largest);
    const struct term *is_small = term_apply(question->terms, OP_ULE, question->term, bound, NULL);
    session_assume(session, &is_small, 1);
  }
  enum status status =
      session_enumerate(session, question->terms, question->term,
                        largest ? SOME_NUMBERS : finder->most, &set->numbers, &is_complete);
  if (!is_complete)
    set->unclear = UNCLEAR_TOO_MANY;
  return status;
}

static int compare_values(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static bool has_number(const struct number_set *set, uint64_t number) {
  for (size_t i = 0; i < set->numbers.count; i++)
    if (set->numbers.items[i] == number)
      return true;
  return false;
}

/* Of too many numbers small ones are kept: what is wrong with a size is wrong with a small one. The
 * bound grows until there are more than enough below it; all below the bound before are among them.
 */
static void keep_small_numbers(struct number_finder *finder, const struct number_question *question,
                               struct number_set *set) {
  struct number_set smaller = {0};
  set->numbers.count = 0;
  set->unclear = UNCLEAR_NOTHING;
  for (unsigned bits = 2; bits < 16 && bits < question->term->width && !set->unclear; bits++) {
    smaller.numbers.count = 0;
    vector_append(&smaller.numbers, set->numbers.items, set->numbers.count);
    set->numbers.count = 0;
    if (find_numbers(finder, question, UINT64_C(1) << bits, set) != STATUS_OK)
      break;
  }
  for (size_t i = 0; i < smaller.numbers.count; i++)
    if (!has_number(set, smaller.numbers.items[i]))
      vector_push(&set->numbers, smaller.numbers.items[i]);
  vector_release(&smaller.numbers);
  if (set->numbers.count > 1)
    qsort(set->numbers.items, set->numbers.count, sizeof *set->numbers.items, compare_values);
  set->unclear = UNCLEAR_TOO_MANY;
}

/* The number of the question; *fresh: it was not asked before. */
static uint32_t find_question(struct number_finder *finder, const struct number_question *question,
                              bool *fresh) {
  VECTOR(uint32_t) key = {0};
  vector_each (fact, &question->facts)
    vector_push(&key, (*fact)->id);
  if (key.count > 1)
    qsort(key.items, key.count, sizeof *key.items, number_compare32);
  vector_push(&key, question->term->id);
  uint32_t number =
      interner_add(finder->questions, key.items, key.count * sizeof *key.items, fresh);
  vector_release(&key);
  return number;
}

const struct number_set *number_finder_ask(struct number_finder *finder, const struct state *state,
                                           const struct term *term, bool all_facts) {
  struct number_question question = {0};
  bool fresh;
  find_relevant(finder, state, term, all_facts);
  make_question(finder, term, &question);
  uint32_t number = find_question(finder, &question, &fresh);
  if (fresh) {
    struct number_set set = {0};
    if (find_numbers(finder, &question, 0, &set) != STATUS_OK)
      set.unclear = UNCLEAR_SOLVER;
    else if (set.unclear == UNCLEAR_TOO_MANY && finder->tries_some)
      keep_small_numbers(finder, &question, &set);
    vector_push(&finder->sets, set);
  }
  vector_release(&question.facts);
  return &finder->sets.items[number];
}

void number_finder_assume(struct number_finder *finder, const struct term *term, uint64_t number) {
  struct terms *terms = finder->context->terms;
  const struct term *fact =
      term_apply(terms, OP_EQ, term, term_constant(terms, term->width, number), NULL);
  if (!term_is_true(fact))
    value_assume(finder->context, *finder->context->state, fact);
}
