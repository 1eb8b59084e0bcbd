/* SPDX-License-Identifier: Apache-2.0 */
/* The operands of edges, from the table of operations: terms read, registers written. */
#include "program/uses.h"

#include "base/memory.h"
#include "term/walk.h"

struct collector {
  const struct term **terms;
  size_t count, most;
  bool only_values;
  register_visitor *define; /* NULL: only terms are wanted */
  void *context;
};

static void collect(struct collector *collector, const struct term *term, bool is_value) {
  if (!term || (collector->only_values && !is_value))
    return;
  if (collector->count < collector->most)
    collector->terms[collector->count] = term;
  collector->count++;
}

static void define(const struct collector *collector, uint32_t number) {
  if (collector->define && number != NO_REGISTER)
    collector->define(number, collector->context);
}

/* clang-format off */
/* NOLINTBEGIN(bugprone-macro-parentheses, bugprone-branch-clone) */
#define OPERATION(name, text, sorts, violates, operands, accesses) \
  case OPERATION_##name: operands return;

#define READ(field) collect(out, edge->field, false);
#define VALUE(field) collect(out, edge->field, true);
#define WRITE(field) define(out, edge->field);
#define READS(count, field) for (uint32_t i = 0; i < edge->count; i++) READ(field)
#define VALUES(count, field) for (uint32_t i = 0; i < edge->count; i++) VALUE(field)
#define WRITES(count, field) for (uint32_t i = 0; i < edge->count; i++) WRITE(field)

static void collect_operands(struct collector *out, const struct edge *edge) {
  switch (edge->op) {
  OPERATIONS
  case OPERATION_COUNT:
    return;
  }
}

#undef READ
#undef VALUE
#undef WRITE
#undef READS
#undef VALUES
#undef WRITES
#define READ(field) if (edge->field) edge->field = map(edge->field, context);
#define VALUE(field) READ(field)
#define WRITE(field)
#define READS(count, field)
#define VALUES(count, field)
#define WRITES(count, field)

/* All but lists. */
static void map_single_terms(struct edge *edge,
                             const struct term *(*map)(const struct term *term, void *context),
                             void *context) {
  switch (edge->op) {
  OPERATIONS
  case OPERATION_COUNT:
    return;
  }
}
/* NOLINTEND(bugprone-macro-parentheses, bugprone-branch-clone) */
/* clang-format on */

static const struct term *const *
map_list(const struct term *const *list, uint32_t count, struct arena *arena,
         const struct term *(*map)(const struct term *term, void *context), void *context) {
  const struct term **mapped = arena_allocate(arena, (count + 1) * sizeof *mapped);
  for (uint32_t i = 0; i < count; i++)
    mapped[i] = map(list[i], context);
  return mapped;
}

void edge_map_terms(struct edge *edge, struct arena *arena,
                    const struct term *(*map)(const struct term *term, void *context),
                    void *context) {
  map_single_terms(edge, map, context);
  if (edge->op == OPERATION_CALL) {
    edge->call.arguments =
        map_list(edge->call.arguments, edge->call.argument_count, arena, map, context);
  } else if (edge->op == OPERATION_RETURN) {
    edge->ret.values = map_list(edge->ret.values, edge->ret.count, arena, map, context);
  } else if (edge->op == OPERATION_ASSIGN) {
    struct assignment *list =
        arena_copy(arena, edge->assign.list, edge->assign.count * sizeof *list);
    for (uint32_t i = 0; i < edge->assign.count; i++)
      list[i].value = map(list[i].value, context);
    edge->assign.list = list;
  }
}

size_t edge_terms(const struct edge *edge, const struct term **terms, size_t most) {
  struct collector collector = {.terms = terms, .most = most};
  collect_operands(&collector, edge);
  return collector.count;
}

static void visit_terms(const struct edge *edge, bool only_values,
                        void (*visit)(const struct term *term, void *context), void *context) {
  enum { FEW_TERMS = 16 };
  const struct term *few[FEW_TERMS];
  struct collector all = {.terms = few, .most = FEW_TERMS, .only_values = only_values};
  collect_operands(&all, edge);
  if (all.count > FEW_TERMS) {
    all.terms = memory_allocate(all.count * sizeof *few);
    all.most = all.count;
    all.count = 0;
    collect_operands(&all, edge);
  }
  for (size_t i = 0; i < all.count; i++)
    visit(all.terms[i], context);
  if (all.terms != few)
    memory_release(all.terms);
}

void edge_visit_terms(const struct edge *edge,
                      void (*visit)(const struct term *term, void *context), void *context) {
  visit_terms(edge, false, visit, context);
}

void edge_visit_values(const struct edge *edge,
                       void (*visit)(const struct term *term, void *context), void *context) {
  visit_terms(edge, true, visit, context);
}

struct register_visit {
  register_visitor *visit;
  void *context;
};

static bool visit_part(const struct term *part, void *context) {
  const struct register_visit *registers = context;
  if (part->kind == TERM_VARIABLE)
    registers->visit((uint32_t)part->value, registers->context);
  return false;
}

static void visit_term(const struct term *term, void *context) {
  term_any(term, visit_part, context);
}

void edge_visit_uses(const struct edge *edge, register_visitor *visit, void *context) {
  edge_visit_terms(edge, visit_term, &(struct register_visit){visit, context});
}

void edge_visit_definitions(const struct edge *edge, register_visitor *visit, void *context) {
  collect_operands(&(struct collector){.define = visit, .context = context}, edge);
}

const struct term *edge_assigned(const struct edge *edge, uint32_t number) {
  for (uint32_t i = 0; edge && edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (edge->assign.list[i].target == number)
      return edge->assign.list[i].value;
  return NULL;
}
