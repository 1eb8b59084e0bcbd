/* SPDX-License-Identifier: Apache-2.0 */
/* Leaves out what the library does for values that cannot be (possible.c): registers that always
 * have one value become constants, branches that are never taken and conditions that always hold
 * disappear, and so do accesses to memory whose result is never used. What is left of a lock that
 * is never held where a thread stops is nothing at all.
 *
 * Only the code of library functions is changed. The program's own code keeps its branches, its
 * checks and its accesses, so that the output can be compared with the source.
 *
 * Why nothing else changes. The possible values are those of all executions in which threads stop
 * where nodes are visible now, and later only fewer places are visible. A constant is the value
 * that the register has at each of its definitions. A store that is left out changes cells that no
 * node reads any more, neither of the program nor of the library; its address is always inside an
 * object that lives as long as the program, so that it is no error. A node that does nothing is no
 * place to stop, unless it is in a loop, where it lets others go on. */
#include "base/bits.h"
#include "program/access.h"
#include "sequentialize/lock_order.h"
#include "sequentialize/possible.h"
#include "sequentialize/possible_inside.h"
#include "sequentialize/racing.h"

#include <string.h>

#define CELL_WORDS (POSSIBLE_CELLS / 64)

struct pruning {
  struct sequentializer *s;
  const struct possible *p;
  uint64_t read[CELL_WORDS]; /* cells that are read somewhere */
  bool *is_called;           /* per function unit */
  bool changed, found;
};

/* The constant that stands for a value; NULL: it cannot be written. */
static const struct term *constant_of(struct sequentializer *s, const struct function *function,
                                      uint32_t number, uint64_t bits) {
  unsigned width = function->registers[number].width;
  uint32_t thread;
  uint64_t offset;
  const struct term *constant = term_constant(s->program->terms, width, bits);
  if (width != s->program->pointer_width)
    return constant;
  if (numbers_record(s, bits, &thread, &offset))
    return s->is_thread[function->number][number] && offset < THREAD_UNIT ? constant : NULL;
  if (numbers_find_thread(s, bits, &thread, &offset))
    return NULL;
  return flat_keeps_constant(s, function, number, constant) ? constant : NULL;
}

static void find_constants(struct pruning *pruning, const struct possible_unit *unit) {
  for (size_t i = 0; i < unit->unit->registers.count; i++) {
    const struct flat_register *reg = &unit->unit->registers.items[i];
    const struct function *function = reg->instance->function;
    if (unit->registers[i].count != 1 || reg->instance->constants[reg->number] ||
        !function->is_library)
      continue;
    reg->instance->constants[reg->number] =
        constant_of(pruning->s, function, reg->number, unit->registers[i].seen[0]);
    pruning->found |= reg->instance->constants[reg->number] != NULL;
  }
}

/* The node does nothing any more. */
static void leave_out(struct pruning *pruning, struct flat_unit *unit, uint32_t number) {
  struct flat_node *node = &unit->nodes.items[number];
  struct edge *edge = arena_allocate(pruning->s->arena, sizeof *edge);
  *edge = (struct edge){
      .from = node->edge->from, .to = node->edge->to, .op = OPERATION_SKIP, .at = node->edge->at};
  node->kind = FLAT_EDGE;
  node->edge = edge;
  node->is_visible &= flow_repeats(unit, number);
  pruning->changed = pruning->found = true;
}

/* Ways that are never taken. */
static void prune_branch(struct pruning *pruning, struct flat_unit *unit, uint32_t number,
                         uint64_t taken) {
  struct flat_node *node = &unit->nodes.items[number];
  uint32_t count = 0;
  if (node->successor_count > 64)
    return;
  pruning->found |= (taken & (UINT64_MAX >> (64 - node->successor_count))) !=
                    UINT64_MAX >> (64 - node->successor_count);
  for (uint32_t i = 0; i < node->successor_count; i++) {
    if (!(taken >> i & 1)) {
      unit->nodes.items[node->successors[i]].predecessor_count--;
      continue;
    }
    node->successors[count] = node->successors[i];
    node->conditions[count++] = node->conditions[i];
  }
  node->successor_count = count;
  if (count == 1)
    leave_out(pruning, unit, number);
}

static bool is_of_library(const struct flat_node *node) {
  return node->instance && node->instance->function->is_library;
}

static void prune_conditions(struct pruning *pruning, const struct possible_unit *unit) {
  for (uint32_t i = 0; i < unit->unit->nodes.count; i++) {
    const struct flat_node *node = &unit->unit->nodes.items[i];
    const struct possible_place *place = &unit->places[i];
    if (!place->is_reached || !is_of_library(node))
      continue;
    bool is_condition = node->kind == FLAT_EDGE &&
                        (node->edge->op == OPERATION_ASSUME || node->edge->op == OPERATION_CHECK ||
                         node->edge->op == OPERATION_WAIT);
    if (node->kind == FLAT_BRANCH)
      prune_branch(pruning, unit->unit, i, place->taken);
    else if (is_condition && !place->may_fail && node->successor_count)
      leave_out(pruning, unit->unit, i);
  }
}

