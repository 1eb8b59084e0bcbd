/* SPDX-License-Identifier: Apache-2.0 */
/* Operands of edges: terms read, registers written. */
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

static void collect_call(struct collector *out, const struct edge *edge) {
  collect(out, edge->call.address);
  collect(out, edge->call.variadic_area);
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    collect(out, edge->call.arguments[i]);
}

static void collect_terms(struct collector *out, const struct edge *edge) {
  switch (edge->op) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < edge->assign.count; i++)
      collect(out, edge->assign.list[i].value);
    return;
  case OPERATION_ASSUME:
    collect(out, edge->assume.condition);
    return;
  case OPERATION_CHECK:
    collect(out, edge->check.condition);
    return;
  case OPERATION_CALL:
    collect_call(out, edge);
    return;
  case OPERATION_RETURN:
    for (uint32_t i = 0; i < edge->ret.count; i++)
      collect(out, edge->ret.values[i]);
    return;
  case OPERATION_LOAD:
    collect(out, edge->load.address);
    return;
  case OPERATION_STORE:
    collect(out, edge->store.address);
    collect(out, edge->store.value);
    return;
  case OPERATION_RMW:
    collect(out, edge->rmw.address);
    collect(out, edge->rmw.operand);
    return;
  case OPERATION_CAS:
    collect(out, edge->cas.address);
    collect(out, edge->cas.expected);
    collect(out, edge->cas.desired);
    return;
  case OPERATION_ALLOCATE:
    collect(out, edge->allocate.size);
    collect(out, edge->allocate.replaced);
    return;
  case OPERATION_FREE:
    collect(out, edge->free.address);
    return;
  case OPERATION_BLOCK_SIZE:
    collect(out, edge->block_size.address);
    return;
  case OPERATION_COPY:
    collect(out, edge->copy.target);
    collect(out, edge->copy.source);
    collect(out, edge->copy.size);
    return;
  case OPERATION_FILL:
    collect(out, edge->fill.target);
    collect(out, edge->fill.byte);
    collect(out, edge->fill.size);
    return;
  case OPERATION_SPAWN:
    collect(out, edge->spawn.function);
    collect(out, edge->spawn.arguments[0]);
    collect(out, edge->spawn.arguments[1]);
    return;
  case OPERATION_EXIT:
    collect(out, edge->exit.code);
    return;
  case OPERATION_WAIT:
    collect(out, edge->wait.object);
    collect(out, edge->wait.argument);
    return;
  case OPERATION_HOLD:
    collect(out, edge->hold.object);
    return;
  case OPERATION_SETJMP:
    collect(out, edge->setjmp.buffer);
    return;
  case OPERATION_LONGJMP:
    collect(out, edge->longjmp.buffer);
    collect(out, edge->longjmp.value);
    return;
  case OPERATION_PRINT:
    collect(out, edge->print.address);
    collect(out, edge->print.size);
    return;
  case OPERATION_SKIP:
  case OPERATION_NONDET:
  case OPERATION_FENCE:
  case OPERATION_FINISH:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_UNSUPPORTED:
  case OPERATION_COUNT:
    return;
  }
}

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

void edge_visit_uses(const struct edge *edge, register_visitor *visit, void *context) {
  const struct term *few[MANY_TERMS], **terms = few;
  size_t count = edge_terms(edge, few, MANY_TERMS);
  if (count > MANY_TERMS) {
    terms = memory_allocate(count * sizeof *terms);
    edge_terms(edge, terms, count);
  }
  for (size_t i = 0; i < count; i++)
    visit_variables(terms[i], visit, context);
  if (terms != few)
    memory_release(terms);
}

static void define(uint32_t number, register_visitor *visit, void *context) {
  if (number != NO_REGISTER)
    visit(number, context);
}

void edge_visit_definitions(const struct edge *edge, register_visitor *visit, void *context) {
  switch (edge->op) {
  case OPERATION_ASSIGN:
    for (uint32_t i = 0; i < edge->assign.count; i++)
      define(edge->assign.list[i].target, visit, context);
    return;
  case OPERATION_NONDET:
    define(edge->nondet.target, visit, context);
    return;
  case OPERATION_CALL:
    for (uint32_t i = 0; i < edge->call.result_count; i++)
      define(edge->call.results[i], visit, context);
    return;
  case OPERATION_LOAD:
    define(edge->load.target, visit, context);
    return;
  case OPERATION_RMW:
    define(edge->rmw.target, visit, context);
    return;
  case OPERATION_CAS:
    define(edge->cas.old, visit, context);
    define(edge->cas.success, visit, context);
    return;
  case OPERATION_ALLOCATE:
    define(edge->allocate.target, visit, context);
    return;
  case OPERATION_BLOCK_SIZE:
    define(edge->block_size.target, visit, context);
    return;
  case OPERATION_SPAWN:
    define(edge->spawn.target, visit, context);
    return;
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
    define(edge->get.target, visit, context);
    return;
  case OPERATION_SETJMP:
    define(edge->setjmp.target, visit, context);
    return;
  case OPERATION_SKIP:
  case OPERATION_ASSUME:
  case OPERATION_CHECK:
  case OPERATION_RETURN:
  case OPERATION_STORE:
  case OPERATION_FENCE:
  case OPERATION_FREE:
  case OPERATION_COPY:
  case OPERATION_FILL:
  case OPERATION_FINISH:
  case OPERATION_EXIT:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_WAIT:
  case OPERATION_HOLD:
  case OPERATION_LONGJMP:
  case OPERATION_PRINT:
  case OPERATION_UNSUPPORTED:
  case OPERATION_COUNT:
    return;
  }
}
