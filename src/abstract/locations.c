/* SPDX-License-Identifier: Apache-2.0 */
/* Executes actions, and turns the resulting states into locations. location_threads.c selects the
 * threads. */
#include "abstract/locations.h"

#include "abstract/locations_inside.h"
#include "base/hash.h"
#include "semantics/value_state.h"

enum {
  MOST_ACTIONS = 256,  /* of one thread at one location */
  MOST_PLACES = 64,    /* that one access at an unknown index may go to */
  LONGEST_CHAIN = 256, /* steps of a thread that moves alone */
  MOST_ANSWERS = 5,    /* that a chain may contain: after a choice, several paths may meet again */
};

/* Tries each place of an object that an address may have. The last answer is none of them: the
 * address stays unknown. */
static bool choose_place(struct symbolic_step *symbolic, const struct term *term, uint64_t *bits) {
  struct place place;
  if (term->width != symbolic->cells->program->pointer_width ||
      !symbolic_step_find_base(symbolic, term, &place))
    return false;
  unsigned zeros = term_trailing_zeros(term);
  uint64_t stride = zeros > 3 ? 8 : (uint64_t)1 << zeros, count = place.size / stride;
  uint64_t first = place.address + (stride - place.address % stride) % stride;
  if (!count || count > MOST_PLACES)
    return false;
  ((struct locations *)symbolic)->spread = place.address;
  return symbolic_step_try_numbers(symbolic, term, first, stride, count, bits);
}

static void spread_write(struct symbolic_step *symbolic, const struct place *place,
                         unsigned bytes) {
  const struct locations *locations = (const struct locations *)symbolic;
  struct cells *cells = symbolic->cells;
  enum cell_kind kind = place->thread ? CELL_MEMORY : CELL_VARIABLE;
  uint32_t thread = place->thread ? place->thread->number : MAIN;
  if (!locations->spreads || place->address != locations->spread)
    return;
  for (uint64_t at = place->offset % bytes; at + bytes <= place->size; at += bytes) {
    uint32_t cell = cells_memory(cells, kind, thread, place->address + at, bytes);
    if (!cells->list.items[cell].is_exact)
      cells_make_symbolic(cells, cell);
  }
}

/* Was the address compared with each place of the object? Then it is none of them. */
static bool was_tried(struct symbolic_step *symbolic, struct value address) {
  const struct locations *locations = (const struct locations *)symbolic;
  const struct term *term =
      value_to_term(symbolic->context, address, symbolic->cells->program->pointer_width);
  struct place place;
  return locations->spread && term && symbolic_step_find_base(symbolic, term, &place) &&
         place.address == locations->spread;
}

/* An address that was compared with all places is exactly none of them if joins_steps. Reading
 * there would turn pointers into symbols, so it is not supported. */
static bool havoc(struct machine *machine, struct state *state, struct value address) {
  struct symbolic_step *symbolic = ((struct explorer *)machine)->owner;
  const struct locations *locations = (const struct locations *)symbolic;
  struct place place;
  (void)state;
  if (machine->now.is_looking || property_in(PROPERTY_MEMORY, machine->properties) ||
      (locations->joins_steps && was_tried(symbolic, address)) ||
      !symbolic_step_havoc(symbolic, address, &place))
    return false;
  struct touched bytes = {.address = place.address, .size = place.size, .writes = true};
  vector_push(&symbolic->footprint.list, bytes);
  return true;
}

bool locations_is_ready(struct locations *locations, struct thread *thread) {
  struct explorer *explorer = &locations->symbolic.explorer;
  return locations_can_be_ready(machine_readiness(&explorer->machine, explorer->state, thread));
}

