/* SPDX-License-Identifier: Apache-2.0 */
/* Memory that never changes: variables that no code writes, and fields of thread records that no
 * code writes, which are zero. Most programs use few fields of the library, so much of its code
 * becomes unreachable. The analysis starts with no field written and only the first function
 * reached, and continues to a fixed point: code that only the value of a field leads to writes no
 * field.
 *
 * A field is identified by its offset from a pointer to a record. This is valid as long as no
 * pointer into the middle of a record, or to a thread-local variable after it, reaches memory,
 * another function or a choice of values; otherwise nothing is known. */
#include "base/bits.h"
#include "program/access.h"
#include "program/uses.h"
#include "sequentialize/flat.h"

#include <string.h>

struct field_search {
  struct sequentializer *s;
  const struct function *function;
  struct flat_instance *instance;  /* its constants */
  const struct term **definitions; /* per register: what its only assignment gives it, or NULL */
  uint64_t *set;
  size_t words;
  VECTOR(uint32_t) work; /* functions to look at again */
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

/* Offset from a pointer that is in a register, and that register. */
static bool resolve(const struct term *const *definitions, const struct term *term,
                    uint64_t *offset, const struct term **base, unsigned depth) {
  if (term->kind == TERM_VARIABLE) {
    const struct term *defined = definitions[term->value];
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
  const struct term *const *definitions = s->facts.definitions[function->number];
  for (unsigned depth = 0; depth < 16; depth++) {
    if (address->kind == TERM_VARIABLE) {
      const struct type *type = function->registers[address->value].type;
      const struct type *element = type && type->kind == TYPE_POINTER ? type->element : NULL;
      if (element && element->kind == TYPE_STRUCT)
        return strcmp(element->name, "thread") != 0;
      address = definitions[address->value];
    } else {
      address = address->kind == TERM_APPLY && address->op == OP_ADD ? address->operands[0] : NULL;
    }
    if (!address)
      break;
  }
  return false;
}

static const struct term **find_definitions(const struct function *function) {
  size_t size = (function->register_count + 1) * sizeof(const struct term *);
  const struct term **found = memory_allocate_zeroed(size);
  bool *twice = memory_allocate_zeroed(function->register_count + 1);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    for (uint32_t k = 0; edge->op == OPERATION_ASSIGN && k < edge->assign.count; k++) {
      uint32_t target = edge->assign.list[k].target;
      twice[target] |= found[target] != NULL;
      found[target] = edge->assign.list[k].value;
    }
  }
  for (uint32_t i = 0; i < function->register_count; i++)
    if (twice[i])
      found[i] = NULL;
  memory_release(twice);
  return found;
}

/* Adds up the constants of a sum. */
static uint64_t constant_part(const struct term *term) {
  if (term_is_constant(term))
    return term->value;
  if (term->kind != TERM_APPLY || term->op != OP_ADD)
    return 0;
  return constant_part(term->operands[0]) + constant_part(term->operands[1]);
}

bool fields_is_thread_local(const struct sequentializer *s, const struct term *address) {
  uint64_t offset = constant_part(address);
  return offset >= s->program->record_size && offset < s->program->thread_local_end;
}

/* May it point to a record? Only there? `is_assigned`: a value that was never assigned does not
 * count. */
static bool points_to_record(struct field_search *search, const struct term *term, bool is_assigned,
                             bool *only) {
  uint32_t record = sharing_record(search->s->sharing);
  memset(search->set, 0, search->words * sizeof *search->set);
  if (is_assigned)
    sharing_add_copied(search->s->sharing, search->function, term, search->set);
  else
    sharing_add_pointees(search->s->sharing, search->function, term, search->set);
  bool found = bits_has(search->set, record) && !fields_is_other(search->s, search->function, term);
  bits_remove(search->set, record);
  if (only)
    *only = found && bits_is_empty(search->set, search->words);
  return found;
}

/* A pointer that goes somewhere must be that of a whole record. */
static void check_value(const struct term *term, void *context) {
  struct field_search *search = context;
  uint64_t offset = 0;
  if (unchanged_note_value(search->s, search->function, term))
    queue_all(search);
  if (term->width != search->s->program->pointer_width || term_is_constant(term) ||
      search->s->facts.fields_unknown || !points_to_record(search, term, false, NULL))
    return;
  const struct term *base;
  if (!resolve(search->definitions, term, &offset, &base, 0) || offset)
    search->s->facts.fields_unknown = true;
}

static void note_write(struct field_search *search, const struct term *address, uint64_t size) {
  uint64_t offset = 0;
  struct sequentializer *s = search->s;
  if (s->facts.fields_unknown || !points_to_record(search, address, false, NULL))
    return;
  const struct term *base;
  if (!resolve(search->definitions, address, &offset, &base, 0)) {
    s->facts.fields_unknown |= !fields_is_thread_local(s, address);
    return;
  }
  bool is_new = false;
  for (uint64_t i = 0; i < size && offset + i < s->program->record_size; i++) {
    is_new |= !s->facts.fields_written[offset + i];
    s->facts.fields_written[offset + i] = true;
  }
  if (is_new)
    queue_all(search);
}

/* A function is called, with these arguments; NULL: any. */
static void reach(struct field_search *search, const struct function *callee,
                  const struct edge *call) {
  struct sequentializer *s = search->s;
  if (!callee || !callee->locations)
    return;
  struct reached_function *reached = &s->facts.reached[callee->number];
  if (!reached->is_reached)
    queue(search, callee->number);
  reached->is_reached = true;
  if (call &&
      (!reached->callers.count || vector_last(&reached->callers) != search->function->number))
    vector_push(&reached->callers, search->function->number);
  uint32_t positional = callee->parameter_count - (callee->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < callee->parameter_count; i++) {
    const struct term *value = NULL;
    if (call && i < positional && i < call->call.argument_count)
      value = term_resize(s->program->terms, callee->registers[callee->parameters[i]].width,
                          flat_term(s, search->instance, call->call.arguments[i]));
    bool is_same = value && term_is_constant(value) &&
                   (!reached->parameters[i] || reached->parameters[i] == value);
    if (reached->varies[i])
      continue;
    if (!is_same || !reached->parameters[i])
      queue(search, callee->number);
    reached->varies[i] = !is_same;
    reached->parameters[i] = value;
  }
}

/* The function returns: what all returns give is the result of a call. */
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
      reach(search, program_function_at(s->program, address->value), edge);
      return;
    }
  }
  size_t count = flat_callees(s, edge, callees, FLAT_CALLEES);
  for (size_t i = 0; i < count && i < FLAT_CALLEES; i++)
    reach(search, callees[i], edge);
  for (uint32_t i = 0; count > FLAT_CALLEES && i < s->program->function_count; i++)
    reach(search, s->program->functions[i], NULL);
}

