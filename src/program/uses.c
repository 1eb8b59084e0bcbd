/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of edges, from the table of operations: terms read, registers written. */
#include "program/uses.h"

#include "base/memory.h"

struct collector {
  const struct term **terms;
  size_t count, most;
};

static void collect(struct collector *collector, const struct term *term) {
  if (!term)
    return;
  if (collector->count < collector->most)
    collector->terms[collector->count] = term;
  collector->count++;
}

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses, bugprone-branch-clone) */
#define OPERATION(name, text, visible, operands) case OPERATION_##name: operands return;

static void collect_terms(struct collector *out, const struct edge *edge) {
  switch (edge->op) {
#define READ(field) collect(out, edge->field);
#define READS(count, field) for (uint32_t i = 0; i < edge->count; i++) READ(field)
#define WRITE(field)
#define WRITES(count, field)
  OPERATIONS
#undef READ
#undef READS
#undef WRITE
#undef WRITES
  case OPERATION_COUNT:
    return;
  }
}
/* NOLINTEND(bugprone-macro-parentheses, bugprone-branch-clone) */
/* clang-format on */

size_t edge_terms(const struct edge *edge, const struct term **terms, size_t most) {
  struct collector collector = {terms, 0, most};
  collect_terms(&collector, edge);
  return collector.count;
}

static void visit_variables(const struct term *term, register_visitor *visit, void *context) {
  if (term->kind == TERM_VARIABLE)
    visit((uint32_t)term->value, context);
  for (unsigned i = 0; i < term->arity; i++)
    visit_variables(term->operands[i], visit, context);
}

enum { MANY_TERMS = 16 };

void edge_visit_terms(const struct edge *edge,
                      void (*visit)(const struct term *term, void *context), void *context) {
  const struct term *few[MANY_TERMS], **terms = few;
  size_t count = edge_terms(edge, few, MANY_TERMS);
  if (count > MANY_TERMS) {
    terms = memory_allocate(count * sizeof *terms);
    edge_terms(edge, terms, count);
  }
  for (size_t i = 0; i < count; i++)
    visit(terms[i], context);
  if (terms != few)
    memory_release(terms);
}

struct register_visit {
  register_visitor *visit;
  void *context;
};

static void visit_term(const struct term *term, void *context) {
  const struct register_visit *registers = context;
  visit_variables(term, registers->visit, registers->context);
}

void edge_visit_uses(const struct edge *edge, register_visitor *visit, void *context) {
  edge_visit_terms(edge, visit_term, &(struct register_visit){visit, context});
}

static void define(uint32_t number, register_visitor *visit, void *context) {
  if (number != NO_REGISTER)
    visit(number, context);
}

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses, bugprone-branch-clone) */
void edge_visit_definitions(const struct edge *edge, register_visitor *visit, void *context) {
  switch (edge->op) {
#define READ(field)
#define READS(count, field)
#define WRITE(field) define(edge->field, visit, context);
#define WRITES(count, field) for (uint32_t i = 0; i < edge->count; i++) WRITE(field)
  OPERATIONS
#undef READ
#undef READS
#undef WRITE
#undef WRITES
  case OPERATION_COUNT:
    return;
  }
}
/* NOLINTEND(bugprone-macro-parentheses, bugprone-branch-clone) */
/* clang-format on */
