/* SPDX-License-Identifier: Apache-2.0 */
/* Data flow in a unit: the registers that nodes read and write, those needed when a thread
 * continues later, and those that are addresses of local variables. */
#include "analysis/liveness.h"
#include "base/bits.h"
#include "program/paths.h"
#include "program/uses.h"
#include "sequentialize/flat.h"

#include "sequentialize/lock_order.h"
#include "term/walk.h"

#include <string.h>

struct reading {
  struct sequentializer *s;
  struct flat_unit *unit;
  struct flat_instance *instance;
  register_visitor *visit;
  void *context;
};

static bool visit_variable(const struct term *part, void *context) {
  const struct reading *reading = context;
  if (part->kind == TERM_VARIABLE)
    reading->visit(reading->instance->first_register + (uint32_t)part->value, reading->context);
  return false;
}

static void read_term(const struct reading *reading, const struct term *term) {
  if (term)
    term_any(flat_term(reading->s, reading->instance, term), visit_variable,
             (void *)(uintptr_t)reading);
}

/* Is the register read? What is computed for one that is never read is not written. */
static bool is_needed(const struct reading *reading, const struct flat_instance *instance,
                      uint32_t number) {
  return number != NO_REGISTER && !instance->constants[number] &&
         reading->unit->registers.items[instance->first_register + number].is_used;
}

static void read_terms(const struct reading *reading, const struct term *const *terms,
                       uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    read_term(reading, terms[i]);
}

/* Parameters that get an argument: those that are no constants. */
static void read_arguments(const struct reading *reading, const struct edge *edge,
                           const struct flat_instance *callee) {
  for (uint32_t i = 0; i < edge->call.argument_count; i++) {
    if (callee && (i >= callee->function->parameter_count ||
                   !is_needed(reading, callee, callee->function->parameters[i])))
      continue;
    read_term(reading, edge->call.arguments[i]);
  }
  read_term(reading, edge->call.variadic_area);
}

/* The local variables of a call that end with it. */
static void read_mortals(const struct reading *reading, const struct flat_instance *instance) {
  for (uint32_t i = 0; i < instance->function->register_count; i++)
    if (reading->unit->registers.items[instance->first_register + i].mortal)
      reading->visit(instance->first_register + i, reading->context);
}

bool flow_is_dead_store(struct sequentializer *s, const struct flat_unit *unit,
                        const struct flat_instance *instance, const struct edge *edge) {
  const struct term *address = flat_term(s, instance, edge->store.address);
  uint64_t offset = 0;
  if (address->kind == TERM_APPLY && address->op == OP_ADD &&
      term_is_constant(address->operands[1])) {
    offset = address->operands[1]->value;
    address = address->operands[0];
  }
  if (fields_is_kept_store(s, instance, edge))
    return true;
  if (s->is_linear || address->kind != TERM_VARIABLE)
    return false;
  const struct flat_register *reg =
      &unit->registers.items[instance->first_register + address->value];
  const struct flat_register *variable = reg->alias ? &unit->registers.items[reg->alias] : reg;
  if (!reg->slot || reg->is_used || variable->is_used)
    return false;
  uint64_t size = flat_term(s, variable->instance, reg->slot->allocate.size)->value;
  return offset < size && edge->store.size <= size - offset;
}

static void read_assignments(const struct reading *reading, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->assign.count; i++)
    if (is_needed(reading, reading->instance, edge->assign.list[i].target))
      read_term(reading, edge->assign.list[i].value);
}

/* Is what the edge reads needed to write it? */
static bool reads_operands(const struct reading *reading, const struct edge *edge) {
  if (edge->op == OPERATION_LOAD)
    return edge->load.target == NO_REGISTER || !reading->instance->constants[edge->load.target];
  if (edge->op == OPERATION_STORE)
    return !flow_is_dead_store(reading->s, reading->unit, reading->instance, edge);
  if (edge->op == OPERATION_CHECK)
    return edge->check.fatal || property_in(edge->check.property, reading->s->options->properties);
  if (edge->op == OPERATION_FREE && edge->free.is_slot)
    return flow_mortal(reading->unit, reading->instance,
                       flat_term(reading->s, reading->instance, edge->free.address));
  if (edge->op == OPERATION_PRINT) /* nothing is printed, but it can race */
    return property_in(PROPERTY_RACE, reading->s->options->properties);
  if (edge->op == OPERATION_HOLD)
    return lock_order_is_noted(reading->s, reading->instance, edge);
  return edge->op != OPERATION_CALL && edge->op != OPERATION_RETURN &&
         edge->op != OPERATION_LONGJMP;
}

static void read_operand(const struct term *term, void *context) { read_term(context, term); }

