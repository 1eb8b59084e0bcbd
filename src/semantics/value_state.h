/* SPDX-License-Identifier: Apache-2.0 */
/* The representation of values, memory contents and facts in the value domain (value_domain.h). */
#ifndef SEMANTICS_VALUE_STATE_H
#define SEMANTICS_VALUE_STATE_H

#include "base/map.h"
#include "semantics/state.h"

/* What value.extra says. */
enum { VALUE_KNOWN = 0, VALUE_UNKNOWN = 1, VALUE_TERM = 2 /* plus the id of the term */ };

/* Where arbitrary numbers come from: the place in the user's program. */
struct symbol {
  const struct edge *source;
  uint32_t thread, width;
};

struct value_context {
  struct terms *terms;
  VECTOR(const struct term *) by_id; /* the terms that are values, by id */
  VECTOR(struct symbol) symbols;     /* by number of the variable in terms */
  struct map precision; /* the sources of which symbols are kept: address of the edge */
  bool keeps_all;       /* every arbitrary number gets a symbol of its own, … */
  bool reuses_symbols;  /* … or, with this, one that the state does not refer to any more */
  struct state **state; /* the state that is executed */
  uint32_t running;     /* the thread that is stepped */
  /* With keeps_all and without reuses_symbols: the arbitrary numbers in the order they were asked
   * for, as terms. */
  VECTOR(const struct term *) choices;
};

void value_context_init(struct value_context *context, struct state **state);
void value_context_release(struct value_context *context);

/* NULL: unknown. */
const struct term *value_to_term(struct value_context *context, struct value value, unsigned width);
/* The term with this id, which is one of a value or a fact. */
const struct term *value_term_by_id(const struct value_context *context, uint32_t id);
/* Makes a term known by its id. */
uint32_t value_remember_term(struct value_context *context, const struct term *term);

/* Every variable of a term, once. */
void value_variables(const struct term *term,
                     void (*visit)(const struct term *variable, void *context), void *context);

/* Adds the fact that a term of one bit is true. */
void value_assume(struct value_context *context, struct state *state, const struct term *fact);
/* Forgets facts about symbols that nothing in the state refers to. If all facts can hold together,
 * the state stands for the same as before. */
void value_forget_facts(struct value_context *context, struct state *state);
/* The same, and makes terms unknown that have grown too large to be useful. The state then
 * stands for at least as much as before. */
void value_adjust(struct value_context *context, struct state *state);

/* Cells of contents: see value_domain.c. */
enum { VALUE_UNKNOWN_CELL = 512 };
static inline bool value_cell_has_term(uint64_t cell) { return cell >> 32; }
const struct term *value_cell_term(const struct value_context *context, uint64_t cell);

/* The first of the variables that neither a register nor memory nor a fact refers to; NULL: all of
 * them are in use. */
const struct term *value_unused_variable(const struct value_context *context,
                                         const struct state *state,
                                         const struct term *const *variables, size_t count);
/* Every constant in a term, once. */
void value_term_numbers(const struct term *term, void (*visit)(void *visitor, uint64_t number),
                        void *visitor);

#endif