/* Are all threads that could not move still unable to, and can the mover still move? */
static bool stays_alone(struct locations *locations, uint32_t thread) {
  struct explorer *explorer = &locations->symbolic.explorer;
  const struct standpoint *from = &locations->list.items[locations->from];
  for (size_t i = 0; i < from->stands.count; i++) {
    struct thread *other = state_thread(explorer->state, from->stands.items[i].number);
    if (!other)
      return false;
    if ((other->number == thread || !from->stands.items[i].is_ready) &&
        locations_can_be_ready(machine_readiness(&explorer->machine, explorer->state, other)) !=
            (other->number == thread))
      return false;
  }
  return true;
}

/* Continues the chain of a thread that moves alone until it writes what another thread waits for.
 * Reduction does not look at the states between, so it watches all accesses. */
static bool goes_on_alone(void *owner, uint32_t thread) {
  struct locations *locations = owner;
  struct explorer *explorer = &locations->symbolic.explorer;
  const struct footprint *footprint = &locations->symbolic.footprint;
  if (!locations->is_alone || explorer->machine.loops.ended || footprint->everything ||
      footprint->finishes || footprint->asks_alone || explorer->steps >= LONGEST_CHAIN ||
      explorer->answers.next >= MOST_ANSWERS ||
      explorer->state->thread_count != locations->thread_count ||
      footprints_conflict(footprint, &locations->watched) || !stays_alone(locations, thread))
    return false;
  por_listener(explorer->por)->wants_all = true;
  if (locations->notes_exclusive_steps)
    vector_push(&locations->exclusive_steps,
                (struct exclusive_step){locations->actions->count, explorer->steps});
  return true;
}

static void begin_chain(void *owner, struct move move) {
  struct locations *locations = owner;
  footprint_clear(&locations->symbolic.footprint);
  locations->spread = 0;
  if (move.from != NO_STATE)
    por_choose(locations->symbolic.explorer.por, locations->index);
}

void locations_init(struct locations *locations, const struct question *question,
                    struct cells *cells, enum por_level por, bool without_claims) {
  *locations = (struct locations){.cells = cells, .domain = domain_value};
  locations->domain.base = cells_base;
  symbolic_step_init(&locations->symbolic, question, &locations->domain, cells);
  locations->symbolic.choose_number = choose_place;
  locations->symbolic.write = spread_write;
  locations->symbolic.explorer.machine.symbolic.havoc = havoc;
  locations->symbolic.explorer.begin_chain = begin_chain;
  locations->symbolic.explorer.insists_on_chain = goes_on_alone;
  explorer_reduce(&locations->symbolic.explorer, por == POR_NONE ? POR_NONE : POR_LOCAL,
                  without_claims);
  locations->texts = arena_create();
}

void locations_release(struct locations *locations) {
  action_cache_destroy(locations->cache);
  actions_release(&locations->starts);
  vector_each (location, &locations->list) {
    for (size_t j = 0; j < location->stands.count; j++)
      stand_release(&location->stands.items[j]);
    vector_release(&location->stands);
    vector_release(&location->cells);
    vector_release(&location->has_cell);
    vector_release(&location->futures);
    vector_release(&location->ways);
  }
  vector_release(&locations->list);
  vector_release(&locations->changed);
  vector_release(&locations->watched.list);
  vector_release(&locations->exclusive_steps);
  symbolic_step_release(&locations->symbolic);
  arena_destroy(locations->texts);
}

static struct standpoint *location_at(struct locations *locations, uint32_t number) {
  vector_ensure(&locations->list, number);
  return &locations->list.items[number];
}

static void add_cell(struct standpoint *to, uint32_t cell) {
  vector_ensure(&to->has_cell, cell);
  if (!to->has_cell.items[cell])
    vector_push(&to->cells, cell);
  to->has_cell.items[cell] = true;
}

/* Lists the symbolic cells after an action: cells that it changed, and cells of threads that it
 * did not change. `changed` and `numbers` have `count` threads. */
