/* SPDX-License-Identifier: Apache-2.0 */
/* The code that can be reached, and the bytes that no such code changes (analysis/kept.h): most
 * programs use few fields of the library, so much of its code is never executed. The search starts
 * with no byte changed and only the first function reached, and continues to a fixed point: code
 * that only the value of a field leads to changes no field. */
#include "analysis/definitions.h"
#include "program/access.h"
#include "program/uses.h"
#include "sequentialize/flat.h"
#include "sequentialize/racing.h"

#include <string.h>

struct field_search {
  struct sequentializer *s;
  const struct function *function;
  struct flat_instance *instance; /* the constants of its registers */
  VECTOR(uint32_t) work;          /* functions to look at again */
};

static void queue(struct field_search *search, uint32_t function) {
  if (!search->s->facts.reached[function].is_queued)
    vector_push(&search->work, function);
  search->s->facts.reached[function].is_queued = true;
}

static void queue_all(struct field_search *search) {
  for (uint32_t i = 0; i < search->s->program->function_count; i++)
    if (search->s->facts.reached[i].is_reached)
      queue(search, i);
}

/* The lowest bits of a mutex's owner are flags, not part of the thread's number. */
enum { OWNER_BITS = 7 };

/* Splits a term into a register that holds a pointer, and a constant offset. */
static bool resolve(const struct edge *const *definitions, const struct term *term,
                    uint64_t *offset, const struct term **base, unsigned depth) {
  if (term->kind == TERM_VARIABLE) {
    const struct term *defined = edge_assigned(definitions[term->value], (uint32_t)term->value);
    if (defined && depth < 16)
      return resolve(definitions, defined, offset, base, depth + 1);
    *base = term;
    return true;
  }
  if (term->kind != TERM_APPLY || term->arity < 2 || !term_is_constant(term->operands[1]))
    return false;
  uint64_t number = term->operands[1]->value;
  if ((term->op == OP_AND && (number | OWNER_BITS) == width_mask(term->width)) ||
      (term->op == OP_OR && number <= OWNER_BITS))
    return resolve(definitions, term->operands[0], offset, base, depth + 1);
  if (term->op != OP_ADD)
    return false;
  *offset += term->operands[1]->value;
  return resolve(definitions, term->operands[0], offset, base, depth + 1);
}

bool fields_is_other(const struct sequentializer *s, const struct function *function,
                     const struct term *address) {
  const struct edge *const *definitions = s->facts.definitions[function->number];
  for (unsigned depth = 0; depth < 16; depth++) {
    if (address->kind == TERM_VARIABLE) {
      const struct type *type = function->registers[address->value].type;
      const struct type *element = type && type->kind == TYPE_POINTER ? type->element : NULL;
      if (element && element->kind == TYPE_STRUCT)
        return strcmp(element->name, "thread") != 0;
      address = edge_assigned(definitions[address->value], (uint32_t)address->value);
    } else {
      address = address->kind == TERM_APPLY && address->op == OP_ADD ? address->operands[0] : NULL;
    }
    if (!address)
      break;
  }
  return false;
}

/* Notes a call of the function, by the one that is looked at if `is_call`. */
static void reach(struct field_search *search, const struct function *callee, bool is_call) {
  struct sequentializer *s = search->s;
  if (!callee || !callee->locations)
    return;
  struct reached_function *reached = &s->facts.reached[callee->number];
  if (!reached->is_reached)
    queue(search, callee->number);
  reached->is_reached = true;
  if (is_call &&
      (!reached->callers.count || vector_last(&reached->callers) != search->function->number))
    vector_push(&reached->callers, search->function->number);
}

/* Notes a return. If all returns give the same constant, it is the result of every call. */
static void note_return(struct field_search *search, const struct edge *edge) {
  struct reached_function *own = &search->s->facts.reached[search->function->number];
  bool is_new = !own->returns;
  own->returns = true;
  if (!own->result_varies && edge->ret.count == 1) {
    const struct term *value = flat_term(search->s, search->instance, edge->ret.values[0]);
    bool is_same = term_is_constant(value) && (!own->result || own->result == value);
    is_new |= !is_same || !own->result;
    own->result_varies = !is_same;
    own->result = value;
  }
  for (size_t i = 0; is_new && i < own->callers.count; i++)
    queue(search, own->callers.items[i]);
}

