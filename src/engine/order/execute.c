/* Symbolic execution of threads. A function is gone through location by location, everything inside
 * a loop before what follows it; paths that meet are joined; calls are entered in place. A branch
 * decided by constants is not split, and a loop all of whose exits are so decided hardly counts. */
#include "engine/order/waiting.h"

#include "base/hash.h"
#include "base/text.h"
#include "program/address.h"
#include "semantics/rmw.h"
#include "semantics/term_domain.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_CALL = 400, MOST_THREADS = 512, MOST_COPIED = 100000, MOST_CALLEES = 32 };

/* Rounds that are decided by constants cost little, but they may go on for ever. */
enum { ROUNDS_PER_BOUND = 200 };

/* A function being executed. */
struct activation {
  struct symbolic *symbolic;
  uint32_t thread;
  const struct function *function;
  const struct activation *caller;
  unsigned depth;
  uint64_t context; /* the calls it is in, each in which round of which loops */
  uint64_t rounds;  /* of the loops it is in now */
  const struct term *entry_guard;
  struct loops *loops;
  VECTOR(struct pending *) waiting;
  VECTOR(struct instance *) slots;
  struct path *exit; /* registers are the results */
};

/* Where a path stands in one loop. */
struct round {
  uint32_t count;     /* how often it went round */
  uint32_t undecided; /* how often a symbolic branch could have left it, or nothing ever can */
  bool could_leave;   /* in this round */
  struct round_start *start; /* of this round, if it may change nothing */
};

struct pending {
  uint32_t location;
  struct path *path;
  struct round rounds[DEEPEST_LOOP];
};

static struct path *run_function(struct activation *activation, struct path *path,
                                 const struct term *const *arguments, uint32_t argument_count,
                                 const struct term *variadic_area);

const struct term *term_and_(struct symbolic *symbolic, const struct term *a,
                             const struct term *b) {
  return term_apply(symbolic->terms, OP_AND, a, b, NULL);
}

const struct term *symbolic_fresh(struct symbolic *symbolic, unsigned width) {
  return term_variable(symbolic->terms, width, symbolic->next_variable++);
}

