/* SPDX-License-Identifier: Apache-2.0 */
/* Which values registers and memory may have, from step to step of every thread.
 *
 * Each routine is gone through on its own. A configuration of a node is what the registers of the
 * thread hold there and what the cells of memory hold: numbers, or nothing known. Where a thread
 * can stop, steps of other threads come between: a step of a routine, from one place to stop to the
 * next, is kept as the memory before and after it, and leads from every configuration at a place to
 * stop whose memory agrees with that before it to one with that after it. So a thread is stopped by
 * what memory says of the others: that one of them holds a mutex, was not created yet, or has
 * ended. Everything is repeated until nothing new is found.
 *
 * Why all that can happen is found. By induction over the steps of an execution: each thread stands
 * at a place to stop in a configuration that was found, with the memory as it is. If one of them
 * makes a step, the walk from its configuration has the same step, as each node is executed with
 * all values that it may have; the new memory is a way on from the configuration of every other
 * thread. A thread that is created begins with the memory at the end of its creator's step.
 * Configurations are joined where they are many: what they differ in is unknown then, and so is
 * what gets more than a few values. Unknown values agree with all.
 *
 * As in analysis/kept.c, an access does not leave the objects that its address was made for;
 * sharing.h says so of all points-to sets. */
#include "sequentialize/possible.h"
#include "base/bits.h"
#include "sequentialize/possible_inside.h"
#include "sequentialize/racing.h"

#include <string.h>

enum {
  MOST_CONFIGS = 32, /* of a node, before they are joined */
  MOST_STEPS = 2000,
  MOST_ROUNDS = 24,
  MOST_EFFORT = 1 << 20 /* parts of configurations, in all rounds */
};

uint32_t possible_unit_of(const struct possible *p, const struct flat_unit *unit) {
  for (size_t i = 0; i < p->unit_count; i++)
    if (p->units[i].unit == unit)
      return (uint32_t)i;
  return NO_NODE_AT;
}

static bool is_wait(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT;
}

/* The first one keeps what both agree on. */
static uint32_t joined(struct possible *p, uint32_t first, uint32_t second, size_t count) {
  if (first == second)
    return first;
  struct possible_value *a = memory_allocate((count + 1) * sizeof *a);
  struct possible_value *b = memory_allocate((count + 1) * sizeof *b);
  possible_extract(p, first, a, count);
  possible_extract(p, second, b, count);
  for (size_t i = 0; i < count; i++)
    if (!b[i].known || a[i].bits != b[i].bits)
      a[i] = (struct possible_value){0, 0};
  uint32_t found = possible_intern(p, a, count, NULL);
  memory_release(a);
  memory_release(b);
  return found;
}

/* Joins a configuration with the one of the place that stands for its start. */
static struct possible_config join_config(struct possible *p, const struct possible_unit *unit,
                                          struct possible_place *place,
                                          struct possible_config config) {
  size_t registers = unit->unit->registers.count, cells = possible_width(p);
  bool is_found = false;
  place->is_joined = true;
  for (size_t i = 0; i < place->configs.count; i++) {
    struct possible_config *old = &place->configs.items[i];
    if (old->start != config.start)
      continue;
    config.registers = joined(p, config.registers, old->registers, registers);
    config.cells = joined(p, config.cells, old->cells, cells);
    config.base = joined(p, config.base, old->base, cells);
    *old = config;
    is_found = true;
  }
  if (!is_found)
    vector_push(&place->configs, config);
  return config;
}

static void add_config(struct possible *p, uint32_t number, uint32_t node,
                       struct possible_config config, bool is_stop) {
  struct possible_unit *unit = &p->units[number];
  struct possible_place *place = &unit->places[node];
  bool added;
  if (place->configs.count >= MOST_CONFIGS)
    config = join_config(p, unit, place, config);
  uint32_t key[7] = {number,      node,         config.registers, config.cells,
                     config.base, config.start, is_stop};
  interner_add(p->configs, key, sizeof key, &added);
  if (!added)
    return;
  if (!place->is_joined)
    vector_push(&place->configs, config);
  struct possible_work work = {number, node, config, 0};
  vector_push(&p->work, work);
  if (is_stop)
    vector_push(&p->stops, work);
}

