/* SPDX-License-Identifier: Apache-2.0 */
/* Generates the points-to constraints of every edge. Registers of any width may hold a pointer or a
 * part of it, since memory is also copied byte by byte; so may everything computed from them except
 * comparisons. A function is added when a call of it is found, and indirect calls are added as
 * their addresses get functions. */
#include "analysis/pointers.h"

#include "program/access.h"
#include "program/address.h"

#include <string.h>

/* Four nodes are no register's and no object's: `nothing` holds nothing, `anything` what was
 * written to arbitrary addresses, `jump` the values of long jumps, `spawned` the arguments of new
 * threads. */
enum { OWN_NODES = 4 };

unsigned pointers_operands(const struct term *term) {
  enum operator op =(enum operator) term->op;
  if (operator_is_comparison(op) || term->width == 1)
    return 0;
  if (op == OP_ITE)
    return 6;
  if (op == OP_SHL || op == OP_LSHR || op == OP_ASHR)
    return 1;
  return (1u << term->arity) - 1;
}

/* A constant may be an address inside an object, one past its end, or next to it: clang and the
 * simplifier fold `a[i - 1]` into i and the address before a. */
unsigned pointers_near(const struct program *program, uint64_t address, uint32_t objects[2]) {
  const struct object *all = program->objects;
  uint32_t low = 0, high = program->object_count;
  unsigned count = 0;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (all[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low) {
    uint64_t beyond = address - all[low - 1].address;
    if (beyond <= all[low - 1].size + ADDRESS_GAP)
      objects[count++] = low - 1;
    if (beyond <= all[low - 1].size)
      return count;
  }
  if (low < program->object_count && all[low].address - address <= ADDRESS_GAP)
    objects[count++] = low;
  return count;
}

bool pointers_may_be_address(const struct program *program, const struct term *constant) {
  uint32_t objects[2];
  return constant->width >= program->pointer_width &&
         pointers_near(program, constant->value, objects);
}

struct operands {
  const struct program *program;
  uint32_t variable; /* if there is just one */
  unsigned variables, constants;
};

static void count_operands(struct operands *operands, const struct term *term) {
  if (term->kind == TERM_CONSTANT)
    operands->constants += pointers_may_be_address(operands->program, term);
  if (term->kind == TERM_VARIABLE) {
    operands->variables++;
    operands->variable = (uint32_t)term->value;
  }
  if (term->kind != TERM_APPLY)
    return;
  for (unsigned i = 0, carrying = pointers_operands(term); i < term->arity; i++)
    if (carrying >> i & 1)
      count_operands(operands, term->operands[i]);
}

static void add_operands(struct pointers *pointers, uint32_t registers, uint32_t node,
                         const struct term *term) {
  uint32_t objects[2];
  if (term->kind == TERM_CONSTANT && term->width >= pointers->program->pointer_width)
    for (unsigned i = pointers_near(pointers->program, term->value, objects); i-- > 0;)
      points_add_object(pointers->points, node, objects[i]);
  if (term->kind == TERM_VARIABLE)
    points_link(pointers->points, POINT_COPY, registers + (uint32_t)term->value, node);
  if (term->kind != TERM_APPLY)
    return;
  for (unsigned i = 0, carrying = pointers_operands(term); i < term->arity; i++)
    if (carrying >> i & 1)
      add_operands(pointers, registers, node, term->operands[i]);
}

/* The node that holds what a term of a function evaluates to. */
static uint32_t node_of(struct pointers *pointers, const struct function *function,
                        const struct term *term) {
  struct operands operands = {.program = pointers->program};
  uint32_t registers = pointers->functions[function->number].registers;
  if (!term)
    return pointers->nothing;
  count_operands(&operands, term);
  if (!operands.constants && operands.variables <= 1)
    return operands.variables ? registers + operands.variable : pointers->nothing;
  uint32_t node = points_add_nodes(pointers->points, 1);
  add_operands(pointers, registers, node, term);
  struct pointer_term entry = {node, registers, term};
  vector_push(&pointers->terms, entry);
  return node;
}

static uint32_t register_node(const struct pointers *pointers, const struct function *function,
                              uint32_t number) {
  return number == NO_REGISTER ? pointers->nothing
                               : pointers->functions[function->number].registers + number;
}

static void copy(struct pointers *pointers, uint32_t from, uint32_t to) {
  if (from != pointers->nothing && to != pointers->nothing)
    points_link(pointers->points, POINT_COPY, from, to);
}

static void reach(struct pointers *pointers, const struct function *function) {
  struct pointer_function *entry = &pointers->functions[function->number];
  if (entry->registers != NO_NODE)
    return;
  entry->registers = points_add_nodes(pointers->points, function->register_count);
  entry->results = points_add_nodes(pointers->points, function->result_count);
  vector_push(&pointers->pending, function);
}

static void link_call(struct pointers *pointers, const struct function *caller,
                      const struct function *callee) {
  struct call_link link = {caller->number, callee->number};
  vector_push(&pointers->links, link);
  reach(pointers, callee);
}

static void bind(struct pointers *pointers, const struct function *callee, uint32_t position,
                 uint32_t argument) {
  if (position < callee->parameter_count)
    copy(pointers, argument, register_node(pointers, callee, callee->parameters[position]));
}

static void call_function(struct pointers *pointers, const struct function *caller,
                          const struct edge *edge, const struct function *callee) {
  if (!callee->locations)
    return;
  link_call(pointers, caller, callee);
  uint32_t positional = callee->parameter_count - (callee->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional && i < edge->call.argument_count; i++)
    bind(pointers, callee, i, node_of(pointers, caller, edge->call.arguments[i]));
  if (callee->is_variadic)
    bind(pointers, callee, positional, node_of(pointers, caller, edge->call.variadic_area));
  for (uint32_t i = 0; i < callee->result_count && i < edge->call.result_count; i++)
    copy(pointers, pointers->functions[callee->number].results + i,
         register_node(pointers, caller, edge->call.results[i]));
}

static void start_thread(struct pointers *pointers, const struct function *caller,
                         const struct edge *edge, const struct function *start) {
  if (!start->locations)
    return;
  reach(pointers, start);
  pointers->starts[start->number] = true;
  if (start->parameter_count)
    points_add_object(pointers->points, register_node(pointers, start, start->parameters[0]),
                      pointers->record);
  for (uint32_t i = 0; i < 2; i++)
    bind(pointers, start, i + 1, node_of(pointers, caller, edge->spawn.arguments[i]));
}

static void found_callee(uint32_t watch, uint32_t object, void *context) {
  struct pointers *pointers = context;
  struct pointer_call call = pointers->calls.items[watch];
  const struct function *function =
      object < pointers->record ? pointers->program->objects[object].function : NULL;
  if (!function)
    return;
  if (call.edge->op == OPERATION_CALL)
    call_function(pointers, call.caller, call.edge, function);
  else
    start_thread(pointers, call.caller, call.edge, function);
}

static void await_callees(struct pointers *pointers, const struct function *caller,
                          const struct edge *edge, const struct term *address) {
  uint32_t node = node_of(pointers, caller, address);
  struct pointer_call call = {caller, edge};
  vector_push(&pointers->calls, call);
  map_set(&pointers->addresses, (uint64_t)(uintptr_t)edge, node);
  points_link(pointers->points, POINT_WATCH, node, (uint32_t)pointers->calls.count - 1);
}

static uint32_t note_access(struct pointers *pointers, const struct function *function,
                            const struct term *address, bool writes) {
  uint32_t node = node_of(pointers, function, address);
  struct pointer_access entry = {function->number, node, writes};
  vector_push(&pointers->accesses, entry);
  return node;
}

static void add_load(struct pointers *pointers, uint32_t address, uint32_t target) {
  if (target != pointers->nothing)
    points_link(pointers->points, POINT_LOAD, address, target);
}

static void add_store(struct pointers *pointers, uint32_t address, uint32_t value) {
  if (value != pointers->nothing)
    points_link(pointers->points, POINT_STORE, address, value);
}

/* Adds an allocation, which the allocating thread can access. */
static void add_allocation(struct pointers *in, const struct function *f, const struct edge *e) {
  uint32_t object = in->next_allocation++, node = points_add_nodes(in->points, 1);
  struct pointer_access entry = {f->number, node, false};
  points_add_object(in->points, node, object);
  vector_push(&in->accesses, entry);
  copy(in, node, register_node(in, f, e->allocate.target));
  copy(in, node_of(in, f, e->allocate.replaced), register_node(in, f, e->allocate.target));
  map_set(&in->allocations, (uint64_t)(uintptr_t)e, object);
}

static void add_accesses(struct pointers *in, const struct function *f, const struct edge *e) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(e, list);
  uint32_t moved = e->op == OPERATION_COPY ? points_add_nodes(in->points, 1) : in->nothing;
  for (unsigned i = 0; i < count; i++) {
    const struct edge_access *access = &list[i];
    bool writes = access_writes(access) && access->kind != EDGE_END;
    uint32_t address = note_access(in, f, access->address, writes);
    uint32_t value = access->stored ? node_of(in, f, access->stored) : moved;
    if (access->kind != EDGE_WRITE)
      add_load(in, address, e->op == OPERATION_COPY ? moved : register_node(in, f, access->loaded));
    if (writes)
      add_store(in, address, value);
  }
}