static void read_edge(struct reading *reading, const struct edge *edge) {
  if (edge->op == OPERATION_ASSIGN)
    read_assignments(reading, edge);
  else if (edge->op == OPERATION_ALLOCATE)
    read_term(reading, edge->allocate.size);
  else if (reads_operands(reading, edge))
    edge_visit_terms(edge, read_operand, reading);
  for (const struct flat_instance *i = reading->instance; i && edge->op == OPERATION_FINISH;
       i = i->caller)
    read_mortals(reading, i);
}

bool flow_is_dropped(struct sequentializer *s, const struct flat_unit *unit,
                     const struct flat_node *node) {
  const struct edge *edge = node->edge;
  uint32_t target = edge->call.result_count ? edge->call.results[0] : NO_REGISTER;
  bool is_needed = target != NO_REGISTER && !node->instance->constants[target] &&
                   unit->registers.items[node->instance->first_register + target].is_used;
  return !is_needed && !s->is_linear &&
         (flow_is_idle(s, node->function) || flow_only_prints(s, node));
}

static void read_land(const struct reading *reading, const struct flat_node *node) {
  for (const struct flat_instance *i = node->instance; i && i != node->caller; i = i->caller)
    read_mortals(reading, i);
  if (is_needed(reading, node->caller, node->call->setjmp.target))
    read_term(reading, node->edge->longjmp.value);
  if (reading->s->needs.frames) /* how deep the recursion was is in the buffer */
    read_term(reading, node->edge->longjmp.buffer);
}

void flow_reads(struct sequentializer *s, struct flat_unit *unit, const struct flat_node *node,
                register_visitor *visit, void *context) {
  struct reading reading = {s, unit, node->instance, visit, context};
  switch ((int)node->kind) {
  case FLAT_EDGE:
    read_edge(&reading, node->edge);
    break;
  case FLAT_BRANCH:
    for (uint32_t i = 0; i + 1 < node->successor_count; i++)
      read_term(&reading, node->conditions[i]);
    break;
  case FLAT_BIND:
    read_arguments(&reading, node->edge, node->callee);
    break;
  case FLAT_CALL:
    if (!flow_is_dropped(s, unit, node))
      read_arguments(&reading, node->edge, NULL);
    break;
  case FLAT_DISPATCH:
    if (node->successor_count > 1)
      read_term(&reading, node->edge->call.address);
    break;
  case FLAT_RETURN: {
    read_mortals(&reading, node->callee);
    const struct edge *call = node->call;
    for (uint32_t i = 0; i < node->edge->ret.count && i < call->call.result_count; i++)
      if (is_needed(&reading, node->caller, call->call.results[i]))
        read_term(&reading, node->edge->ret.values[i]);
    break;
  }
  case FLAT_END:
    if (unit->is_plain && node->edge && node->edge->op == OPERATION_RETURN)
      read_terms(&reading, node->edge->ret.values, node->edge->ret.count);
    break;
  case FLAT_JUMP:
    if (node->successor_count > 1)
      read_term(&reading, node->edge->longjmp.buffer);
    break;
  case FLAT_LAND:
    read_land(&reading, node);
    break;
  case FLAT_BAD_CALL:
  case FLAT_BAD_JUMP:
  case FLAT_UNWIND:
    break;
  }
}

static void write_one(const struct flat_instance *instance, uint32_t target,
                      register_visitor *visit, void *context) {
  if (target != NO_REGISTER)
    visit(instance->first_register + target, context);
}

struct writing {
  const struct flat_instance *instance;
  register_visitor *visit;
  void *context;
};

static void write_register(uint32_t number, void *context) {
  const struct writing *writing = context;
  write_one(writing->instance, number, writing->visit, writing->context);
}

void flow_writes(struct flat_unit *unit, const struct flat_node *node, register_visitor *visit,
                 void *context) {
  (void)unit;
  const struct edge *edge = node->edge;
  switch ((int)node->kind) {
  case FLAT_EDGE:
    if (edge->op != OPERATION_CALL)
      edge_visit_definitions(edge, write_register,
                             &(struct writing){node->instance, visit, context});
    break;
  case FLAT_BIND:
    for (uint32_t i = 0; i < node->callee->function->parameter_count; i++)
      write_one(node->callee, node->callee->function->parameters[i], visit, context);
    break;
  case FLAT_CALL:
    for (uint32_t i = 0; i < edge->call.result_count; i++)
      write_one(node->instance, edge->call.results[i], visit, context);
    break;
  case FLAT_RETURN:
    for (uint32_t i = 0; i < node->call->call.result_count; i++)
      write_one(node->caller, node->call->call.results[i], visit, context);
    break;
  case FLAT_LAND:
    write_one(node->caller, node->call->setjmp.target, visit, context);
    break;
  default:
    break;
  }
}

bool flow_mortal(const struct flat_unit *unit, const struct flat_instance *instance,
                 const struct term *address) {
  return address->kind == TERM_VARIABLE &&
         unit->registers.items[instance->first_register + address->value].mortal;
}