/* A thread may stand at the node, in this memory: other threads come between. */
static void add_stop(struct possible *p, uint32_t unit, uint32_t node, uint32_t registers,
                     uint32_t cells) {
  struct possible_config config = {registers, cells, cells, node};
  add_config(p, unit, node, config, true);
}

/* The registers that a thread begins with. */
static uint32_t first_registers(struct possible *p, struct possible_unit *unit) {
  const struct function *function = unit->unit->function;
  size_t count = unit->unit->registers.count;
  struct possible_value *registers = memory_allocate_zeroed((count + 1) * sizeof *registers);
  for (uint32_t k = 0; k < function->parameter_count; k++) {
    uint32_t parameter = function->parameters[k];
    uint32_t at = unit->unit->root->first_register + parameter;
    if (!k && unit->unit->is_single)
      registers[at] = possible_known(numbers_address(unit->unit->first_thread), 64);
    else if (k && k < 3 && unit->arguments[k - 1].count == 1)
      registers[at] =
          possible_known(unit->arguments[k - 1].seen[0], function->registers[parameter].width);
    possible_note(p, &unit->registers[at], registers[at]);
  }
  uint32_t number = possible_intern(p, registers, count, NULL);
  memory_release(registers);
  return number;
}

/* The threads that a step created begin with the memory at its end. */
static uint32_t begin_threads(struct possible *p, struct possible_state *state) {
  size_t count = p->s->routines.count;
  bool *begins = memory_allocate_zeroed(count + 1);
  for (size_t i = 0; i < count; i++) {
    struct possible_value *created = &state->cells[p->cell_count + i];
    begins[i] = !created->known || created->bits == POSSIBLE_NOW;
    if (created->known && created->bits)
      *created = possible_known(POSSIBLE_EARLIER, 64);
  }
  uint32_t cells = possible_intern(p, state->cells, possible_width(p), NULL);
  for (uint32_t i = 0; i < count; i++)
    if (begins[i])
      add_stop(p, i, p->units[i].unit->entry, first_registers(p, &p->units[i]), cells);
  memory_release(begins);
  return cells;
}

/* A step ends in the state. */
static uint32_t end_step(struct possible *p, struct possible_state *state,
                         const struct possible_work *from) {
  uint32_t cells = begin_threads(p, state);
  struct possible_step step = {from->unit, from->config.start, from->config.base, cells};
  bool added;
  interner_add(p->steps, &step, sizeof step, &added);
  if (added)
    vector_push(&p->step_list, step);
  p->is_too_much |= p->step_list.count > MOST_STEPS;
  return cells;
}

/* Where the walk through a routine is. */
struct routine_walk {
  struct possible_sink sink; /* first */
  struct possible *p;
  struct possible_work from;
};

static void go_on(struct possible_sink *sink, struct possible_state *state, uint32_t node) {
  const struct routine_walk *walk = (const struct routine_walk *)sink;
  struct possible *p = walk->p;
  struct possible_unit *unit = &p->units[state->unit];
  const struct flat_unit *flat = unit->unit;
  struct possible_config config = walk->from.config;
  config.registers = possible_intern(p, state->registers, flat->registers.count,
                                     flat->values.live + node * flat->values.words);
  if (flat->nodes.items[node].is_visible) {
    add_stop(p, state->unit, node, config.registers, end_step(p, state, &walk->from));
    return;
  }
  config.cells = possible_intern(p, state->cells, possible_width(p), NULL);
  add_config(p, state->unit, node, config, false);
}

static void end_walk(struct possible_sink *sink, struct possible_state *state,
                     const struct flat_node *node) {
  const struct routine_walk *walk = (const struct routine_walk *)sink;
  (void)node;
  end_step(walk->p, state, &walk->from);
}