/* Is the register read after the node? */
static bool is_wanted(const struct flat_unit *unit, const struct flat_node *node, uint32_t number) {
  return number != NO_REGISTER && !node->instance->constants[number] && node->successor_count &&
         bits_has(unit->values.live + node->successors[0] * unit->values.words,
                  node->instance->first_register + number);
}

/* An update whose result is known, and that is only a store. */
static void simplify_update(struct pruning *pruning, const struct possible_unit *unit,
                            uint32_t number, const struct edge_access *access) {
  struct flat_node *node = &unit->unit->nodes.items[number];
  const struct possible_place *place = &unit->places[number];
  const struct edge *old = node->edge;
  const struct term *success = old->op == OPERATION_CAS && old->cas.success != NO_REGISTER
                                   ? node->instance->constants[old->cas.success]
                                   : NULL;
  if (is_wanted(unit->unit, node, access->loaded))
    return;
  const struct term *value = NULL;
  if (success && term_is_true(success))
    value = old->cas.desired;
  else if (old->op == OPERATION_RMW && place->stored.count == 1)
    value = term_constant(pruning->s->program->terms, old->rmw.size * 8, place->stored.seen[0]);
  if (!value)
    return;
  struct edge *edge = arena_allocate(pruning->s->arena, sizeof *edge);
  *edge = (struct edge){.from = old->from,
                        .to = old->to,
                        .op = OPERATION_STORE,
                        .at = old->at,
                        .doubt = old->doubt,
                        .store = {access->address, value, access->size, access->order}};
  node->edge = edge;
  pruning->changed = pruning->found = true;
}

/* Does the node need what it finds in memory? */
static bool is_read(const struct flat_unit *unit, const struct flat_node *node,
                    const struct possible_place *place) {
  if (node->kind != FLAT_EDGE || place->is_unplaced || !is_of_library(node))
    return true;
  if (node->edge->op == OPERATION_LOAD)
    return is_wanted(unit, node, node->edge->load.target);
  if (node->edge->op == OPERATION_RMW) /* what only the same place gets is not used */
    return is_wanted(unit, node, node->edge->rmw.target);
  return true;
}

/* The functions that are called, also where no thread comes if `all`. */
static void note_calls(struct pruning *pruning, const struct flat_unit *unit, bool all) {
  const struct possible_place *places =
      pruning->p->units[possible_unit_of(pruning->p, unit)].places;
  for (size_t i = 0; i < unit->nodes.count; i++) {
    const struct flat_node *node = &unit->nodes.items[i];
    const struct function *callee = node->kind == FLAT_CALL ? node->function
                                    : node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT
                                        ? node->edge->wait.condition
                                        : NULL;
    if (!callee || (!all && !places[i].is_reached))
      continue;
    const struct flat_unit *function = flat_function(pruning->s, callee);
    uint32_t number = possible_unit_of(pruning->p, function);
    if (!pruning->is_called[number]) {
      pruning->is_called[number] = true;
      note_calls(pruning, function, all);
    }
  }
}

/* The cells whose contents matter. */
static void find_read(struct pruning *pruning) {
  memset(pruning->read, 0, sizeof pruning->read);
  memset(pruning->is_called, 0, pruning->p->unit_count);
  for (size_t i = 0; i < pruning->s->routines.count; i++)
    note_calls(pruning, pruning->s->routines.items[i], false);
  for (size_t i = 0; i < pruning->p->unit_count; i++) {
    const struct possible_unit *unit = &pruning->p->units[i];
    if (unit->unit->is_plain && !pruning->is_called[i])
      continue;
    for (size_t k = 0; k < unit->unit->nodes.count; k++)
      if (unit->places[k].is_reached &&
          is_read(unit->unit, &unit->unit->nodes.items[k], &unit->places[k]))
        bits_join(pruning->read, unit->places[k].read, CELL_WORDS);
  }
}