static void list_cells(struct locations *locations, const struct action *action, uint32_t from,
                       uint32_t number, const bool *changed, const uint32_t *numbers,
                       size_t count) {
  const struct cell_bounds *bounds[2] = {&action->own, &action->others};
  struct standpoint *to = &locations->list.items[number];
  for (size_t i = 0; i < 2; i++)
    for (size_t j = 0; j < bounds[i]->count; j++)
      add_cell(to, bounds[i]->items[j].cell);
  if (from == NO_LOCATION)
    return;
  const struct standpoint *before = &locations->list.items[from];
  for (size_t i = 0; i < before->cells.count; i++) {
    const struct cell *cell = &locations->cells->list.items[before->cells.items[i]];
    for (size_t j = 0; cell->kind != CELL_VARIABLE && j < count; j++)
      if (numbers[j] == cell->thread && !changed[j])
        add_cell(to, before->cells.items[i]);
  }
}

/* Turns the state after an action into that of a location. */
static void close_state(struct locations *locations, struct action *action) {
  struct state *state = locations->symbolic.explorer.state;
  store_forget_dead(locations->symbolic.explorer.store, state);
  locations->changed.count = 0;
  symbolic_step_close_variables(&locations->symbolic, &action->others);
  for (size_t i = 0; i < state->thread_count; i++) {
    struct thread *thread = state->threads[i];
    bool changed = thread->packed == CHANGED;
    vector_push(&locations->changed, changed);
    if (changed)
      symbolic_step_close_thread(&locations->symbolic, thread,
                                 thread->number == action->move.thread ? &action->own
                                                                       : &action->others);
  }
}

static uint32_t remember_state(struct locations *locations, const struct action *action,
                               uint32_t from) {
  bool added;
  uint32_t number = explorer_keep(&locations->symbolic.explorer, &added);
  location_at(locations, number);
  if (added) {
    const struct state *state = locations->symbolic.explorer.state;
    VECTOR(uint32_t) numbers = {0};
    for (size_t i = 0; i < state->thread_count; i++)
      vector_push(&numbers, state->threads[i]->number);
    list_cells(locations, action, from, number, locations->changed.items, numbers.items,
               numbers.count);
    vector_release(&numbers);
  }
  return number;
}

static void keep_footprint(struct locations *locations, struct action *action) {
  const struct footprint *from = &locations->symbolic.footprint;
  struct footprint *to = &action->footprint;
  *to = (struct footprint){.everything = from->everything,
                           .asks_alone = from->asks_alone,
                           .is_alone = from->is_alone,
                           .finishes = from->finishes};
  vector_append(&to->list, from->list.items, from->list.count);
}

bool locations_is_stuck(const struct locations *locations, uint32_t thread, enum outcome outcome) {
  const struct footprint *footprint = &locations->symbolic.footprint;
  const struct thread *mover = state_thread(locations->symbolic.explorer.state, thread);
  bool writes = false;
  for (size_t i = 0; i < footprint->list.count; i++)
    writes |= footprint->list.items[i].writes;
  if (footprint->everything || footprint->finishes || footprint->is_undecidable ||
      footprint->asks_alone)
    return false;
  return outcome == OUTCOME_PRUNED ||
         (outcome == OUTCOME_STEPPED && mover && mover->stopped && !writes);
}

/* Whether an access is an error of memory or locks also depends on who freed, locked or destroyed
 * what. */
static bool depends_on_more(const struct machine *machine, enum outcome outcome) {
  enum property property = machine->violation.property;
  return outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT ||
         (outcome == OUTCOME_VIOLATION && property != PROPERTY_REACH &&
          property != PROPERTY_ABORT && property != PROPERTY_OVERFLOW &&
          property != PROPERTY_DIVISION);
}

static void note_dependence(struct locations *locations, struct move move, enum outcome outcome) {
  const struct explorer *explorer = &locations->symbolic.explorer;
  if (locations->cache && move.from != NO_STATE)
    action_cache_note(locations->cache, explorer->state, move.thread,
                      &locations->symbolic.footprint,
                      depends_on_more(&explorer->machine, outcome) || explorer->answers.was_wide);
}