/* Executes a node; before a wait that does not hold, the thread stops. */
static void execute(struct possible *p, struct possible_state *state,
                    const struct possible_work *at) {
  struct possible_unit *unit = &p->units[at->unit];
  const struct flat_node *node = &unit->unit->nodes.items[at->node];
  struct routine_walk walk = {{go_on, end_walk}, p, *at};
  p->effort += (unit->unit->registers.count / 8 + possible_width(p)) / 16 + 1;
  p->is_too_much |= p->effort > MOST_EFFORT;
  state->unit = at->unit;
  state->self = unit->unit->is_single
                    ? possible_known(numbers_address(unit->unit->first_thread), 64)
                    : (struct possible_value){0, 0};
  possible_extract(p, at->config.registers, state->registers, unit->unit->registers.count);
  possible_extract(p, at->config.cells, state->cells, possible_width(p));
  unsigned can = is_wait(node) ? possible_condition(p, state, at->node) : 2;
  if (can & 1) {
    unit->places[at->node].may_fail = unit->places[at->node].is_reached = true;
    /* If the condition fails and the step did nothing before, other threads cannot tell that it
     * was evaluated. */
    if (at->config.start != at->node &&
        (at->config.cells != at->config.base || !unit->is_clean[at->node]))
      add_stop(p, at->unit, at->node, at->config.registers, end_step(p, state, at));
    else if (at->config.start != at->node)
      add_stop(p, at->unit, at->node, at->config.registers, at->config.cells);
  }
  if (can & 2)
    possible_execute(p, state, at->node, &walk.sink);
}

/* The memory after a step from another one. False: the step cannot be made there. */
static bool combine(struct possible *p, uint32_t cells, const struct possible_step *step,
                    uint32_t *after) {
  size_t count = possible_width(p);
  if (cells == step->before) {
    *after = step->after;
    return true;
  }
  struct possible_value *here = memory_allocate(3 * (count + 1) * sizeof *here);
  struct possible_value *from = here + count + 1, *to = from + count + 1;
  possible_extract(p, cells, here, count);
  possible_extract(p, step->before, from, count);
  possible_extract(p, step->after, to, count);
  bool agrees = true;
  for (size_t i = 0; i < count; i++)
    agrees &= !here[i].known || !from[i].known || here[i].bits == from[i].bits;
  if (agrees)
    *after = possible_intern(p, to, count, NULL);
  memory_release(here);
  return agrees;
}

/* The steps that can be made in a memory, and the memory after each of them. */
static struct possible_meeting *meeting_of(struct possible *p, uint32_t cells) {
  vector_ensure(&p->meetings, cells);
  struct possible_meeting *meeting = &p->meetings.items[cells];
  for (; meeting->tried < p->step_list.count; meeting->tried++) {
    const struct possible_step *step = &p->step_list.items[meeting->tried];
    struct possible_after found = {.step = (uint32_t)meeting->tried};
    p->effort++;
    if (combine(p, cells, step, &found.cells))
      vector_push(&meeting->list, found);
  }
  return meeting;
}

/* Steps of other threads from a place to stop. True: there were new ones. */
static bool meet_others(struct possible *p, size_t stop) {
  struct possible_work at = p->stops.items[stop];
  const struct possible_meeting *meeting = meeting_of(p, at.config.cells);
  for (; at.met < meeting->list.count && !p->is_too_much; at.met++) {
    struct possible_after after = meeting->list.items[at.met];
    struct possible_step step = p->step_list.items[after.step];
    p->is_too_much |= ++p->effort > MOST_EFFORT;
    if (step.unit == at.unit && p->units[at.unit].unit->is_single)
      continue;
    map_set(&p->units[at.unit].places[at.node].met, (uint64_t)step.unit << 32 | step.start, 1);
    add_stop(p, at.unit, at.node, at.config.registers, after.cells);
  }
  bool changed = at.met > p->stops.items[stop].met;
  p->stops.items[stop].met = at.met;
  return changed;
}

static void go_through(struct possible *p) {
  size_t widest = 0;
  for (size_t i = 0; i < p->unit_count; i++)
    widest =
        p->units[i].unit->registers.count > widest ? p->units[i].unit->registers.count : widest;
  struct possible_state state = {
      .registers = memory_allocate((widest + 1) * sizeof *state.registers),
      .cells = memory_allocate((possible_width(p) + 1) * sizeof *state.cells)};
  possible_begin(p, state.cells);
  state.cells[p->cell_count] = possible_known(POSSIBLE_NOW, 64); /* main's thread */
  begin_threads(p, &state);
  for (bool changed = true; changed && !p->is_too_much;) {
    while (p->work.count && !p->is_too_much) {
      struct possible_work at = vector_pop(&p->work);
      execute(p, &state, &at);
    }
    changed = false;
    for (size_t i = 0; i < p->stops.count && !p->is_too_much; i++)
      changed |= meet_others(p, i);
    changed |= p->work.count > 0;
  }
  memory_release(state.registers);
  memory_release(state.cells);
}