const struct term *symbolic_evaluate(struct symbolic *symbolic, const struct path *path,
                                     const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return path->registers[term->value];
  if (term->kind == TERM_CONSTANT)
    return term_constant(symbolic->terms, term->width, term->value);
  const struct term *operands[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    operands[i] = symbolic_evaluate(symbolic, path, term->operands[i]);
  return term_rebuild(symbolic->terms, term, operands);
}

void symbolic_add_gap(struct symbolic *symbolic, const struct path *path, const struct edge *edge,
                      const char *what, bool unwinding) {
  struct gap gap = {.condition = path->guard, .unwinding = unwinding};
  struct text place = {0};
  program_print_position(&place, symbolic->program, edge->at);
  snprintf(gap.reason, sizeof gap.reason, "%s%s%s", what, place.length ? " at " : "",
           text_get(&place));
  text_release(&place);
  vector_push(&symbolic->gaps, gap);
}

void symbolic_assume(struct symbolic *symbolic, struct path *path, const struct term *condition) {
  if (term_is_true(condition))
    return;
  if (path->atomic_depth) {
    const struct term *violated = term_apply(symbolic->terms, OP_NOT, condition, NULL, NULL);
    vector_push(&symbolic->impossible, term_and_(symbolic, path->guard, violated));
    if (!map_get(&symbolic->knowledge->assuming, path->section, NULL)) {
      map_set(&symbolic->knowledge->assuming, path->section, 1);
      symbolic->knowledge->changed = true;
    }
  }
  path->guard = term_and_(symbolic, path->guard, condition);
}

void symbolic_check(struct symbolic *symbolic, uint32_t thread, struct path *path,
                    const struct edge *edge, const struct term *holds, enum property property,
                    const char *message, bool fatal) {
  if (term_is_true(holds))
    return;
  if (property_in(property, symbolic->properties)) {
    struct possible_error error = {
        .condition = term_and_(symbolic, path->guard,
                               term_apply(symbolic->terms, OP_NOT, holds, NULL, NULL)),
        .property = property,
        .message = message,
        .thread = thread,
        .position = symbolic->threads.items[thread].node_count,
        .edge = edge};
    if (!term_is_false(error.condition))
      vector_push(&symbolic->errors, error);
    path->guard = term_and_(symbolic, path->guard, holds);
  } else if (fatal) {
    symbolic_assume(symbolic, path, holds);
  }
}

static const struct term *value_of(struct activation *activation, const struct path *path,
                                   const struct term *term) {
  return symbolic_evaluate(activation->symbolic, path, term);
}

static void set_register(const struct activation *activation, struct path *path, uint32_t target,
                         const struct term *value) {
  if (target == NO_REGISTER)
    return;
  path->registers[target] = term_resize(activation->symbolic->terms,
                                        activation->function->registers[target].width, value);
}

static void execute_assign(struct activation *activation, struct path *path,
                           const struct edge *edge) {
  const struct term *few[16], **values = few;
  if (edge->assign.count > 16)
    values = arena_allocate(activation->symbolic->arena, edge->assign.count * sizeof *values);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    values[i] = value_of(activation, path, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    path->registers[edge->assign.list[i].target] = values[i];
}

static void execute_nondet(struct activation *activation, struct path *path,
                           const struct edge *edge) {
  uint32_t target = edge->nondet.target;
  if (target == NO_REGISTER)
    return;
  struct symbolic *symbolic = activation->symbolic;
  path->registers[target] =
      symbolic_fresh(symbolic, activation->function->registers[target].width);
  struct choice choice = {activation->thread, edge, path->guard, path->registers[target]};
  vector_push(&symbolic->choices, choice);
}

static unsigned times_active(const struct activation *activation, const struct function *function,
                             const struct term **guard) {
  unsigned times = 0;
  for (; activation; activation = activation->caller) {
    if (activation->function != function)
      continue;
    if (!times++)
      *guard = activation->entry_guard;
  }
  return times;
}

/* Which execution of the edge this is, the same in every run. */
static uint64_t place_key(const struct activation *activation, const struct edge *edge) {
  uint64_t number = (uint64_t)(edge - activation->function->edges);
  return hash_combine(hash_combine(activation->context, activation->rounds),
                      (uint64_t)activation->function->number << 32 | number);
}

/* Calls one function; NULL: no execution comes back. */
static struct path *enter_function(struct activation *activation, struct path *path,
                                   const struct edge *edge, const struct function *callee,
                                   const struct term *const *arguments, uint32_t argument_count,
                                   const struct term *variadic_area) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *guard = NULL;
  unsigned times = times_active(activation, callee, &guard);
  if (times && guard != path->guard && times > symbolic->unwind) {
    symbolic_add_gap(symbolic, path, edge, "recursion", true);
    return NULL;
  }
  if (!callee->locations || activation->depth >= DEEPEST_CALL) {
    symbolic_add_gap(symbolic, path, edge,
                     callee->locations ? "calls nested too deeply" : callee->name, false);
    return NULL;
  }
  struct activation inner = {.symbolic = symbolic,
                             .thread = activation->thread,
                             .function = callee,
                             .caller = activation,
                             .depth = activation->depth + 1,
                             .context = place_key(activation, edge)};
  return run_function(&inner, path, arguments, argument_count, variadic_area);
}

/* One callee of several: the path where the address is its own. */
static struct path *take_results(struct activation *activation, struct path *back,
                                 const struct edge *edge, const struct function *callee,
                                 const struct term **registers) {
  if (!back)
    return NULL;
  const struct term **results = back->registers;
  back->registers = registers;
  for (uint32_t i = 0; i < edge->call.result_count; i++)
    set_register(activation, back, edge->call.results[i],
                 i < callee->result_count
                     ? results[i]
                     : symbolic_fresh(activation->symbolic, 64));
  return back;
}

static struct path *call_function(struct activation *activation, struct path *path,
                                  const struct edge *edge, const struct function *callee) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term **arguments =
      arena_allocate(symbolic->arena, (edge->call.argument_count + 1) * sizeof *arguments);
  for (uint32_t i = 0; i < edge->call.argument_count; i++)
    arguments[i] = value_of(activation, path, edge->call.arguments[i]);
  const struct term *area =
      edge->call.variadic_area
          ? value_of(activation, path, edge->call.variadic_area)
          : term_constant(symbolic->terms, symbolic->program->pointer_width, 0);
  const struct term **registers = path->registers;
  struct path *back = enter_function(activation, path, edge, callee, arguments,
                                     edge->call.argument_count, area);
  return take_results(activation, back, edge, callee, registers);
}

static struct live_registers all_registers(struct symbolic *symbolic, uint32_t count) {
  uint32_t *numbers = arena_allocate(symbolic->arena, (count + 1) * sizeof *numbers);
  for (uint32_t i = 0; i < count; i++)
    numbers[i] = i;
  return (struct live_registers){numbers, count};
}

static struct path *unsupported(struct activation *activation, struct path *path,
                                const struct edge *edge, const char *what) {
  symbolic_add_gap(activation->symbolic, path, edge, what, false);
  return NULL;
}