struct write_count {
  struct flat_unit *unit;
  uint32_t node;
};

static void count_reader(uint32_t number, void *context) {
  ((struct flat_unit *)context)->registers.items[number].is_used = true;
}

static void count_writer(uint32_t number, void *context) {
  struct write_count *place = context;
  struct flat_register *reg = &place->unit->registers.items[number];
  const struct flat_node *node = &place->unit->nodes.items[place->node];
  reg->writers++;
  if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_ALLOCATE) {
    reg->slot = node->edge;
    reg->slot_node = place->node;
  }
}

void flow_spread(const struct flat_unit *unit, bool *reached, flow_passes *passes, void *context) {
  VECTOR(uint32_t) left = {0};
  for (uint32_t i = 0; i < unit->nodes.count; i++)
    if (reached[i])
      vector_push(&left, i);
  while (left.count) {
    uint32_t from = vector_pop(&left);
    const struct flat_node *node = &unit->nodes.items[from];
    for (uint32_t i = 0; i < node->successor_count; i++) {
      uint32_t to = node->successors[i];
      if (reached[to] || (passes && !passes(unit, from, to, context)))
        continue;
      reached[to] = true;
      vector_push(&left, to);
    }
  }
  vector_release(&left);
}

bool flow_in_step(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context) {
  (void)from;
  (void)context;
  return !unit->nodes.items[to].is_visible;
}

bool *flow_reach(const struct flat_unit *unit, uint32_t node, bool is_step) {
  const struct flat_node *from = &unit->nodes.items[node];
  bool *reached = memory_allocate_zeroed(unit->nodes.count + 1);
  for (uint32_t i = 0; i < from->successor_count; i++)
    reached[from->successors[i]] = !is_step || flow_in_step(unit, node, from->successors[i], NULL);
  flow_spread(unit, reached, is_step ? flow_in_step : NULL, NULL);
  return reached;
}

bool flow_repeats(const struct flat_unit *unit, uint32_t node) {
  bool *seen = flow_reach(unit, node, false), found = seen[node];
  memory_release(seen);
  return found;
}

/* Can the edge be executed twice in one call of its function? A longjmp leads back to every
 * setjmp. */
static bool repeats_in_function(const struct function *function, const struct edge *edge) {
  bool *reached = memory_allocate_zeroed(function->location_count + 1);
  reached[edge->to] = true;
  for (uint32_t i = 0; i < function->edge_count; i++)
    reached[function->edges[i].to] |= function->edges[i].op == OPERATION_SETJMP;
  paths_mark(function, reached, NULL, NULL);
  bool found = reached[edge->from];
  memory_release(reached);
  return found;
}

/* A slot of a fixed size has a variable of its own, unless each round of a loop gets a new one. */
static void settle_slots(struct sequentializer *s, struct flat_unit *unit) {
  vector_each (reg, &unit->registers) {
    if (!reg->slot)
      continue;
    const struct term *size = flat_term(s, reg->instance, reg->slot->allocate.size);
    bool is_one =
        reg->writers == 1 && !reg->slot->allocate.heap &&
        (reg->slot->allocate.in_block || !repeats_in_function(reg->instance->function, reg->slot));
    if (is_one && !unit->is_plain && mortal_is(s, reg->instance, reg->slot))
      reg->mortal = reg->slot;
    if (!is_one || reg->mortal || !term_is_constant(size) || !size->value)
      reg->slot = NULL;
  }
}

/* A parameter that always is the address of a local variable stands for that variable. Register 0
 * of a unit is no local variable's, or at least has no alias. */
static bool find_alias(struct sequentializer *s, struct flat_unit *unit,
                       const struct flat_node *node, uint32_t index) {
  const struct flat_instance *callee = node->callee;
  const struct function *function = callee->function;
  struct flat_register *parameter =
      &unit->registers.items[callee->first_register + function->parameters[index]];
  if (parameter->writers != 1 || parameter->slot || index >= node->edge->call.argument_count)
    return false;
  const struct term *argument = flat_term(s, node->instance, node->edge->call.arguments[index]);
  if (argument->kind != TERM_VARIABLE ||
      argument->width != function->registers[parameter->number].width)
    return false;
  uint32_t number = node->instance->first_register + (uint32_t)argument->value;
  const struct flat_register *local = &unit->registers.items[number];
  if (!local->slot || local->instance->is_framed || !number)
    return false;
  parameter->slot = local->slot;
  parameter->alias = local->alias ? local->alias : number;
  return true;
}

static void find_aliases(struct sequentializer *s, struct flat_unit *unit) {
  for (bool changed = true; changed;) {
    changed = false;
    vector_each (node, &unit->nodes) {
      if (node->kind != FLAT_BIND || node->callee->frames || node->callee->is_framed ||
          node->callee->function->is_variadic)
        continue;
      for (uint32_t k = 0; k < node->callee->function->parameter_count; k++)
        changed |= find_alias(s, unit, node, k);
    }
  }
}