bool locations_is_at_loop(const struct locations *locations) {
  const struct symbolic_step *symbolic = &locations->symbolic;
  const struct thread *thread = state_thread(symbolic->explorer.state, symbolic->context->running);
  return symbolic->explorer.machine.loops.ended ||
         (thread && !thread->finished && thread_location(thread)->loop_head);
}

static void keep_reason(struct locations *locations, struct action *action) {
  const struct premises *unresolved = &locations->symbolic.unresolved;
  action->reason = arena_copy_text(locations->texts, locations->symbolic.explorer.machine.reason);
  vector_append(&action->unresolved, unresolved->items, unresolved->count);
}

static bool add_action(void *owner, struct move move, enum outcome outcome) {
  struct locations *locations = owner;
  struct explorer *explorer = &locations->symbolic.explorer;
  note_dependence(locations, move, outcome);
  bool is_known_stuck = locations->joins_steps && move.from != NO_STATE &&
                        locations_is_stuck(locations, move.thread, outcome);
  if (is_known_stuck)
    outcome = OUTCOME_PRUNED;
  struct action action = {.move = move,
                          .outcome = outcome,
                          .to = NO_LOCATION,
                          .is_stuck = is_known_stuck,
                          .is_of_unknown_size = outcome == OUTCOME_UNSUPPORTED &&
                                                locations->symbolic.has_unknown_size,
                          .ends_early = explorer->machine.loops.ended,
                          .at_loop = outcome == OUTCOME_STEPPED && locations_is_at_loop(locations)};
  keep_footprint(locations, &action);
  /* An access that is an error leaves no footprint, but other operations decide whether it is an
   * error: it conflicts with everything. */
  action.footprint.everything |= outcome != OUTCOME_STEPPED;
  if (outcome == OUTCOME_STEPPED)
    close_state(locations, &action);
  for (size_t i = 0; i < explorer->answers.next; i++)
    vector_push(&action.answers, explorer->answers.list.items[i].bits);
  symbolic_step_take_facts(&locations->symbolic, &action.facts);
  if (outcome == OUTCOME_STEPPED)
    action.to = remember_state(locations, &action, move.from);
  else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT)
    keep_reason(locations, &action);
  vector_push(locations->actions, action);
  locations->has_too_many |= locations->actions->count > MOST_ACTIONS || explorer->answers.was_wide;
  return !locations->has_too_many;
}

void locations_start(struct locations *locations) {
  locations->actions = &locations->starts;
  explorer_run_start(&locations->symbolic.explorer, add_action);
  locations->has_too_many |= locations->symbolic.explorer.limit != NULL;
}

/* Keeps the actions of a thread as long as they are stuck. The state after another action may not
 * be needed. */
static bool look_if_stuck(void *owner, struct move move, enum outcome outcome) {
  struct locations *locations = owner;
  locations->found_mover = !locations_is_stuck(locations, move.thread, outcome);
  if (locations->found_mover)
    note_dependence(locations, move, outcome);
  return !locations->found_mover && add_action(owner, move, outcome);
}

/* What decides about the actions of a thread besides the components that it accesses: whether
 * other active threads exist, and which accesses end a chain. */
static uint64_t context_of(const struct locations *locations, enum run_kind kind) {
  uint64_t context = locations->active_count > 1;
  for (size_t i = 0; kind == RUN_ALONE && i < locations->watched.list.count; i++) {
    const struct touched *touched = &locations->watched.list.items[i];
    const struct touched *last = i ? &locations->watched.list.items[i - 1] : NULL;
    if (!last || last->address != touched->address || last->size != touched->size)
      context = hash_combine(context, hash_combine(touched->address, touched->size));
  }
  return context;
}