static struct path *call_any(struct activation *activation, struct path *path,
                             const struct edge *edge, const struct term *address) {
  struct symbolic *symbolic = activation->symbolic;
  const struct function *callees[MOST_CALLEES];
  size_t count = sharing_callees(symbolic->sharing, edge, callees, MOST_CALLEES);
  if (count == SHARING_ANY_FUNCTION)
    return unsupported(activation, path, edge, "call through an arbitrary pointer");
  if (count > MOST_CALLEES)
    symbolic_add_gap(symbolic, path, edge, "call of too many functions", false);
  const struct term *known = term_constant(symbolic->terms, 1, 0);
  struct path *joined = NULL;
  uint32_t register_count = activation->function->register_count;
  for (size_t i = 0; i < count && i < MOST_CALLEES; i++) {
    const struct term *own = term_apply(
        symbolic->terms, OP_EQ, address,
        term_constant(symbolic->terms, address->width, callees[i]->address), NULL);
    if (term_is_false(own))
      continue;
    known = term_apply(symbolic->terms, OP_OR, known, own, NULL);
    struct path *one = path_copy(symbolic, path, register_count);
    one->guard = term_and_(symbolic, one->guard, own);
    one = call_function(activation, one, edge, callees[i]);
    if (!one)
      continue;
    struct path *both = joined ? path_merge(symbolic, joined, one,
                                            all_registers(symbolic, register_count), register_count)
                               : one;
    if (!both) {
      symbolic_add_gap(symbolic, one, edge, "atomic sections that join", false);
      continue;
    }
    joined = both;
  }
  symbolic_check(symbolic, activation->thread, path, edge, known, PROPERTY_MEMORY,
                 "call through an invalid function pointer", true);
  return joined;
}

static struct path *execute_call(struct activation *activation, struct path *path,
                                 const struct edge *edge) {
  if (edge->call.callee)
    return call_function(activation, path, edge, edge->call.callee);
  const struct term *address = value_of(activation, path, edge->call.address);
  if (!term_is_constant(address))
    return call_any(activation, path, edge, address);
  const struct function *callee =
      program_function_at(activation->symbolic->program, address->value);
  if (callee)
    return call_function(activation, path, edge, callee);
  symbolic_check(activation->symbolic, activation->thread, path, edge,
                 term_constant(activation->symbolic->terms, 1, 0), PROPERTY_MEMORY,
                 "call through an invalid function pointer", true);
  return NULL;
}

/* What follows is one step up to the end of the section. If that has assumptions, as the run before
 * showed, the thread need not go there. */
static void begin_section(struct activation *activation, struct path *path,
                          const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  path->section = place_key(activation, edge);
  if (map_get(&symbolic->knowledge->assuming, path->section, NULL))
    path->guard = term_and_(symbolic, path->guard, symbolic_fresh(symbolic, 1));
  path->node = memory_node(symbolic, activation->thread, path, edge);
}

/* The value of a wait's condition, read in the node that is open or opened for it. */
static struct path *execute_wait(struct activation *activation, struct path *path,
                                 const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  memory_close_node(path); /* the section was given up here, if it had to wait */
  if (path->atomic_depth || !edge->wait.spurious)
    begin_section(activation, path, edge);
  if (edge->wait.spurious) {
    symbolic->may_block = true;
    return path;
  }
  const struct term *arguments[2] = {value_of(activation, path, edge->wait.object),
                                     value_of(activation, path, edge->wait.argument)};
  const struct term **registers = path->registers;
  uint32_t depth = path->atomic_depth;
  path->atomic_depth = depth + 1; /* all its reads are one step */
  struct path *back =
      enter_function(activation, path, edge, edge->wait.condition, arguments, 2, NULL);
  if (!back)
    return NULL;
  const struct term *result = back->registers[0];
  back->registers = registers;
  back->atomic_depth = depth;
  const struct term *zero = term_constant(symbolic->terms, result->width, 0);
  const struct term *holds = term_apply(
      symbolic->terms, OP_NOT, term_apply(symbolic->terms, OP_EQ, result, zero, NULL), NULL, NULL);
  symbolic->may_block |= !term_is_true(holds);
  back->guard = term_and_(symbolic, back->guard, holds);
  symbolic->nodes.items[back->node].passes = back->guard;
  if (!depth)
    memory_close_node(back);
  return back;
}