static void keep_live(struct flat_unit *unit, uint32_t node, const uint64_t *live, size_t words) {
  for (size_t r = 0; r < unit->registers.count; r++)
    unit->registers.items[r].is_kept |=
        unit->registers.items[r].instance->is_framed && bits_has(live + node * words, r);
}

/* A longjmp that leaves calls of a recursive function comes back to one that has its variables. */
static void keep_landing(struct flat_unit *unit, const struct flat_node *node, const uint64_t *live,
                         size_t words) {
  if (node->call->setjmp.target != NO_REGISTER)
    unit->registers.items[node->caller->first_register + node->call->setjmp.target].is_kept = true;
  keep_live(unit, node->successors[0], live, words);
}

/* What must outlive a call of a recursive function, by which the thread may come to the same code
 * again: parameters, results, and what is live after the call. */
static void keep_frames(struct flat_unit *unit, const uint64_t *live, size_t words) {
  vector_each (node, &unit->nodes) {
    if (node->kind == FLAT_LAND && node->caller->is_framed)
      keep_landing(unit, node, live, words);
    if ((node->kind != FLAT_BIND && node->kind != FLAT_RETURN) || !node->callee->frames)
      continue;
    if (node->kind == FLAT_BIND) {
      for (uint32_t k = 0; k < node->callee->function->parameter_count; k++)
        unit->registers.items[node->callee->first_register + node->callee->function->parameters[k]]
            .is_kept = true;
      continue;
    }
    for (uint32_t k = 0; k < node->call->call.result_count; k++)
      if (node->call->call.results[k] != NO_REGISTER)
        unit->registers.items[node->caller->first_register + node->call->call.results[k]].is_kept =
            true;
    keep_live(unit, node->successors[0], live, words);
  }
}

/* Finds the registers that are live before each node. */
static void find_live(struct sequentializer *s, struct flat_unit *unit) {
  struct live_graph graph = {.place_count = (uint32_t)unit->nodes.count,
                             .words = bits_words(unit->registers.count)};
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    struct live_step step = {.from = i, .reads = (uint32_t)graph.registers.count};
    flow_reads(s, unit, node, live_graph_note, &graph);
    step.writes = (uint32_t)graph.registers.count;
    flow_writes(unit, node, live_graph_note, &graph);
    step.end = (uint32_t)graph.registers.count;
    for (uint32_t k = 0; k < node->successor_count; k++) {
      step.to = node->successors[k];
      vector_push(&graph.steps, step);
    }
    if (!node->successor_count) { /* nothing is read after it */
      step.to = graph.place_count;
      vector_push(&graph.steps, step);
    }
  }
  size_t size = (graph.place_count + 1) * graph.words * sizeof *unit->values.live;
  unit->values.words = graph.words;
  unit->values.live = arena_allocate(s->arena, size);
  memset(unit->values.live, 0, size);
  live_graph_solve(&graph, unit->values.live);
  live_graph_release(&graph);
}

void flow_find_live(struct sequentializer *s, struct flat_unit *unit) {
  vector_each (reg, &unit->registers)
    reg->is_used = true;
  find_live(s, unit);
  vector_each (reg, &unit->registers)
    reg->is_used = false;
}

/* The registers that are read after a place where the thread may be interrupted. */
static void find_kept(struct sequentializer *s, struct flat_unit *unit) {
  find_live(s, unit);
  size_t words = unit->values.words;
  const uint64_t *live = unit->values.live;
  for (size_t i = 0; i < unit->nodes.count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    bool stops = node->is_visible || i == unit->entry ||
                 (node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT);
    for (size_t r = 0; stops && r < unit->registers.count; r++)
      unit->registers.items[r].is_kept |= bits_has(live + i * words, r);
  }
  keep_frames(unit, live, words);
}

void flow_analyse(struct sequentializer *s, struct flat_unit *unit) {
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    struct write_count place = {unit, i};
    flow_writes(unit, &unit->nodes.items[i], count_writer, &place);
  }
  settle_slots(s, unit);
  if (!s->is_linear)
    find_aliases(s, unit);
  for (size_t before = SIZE_MAX, now = 0; before != now;) {
    before = now;
    now = 0;
    for (uint32_t i = 0; i < unit->nodes.count; i++)
      flow_reads(s, unit, &unit->nodes.items[i], count_reader, unit);
    for (size_t i = 0; i < unit->registers.count; i++)
      now += unit->registers.items[i].is_used;
  }
  if (!unit->is_plain)
    find_kept(s, unit);
  if (!s->is_linear)
    inlining_find(s, unit);
  flow_find_own(s, unit);
}
