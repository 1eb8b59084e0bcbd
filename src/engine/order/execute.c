/* SPDX-License-Identifier: Apache-2.0 */
/* Executes the edges of a function symbolically. */
#include "engine/order/activation.h"
#include "engine/order/model.h"
#include "engine/order/objects.h"
#include "engine/order/parts.h"
#include "engine/order/values.h"

#include "analysis/reuse.h"
#include "base/hash.h"
#include "program/access.h"
#include "program/address.h"
#include "semantics/rmw.h"
#include "semantics/term_domain.h"

#include <assert.h>

enum { MOST_THREADS = 512, MOST_COPIED = 100000, MOST_COPIED_UNKNOWN = 64 };

uint64_t activation_key(const struct activation *call, const struct edge *edge) {
  uint64_t number = (uint64_t)(edge - call->function->edges);
  return hash_combine(hash_combine(call->context, call->iterations),
                      (uint64_t)call->function->number << 32 | number);
}

void activation_set(const struct activation *call, struct thread_path *path, uint32_t target,
                    const struct term *value) {
  if (target == NO_REGISTER)
    return;
  path->registers[target] =
      term_resize(call->run->terms, call->function->registers[target].width, value);
}

struct thread_path *activation_join(struct activation *call, struct thread_path *joined,
                                    struct thread_path *path, const struct edge *edge,
                                    uint32_t register_count) {
  struct order_run *run = call->run;
  if (!joined)
    return path;
  uint32_t *numbers = arena_allocate(run->arena, (register_count + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < register_count; i++)
    numbers[i] = i;
  struct live_registers all = {numbers, register_count};
  struct thread_path *both = order_path_join(run, joined, path, all, register_count);
  if (!both)
    outcomes_leave_out(run, path, edge, "atomic sections that join");
  return both ? both : joined;
}

void activation_begin_section(struct activation *call, struct thread_path *path,
                              const struct edge *edge) {
  struct order_run *run = call->run;
  path->section = activation_key(call, edge);
  if (map_get(&run->knowledge->assuming, path->section, NULL))
    path->guard = order_and(run->terms, path->guard, symbols_fresh(&run->symbols, 1));
  path->node = order_node_of(run, path, edge);
}

static void execute_assign(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  const struct term *few[16], **values = few;
  if (edge->assign.count > 16)
    values = arena_allocate(call->run->arena, edge->assign.count * sizeof *values);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    values[i] = activation_value(call, path, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    path->registers[edge->assign.list[i].target] = values[i];
}

static void execute_nondet(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  uint32_t target = edge->nondet.target;
  if (target == NO_REGISTER)
    return;
  struct order_run *run = call->run;
  path->registers[target] = symbols_fresh(&run->symbols, call->function->registers[target].width);
  if (edge->nondet.layout && edge->nondet.layout->kind >= LAYOUT_PART)
    stale_parts_note(run->stale_parts, run->program, edge, REUSE_LAYOUT);
  outcomes_add_choice(run, path, edge, path->guard, path->registers[target]);
}

static void execute_spawn(struct activation *call, struct thread_path *path,
                          const struct edge *edge) {
  struct order_run *run = call->run;
  const struct term *address = activation_value(call, path, edge->spawn.function);
  const struct function *body =
      term_is_constant(address) ? program_function_at(run->program, address->value) : NULL;
  uint32_t number = (uint32_t)run->log.threads.count;
  if (!body || number >= MOST_THREADS) {
    outcomes_end(run, path, edge, body ? "too many threads" : "unknown thread function");
    return;
  }
  if (!path->has_created)
    word_values_note_start(run, path);
  path->has_created = true;
  if (run->memory_model != MEMORY_SC)
    order_open_node(run, path, edge);
  struct order_thread fresh = {.number = number,
                               .spawn_node = path->node,
                               .creator = path->thread,
                               .key = activation_key(call, edge),
                               .spawn_position = run->log.threads.items[path->thread].node_count,
                               .guard = path->guard,
                               .body = body};
  instances_add_thread(run, &fresh);
  fresh.arguments[0] = order_address(run, fresh.record);
  for (unsigned i = 0; i < 2; i++)
    fresh.arguments[i + 1] = activation_value(call, path, edge->spawn.arguments[i]);
  fresh.memory = arena_copy(run->arena, path->memory, path->memory_count * sizeof *path->memory);
  fresh.memory_count = path->memory_count;
  path->number = run->next_path++; /* the contents are now shared with the new thread */
  vector_push(&run->log.threads, fresh);
  activation_set(call, path, edge->spawn.target, fresh.arguments[0]);
}

/* The write of an atomic operation that has read `old`. */
static void store_replacement(struct order_run *run, struct request request,
                              const struct term *old) {
  size_t first = run->log.events.count;
  order_store(run, request);
  for (size_t i = first; i < run->log.events.count; i++)
    if (run->log.events.items[i].writes)
      run->log.events.items[i].replaced = old;
}

static void execute_rmw(struct activation *call, struct thread_path *path,
                        const struct edge *edge) {
  struct order_run *run = call->run;
  struct request request = {.path = path,
                            .edge = edge,
                            .address = activation_value(call, path, edge->rmw.address),
                            .size = edge->rmw.size,
                            .kind = ACCESS_ATOMIC};
  unsigned width = request.size * 8;
  const struct term *operand =
      term_resize(run->terms, width, activation_value(call, path, edge->rmw.operand));
  order_open_node(run, path, edge);
  const struct term *old = order_load(run, request);
  struct machine machine = {.domain = &domain_term, .domain_context = run->terms};
  request.value = term_domain_term(
      rmw_result(&machine, edge->rmw.op, width, value_from_term(old), value_from_term(operand)));
  store_replacement(run, request, old);
  activation_set(call, path, edge->rmw.target, old);
}

/* The write is executed on the condition that the read finds the expected value. */
static void execute_cas(struct activation *call, struct thread_path *path,
                        const struct edge *edge) {
  struct order_run *run = call->run;
  struct request request = {.path = path,
                            .edge = edge,
                            .address = activation_value(call, path, edge->cas.address),
                            .size = edge->cas.size,
                            .kind = ACCESS_ATOMIC};
  unsigned width = request.size * 8;
  const struct term *expected =
      term_resize(run->terms, width, activation_value(call, path, edge->cas.expected));
  request.value = term_resize(run->terms, width, activation_value(call, path, edge->cas.desired));
  order_open_node(run, path, edge);
  size_t first = run->log.events.count;
  const struct term *old = order_load(run, request);
  const struct term *equal = order_equal(run->terms, old, expected);
  if (guard_implies(path->guard, equal))
    equal = always(run->terms);
  for (size_t i = first; i < run->log.events.count; i++)
    run->log.events.items[i].succeeds = equal;
  request.when = equal;
  store_replacement(run, request, old);
  activation_set(call, path, edge->cas.old, old);
  activation_set(call, path, edge->cas.success, equal);
}

/* The number of bytes that a copy or fill moves at once, so that words are moved as a whole. */
static uint32_t chunk_at(struct order_run *run, const struct term *base, uint64_t at, uint64_t left,
                         uint32_t otherwise) {
  uint32_t chunk =
      term_is_constant(base) ? knowledge_chunk(run->knowledge, base->value + at, left) : otherwise;
  return chunk < left ? chunk : (uint32_t)left;
}

/* Padding is moved in pieces that do not depend on other accesses. */
static uint32_t padding_at(uint64_t at, uint64_t size) {
  return size - at < 8 ? (uint32_t)(size - at) : 8;
}

static const struct term *repeated(struct order_run *run, const struct term *byte, uint32_t times) {
  const struct term *value = byte;
  for (uint32_t i = 1; i < times; i++)
    value = term_apply(run->terms, OP_CONCAT, value, byte, NULL);
  return value;
}

/* The largest number of bytes that a copy, a fill or an output accesses. Executions with more are
 * left out. */
static uint64_t bulk_size(struct order_run *run, struct thread_path *path, const struct edge *edge,
                          const struct term *size) {
  if (!term_is_constant(size))
    return instances_bound_size(run, path, edge, size, MOST_COPIED_UNKNOWN,
                                "copy of an unknown size");
  if (size->value <= MOST_COPIED)
    return size->value;
  outcomes_end(run, path, edge, "copy of an unknown size");
  return 0;
}

/* Is this byte below the size? */
static const struct term *is_within(struct order_run *run, const struct term *size, uint64_t at) {
  return term_apply(run->terms, OP_ULT, order_number(run->terms, size, at), size, NULL);
}

/* A copy or fill is one node; a copy reads everything before it writes. If the size is symbolic,
 * each byte is moved where its offset is below the size. */
static void execute_bulk(struct activation *call, struct thread_path *path,
                         const struct edge *edge) {
  struct order_run *run = call->run;
  bool copies = edge->op == OPERATION_COPY;
  const struct term *size =
      activation_value(call, path, copies ? edge->copy.size : edge->fill.size);
  const struct term *target =
      activation_value(call, path, copies ? edge->copy.target : edge->fill.target);
  bool is_known = term_is_constant(size);
  uint64_t most = bulk_size(run, path, edge, size);
  if (term_is_false(path->guard) || !most)
    return;
  order_open_node(run, path, edge);
  const struct term **values = arena_allocate(run->arena, ((size_t)most + 1) * sizeof *values);
  const struct term *source = copies ? activation_value(call, path, edge->copy.source) : NULL;
  order_parts_note_bulk(run, path, edge, target, source, size);
  const struct term *byte =
      copies ? NULL : term_resize(run->terms, 8, activation_value(call, path, edge->fill.byte));
  struct request request = {
      .path = path, .edge = edge, .kind = edge_is_quiet(edge) ? ACCESS_PLAIN : ACCESS_BULK};
  for (uint64_t at = 0; at < most;) {
    uint32_t part = edge_is_quiet(edge) ? padding_at(at, most)
                    : is_known          ? chunk_at(run, target, at, most - at, copies ? 8 : 1)
                                        : 1;
    request.address = copies ? order_plus(run->terms, source, at) : NULL;
    request.size = part;
    request.when = is_within(run, size, at);
    values[at] = copies ? order_load(run, request) : repeated(run, byte, part);
    at += part;
  }
  for (uint64_t at = 0; at < most;) {
    uint32_t part = values[at]->width / 8;
    request.address = order_plus(run->terms, target, at);
    request.value = values[at];
    request.size = part;
    request.when = is_within(run, size, at);
    order_store(run, request);
    at += part;
  }
}

/* Output reads its arguments, which matters only if reading can be an error. */
static void execute_print(struct activation *call, struct thread_path *path,
                          const struct edge *edge) {
  struct order_run *run = call->run;
  if (!order_run_checks(run, PROPERTY_MEMORY) && !order_run_checks(run, PROPERTY_RACE))
    return;
  const struct term *size = activation_value(call, path, edge->print.size);
  const struct term *address = activation_value(call, path, edge->print.address);
  bool is_known = term_is_constant(size);
  uint64_t most = bulk_size(run, path, edge, size);
  if (term_is_false(path->guard) || !most)
    return;
  order_open_node(run, path, edge);
  for (uint64_t at = 0; at < most;) {
    uint32_t part = is_known ? chunk_at(run, address, at, most - at, 8) : 1;
    order_load(run, (struct request){.path = path,
                                     .edge = edge,
                                     .address = order_plus(run->terms, address, at),
                                     .when = is_within(run, size, at),
                                     .size = part,
                                     .kind = ACCESS_BULK});
    at += part;
  }
}

/* The bytes from an address to the end of its object, if the object is known and never dies. */
static void execute_rest(struct activation *call, struct thread_path *path,
                         const struct edge *edge) {
  struct order_run *run = call->run;
  const struct term *address = activation_value(call, path, edge->block_size.address);
  const struct instance *instance =
      term_is_constant(address) ? instances_find(&run->instances, address->value) : NULL;
  if (instance && !instance->life && !instance->is_bounded)
    activation_set(call, path, edge->block_size.target,
                   order_address(run, instance->base + instance->size - address->value));
  else
    outcomes_end(run, path, edge, "memory behind an unknown pointer");
}

static void execute_block_size(struct activation *call, struct thread_path *path,
                               const struct edge *edge) {
  struct order_run *run = call->run;
  if (edge->block_size.rest) {
    execute_rest(call, path, edge);
    return;
  }
  const struct term *address = activation_value(call, path, edge->block_size.address);
  struct instance *instance =
      term_is_constant(address) ? instances_find(&run->instances, address->value) : NULL;
  if (!instance || !instance->heap || instance->base != address->value ||
      (instance->is_bounded && !instance->bound)) {
    outcomes_end(run, path, edge, "size of an unknown block");
    return;
  }
  activation_set(call, path, edge->block_size.target,
                 instance->is_bounded ? term_resize(run->terms, 64, instance->bound)
                                      : term_constant(run->terms, 64, instance->size));
}

/* Whether the thread is alone. If other threads were created, the order of nodes decides (ends.c).
 * A copy also asks, outside of sections; it then proceeds piece by piece, which has the same
 * effect. */
static const struct term *execute_alone(const struct activation *call, struct thread_path *path,
                                        const struct edge *edge, unsigned width) {
  struct order_run *run = call->run;
  if (event_log_has_one_thread(&run->log) || !path->atomic_depth)
    return term_constant(run->terms, width, event_log_has_one_thread(&run->log));
  const struct term *is_alone = symbols_fresh(&run->symbols, 1);
  path->node = order_node_of(run, path, edge);
  struct thread_end question = {path->thread, path->node,
                                order_and(run->terms, path->guard, is_alone)};
  vector_push(&run->endings.questions, question);
  return term_resize(run->terms, width, is_alone);
}

static void execute_get(struct activation *call, struct thread_path *path,
                        const struct edge *edge) {
  struct order_run *run = call->run;
  uint64_t number = edge->op == OPERATION_SELF     ? run->log.threads.items[path->thread].record
                    : edge->op == OPERATION_REUSED ? stale_addresses_kinds(run->program)
                                                   : edge->op == OPERATION_WATCHING &&
                                                         property_watches_waiting(run->properties);
  unsigned width =
      edge->get.target == NO_REGISTER ? 64 : call->function->registers[edge->get.target].width;
  activation_set(call, path, edge->get.target,
                 edge->op == OPERATION_ALONE
                     ? execute_alone(call, path, edge, width)
                     : term_constant(run->terms, width, number & width_mask(width)));
}

static enum access_kind kind_of(enum memory_order order) {
  return order == ORDER_PLAIN ? ACCESS_PLAIN : ACCESS_ATOMIC;
}

static void execute_memory(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  struct order_run *run = call->run;
  struct request request = {.path = path, .edge = edge};
  if (edge->op == OPERATION_LOAD) {
    request.address = activation_value(call, path, edge->load.address);
    request.size = edge->load.size;
    request.kind = kind_of(edge->load.order);
    const struct term *value = order_load(run, request);
    activation_set(call, path, edge->load.target, value);
  } else {
    if (run->memory_model != MEMORY_SC && memory_model_drains(edge))
      order_open_node(run, path, edge);
    request.address = activation_value(call, path, edge->store.address);
    request.value = term_resize(run->terms, edge->store.size * 8,
                                activation_value(call, path, edge->store.value));
    request.size = edge->store.size;
    request.kind = kind_of(edge->store.order);
    order_store(run, request);
  }
}

static void execute_allocate(struct activation *call, struct thread_path *path,
                             const struct edge *edge) {
  struct order_run *run = call->run;
  const struct term *address = instances_allocate(run, path, edge, activation_key(call, edge));
  if (!address)
    return;
  if (!edge->allocate.heap)
    vector_push(&call->slots, instances_find(&run->instances, address->value));
  activation_set(call, path, edge->allocate.target, address);
}

/* The thread ends without returning from its functions: all its variables die in one step. */
static void execute_finish(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  struct order_run *run = call->run;
  const struct program *program = run->program;
  path->node = order_node_of(run, path, edge);
  struct thread_end end = {path->thread, path->node, path->guard};
  vector_push(&run->endings.ends, end);
  for (const struct activation *at = call; at; at = at->caller)
    for (size_t i = 0; i < at->slots.count; i++)
      lifetime_end_with_thread(run, path, edge, at->slots.items[i]);
  for (uint32_t i = 0; i < program->thread_local_count; i++)
    lifetime_end_with_thread(
        run, path, edge,
        instances_find(&run->instances, run->log.threads.items[path->thread].record +
                                            program->thread_locals[i].address));
  path->guard = never(run->terms);
}

static void execute_assume(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  outcomes_assume(call->run, path, activation_value(call, path, edge->assume.condition));
}

static void execute_check(struct activation *call, struct thread_path *path,
                          const struct edge *edge) {
  outcomes_check(call->run, path, activation_value(call, path, edge->check.condition),
                 edge->check.property, edge->check.fatal);
}

static void execute_fence(struct activation *call, struct thread_path *path,
                          const struct edge *edge) {
  model_add_fence(call->run, path, edge);
  if (edge->op == OPERATION_SETJMP)
    activation_set(call, path, edge->setjmp.target, term_constant(call->run->terms, 32, 0));
}

static void execute_atomic(struct activation *call, struct thread_path *path,
                           const struct edge *edge) {
  if (edge->op == OPERATION_ATOMIC_BEGIN && !path->atomic_depth++)
    activation_begin_section(call, path, edge);
  else if (edge->op == OPERATION_ATOMIC_END && path->atomic_depth)
    path->atomic_depth--;
}

static void execute_free(struct activation *call, struct thread_path *path,
                         const struct edge *edge) {
  lifetime_free(call->run, path, edge);
}

/* Ends all threads: what the open section did is not observed. */
static void execute_exit(struct activation *call, struct thread_path *path,
                         const struct edge *edge) {
  (void)edge;
  outcomes_assume(call->run, path, never(call->run->terms));
  path->guard = never(call->run->terms);
}

static void execute_unsupported(struct activation *call, struct thread_path *path,
                                const struct edge *edge) {
  outcomes_end(call->run, path, edge,
               edge->op == OPERATION_LONGJMP ? "longjmp" : edge->unsupported.what);
}

static void execute_nothing(struct activation *call, struct thread_path *path,
                            const struct edge *edge) {
  (void)call;
  (void)path;
  (void)edge;
}

/* For each operation except returns, which end the function. */
static void (*const executors[OPERATION_COUNT])(struct activation *call, struct thread_path *path,
                                                const struct edge *edge) = {
    [OPERATION_SKIP] = execute_nothing,
    [OPERATION_HOLD] = execute_nothing,
    [OPERATION_ASSIGN] = execute_assign,
    [OPERATION_ASSUME] = execute_assume,
    [OPERATION_CHECK] = execute_check,
    [OPERATION_NONDET] = execute_nondet,
    [OPERATION_CALL] = activation_call,
    [OPERATION_LOAD] = execute_memory,
    [OPERATION_STORE] = execute_memory,
    [OPERATION_RMW] = execute_rmw,
    [OPERATION_CAS] = execute_cas,
    [OPERATION_FENCE] = execute_fence,
    [OPERATION_SETJMP] = execute_fence,
    [OPERATION_LONGJMP] = execute_unsupported,
    [OPERATION_UNSUPPORTED] = execute_unsupported,
    [OPERATION_COPY] = execute_bulk,
    [OPERATION_FILL] = execute_bulk,
    [OPERATION_PRINT] = execute_print,
    [OPERATION_ALLOCATE] = execute_allocate,
    [OPERATION_FREE] = execute_free,
    [OPERATION_BLOCK_SIZE] = execute_block_size,
    [OPERATION_SPAWN] = execute_spawn,
    [OPERATION_FINISH] = execute_finish,
    [OPERATION_EXIT] = execute_exit,
    [OPERATION_WAIT] = activation_wait,
    [OPERATION_ATOMIC_BEGIN] = execute_atomic,
    [OPERATION_ATOMIC_END] = execute_atomic,
    [OPERATION_SELF] = execute_get,
    [OPERATION_ALONE] = execute_get,
    [OPERATION_PRINTING] = execute_get,
    [OPERATION_WATCHING] = execute_get,
    [OPERATION_REUSED] = execute_get,
};

/* Does the edge lead the interpreter (log.h)? */
static bool leads_interpreter(const struct thread_path *path, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  if (edge->op == OPERATION_WAIT)
    return true;
  bool accesses = edge->op == OPERATION_ATOMIC_BEGIN || edge->op == OPERATION_RETURN ||
                  (edge_accesses(edge, list) && access_touches(list));
  return accesses && path->node == NO_NODE;
}

static void add_taken(struct order_run *run, const struct thread_path *path,
                      const struct edge *edge, const struct term *guard, size_t nodes_before) {
  struct taken_edge taken = {path->thread,
                             run->log.nodes.count > nodes_before ? (uint32_t)nodes_before : NO_NODE,
                             edge, guard};
  vector_push(&run->log.taken, taken);
}

void activation_take_edge(struct activation *call, struct thread_path *path,
                          const struct edge *edge) {
  const struct term *guard = path->guard;
  size_t nodes_before = call->run->log.nodes.count;
  bool counts = leads_interpreter(path, edge);
  assert(executors[edge->op] && "an operation without a meaning");
  executors[edge->op](call, path, edge);
  if (!path->atomic_depth) /* outside atomic sections, nodes do not outlast an edge */
    order_close_node(path);
  if (counts)
    add_taken(call->run, path, edge, guard, nodes_before);
}

void activation_return(struct activation *call, struct thread_path *path, const struct edge *edge) {
  struct order_run *run = call->run;
  const struct term **results = arena_allocate(run->arena, (edge->ret.count + 1) * sizeof *results);
  for (uint32_t i = 0; i < edge->ret.count; i++)
    results[i] = activation_value(call, path, edge->ret.values[i]);
  path->registers = results;
  size_t nodes_before = run->log.nodes.count;
  for (size_t i = 0; i < call->slots.count; i++)
    lifetime_end_slot(run, path, edge, call->slots.items[i]);
  if (leads_interpreter(path, edge))
    add_taken(run, path, edge, path->guard, nodes_before);
  call->exit = activation_join(call, call->exit, path, edge, call->function->result_count);
}