static void execute_spawn(struct activation *activation, struct path *path,
                          const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = value_of(activation, path, edge->spawn.function);
  const struct function *run =
      term_is_constant(address) ? program_function_at(symbolic->program, address->value) : NULL;
  uint32_t number = (uint32_t)symbolic->threads.count;
  if (!run || number >= MOST_THREADS) {
    symbolic_add_gap(symbolic, path, edge, run ? "too many threads" : "unknown thread function",
                     false);
    path->guard = term_constant(symbolic->terms, 1, 0);
    return;
  }
  struct symbolic_thread fresh = {
      .number = number,
      .creator = activation->thread,
      .key = place_key(activation, edge),
      .spawn_position = symbolic->threads.items[activation->thread].node_count,
      .guard = path->guard,
      .run = run};
  fresh.record = address_of_stack(symbolic->program->data_model, number).start;
  fresh.arguments[0] =
      term_constant(symbolic->terms, symbolic->program->pointer_width, fresh.record);
  for (unsigned i = 0; i < 2; i++)
    fresh.arguments[i + 1] = value_of(activation, path, edge->spawn.arguments[i]);
  memory_add_thread_objects(symbolic, &fresh);
  fresh.memory = arena_copy(symbolic->arena, path->memory, path->memory_count * sizeof *path->memory);
  fresh.memory_count = path->memory_count;
  path->number = symbolic->next_path++; /* its contents are shared with the thread now */
  vector_push(&symbolic->threads, fresh);
  set_register(activation, path, edge->spawn.target, fresh.arguments[0]);
}

/* The write of an atomic operation that found `old` there. */
static void replace(struct activation *activation, struct path *path, const struct edge *edge,
                    const struct term *address, const struct term *old, const struct term *fresh,
                    uint32_t size) {
  struct symbolic *symbolic = activation->symbolic;
  size_t first = symbolic->events.count;
  memory_store(symbolic, activation->thread, path, edge, address, fresh, size, true);
  for (size_t i = first; i < symbolic->events.count; i++)
    if (symbolic->events.items[i].writes)
      symbolic->events.items[i].replaced = old;
}

static void execute_rmw(struct activation *activation, struct path *path,
                        const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint32_t size = edge->rmw.size;
  const struct term *address = value_of(activation, path, edge->rmw.address);
  const struct term *operand =
      term_resize(symbolic->terms, size * 8, value_of(activation, path, edge->rmw.operand));
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, activation->thread, path, edge);
  const struct term *old =
      memory_load(symbolic, activation->thread, path, edge, address, size, true);
  struct machine machine = {.domain = &domain_term, .domain_context = symbolic->terms};
  struct value fresh = rmw_result(&machine, edge->rmw.op, size * 8, value_from_term(old),
                                  value_from_term(operand));
  replace(activation, path, edge, address, old, term_from_value(fresh), size);
  set_register(activation, path, edge->rmw.target, old);
  if (opened)
    memory_close_node(path);
}

/* The write happens on the executions that find what they expect. */
static struct path *execute_cas(struct activation *activation, struct path *path,
                                const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint32_t size = edge->cas.size;
  const struct term *address = value_of(activation, path, edge->cas.address);
  const struct term *expected =
      term_resize(symbolic->terms, size * 8, value_of(activation, path, edge->cas.expected));
  const struct term *desired =
      term_resize(symbolic->terms, size * 8, value_of(activation, path, edge->cas.desired));
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, activation->thread, path, edge);
  const struct term *old =
      memory_load(symbolic, activation->thread, path, edge, address, size, true);
  const struct term *equal = term_apply(symbolic->terms, OP_EQ, old, expected, NULL);
  const struct term *guard = path->guard;
  if (!term_is_false(equal)) {
    path->guard = term_and_(symbolic, guard, equal);
    replace(activation, path, edge, address, old, desired, size);
    path->guard = guard;
  }
  set_register(activation, path, edge->cas.old, old);
  set_register(activation, path, edge->cas.success, equal);
  if (opened)
    memory_close_node(path);
  return path;
}

/* Copies and fills move words of up to eight bytes in one node. */
static void execute_bulk(struct activation *activation, struct path *path,
                         const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  bool copies = edge->op == OPERATION_COPY;
  const struct term *size =
      value_of(activation, path, copies ? edge->copy.size : edge->fill.size);
  const struct term *target =
      value_of(activation, path, copies ? edge->copy.target : edge->fill.target);
  if (!term_is_constant(size) || size->value > MOST_COPIED) {
    symbolic_add_gap(symbolic, path, edge, "copy of an unknown size", false);
    path->guard = term_constant(symbolic->terms, 1, 0);
    return;
  }
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, activation->thread, path, edge);
  uint64_t words = (size->value + 7) / 8;
  const struct term **values = arena_allocate(symbolic->arena, (words + 1) * sizeof *values);
  const struct term *source = copies ? value_of(activation, path, edge->copy.source) : NULL;
  const struct term *byte =
      copies ? NULL : term_resize(symbolic->terms, 8, value_of(activation, path, edge->fill.byte));
  for (uint64_t at = 0; at < size->value; at += copies ? 8 : 1) {
    uint32_t part = copies ? (uint32_t)(size->value - at < 8 ? size->value - at : 8) : 1;
    const struct term *offset = term_constant(symbolic->terms, target->width, at);
    if (copies)
      values[at / 8] = memory_load(symbolic, activation->thread, path, edge,
                                   term_apply(symbolic->terms, OP_ADD, source, offset, NULL), part,
                                   false);
    else
      memory_store(symbolic, activation->thread, path, edge,
                   term_apply(symbolic->terms, OP_ADD, target, offset, NULL), byte, 1, false);
  }
  for (uint64_t at = 0; copies && at < size->value; at += 8)
    memory_store(symbolic, activation->thread, path, edge,
                 term_apply(symbolic->terms, OP_ADD, target,
                            term_constant(symbolic->terms, target->width, at), NULL),
                 values[at / 8], (uint32_t)(size->value - at < 8 ? size->value - at : 8), false);
  if (opened)
    memory_close_node(path);
}