/* Leaves out an access or call without effect. */
static void prune_effect(struct pruning *pruning, const struct possible_unit *unit,
                         uint32_t number) {
  struct flat_node *node = &unit->unit->nodes.items[number];
  const struct possible_place *place = &unit->places[number];
  struct edge_access access;
  if (!place->is_reached || !is_of_library(node) || node->successor_count != 1)
    return;
  if (node->kind == FLAT_CALL) {
    uint32_t target = node->edge->call.result_count ? node->edge->call.results[0] : NO_REGISTER;
    if (!is_wanted(unit->unit, node, target) && flow_is_idle(pruning->s, node->function))
      leave_out(pruning, unit->unit, number);
    return;
  }
  if (node->kind == FLAT_EDGE && node->edge->op == OPERATION_ASSIGN) {
    bool wanted = false;
    for (uint32_t i = 0; i < node->edge->assign.count; i++)
      wanted |= is_wanted(unit->unit, node, node->edge->assign.list[i].target);
    if (!wanted)
      leave_out(pruning, unit->unit, number);
    return;
  }
  if (node->kind != FLAT_EDGE || place->is_unplaced || !edge_value_access(node->edge, &access))
    return;
  if (access_updates(&access))
    simplify_update(pruning, unit, number, &access);
  bool writes = access_writes(&access) && bits_meet(place->written, pruning->read, CELL_WORDS);
  bool reads = node->edge->op != OPERATION_STORE && is_wanted(unit->unit, node, access.loaded);
  if (node->edge->op == OPERATION_CAS)
    reads |= is_wanted(unit->unit, node, node->edge->cas.success);
  if (!writes && !reads)
    leave_out(pruning, unit->unit, number);
}

static void prune_effects(struct pruning *pruning) {
  for (bool changed = true; changed;) {
    for (size_t i = 0; i < pruning->p->unit_count; i++) {
      flow_find_live(pruning->s, pruning->p->units[i].unit);
      pruning->p->units[i].unit->idleness = 0;
    }
    find_read(pruning);
    pruning->changed = false;
    for (size_t i = 0; i < pruning->p->unit_count; i++)
      for (uint32_t k = 0; k < pruning->p->units[i].unit->nodes.count; k++)
        prune_effect(pruning, &pruning->p->units[i], k);
    changed = pruning->changed;
  }
}

/* Drops the nodes that are not reached. */
static void drop_nodes(struct sequentializer *s, struct flat_unit *unit) {
  bool *reached = flow_reach(unit, unit->entry, false);
  uint32_t *place = memory_allocate((unit->nodes.count + 1) * sizeof *place), count = 0;
  reached[unit->entry] = true;
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    if (!reached[i])
      continue;
    for (size_t k = 1; !unit->number && !unit->is_plain && k < s->routines.count; k++)
      s->routines.items[k]->exists[count] = s->routines.items[k]->exists[i];
    place[i] = count;
    unit->nodes.items[count++] = unit->nodes.items[i];
  }
  unit->nodes.count = count;
  unit->entry = place[unit->entry];
  for (uint32_t i = 0; i < count; i++)
    unit->nodes.items[i].predecessor_count = 0;
  vector_each (node, &unit->nodes)
    for (uint32_t k = 0; k < node->successor_count; k++) {
      node->successors[k] = place[node->successors[k]];
      unit->nodes.items[node->successors[k]].predecessor_count++;
    }
  memory_release(reached);
  memory_release(place);
}

/* Does a function that is still called ask which thread runs it? */
static bool asks_self(struct pruning *pruning) {
  bool found = false;
  memset(pruning->is_called, 0, pruning->p->unit_count);
  for (size_t i = 0; i < pruning->s->routines.count; i++)
    note_calls(pruning, pruning->s->routines.items[i], true);
  for (size_t i = pruning->s->routines.count; i < pruning->p->unit_count; i++) {
    const struct flat_unit *unit = pruning->p->units[i].unit;
    for (size_t k = 0; k < unit->nodes.count && pruning->is_called[i]; k++) {
      const struct flat_node *node = &unit->nodes.items[k];
      if (node->kind != FLAT_EDGE)
        continue;
      found |=
          node->edge->op == OPERATION_ALONE ||
          (node->edge->op == OPERATION_SELF && !node->instance->constants[node->edge->get.target]);
    }
  }
  return found;
}

bool pruning_run(struct sequentializer *s, const struct possible *possible) {
  struct pruning pruning = {.s = s, .p = possible};
  pruning.is_called = memory_allocate_zeroed(possible->unit_count + 1);
  for (size_t i = 0; i < possible->unit_count; i++) {
    const struct possible_unit *unit = &possible->units[i];
    if (unit->is_lost)
      continue;
    find_constants(&pruning, unit);
    prune_conditions(&pruning, unit);
  }
  prune_effects(&pruning);
  for (size_t i = 0; i < possible->unit_count; i++)
    drop_nodes(s, possible->units[i].unit);
  for (size_t i = 0; i < possible->unit_count; i++)
    possible->units[i].unit->idleness = 0;
  s->is_pruned |= pruning.found;
  s->needs.running = racing_wanted(s) || lock_order_has_cycles(s) || asks_self(&pruning);
  memory_release(pruning.is_called);
  return pruning.found;
}