/* Arbitrary values an address can be made of: whole ones, and bytes that memory was filled with.
 * Variables never assigned are not among them: using their values is undefined. */
static void add_arbitrary(struct pointers *in, const struct function *f, const struct edge *e) {
  if (e->nondet.target == NO_REGISTER || e->nondet.source == NONDET_UNINITIALISED ||
      e->nondet.source == NONDET_LAYOUT)
    return;
  const struct reg *target = &f->registers[e->nondet.target];
  if (!target->is_float && (target->width >= in->program->pointer_width || target->width == 8))
    vector_push(&in->arbitrary, register_node(in, f, e->nondet.target));
}

static void add_spawn(struct pointers *in, const struct function *f, const struct edge *e) {
  in->has_spawn = true;
  if (e->spawn.target != NO_REGISTER)
    points_add_object(in->points, register_node(in, f, e->spawn.target), in->record);
  for (unsigned i = 0; i < 2; i++)
    copy(in, node_of(in, f, e->spawn.arguments[i]), in->spawned);
  await_callees(in, f, e, e->spawn.function);
}

static void add_assign(struct pointers *in, const struct function *f, const struct edge *e) {
  for (uint32_t i = 0; i < e->assign.count; i++)
    copy(in, node_of(in, f, e->assign.list[i].value),
         register_node(in, f, e->assign.list[i].target));
}

