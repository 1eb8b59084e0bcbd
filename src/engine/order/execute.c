/* SPDX-License-Identifier: Apache-2.0 */
/* Executes the edges of a function symbolically. */
#include "engine/order/activation.h"
#include "engine/order/model.h"
#include "engine/order/values.h"

#include "analysis/reuse.h"
#include "base/hash.h"
#include "program/address.h"
#include "semantics/rmw.h"
#include "semantics/term_domain.h"

#include <assert.h>

enum { MOST_THREADS = 512, MOST_COPIED = 100000, MOST_COPIED_UNKNOWN = 64 };

uint64_t activation_key(const struct activation *activation, const struct edge *edge) {
  uint64_t number = (uint64_t)(edge - activation->function->edges);
  return hash_combine(hash_combine(activation->context, activation->iterations),
                      (uint64_t)activation->function->number << 32 | number);
}

void activation_set(const struct activation *activation, struct thread_path *path, uint32_t target,
                    const struct term *value) {
  if (target == NO_REGISTER)
    return;
  path->registers[target] = term_resize(activation->symbolic->terms,
                                        activation->function->registers[target].width, value);
}

struct live_registers all_registers(struct symbolic *symbolic, uint32_t count) {
  uint32_t *numbers = arena_allocate(symbolic->arena, (count + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < count; i++)
    numbers[i] = i;
  return (struct live_registers){numbers, count};
}

struct thread_path *activation_unsupported(struct activation *activation, struct thread_path *path,
                                           const struct edge *edge, const char *what) {
  order_add_incompleteness(activation->symbolic, path, edge, what);
  return NULL;
}

void activation_begin_section(struct activation *activation, struct thread_path *path,
                              const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  path->section = activation_key(activation, edge);
  if (map_get(&symbolic->knowledge->assuming, path->section, NULL))
    path->guard = order_and(symbolic, path->guard, order_fresh(symbolic, 1));
  path->node = order_memory_node(symbolic, path, edge);
}

static void execute_assign(struct activation *activation, struct thread_path *path,
                           const struct edge *edge) {
  const struct term *few[16], **values = few;
  if (edge->assign.count > 16)
    values = arena_allocate(activation->symbolic->arena, edge->assign.count * sizeof *values);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    values[i] = activation_value(activation, path, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    path->registers[edge->assign.list[i].target] = values[i];
}

static void execute_nondet(struct activation *activation, struct thread_path *path,
                           const struct edge *edge) {
  uint32_t target = edge->nondet.target;
  if (target == NO_REGISTER)
    return;
  struct symbolic *symbolic = activation->symbolic;
  path->registers[target] = order_fresh(symbolic, activation->function->registers[target].width);
  struct choice choice = {path->thread, edge, path->guard, path->registers[target]};
  vector_push(&symbolic->choices, choice);
}

static void execute_spawn(struct activation *activation, struct thread_path *path,
                          const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = activation_value(activation, path, edge->spawn.function);
  const struct function *run =
      term_is_constant(address) ? program_function_at(symbolic->program, address->value) : NULL;
  uint32_t number = (uint32_t)symbolic->threads.count;
  if (!run || number >= MOST_THREADS) {
    order_add_incompleteness(symbolic, path, edge,
                             run ? "too many threads" : "unknown thread function");
    path->guard = never(symbolic);
    return;
  }
  if (!path->has_created)
    word_values_note_start(symbolic, path);
  path->has_created = true;
  bool opened = path->node == NO_NODE;
  if (symbolic->memory_model != MEMORY_SC)
    path->node = order_memory_node(symbolic, path, edge);
  struct symbolic_thread fresh = {.number = number,
                                  .spawn_node = path->node,
                                  .creator = path->thread,
                                  .key = activation_key(activation, edge),
                                  .spawn_position =
                                      symbolic->threads.items[path->thread].node_count,
                                  .guard = path->guard,
                                  .run = run};
  order_memory_add_thread_objects(symbolic, &fresh);
  fresh.arguments[0] = order_address(symbolic, fresh.record);
  for (unsigned i = 0; i < 2; i++)
    fresh.arguments[i + 1] = activation_value(activation, path, edge->spawn.arguments[i]);
  fresh.memory =
      arena_copy(symbolic->arena, path->memory, path->memory_count * sizeof *path->memory);
  fresh.memory_count = path->memory_count;
  path->number = symbolic->next_path++; /* its contents are shared with the thread now */
  vector_push(&symbolic->threads, fresh);
  activation_set(activation, path, edge->spawn.target, fresh.arguments[0]);
  if (opened)
    order_memory_close_node(path);
}

/* The write of an atomic operation that found `old` there. */
static void replace(struct activation *activation, struct thread_path *path,
                    const struct edge *edge, const struct term *address, const struct term *old,
                    const struct term *fresh, uint32_t size, const struct term *when) {
  struct symbolic *symbolic = activation->symbolic;
  size_t first = symbolic->events.count;
  order_memory_store(symbolic, path, edge, address, fresh, size, ACCESS_ATOMIC, when);
  for (size_t i = first; i < symbolic->events.count; i++)
    if (symbolic->events.items[i].writes)
      symbolic->events.items[i].replaced = old;
}

static void execute_rmw(struct activation *activation, struct thread_path *path,
                        const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint32_t size = edge->rmw.size;
  const struct term *address = activation_value(activation, path, edge->rmw.address);
  const struct term *operand =
      term_resize(symbolic->terms, size * 8, activation_value(activation, path, edge->rmw.operand));
  bool opened = order_memory_open_node(symbolic, path, edge);
  const struct term *old =
      order_memory_load(symbolic, path, edge, address, size, ACCESS_ATOMIC, always(symbolic));
  struct machine machine = {.domain = &domain_term, .domain_context = symbolic->terms};
  struct value fresh =
      rmw_result(&machine, edge->rmw.op, size * 8, value_from_term(old), value_from_term(operand));
  replace(activation, path, edge, address, old, term_domain_term(fresh), size, always(symbolic));
  activation_set(activation, path, edge->rmw.target, old);
  if (opened)
    order_memory_close_node(path);
}

/* The write happens on the executions that find what they expect. */
static struct thread_path *execute_cas(struct activation *activation, struct thread_path *path,
                                       const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint32_t size = edge->cas.size;
  const struct term *address = activation_value(activation, path, edge->cas.address);
  const struct term *expected = term_resize(symbolic->terms, size * 8,
                                            activation_value(activation, path, edge->cas.expected));
  const struct term *desired =
      term_resize(symbolic->terms, size * 8, activation_value(activation, path, edge->cas.desired));
  bool opened = order_memory_open_node(symbolic, path, edge);
  size_t first = symbolic->events.count;
  const struct term *old =
      order_memory_load(symbolic, path, edge, address, size, ACCESS_ATOMIC, always(symbolic));
  const struct term *equal = order_equal(symbolic, old, expected);
  if (guard_implies(path->guard, equal))
    equal = always(symbolic);
  for (size_t i = first; i < symbolic->events.count; i++)
    symbolic->events.items[i].succeeds = equal;
  replace(activation, path, edge, address, old, desired, size, equal);
  activation_set(activation, path, edge->cas.old, old);
  activation_set(activation, path, edge->cas.success, equal);
  if (opened)
    order_memory_close_node(path);
  return path;
}

/* How many bytes a copy or fill moves at once: words that others access as a whole. */
static uint32_t chunk_at(struct symbolic *symbolic, const struct term *base, uint64_t at,
                         uint64_t left, uint32_t otherwise) {
  uint32_t chunk = term_is_constant(base)
                       ? knowledge_chunk(symbolic->knowledge, base->value + at, left)
                       : otherwise;
  return chunk < left ? chunk : (uint32_t)left;
}

/* Padding has a size of its own, whoever copies or fills it. */
static uint32_t padding_at(uint64_t at, uint64_t size) {
  return size - at < 8 ? (uint32_t)(size - at) : 8;
}

static const struct term *shifted(struct symbolic *symbolic, const struct term *base,
                                  uint64_t offset) {
  return term_apply(symbolic->terms, OP_ADD, base, order_number(symbolic, base, offset), NULL);
}

static const struct term *repeated(struct symbolic *symbolic, const struct term *byte,
                                   uint32_t times) {
  const struct term *value = byte;
  for (uint32_t i = 1; i < times; i++)
    value = term_apply(symbolic->terms, OP_CONCAT, value, byte, NULL);
  return value;
}

/* How many bytes a copy, a fill or an output has at most. What is longer than can be looked at is
 * left out. */
static uint64_t bulk_size(struct symbolic *symbolic, struct thread_path *path,
                          const struct edge *edge, const struct term *size) {
  if (!term_is_constant(size))
    return order_memory_bound_size(symbolic, path, edge, size, MOST_COPIED_UNKNOWN,
                                   "copy of an unknown size");
  if (size->value <= MOST_COPIED)
    return size->value;
  order_add_incompleteness(symbolic, path, edge, "copy of an unknown size");
  path->guard = never(symbolic);
  return 0;
}

/* Is this byte one of them? */
static const struct term *is_within(struct symbolic *symbolic, const struct term *size,
                                    uint64_t at) {
  return term_apply(symbolic->terms, OP_ULT, order_number(symbolic, size, at), size, NULL);
}

/* Copies and fills are one node; a copy reads everything before it writes. If the size is no
 * number, each byte is moved if the size is larger than its place. */
static void execute_bulk(struct activation *activation, struct thread_path *path,
                         const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  bool copies = edge->op == OPERATION_COPY;
  const struct term *size =
      activation_value(activation, path, copies ? edge->copy.size : edge->fill.size);
  const struct term *target =
      activation_value(activation, path, copies ? edge->copy.target : edge->fill.target);
  bool is_known = term_is_constant(size);
  uint64_t most = bulk_size(symbolic, path, edge, size);
  if (term_is_false(path->guard) || !most)
    return;
  bool opened = order_memory_open_node(symbolic, path, edge);
  const struct term **values = arena_allocate(symbolic->arena, ((size_t)most + 1) * sizeof *values);
  const struct term *source = copies ? activation_value(activation, path, edge->copy.source) : NULL;
  order_parts_note_bulk(symbolic, path, edge, target, source, size);
  const struct term *byte =
      copies ? NULL
             : term_resize(symbolic->terms, 8, activation_value(activation, path, edge->fill.byte));
  enum access_kind kind = edge_moves_padding(edge) ? ACCESS_PLAIN : ACCESS_BULK;
  for (uint64_t at = 0; at < most;) {
    uint32_t part = edge_moves_padding(edge) ? padding_at(at, most)
                    : is_known ? chunk_at(symbolic, target, at, most - at, copies ? 8 : 1)
                               : 1;
    values[at] = copies ? order_memory_load(symbolic, path, edge, shifted(symbolic, source, at),
                                            part, kind, is_within(symbolic, size, at))
                        : repeated(symbolic, byte, part);
    at += part;
  }
  for (uint64_t at = 0; at < most;) {
    uint32_t part = values[at]->width / 8;
    order_memory_store(symbolic, path, edge, shifted(symbolic, target, at), values[at], part, kind,
                       is_within(symbolic, size, at));
    at += part;
  }
  if (opened)
    order_memory_close_node(path);
}

/* Output only reads; that matters where reading may be an error. */
static void execute_print(struct activation *activation, struct thread_path *path,
                          const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  if (!property_in(PROPERTY_MEMORY, symbolic->properties) &&
      !property_in(PROPERTY_RACE, symbolic->properties))
    return;
  const struct term *size = activation_value(activation, path, edge->print.size);
  const struct term *address = activation_value(activation, path, edge->print.address);
  bool is_known = term_is_constant(size);
  uint64_t most = bulk_size(symbolic, path, edge, size);
  if (term_is_false(path->guard) || !most)
    return;
  bool opened = order_memory_open_node(symbolic, path, edge);
  for (uint64_t at = 0; at < most;) {
    uint32_t part = is_known ? chunk_at(symbolic, address, at, most - at, 8) : 1;
    order_memory_load(symbolic, path, edge, shifted(symbolic, address, at), part, ACCESS_BULK,
                      is_within(symbolic, size, at));
    at += part;
  }
  if (opened)
    order_memory_close_node(path);
}

/* Of an object that is known and cannot be gone. */
static void execute_rest(struct activation *activation, struct thread_path *path,
                         const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = activation_value(activation, path, edge->block_size.address);
  const struct instance *instance =
      term_is_constant(address) ? order_memory_find(symbolic, address->value) : NULL;
  if (!instance || instance->life || instance->is_bounded) {
    order_add_incompleteness(symbolic, path, edge, "memory behind an unknown pointer");
    path->guard = never(symbolic);
    return;
  }
  activation_set(activation, path, edge->block_size.target,
                 order_address(symbolic, instance->base + instance->size - address->value));
}

static void execute_block_size(struct activation *activation, struct thread_path *path,
                               const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = activation_value(activation, path, edge->block_size.address);
  struct instance *instance =
      term_is_constant(address) ? order_memory_find(symbolic, address->value) : NULL;
  if (!instance || !instance->heap || instance->base != address->value ||
      (instance->is_bounded && !instance->bound)) {
    order_add_incompleteness(symbolic, path, edge, "size of an unknown block");
    path->guard = never(symbolic);
    return;
  }
  activation_set(activation, path, edge->block_size.target,
                 instance->is_bounded ? term_resize(symbolic->terms, 64, instance->bound)
                                      : term_constant(symbolic->terms, 64, instance->size));
}

/* Once there were other threads, the order of steps decides whether some are left (ends.c). A copy
 * asks too, outside of sections, and goes piece by piece then, which is as good. */
static const struct term *execute_alone(const struct activation *activation,
                                        struct thread_path *path, const struct edge *edge,
                                        unsigned width) {
  struct symbolic *symbolic = activation->symbolic;
  if (symbolic->threads.count == 1 || !path->atomic_depth)
    return term_constant(symbolic->terms, width, symbolic->threads.count == 1);
  const struct term *is_alone = order_fresh(symbolic, 1);
  path->node = order_memory_node(symbolic, path, edge);
  struct thread_end question = {path->thread, path->node,
                                order_and(symbolic, path->guard, is_alone)};
  vector_push(&symbolic->ends_asked_for, question);
  return term_resize(symbolic->terms, width, is_alone);
}

static void execute_get(struct activation *activation, struct thread_path *path,
                        const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint64_t number =
      edge->op == OPERATION_SELF ? symbolic->threads.items[path->thread].record
      : edge->op == OPERATION_REUSED
          ? stale_addresses_kinds(symbolic->program)
          : edge->op == OPERATION_WATCHING && property_watches_waiting(symbolic->properties);
  unsigned width = edge->get.target == NO_REGISTER
                       ? 64
                       : activation->function->registers[edge->get.target].width;
  activation_set(activation, path, edge->get.target,
                 edge->op == OPERATION_ALONE
                     ? execute_alone(activation, path, edge, width)
                     : term_constant(symbolic->terms, width, number & width_mask(width)));
}

static enum access_kind kind_of(enum memory_order order) {
  return order == ORDER_PLAIN ? ACCESS_PLAIN : ACCESS_ATOMIC;
}

static void execute_memory(struct activation *activation, struct thread_path *path,
                           const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  if (edge->op == OPERATION_LOAD) {
    const struct term *value = order_memory_load(
        symbolic, path, edge, activation_value(activation, path, edge->load.address),
        edge->load.size, kind_of(edge->load.order), always(symbolic));
    activation_set(activation, path, edge->load.target, value);
  } else {
    bool opened =
        path->node == NO_NODE && symbolic->memory_model != MEMORY_SC && memory_model_drains(edge);
    if (opened)
      path->node = order_memory_node(symbolic, path, edge);
    order_memory_store(symbolic, path, edge,
                       activation_value(activation, path, edge->store.address),
                       term_resize(symbolic->terms, edge->store.size * 8,
                                   activation_value(activation, path, edge->store.value)),
                       edge->store.size, kind_of(edge->store.order), always(symbolic));
    if (opened)
      order_memory_close_node(path);
  }
}

static void execute_allocate(struct activation *activation, struct thread_path *path,
                             const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address =
      order_memory_allocate_object(symbolic, path, edge, activation_key(activation, edge));
  if (!address)
    return;
  if (!edge->allocate.heap)
    vector_push(&activation->slots, order_memory_find(symbolic, address->value));
  activation_set(activation, path, edge->allocate.target, address);
}

/* A thread ends where it is: all its locals and thread-local variables die in one step. */
static void execute_finish(struct activation *activation, struct thread_path *path,
                           const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct program *program = symbolic->program;
  path->node = order_memory_node(symbolic, path, edge);
  struct thread_end end = {path->thread, path->node, path->guard};
  vector_push(&symbolic->ends, end);
  for (const struct activation *at = activation; at; at = at->caller)
    for (size_t i = 0; i < at->slots.count; i++)
      order_memory_end_with_thread(symbolic, path, edge, at->slots.items[i]);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    order_memory_end_with_thread(
        symbolic, path, edge,
        order_memory_find(symbolic, symbolic->threads.items[path->thread].record +
                                        program->thread_locals[i].address));
}

/* Edges after which the path goes on, whatever they do. */
static void take_simple_edge(struct activation *activation, struct thread_path *path,
                             const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  enum operation op = edge->op;
  if (op == OPERATION_FENCE) {
    model_add_fence(symbolic, path, edge);
  } else if (op == OPERATION_SETJMP) {
    model_add_fence(symbolic, path, edge);
    activation_set(activation, path, edge->setjmp.target, term_constant(symbolic->terms, 32, 0));
  } else if (op == OPERATION_PRINT) {
    execute_print(activation, path, edge);
  } else if (op == OPERATION_ASSIGN) {
    execute_assign(activation, path, edge);
  } else if (op == OPERATION_ASSUME) {
    order_assume(symbolic, path, activation_value(activation, path, edge->assume.condition));
  } else if (op == OPERATION_CHECK) {
    order_check(symbolic, path, edge, activation_value(activation, path, edge->check.condition),
                edge->check.property, edge->check.message, edge->check.fatal);
  } else if (op == OPERATION_NONDET) {
    execute_nondet(activation, path, edge);
  } else if (op == OPERATION_SPAWN) {
    execute_spawn(activation, path, edge);
  } else if (op == OPERATION_SELF || op == OPERATION_ALONE || op == OPERATION_PRINTING ||
             op == OPERATION_WATCHING || op == OPERATION_REUSED) {
    execute_get(activation, path, edge);
  } else if (op == OPERATION_ATOMIC_BEGIN) {
    if (!path->atomic_depth++)
      activation_begin_section(activation, path, edge);
  } else if (op == OPERATION_ATOMIC_END) {
    if (path->atomic_depth && !--path->atomic_depth)
      order_memory_close_node(path);
  } else {
    assert(false && "an edge that is handled elsewhere");
  }
}

/* Edges that access memory or make and destroy objects. */
static void take_memory_edge(struct activation *activation, struct thread_path *path,
                             const struct edge *edge) {
  enum operation op = edge->op;
  if (op == OPERATION_RMW)
    execute_rmw(activation, path, edge);
  else if (op == OPERATION_ALLOCATE)
    execute_allocate(activation, path, edge);
  else if (op == OPERATION_FREE)
    order_memory_free(activation->symbolic, path, edge);
  else if (op == OPERATION_BLOCK_SIZE && edge->block_size.rest)
    execute_rest(activation, path, edge);
  else if (op == OPERATION_BLOCK_SIZE)
    execute_block_size(activation, path, edge);
  else if (op == OPERATION_COPY || op == OPERATION_FILL)
    execute_bulk(activation, path, edge);
  else
    execute_memory(activation, path, edge);
}

/* Returns where the execution goes on after the edge, or NULL. */
static struct thread_path *take_edge(struct activation *activation, struct thread_path *path,
                                     const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  switch (edge->op) {
  case OPERATION_CALL:
    return activation_call(activation, path, edge);
  case OPERATION_CAS:
    return execute_cas(activation, path, edge);
  case OPERATION_WAIT:
    return activation_wait(activation, path, edge);
  case OPERATION_FINISH:
    execute_finish(activation, path, edge);
    return NULL;
  case OPERATION_EXIT: /* for everybody: if in a section, nobody sees what that did */
    order_assume(symbolic, path, never(symbolic));
    return NULL;
  case OPERATION_LONGJMP:
    return activation_unsupported(activation, path, edge, "longjmp");
  case OPERATION_UNSUPPORTED:
    return activation_unsupported(activation, path, edge, edge->unsupported.what);
  case OPERATION_LOAD:
  case OPERATION_STORE:
  case OPERATION_RMW:
  case OPERATION_ALLOCATE:
  case OPERATION_FREE:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_COPY:
  case OPERATION_FILL:
    take_memory_edge(activation, path, edge);
    return path;
  case OPERATION_SKIP:
  case OPERATION_HOLD:
    return path;
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_CHECK:
  case OPERATION_NONDET:
  case OPERATION_RETURN:
  case OPERATION_FENCE:
  case OPERATION_SPAWN:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_ATOMIC_END:
  case OPERATION_SETJMP:
  case OPERATION_PRINT:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_COUNT:
    take_simple_edge(activation, path, edge);
    break;
  }
  return path;
}

/* Does it take part in leading the interpreter? The same edges do so each time they are taken. */
static bool is_step(const struct thread_path *path, const struct edge *edge) {
  enum operation op = edge->op;
  if (op == OPERATION_WAIT)
    return true;
  bool accesses = op == OPERATION_LOAD || op == OPERATION_STORE || op == OPERATION_RMW ||
                  op == OPERATION_CAS || op == OPERATION_FREE || op == OPERATION_COPY ||
                  op == OPERATION_FILL || op == OPERATION_PRINT || op == OPERATION_ATOMIC_BEGIN ||
                  op == OPERATION_RETURN;
  return accesses && path->node == NO_NODE;
}

static void add_step(struct symbolic *symbolic, const struct thread_path *path,
                     const struct edge *edge, const struct term *guard, size_t nodes_before) {
  struct order_step step = {path->thread,
                            symbolic->nodes.count > nodes_before ? (uint32_t)nodes_before : NO_NODE,
                            edge, guard};
  vector_push(&symbolic->steps, step);
}

struct thread_path *activation_take_edge(struct activation *activation, struct thread_path *path,
                                         const struct edge *edge) {
  const struct term *guard = path->guard;
  size_t nodes_before = activation->symbolic->nodes.count;
  bool counts = is_step(path, edge);
  struct thread_path *after = take_edge(activation, path, edge);
  if (counts)
    add_step(activation->symbolic, path, edge, guard, nodes_before);
  return after;
}

void activation_return(struct activation *activation, struct thread_path *path,
                       const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term **results =
      arena_allocate(symbolic->arena, (edge->ret.count + 1) * sizeof *results);
  for (uint32_t i = 0; i < edge->ret.count; i++)
    results[i] = activation_value(activation, path, edge->ret.values[i]);
  path->registers = results;
  size_t nodes_before = symbolic->nodes.count;
  for (size_t i = 0; i < activation->slots.count; i++)
    order_memory_kill(symbolic, path, edge, activation->slots.items[i]);
  if (is_step(path, edge))
    add_step(symbolic, path, edge, path->guard, nodes_before);
  if (!activation->exit) {
    activation->exit = path;
    return;
  }
  uint32_t count = activation->function->result_count;
  struct thread_path *both =
      order_path_merge(symbolic, activation->exit, path, all_registers(symbolic, count), count);
  if (both)
    activation->exit = both;
  else
    order_add_incompleteness(symbolic, path, edge, "atomic sections that join");
}
