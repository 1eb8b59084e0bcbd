/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols for the addresses of threads' records, and the facts about them. */
#include "abstract/own_address.h"

#include "program/address.h"

enum { ALIGNMENT = 16 }; /* of records, at least */

static uint64_t record_of(const struct cells *cells, uint32_t thread) {
  return address_of_stack(cells->program->data_model, thread).start;
}

static void make_symbols(struct cells *cells) {
  if (cells->created_self)
    return;
  cells->main_self = cells_self(cells, MAIN);
  cells->worker_self = cells_self(cells, WORKER);
  cells->created_self = cells_input(cells, cells->program->pointer_width);
  cells->grew = true;
}

const struct term *own_address_symbol(struct cells *cells, uint64_t number) {
  bool is_main = number == record_of(cells, MAIN);
  bool is_own = number == record_of(cells, WORKER) && cells->context.running == WORKER;
  if (!cells_know_extents(cells) || (!is_main && !is_own))
    return NULL;
  make_symbols(cells);
  return cells->list.items[is_main ? cells->main_self : cells->worker_self].symbols[0];
}

static bool is_record(const struct cells *cells, const struct term *term) {
  unsigned role;
  uint32_t number = term->kind == TERM_VARIABLE ? cells_of_variable(cells, term, &role) : NO_CELL;
  const struct cell *cell = number == NO_CELL ? NULL : &cells->list.items[number];
  return cell && (cell->kind == CELL_SELF || (cell->holds_records && !cell->is_symbolic));
}

const struct term *own_address_of_record(const struct cells *cells, const struct term *term,
                                         uint64_t *mark) {
  *mark = 0;
  if (term->kind == TERM_APPLY && term->op == OP_OR) {
    unsigned number = term_is_constant(term->operands[1]);
    const struct term *bits = term->operands[number];
    if (!term_is_constant(bits) || bits->value >= ALIGNMENT)
      return NULL;
    *mark = bits->value;
    term = term->operands[!number];
  }
  return is_record(cells, term) ? term : NULL;
}

const struct term *own_address_with_mark(const struct cells *cells, const struct term *symbol,
                                         uint64_t mark) {
  struct terms *terms = cells->context.terms;
  return mark ? term_apply(terms, OP_OR, symbol, term_constant(terms, symbol->width, mark), NULL)
              : symbol;
}

const struct term *own_address_apply(const struct cells *cells, const struct term *node,
                                     const struct term *symbol, uint64_t mark, uint64_t number,
                                     bool first) {
  struct terms *terms = cells->context.terms;
  uint64_t mask = width_mask(symbol->width), low = ALIGNMENT - 1;
  bool is_below = number < record_of(cells, MAIN);
  if (node->op == OP_AND && (number | low) == mask)
    return own_address_with_mark(cells, symbol, mark & number);
  if (node->op == OP_AND && !(number & ~low))
    return term_constant(terms, node->width, mark & number);
  if (node->op == OP_OR && !(number & ~low))
    return own_address_with_mark(cells, symbol, mark | number);
  if (node->op == OP_EQ && (is_below || (number & low) != mark))
    return term_constant(terms, 1, 0);
  if ((node->op == OP_ULT || node->op == OP_ULE) && is_below)
    return term_constant(terms, 1, !first);
  return NULL;
}

void own_address_bind(const struct cells *cells, uint32_t thread, bool is_created,
                      struct cell_bounds *bounds) {
  if (!cells->created_self || thread == MAIN)
    return;
  const struct term *own = cells->list.items[cells->worker_self].symbols[0];
  vector_push(bounds, ((struct bound){cells->worker_self, is_created ? cells->created_self : own}));
}

/* Records are aligned and above all variables of the program; main's is at its place. */
static void add_facts_of_one(const struct cells *cells, const struct term *symbol,
                             struct premises *premises) {
  struct terms *terms = cells->context.terms;
  unsigned width = symbol->width;
  const struct term *low =
      term_apply(terms, OP_AND, symbol, term_constant(terms, width, ALIGNMENT - 1), NULL);
  vector_push(premises, term_apply(terms, OP_EQ, low, term_constant(terms, width, 0), NULL));
  vector_push(
      premises,
      term_apply(terms, OP_ULE, term_constant(terms, width, record_of(cells, MAIN)), symbol, NULL));
}

void own_address_add_facts(const struct cells *cells, struct premises *premises) {
  enum { ALL = ROLES + 2 };
  struct terms *terms = cells->context.terms;
  const struct term *all[ALL];
  if (!cells->created_self)
    return;
  for (unsigned role = 0; role < ROLES; role++)
    all[role] = cells->list.items[cells->worker_self].symbols[role];
  all[ROLES] = cells->list.items[cells->main_self].symbols[0];
  all[ROLES + 1] = cells->created_self;
  for (unsigned i = 0; i < ALL; i++) {
    add_facts_of_one(cells, all[i], premises);
    for (unsigned j = 0; j < i; j++)
      vector_push(premises, term_apply(terms, OP_NOT,
                                       term_apply(terms, OP_EQ, all[i], all[j], NULL), NULL, NULL));
  }
  vector_each (cell, &cells->list)
    if (cell->holds_records && !cell->is_symbolic)
      add_facts_of_one(cells, cell->symbols[0], premises);
  const struct term *number = term_constant(terms, all[ROLES]->width, record_of(cells, MAIN));
  vector_push(premises, term_apply(terms, OP_EQ, all[ROLES], number, NULL));
}