static void reach_callees(struct field_search *search, const struct edge *edge) {
  const struct function *callees[FLAT_CALLEES];
  struct sequentializer *s = search->s;
  if (!edge->call.callee) {
    const struct term *address = flat_term(s, search->instance, edge->call.address);
    if (term_is_constant(address)) {
      reach(search, program_function_at(s->program, address->value), true);
      return;
    }
  }
  size_t count = flat_callees(s, edge, callees, FLAT_CALLEES);
  for (size_t i = 0; i < count && i < FLAT_CALLEES; i++)
    reach(search, callees[i], true);
  for (uint32_t i = 0; count > FLAT_CALLEES && i < s->program->function_count; i++)
    reach(search, s->program->functions[i], false);
}

static void reach_started(struct field_search *search, const struct edge *edge) {
  const struct function *started[FLAT_CALLEES];
  struct sequentializer *s = search->s;
  size_t count = sharing_started(s->sharing, edge, started, FLAT_CALLEES);
  for (size_t i = 0; i < count && i < FLAT_CALLEES; i++)
    reach(search, started[i], false);
  for (uint32_t i = 0; count > FLAT_CALLEES && i < s->program->function_count; i++)
    reach(search, s->program->functions[i], false);
}

static void visit_edge(struct field_search *search, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  struct sequentializer *s = search->s;
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    if (access_writes(&list[i]) && list[i].kind != EDGE_END &&
        kept_note(s->kept, search->function, &list[i],
                  flat_term(s, search->instance, list[i].address),
                  list[i].stored ? flat_term(s, search->instance, list[i].stored) : NULL))
      queue_all(search);
  if (edge->op == OPERATION_WAIT)
    reach(search, edge->wait.condition, false);
  if (edge->op == OPERATION_CALL)
    reach_callees(search, edge);
  if (edge->op == OPERATION_RETURN)
    note_return(search, edge);
  if (edge->op == OPERATION_SPAWN)
    reach_started(search, edge);
}

static void prepare(struct sequentializer *s) {
  s->facts.reached =
      arena_allocate(s->arena, (s->program->function_count + 1) * sizeof *s->facts.reached);
  for (uint32_t i = 0; i < s->program->function_count; i++) {
    const struct function *function = s->program->functions[i];
    struct reached_function *reached = &s->facts.reached[i];
    s->facts.definitions[i] = definitions_find(function);
    reached->locations = arena_allocate(s->arena, function->location_count + 1);
  }
}

/* Visits the edges of the function that can be reached, as far as is known so far. */
static void visit_function(struct field_search *search, const struct function *function) {
  struct sequentializer *s = search->s;
  struct reached_function *reached = &s->facts.reached[function->number];
  size_t size = (function->register_count + 1) * sizeof(const struct term *);
  struct flat_instance instance = {.function = function, .constants = memory_allocate_zeroed(size)};
  search->function = function;
  search->instance = &instance;
  flat_find_constants(s, &instance, reached->locations);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (reached->locations[edge->from] &&
        !(edge->op == OPERATION_ASSUME &&
          term_is_false(flat_term(s, &instance, edge->assume.condition))))
      visit_edge(search, edge);
  }
  memory_release(instance.constants);
}

void fields_find(struct sequentializer *s) {
  s->facts.definitions =
      arena_allocate(s->arena, (s->program->function_count + 1) * sizeof(void *));
  s->kept = kept_create(s->program, s->sharing,
                        KEPT_WHOLE_FIELDS | (racing_wanted(s) ? KEPT_NO_STORES : 0));
  struct field_search search = {.s = s};
  prepare(s);
  reach(&search, s->program->start, false);
  while (search.work.count) {
    uint32_t number = vector_pop(&search.work);
    s->facts.reached[number].is_queued = false;
    visit_function(&search, s->program->functions[number]);
  }
  vector_release(&search.work);
}

void fields_release(struct sequentializer *s) {
  for (uint32_t i = 0; s->facts.definitions && i < s->program->function_count; i++) {
    memory_release(s->facts.definitions[i]);
    vector_release(&s->facts.reached[i].callers);
  }
}

bool fields_resolve(const struct sequentializer *s, const struct function *function,
                    const struct term *term, uint64_t *offset, const struct term **base) {
  *offset = 0;
  return resolve(s->facts.definitions[function->number], term, offset, base, 0);
}

bool fields_is_kept_store(struct sequentializer *s, const struct flat_instance *instance,
                          const struct edge *edge) {
  uint64_t value;
  if (edge->op != OPERATION_STORE || !s->kept || !s->options->reduces_local)
    return false;
  const struct term *address = flat_term(s, instance, edge->store.address);
  return term_is_constant(address) &&
         kept_value(s->kept, instance->function, address, edge->store.size, &value);
}