static void reach_started(struct field_search *search, const struct edge *edge) {
  const struct function *started[FLAT_CALLEES];
  struct sequentializer *s = search->s;
  size_t count = sharing_started(s->sharing, edge, started, FLAT_CALLEES);
  for (size_t i = 0; i < count && i < FLAT_CALLEES; i++)
    reach(search, started[i], NULL);
  for (uint32_t i = 0; count > FLAT_CALLEES && i < s->program->function_count; i++)
    reach(search, s->program->functions[i], NULL);
}

static void visit_edge(struct field_search *search, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  for (uint32_t i = 0; edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (!search->definitions[edge->assign.list[i].target])
      check_value(edge->assign.list[i].value, search);
  if (edge->op != OPERATION_ASSIGN)
    edge_visit_values(edge, check_value, search);
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    if (access_writes(&list[i]) && list[i].kind != EDGE_END) {
      note_write(search, list[i].address,
                 list[i].size ? list[i].size : search->s->program->record_size);
      if (unchanged_note_write(search->s, search->instance, &list[i]))
        queue_all(search);
    }
  if (edge->op == OPERATION_WAIT)
    reach(search, edge->wait.condition, NULL);
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
    s->facts.definitions[i] = find_definitions(function);
    reached->parameters =
        arena_allocate(s->arena, (function->parameter_count + 1) * sizeof *reached->parameters);
    reached->varies = arena_allocate(s->arena, function->parameter_count + 1);
    reached->locations = arena_allocate(s->arena, function->location_count + 1);
  }
}

/* Visits the edges of the function that can be reached, as far as is known so far. */
static void visit_function(struct field_search *search, const struct function *function) {
  struct sequentializer *s = search->s;
  struct reached_function *reached = &s->facts.reached[function->number];
  size_t size = (function->register_count + 1) * sizeof(const struct term *);
  struct flat_instance instance = {.function = function, .constants = memory_allocate_zeroed(size)};
  for (uint32_t i = 0; i < function->parameter_count; i++)
    if (!reached->varies[i] &&
        flat_keeps_constant(s, function, function->parameters[i], reached->parameters[i]))
      instance.constants[function->parameters[i]] = reached->parameters[i];
  search->function = function;
  search->instance = &instance;
  search->definitions = s->facts.definitions[function->number];
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
  s->facts.fields_written = arena_allocate(s->arena, s->program->record_size + 1);
  s->facts.definitions =
      arena_allocate(s->arena, (s->program->function_count + 1) * sizeof(void *));
  struct field_search search = {.s = s, .words = sharing_object_count(s->sharing) / 64 + 1};
  search.set = memory_allocate(search.words * sizeof *search.set);
  unchanged_begin(s);
  prepare(s);
  reach(&search, s->program->start, NULL);
  while (search.work.count) {
    uint32_t number = vector_pop(&search.work);
    s->facts.reached[number].is_queued = false;
    visit_function(&search, s->program->functions[number]);
  }
  vector_release(&search.work);
  memory_release(search.set);
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

bool fields_constant(struct sequentializer *s, const struct function *function,
                     const struct edge *load, const struct term *address, uint64_t *value) {
  uint32_t size = load->load.size;
  if (unchanged_value(s, function, address, size, value))
    return true;
  if (term_is_constant(address))
    return false;
  uint64_t offset = 0;
  struct field_search search = {.s = s, .function = function};
  bool only;
  const struct term *base;
  if (s->facts.fields_unknown ||
      !resolve(s->facts.definitions[function->number], load->load.address, &offset, &base, 0) ||
      offset + size > s->program->record_size)
    return false;
  for (uint32_t i = 0; i < size; i++)
    if (s->facts.fields_written[offset + i])
      return false;
  search.words = sharing_object_count(s->sharing) / 64 + 1;
  search.set = memory_allocate(search.words * sizeof *search.set);
  bool found = points_to_record(&search, load->load.address, true, &only) && only;
  memory_release(search.set);
  *value = 0;
  return found;
}

bool fields_offset(struct sequentializer *s, const struct function *function,
                   const struct term *address, uint64_t *offset) {
  struct field_search search = {.s = s, .function = function};
  bool only = false;
  *offset = 0;
  const struct term *base;
  if (s->facts.fields_unknown ||
      !resolve(s->facts.definitions[function->number], address, offset, &base, 0))
    return false;
  search.words = sharing_object_count(s->sharing) / 64 + 1;
  search.set = memory_allocate(search.words * sizeof *search.set);
  bool found = points_to_record(&search, address, false, &only) && only;
  memory_release(search.set);
  return found;
}