/* Output only reads; that matters where reading may be an error. */
static void execute_print(struct activation *activation, struct path *path,
                          const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  if (!property_in(PROPERTY_MEMORY, symbolic->properties) &&
      !property_in(PROPERTY_RACE, symbolic->properties))
    return;
  const struct term *size = value_of(activation, path, edge->print.size);
  const struct term *address = value_of(activation, path, edge->print.address);
  if (!term_is_constant(size) || size->value > MOST_COPIED) {
    symbolic_add_gap(symbolic, path, edge, "output of an unknown size", false);
    path->guard = term_constant(symbolic->terms, 1, 0);
    return;
  }
  bool opened = path->node == NO_NODE;
  path->node = memory_node(symbolic, activation->thread, path, edge);
  for (uint64_t at = 0; at < size->value; at += 8)
    memory_load(symbolic, activation->thread, path, edge,
                term_apply(symbolic->terms, OP_ADD, address,
                           term_constant(symbolic->terms, address->width, at), NULL),
                (uint32_t)(size->value - at < 8 ? size->value - at : 8), false);
  if (opened)
    memory_close_node(path);
}

static void execute_block_size(struct activation *activation, struct path *path,
                               const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = value_of(activation, path, edge->block_size.address);
  struct instance *instance =
      term_is_constant(address) ? memory_find(symbolic, address->value) : NULL;
  if (!instance || !instance->heap || instance->base != address->value) {
    symbolic_add_gap(symbolic, path, edge, "size of an unknown block", false);
    path->guard = term_constant(symbolic->terms, 1, 0);
    return;
  }
  set_register(activation, path, edge->block_size.target,
               term_constant(symbolic->terms, 64, instance->size));
}

static bool is_alone(const struct activation *activation) {
  return activation->symbolic->threads.count == 1;
}

static void execute_get(struct activation *activation, struct path *path,
                        const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  uint64_t number = edge->op == OPERATION_SELF
                        ? symbolic->threads.items[activation->thread].record
                        : edge->op == OPERATION_ALONE && is_alone(activation);
  unsigned width = edge->get.target == NO_REGISTER
                       ? 64
                       : activation->function->registers[edge->get.target].width;
  set_register(activation, path, edge->get.target,
               term_constant(symbolic->terms, width, number & width_mask(width)));
}

static void execute_memory(struct activation *activation, struct path *path,
                           const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  if (edge->op == OPERATION_LOAD) {
    const struct term *value =
        memory_load(symbolic, activation->thread, path, edge,
                    value_of(activation, path, edge->load.address), edge->load.size,
                    edge->load.order != ORDER_PLAIN);
    set_register(activation, path, edge->load.target, value);
  } else {
    memory_store(symbolic, activation->thread, path, edge,
                 value_of(activation, path, edge->store.address),
                 term_resize(symbolic->terms, edge->store.size * 8,
                             value_of(activation, path, edge->store.value)),
                 edge->store.size, edge->store.order != ORDER_PLAIN);
  }
}

static void execute_allocate(struct activation *activation, struct path *path,
                             const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term *address = memory_allocate_object(symbolic, activation->thread, path, edge, place_key(activation, edge));
  if (!address)
    return;
  if (!edge->allocate.heap)
    vector_push(&activation->slots, memory_find(symbolic, address->value));
  set_register(activation, path, edge->allocate.target, address);
}