static void forget(struct possible *p) {
  for (size_t i = 0; i < p->unit_count; i++) {
    struct possible_unit *unit = &p->units[i];
    for (size_t k = 0; k < unit->unit->nodes.count; k++) {
      vector_release(&unit->places[k].configs);
      map_release(&unit->places[k].met);
    }
    memset(unit->places, 0, unit->unit->nodes.count * sizeof *unit->places);
    memset(unit->registers, 0, unit->unit->registers.count * sizeof *unit->registers);
    unit->is_lost = false;
  }
  vector_each (cell, &p->cells)
    cell->values.count = 0;
  vector_release_members(&p->outcomes, list);
  vector_release_members(&p->meetings, list);
  vector_release(&p->work);
  vector_release(&p->stops);
  vector_release(&p->step_list);
  interner_destroy(p->vectors);
  interner_destroy(p->configs);
  interner_destroy(p->steps);
  interner_destroy(p->calls);
  p->vectors = p->configs = p->steps = p->calls = NULL;
}

static void release_units(struct possible *p) {
  for (size_t i = 0; i < p->unit_count; i++) {
    memory_release(p->units[i].places);
    memory_release(p->units[i].registers);
    memory_release(p->units[i].is_clean);
  }
  memory_release(p->units);
}

void possible_destroy(struct possible *p) {
  if (!p)
    return;
  forget(p);
  release_units(p);
  vector_release(&p->cells);
  map_release(&p->cell_numbers);
  map_release(&p->pointees);
  memory_release(p);
}

static void create_units(struct possible *p) {
  struct sequentializer *s = p->s;
  p->most_values = POSSIBLE_SEEN;
  p->effort = 0;
  p->unit_count = s->routines.count + s->functions.count;
  p->units = memory_allocate_zeroed((p->unit_count + 1) * sizeof *p->units);
  for (size_t i = 0; i < p->unit_count; i++) {
    struct flat_unit *unit =
        i < s->routines.count ? s->routines.items[i] : s->functions.items[i - s->routines.count];
    p->units[i].unit = unit;
    p->units[i].places =
        memory_allocate_zeroed((unit->nodes.count + 1) * sizeof *p->units[i].places);
    p->units[i].registers =
        memory_allocate_zeroed((unit->registers.count + 1) * sizeof *p->units[i].registers);
    p->units[i].is_clean = flow_clean(s, unit);
    flow_find_live(s, unit);
  }
}

bool possible_find(struct possible *p) {
  forget(p);
  release_units(p);
  create_units(p);
  p->again = true;
  for (unsigned round = 0; p->again && round < MOST_ROUNDS && !p->s->refusal.length; round++) {
    forget(p);
    p->again = p->is_too_much = false;
    p->cell_count = (uint32_t)p->cells.count;
    p->vectors = interner_create();
    p->configs = interner_create();
    p->steps = interner_create();
    p->calls = interner_create();
    go_through(p);
    if (p->is_too_much && p->most_values > 1 && p->effort <= MOST_EFFORT) {
      p->most_values = 1; /* tell fewer values apart */
      p->again = true;
    }
  }
  return !p->again && !p->is_too_much;
}

struct possible *possible_create(struct sequentializer *s) {
  if (s->needs.frames || s->facts.has_setjmp || !s->threads_are_numbers ||
      s->program->pointer_width != 64 || racing_wanted(s) || !s->options->reduces_local)
    return NULL;
  struct possible *p = memory_allocate_zeroed(sizeof *p);
  p->s = s;
  return p;
}

bool possible_meets(const struct possible *p, const struct flat_unit *unit, uint32_t node,
                    const struct flat_unit *other, uint32_t start) {
  uint64_t key = (uint64_t)other->number << 32 | start;
  return map_get(&p->units[unit->number].places[node].met, key, NULL);
}