static void add_wait(struct pointers *in, const struct function *f, const struct edge *e) {
  if (!e->wait.condition->locations)
    return;
  link_call(in, f, e->wait.condition);
  bind(in, e->wait.condition, 0, node_of(in, f, e->wait.object));
  bind(in, e->wait.condition, 1, node_of(in, f, e->wait.argument));
}

static void add_edge(struct pointers *in, const struct function *f, const struct edge *e) {
  if (e->op == OPERATION_ASSIGN) {
    add_assign(in, f, e);
  } else if (e->op == OPERATION_NONDET) {
    add_arbitrary(in, f, e);
  } else if (e->op == OPERATION_CALL && e->call.callee) {
    call_function(in, f, e, e->call.callee);
  } else if (e->op == OPERATION_CALL) {
    await_callees(in, f, e, e->call.address);
  } else if (e->op == OPERATION_RETURN) {
    for (uint32_t i = 0; i < e->ret.count && i < f->result_count; i++)
      copy(in, node_of(in, f, e->ret.values[i]), in->functions[f->number].results + i);
  } else if (e->op == OPERATION_SPAWN) {
    add_spawn(in, f, e);
  } else if (e->op == OPERATION_WAIT) {
    add_wait(in, f, e);
  } else if (e->op == OPERATION_SELF && e->get.target != NO_REGISTER) {
    points_add_object(in->points, register_node(in, f, e->get.target), in->record);
  } else if (e->op == OPERATION_ALLOCATE) {
    add_allocation(in, f, e);
  } else {
    if (e->op == OPERATION_SETJMP)
      copy(in, in->jump, register_node(in, f, e->setjmp.target));
    if (e->op == OPERATION_LONGJMP)
      copy(in, node_of(in, f, e->longjmp.value), in->jump);
    add_accesses(in, f, e);
  }
}