/* What happens along an edge that is no branch; NULL: no execution goes on. */
static struct path *execute_edge(struct activation *activation, struct path *path,
                                 const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  switch (edge->op) {
  case OPERATION_SKIP:
  case OPERATION_FENCE:
  case OPERATION_HOLD:
    return path;
  case OPERATION_PRINT:
    execute_print(activation, path, edge);
    return path;
  case OPERATION_ASSIGN:
    execute_assign(activation, path, edge);
    return path;
  case OPERATION_ASSUME:
    symbolic_assume(symbolic, path,
                    value_of(activation, path, edge->assume.condition));
    return path;
  case OPERATION_CHECK:
    symbolic_check(symbolic, activation->thread, path, edge,
                   value_of(activation, path, edge->check.condition), edge->check.property,
                   edge->check.message, edge->check.fatal);
    return path;
  case OPERATION_NONDET:
    execute_nondet(activation, path, edge);
    return path;
  case OPERATION_CALL:
    return execute_call(activation, path, edge);
  case OPERATION_LOAD:
  case OPERATION_STORE:
    execute_memory(activation, path, edge);
    return path;
  case OPERATION_RMW:
    execute_rmw(activation, path, edge);
    return path;
  case OPERATION_CAS:
    return execute_cas(activation, path, edge);
  case OPERATION_ALLOCATE:
    execute_allocate(activation, path, edge);
    return path;
  case OPERATION_FREE:
    memory_free(symbolic, activation->thread, path, edge);
    return path;
  case OPERATION_BLOCK_SIZE:
    execute_block_size(activation, path, edge);
    return path;
  case OPERATION_COPY:
  case OPERATION_FILL:
    execute_bulk(activation, path, edge);
    return path;
  case OPERATION_SPAWN:
    execute_spawn(activation, path, edge);
    return path;
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_PRINTING:
    execute_get(activation, path, edge);
    return path;
  case OPERATION_ATOMIC_BEGIN:
    if (!path->atomic_depth++)
      begin_section(activation, path, edge);
    return path;
  case OPERATION_ATOMIC_END:
    if (path->atomic_depth && !--path->atomic_depth)
      memory_close_node(path);
    return path;
  case OPERATION_WAIT:
    return execute_wait(activation, path, edge);
  case OPERATION_SETJMP:
    set_register(activation, path, edge->setjmp.target, term_constant(symbolic->terms, 32, 0));
    return path;
  case OPERATION_FINISH:
  case OPERATION_EXIT:
    return NULL;
  case OPERATION_LONGJMP:
    return unsupported(activation, path, edge, "longjmp");
  case OPERATION_UNSUPPORTED:
    return unsupported(activation, path, edge, edge->unsupported.what);
  case OPERATION_RETURN:
  case OPERATION_COUNT:
    break;
  }
  assert(!"returns are handled where the function is left");
  return NULL;
}

static void execute_return(struct activation *activation, struct path *path,
                           const struct edge *edge) {
  struct symbolic *symbolic = activation->symbolic;
  const struct term **results =
      arena_allocate(symbolic->arena, (edge->ret.count + 1) * sizeof *results);
  for (uint32_t i = 0; i < edge->ret.count; i++)
    results[i] = value_of(activation, path, edge->ret.values[i]);
  path->registers = results;
  for (size_t i = 0; i < activation->slots.count; i++)
    memory_kill(symbolic, activation->thread, path, edge, activation->slots.items[i]);
  if (!activation->exit) {
    activation->exit = path;
    return;
  }
  uint32_t count = activation->function->result_count;
  struct path *both =
      path_merge(symbolic, activation->exit, path, all_registers(symbolic, count), count);
  if (both)
    activation->exit = both;
  else
    symbolic_add_gap(symbolic, path, edge, "atomic sections that join", false);
}

/* Negative: a is to be done before b. */
static int compare(const struct loops *loops, const struct pending *a, const struct pending *b) {
  const struct location_loops *at_a = &loops->locations[a->location];
  const struct location_loops *at_b = &loops->locations[b->location];
  for (uint32_t i = 0; i < at_a->depth && i < at_b->depth; i++) {
    if (at_a->heads[i] != at_b->heads[i])
      return loops->locations[at_a->heads[i]].order < loops->locations[at_b->heads[i]].order ? -1
                                                                                             : 1;
    if (a->rounds[i].count != b->rounds[i].count)
      return a->rounds[i].count < b->rounds[i].count ? -1 : 1;
  }
  uint32_t first = at_a->depth > at_b->depth ? loops->locations[at_a->heads[at_b->depth]].order
                                             : at_a->order;
  uint32_t second = at_b->depth > at_a->depth ? loops->locations[at_b->heads[at_a->depth]].order
                                              : at_b->order;
  return first < second ? -1 : first > second;
}

static void add_pending(struct activation *activation, struct pending *fresh) {
  for (size_t i = 0; i < activation->waiting.count; i++) {
    struct pending *known = activation->waiting.items[i];
    if (known->location != fresh->location || compare(activation->loops, known, fresh) != 0)
      continue;
    struct path *both = path_merge(
        activation->symbolic, known->path, fresh->path,
        liveness_at(activation->symbolic->liveness, activation->function, fresh->location),
        activation->function->register_count);
    if (!both)
      continue;
    known->path = both;
    for (uint32_t j = 0; j < DEEPEST_LOOP; j++) {
      struct round *round = &known->rounds[j];
      if (round->undecided < fresh->rounds[j].undecided)
        round->undecided = fresh->rounds[j].undecided;
      round->could_leave |= fresh->rounds[j].could_leave;
      if (round->start != fresh->rounds[j].start)
        round->start = NULL;
    }
    return;
  }
  vector_push(&activation->waiting, fresh);
}