/* The location to which a cached action leads from the location `from`. */
static uint32_t find_target(struct locations *locations, uint32_t from,
                            const struct known_actions *known, size_t index) {
  struct explorer *explorer = &locations->symbolic.explorer;
  const struct target *target = &known->targets.items[index];
  size_t count, first_thread = store_index_of_thread(explorer->state, 0);
  bool added;
  VECTOR(uint32_t) row = {0};
  VECTOR(bool) changed = {0};
  VECTOR(uint32_t) numbers = {0};
  const uint32_t *before = store_components(explorer->store, from, &count);
  vector_append(&row, before, count);
  for (size_t i = first_thread; i < count; i++) {
    vector_push(&changed, false);
    vector_push(&numbers, locations->list.items[from].stands.items[i - first_thread].number);
  }
  for (size_t i = 0; i < target->components.count; i++) {
    struct changed_component change = target->components.items[i];
    row.items[change.index] = change.component;
    if (change.index >= first_thread)
      changed.items[change.index - first_thread] = true;
  }
  uint32_t number = store_add_components(explorer->store, row.items, row.count, &added);
  location_at(locations, number);
  if (added)
    list_cells(locations, &known->actions.items[index], from, number, changed.items, numbers.items,
               numbers.count);
  vector_release(&row);
  vector_release(&changed);
  vector_release(&numbers);
  return number;
}

static void use_known(struct locations *locations, uint32_t number, struct known_actions *known,
                      struct stand *stand) {
  size_t count = known->actions.count;
  stand->known = known;
  stand->targets = memory_allocate((count + 1) * sizeof *stand->targets);
  for (size_t i = 0; i < count; i++)
    stand->targets[i] = known->actions.items[i].outcome == OUTCOME_STEPPED
                            ? find_target(locations, number, known, i)
                            : NO_LOCATION;
}

void locations_execute(struct locations *locations, uint32_t number, size_t index,
                       struct stand *stand, enum run_kind kind) {
  locations->actions = &stand->actions;
  locations->index = index;
  locations->is_alone = kind == RUN_ALONE;
  explorer_run_thread(&locations->symbolic.explorer, number, index,
                      kind == RUN_LOOK ? look_if_stuck : add_action);
  locations->is_alone = false;
}

void locations_run_thread(struct locations *locations, uint32_t number, size_t index,
                          struct stand *stand, enum run_kind kind) {
  struct explorer *explorer = &locations->symbolic.explorer;
  locations->found_mover = false;
  if (!stand->is_ready)
    return;
  if (!locations->cache || (kind == RUN_ALONE && locations->has_waiting)) {
    locations_execute(locations, number, index, stand, kind);
    return;
  }
  struct cached_run run = {.kind = kind,
                           .context = context_of(locations, kind),
                           .thread = store_index_of_thread(explorer->state, index)};
  run.components = store_components(explorer->store, number, &run.count);
  struct known_actions *known = action_cache_find(locations->cache, &run);
  if (!known) {
    action_cache_begin(locations->cache);
    locations_execute(locations, number, index, stand, kind);
    if (locations->has_too_many || explorer->limit || locations_violate_claim(locations))
      return;
    if (locations->found_mover)
      actions_release(&stand->actions);
    run.components = store_components(explorer->store, number, &run.count); /* it may have moved */
    known = action_cache_add(locations->cache, &run, &stand->actions, explorer->store);
    if (!known)
      return;
    known->found_mover = locations->found_mover;
  }
  locations->found_mover = known->found_mover;
  use_known(locations, number, known, stand);
}

bool locations_violate_claim(const struct locations *locations) {
  return explorer_claim_violated(&locations->symbolic.explorer);
}

struct presence {
  const struct locations *locations;
  const struct standpoint *location;
  bool all;
};

static void look_for(const struct term *variable, void *context) {
  struct presence *presence = context;
  unsigned role;
  uint32_t cell = cells_of_variable(presence->locations->cells, variable, &role);
  presence->all &= cell != NO_CELL && cell < presence->location->has_cell.count &&
                   presence->location->has_cell.items[cell];
}

bool location_has_cells_of(const struct locations *locations, uint32_t number,
                           const struct term *formula) {
  struct presence presence = {locations, &locations->list.items[number], true};
  value_variables(formula, look_for, &presence);
  return presence.all;
}