void pointers_solve(struct pointers *pointers) {
  points_solve(pointers->points);
  while (pointers->pending.count) {
    const struct function *function = vector_pop(&pointers->pending);
    for (uint32_t i = 0; i < function->edge_count; i++)
      add_edge(pointers, function, &function->edges[i]);
    if (!pointers->pending.count)
      points_solve(pointers->points);
  }
}

/* Adds the addresses in a variable's initial contents, at any offset: structures may be packed. */
static void add_initial(struct pointers *pointers, const struct object *object, uint32_t node) {
  const struct program *program = pointers->program;
  size_t word = program->pointer_width / 8;
  if (!object->bytes || object->function || !program->object_count)
    return;
  const struct object *last = &program->objects[program->object_count - 1];
  uint64_t lowest = program->objects[0].address, highest = last->address + last->size + ADDRESS_GAP;
  for (uint64_t at = 0; at + word <= object->size; at++) {
    uint64_t bits = 0;
    memcpy(&bits, object->bytes + at, word);
    uint32_t near[2];
    if (bits >= lowest && bits <= highest)
      for (unsigned i = pointers_near(program, bits, near); i-- > 0;)
        points_add_object(pointers->points, node, near[i]);
  }
}

static uint32_t count_allocations(const struct program *program) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; program->functions[i]->locations && j < program->functions[i]->edge_count;
         j++)
      count += program->functions[i]->edges[j].op == OPERATION_ALLOCATE;
  return count;
}

void pointers_build(struct pointers *pointers, const struct program *program) {
  memset(pointers, 0, sizeof *pointers);
  pointers->program = program;
  pointers->record = program->object_count;
  pointers->next_allocation = pointers->record + 1;
  pointers->object_count = pointers->next_allocation + count_allocations(program);
  pointers->points = points_create(pointers->object_count, found_callee, pointers);
  pointers->nothing = points_add_nodes(pointers->points, OWN_NODES);
  pointers->anything = pointers->nothing + 1;
  pointers->jump = pointers->nothing + 2;
  pointers->spawned = pointers->nothing + 3;
  pointers->functions = memory_allocate(program->function_count * sizeof *pointers->functions);
  for (uint32_t i = 0; i < program->function_count; i++)
    pointers->functions[i] = (struct pointer_function){NO_NODE, NO_NODE};
  pointers->starts = memory_allocate_zeroed(program->function_count * sizeof *pointers->starts);
  for (uint32_t i = 0; i < program->object_count; i++)
    add_initial(pointers, &program->objects[i], i);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    add_initial(pointers, &program->thread_locals[i], pointers->record);
  reach(pointers, program->start);
  pointers_solve(pointers);
  pointers_spread_made(pointers);
  do
    pointers_spread_arbitrary(pointers);
  while (pointers_spread_made(pointers));
}

void pointers_release(struct pointers *pointers) {
  points_destroy(pointers->points);
  map_release(&pointers->allocations);
  map_release(&pointers->addresses);
  memory_release(pointers->functions);
  memory_release(pointers->starts);
  memory_release(pointers->wild);
  memory_release(pointers->made);
  vector_release(&pointers->pending);
  vector_release(&pointers->terms);
  vector_release(&pointers->accesses);
  vector_release(&pointers->calls);
  vector_release(&pointers->links);
  vector_release(&pointers->arbitrary);
}

static void add_contents(const struct pointers *pointers, uint32_t node, uint64_t *set) {
  const uint64_t *more = points_of(pointers->points, node);
  if (more)
    bits_join(set, more, points_words(pointers->points));
}

void pointers_close(const struct pointers *pointers, uint64_t *set) {
  uint64_t *done = bits_create(points_words(pointers->points));
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t object = 0; object < pointers->object_count; object++) {
      if (!points_in(set, object) || points_in(done, object))
        continue;
      bits_add(done, object);
      add_contents(pointers, object, set);
      changed = true;
    }
  }
  memory_release(done);
}

void pointers_exposed(const struct pointers *pointers, uint64_t *set) {
  bits_clear(set, points_words(pointers->points));
  for (uint32_t object = 0; object <= pointers->record; object++)
    bits_add(set, object);
  add_contents(pointers, pointers->spawned, set);
  pointers_close(pointers, set);
}