/* The place after an edge: which round of which loop. False: the bound is reached. */
static bool follow(struct activation *activation, const struct pending *from,
                   const struct edge *edge, struct pending *to) {
  const struct loops *loops = activation->loops;
  const struct location_loops *before = &loops->locations[edge->from];
  const struct location_loops *after = &loops->locations[edge->to];
  to->location = edge->to;
  for (uint32_t i = 0; i < after->depth; i++) {
    bool same = i < before->depth && before->heads[i] == after->heads[i];
    to->rounds[i] = same ? from->rounds[i] : (struct round){0};
  }
  if (!loops_is_back_edge(loops, edge))
    return true;
  struct round *round = &to->rounds[after->depth - 1];
  round->count++;
  round->undecided += round->could_leave || !after->can_leave[after->depth - 1];
  round->could_leave = false;
  return round->undecided <= activation->symbolic->unwind && round->count < ROUNDS_PER_BOUND * activation->symbolic->unwind;
}

static void begin_round(struct activation *activation, struct pending *at) {
  const struct location_loops *loops = &activation->loops->locations[at->location];
  if (loops->depth && loops->heads[loops->depth - 1] == at->location &&
      waiting_at(activation->symbolic->waiting, activation->function, at->location))
    at->rounds[loops->depth - 1].start =
        round_begin(activation->symbolic, activation->function, at->path);
}

/* Takes away the executions in which the round that ends with the edge changed nothing. */
static void end_round(struct activation *activation, const struct pending *from,
                      const struct edge *edge, struct path *path) {
  struct symbolic *symbolic = activation->symbolic;
  uint32_t loop = activation->loops->locations[edge->to].depth - 1;
  const struct round_start *start = from->rounds[loop].start;
  if (!start)
    return;
  const struct term *useless = round_changed_nothing(
      symbolic, activation->thread, start, path,
      liveness_at(symbolic->liveness, activation->function, edge->to));
  symbolic_assume(symbolic, path, term_apply(symbolic->terms, OP_NOT, useless, NULL, NULL));
}

static void go_on(struct activation *activation, const struct pending *from,
                  const struct edge *edge, struct path *path) {
  struct symbolic *symbolic = activation->symbolic;
  if (!term_is_false(path->guard) && loops_is_back_edge(activation->loops, edge))
    end_round(activation, from, edge, path);
  if (term_is_false(path->guard))
    return;
  struct pending *to = arena_allocate(symbolic->arena, sizeof *to);
  to->path = path;
  if (!follow(activation, from, edge, to))
    symbolic_add_gap(symbolic, path, edge, "loop", true);
  else
    add_pending(activation, to);
}

/* Some of the edges that can be taken leave the loop, or only some can still leave it in this
 * round. */
static bool may_leave(const struct activation *activation, const struct edge *edges,
                      const struct term *const *conditions, uint32_t count, uint32_t head) {
  bool some = false, others = false;
  for (uint32_t i = 0; i < count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    if (!loops_contain(activation->loops, head, edges[i].to))
      return true;
    bool leaves = loops_may_leave(activation->loops, &edges[i], head);
    some |= leaves;
    others |= !leaves;
  }
  return some && others;
}

static void branch(struct activation *activation, struct pending *at) {
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edges = &activation->function->edges[location->first_edge];
  const struct location_loops *loops = &activation->loops->locations[at->location];
  const struct term **conditions =
      arena_allocate(activation->symbolic->arena, location->edge_count * sizeof *conditions);
  uint32_t feasible = 0;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    conditions[i] = value_of(activation, at->path, edges[i].assume.condition);
    feasible += !term_is_false(conditions[i]);
  }
  for (uint32_t j = 0; feasible > 1 && j < loops->depth; j++)
    at->rounds[j].could_leave |=
        may_leave(activation, edges, conditions, location->edge_count, loops->heads[j]);
  for (uint32_t i = 0; i < location->edge_count; i++) {
    if (term_is_false(conditions[i]))
      continue;
    struct path *path = --feasible ? path_copy(activation->symbolic, at->path,
                                               activation->function->register_count)
                                   : at->path;
    path->guard = term_and_(activation->symbolic, path->guard, conditions[i]);
    go_on(activation, at, &edges[i], path);
  }
}

static struct pending *take_first(struct activation *activation) {
  size_t first = 0;
  for (size_t i = 1; i < activation->waiting.count; i++)
    if (compare(activation->loops, activation->waiting.items[i],
                activation->waiting.items[first]) < 0)
      first = i;
  struct pending *taken = activation->waiting.items[first];
  activation->waiting.items[first] = vector_last(&activation->waiting);
  activation->waiting.count--;
  return taken;
}

static void process(struct activation *activation, struct pending *at) {
  activation->rounds = 0;
  for (uint32_t i = 0; i < activation->loops->locations[at->location].depth; i++)
    activation->rounds = hash_combine(activation->rounds, at->rounds[i].count);
  const struct location *location = &activation->function->locations[at->location];
  const struct edge *edge = &activation->function->edges[location->first_edge];
  begin_round(activation, at);
  if (location->edge_count > 1) {
    branch(activation, at);
  } else if (edge->op == OPERATION_RETURN) {
    execute_return(activation, at->path, edge);
  } else {
    struct path *path = execute_edge(activation, at->path, edge);
    if (path)
      go_on(activation, at, edge, path);
  }
}

static bool is_over(struct symbolic *symbolic) {
  if (symbolic->status == STATUS_OK && ++symbolic->steps % 128 == 0)
    symbolic->status = limits_check(symbolic->limits, &symbolic->status_reason);
  return symbolic->status != STATUS_OK;
}

static struct loops *loops_of(struct symbolic *symbolic, const struct function *function) {
  if (!symbolic->loops[function->number])
    symbolic->loops[function->number] = loops_create(symbolic->arena, function);
  return symbolic->loops[function->number];
}

static struct path *run_function(struct activation *activation, struct path *path,
                                 const struct term *const *arguments, uint32_t argument_count,
                                 const struct term *variadic_area) {
  struct symbolic *symbolic = activation->symbolic;
  const struct function *function = activation->function;
  activation->loops = loops_of(symbolic, function);
  activation->entry_guard = path->guard;
  path->registers =
      arena_allocate(symbolic->arena, (function->register_count + 1) * sizeof *path->registers);
  uint32_t positional = function->parameter_count - (function->is_variadic ? 1 : 0);
  for (uint32_t i = 0; i < positional; i++) {
    uint32_t parameter = function->parameters[i];
    unsigned width = function->registers[parameter].width;
    path->registers[parameter] = i < argument_count
                                     ? term_resize(symbolic->terms, width, arguments[i])
                                     : symbolic_fresh(symbolic, width);
  }
  if (function->is_variadic)
    path->registers[function->parameters[positional]] = variadic_area;
  struct pending *entry = arena_allocate(symbolic->arena, sizeof *entry);
  entry->location = function->entry;
  entry->path = path;
  vector_push(&activation->waiting, entry);
  while (activation->waiting.count && !is_over(symbolic))
    process(activation, take_first(activation));
  vector_release(&activation->waiting);
  vector_release(&activation->slots);
  return activation->exit;
}

static void run_thread(struct symbolic *symbolic, uint32_t number) {
  struct symbolic_thread thread = symbolic->threads.items[number];
  struct path *path = arena_allocate(symbolic->arena, sizeof *path);
  path->number = symbolic->next_path++;
  path->guard = thread.guard;
  path->node = NO_NODE;
  path->memory = thread.memory;
  path->memory_count = thread.memory_count;
  struct activation activation = {.symbolic = symbolic,
                                  .thread = number,
                                  .function = thread.run,
                                  .context = thread.key};
  run_function(&activation, path, thread.arguments, number ? 3 : 0, NULL);
}

void symbolic_run(struct symbolic *symbolic) {
  symbolic->arena = arena_create();
  symbolic->loops =
      arena_allocate(symbolic->arena, symbolic->program->function_count * sizeof *symbolic->loops);
  symbolic->untouched = arena_allocate(symbolic->arena, sizeof *symbolic->untouched);
  memory_add_program_objects(symbolic);
  struct symbolic_thread first = {.guard = term_constant(symbolic->terms, 1, 1),
                                  .key = 1,
                                  .run = symbolic->program->start};
  first.record = address_of_stack(symbolic->program->data_model, 0).start;
  memory_add_thread_objects(symbolic, &first);
  vector_push(&symbolic->threads, first);
  for (uint32_t i = 0; i < symbolic->threads.count && !is_over(symbolic); i++)
    run_thread(symbolic, i);
}

void symbolic_release(struct symbolic *symbolic) {
  vector_release(&symbolic->instances);
  vector_release(&symbolic->by_address);
  vector_release(&symbolic->threads);
  vector_release(&symbolic->nodes);
  for (size_t i = 0; i < symbolic->events.count; i++)
    memory_release(symbolic->events.items[i].targets);
  vector_release(&symbolic->events);
  vector_release(&symbolic->errors);
  vector_release(&symbolic->gaps);
  vector_release(&symbolic->impossible);
  vector_release(&symbolic->choices);
  arena_destroy(symbolic->arena);
}
