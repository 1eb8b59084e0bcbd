/* SPDX-License-Identifier: Apache-2.0 */
/* Computes steps of single threads with the machine, over numbers and terms, and the resulting
 * views. */
#include "engine/modular/views.h"

#include "abstract/own_address.h"
#include "base/hash.h"
#include "engine/modular/addresses.h"
#include "program/access.h"
#include "semantics/evaluate.h"
#include "semantics/open.h"
#include "semantics/value_state.h"
#include "semantics/violate.h"

#include <assert.h>
#include <string.h>

enum {
  MOST_STEPS = 256,   /* of one view */
  LONGEST_CHAIN = 64, /* steps on the thread's own memory that follow another step */
  MOST_ANSWERS = 5,   /* that a chain may contain: after a choice, several paths may meet again */
};

static bool havoc(struct machine *machine, struct state *state, struct value address) {
  (void)state;
  return !machine->now.is_looking &&
         symbolic_step_havoc(((struct explorer *)machine)->owner, address, NULL);
}

/* A view does not tell whether all other threads have finished: tries both if it matters. */
static void begin_chain(void *owner, struct move move) {
  struct views *views = owner;
  struct state *state = views->symbolic.explorer.state;
  footprint_clear(&views->symbolic.footprint);
  views->before.count = views->places.count = 0;
  if (move.from == NO_STATE)
    return;
  struct thread *others = state_thread(state, OTHERS);
  vector_reserve(&views->before, state->variables_size);
  views->before.count = state->variables_size;
  memcpy(views->before.items, state->variables, state->variables_size);
  if (others)
    others->finished = views->is_alone;
}

/* Is the address in the thread's own memory? */
static bool is_own(const struct views *views, const struct thread *thread,
                   const struct term *address) {
  const struct symbolic_step *symbolic = &views->symbolic;
  const struct machine *machine = &symbolic->explorer.machine;
  struct value value = evaluate(machine, thread, address);
  const struct term *term = value_to_term(symbolic->context, value, address->width);
  struct place place;
  return term &&
         (open_find(machine, symbolic->explorer.state, value, &place) ||
          symbolic_step_find_base(symbolic, term, &place)) &&
         place.thread == thread;
}

static bool is_private(const struct views *views, const struct thread *thread,
                       const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  unsigned count = edge_accesses(edge, list);
  bool own = count > 0;
  for (unsigned i = 0; i < count && own; i++)
    own = (list[i].kind == EDGE_READ || list[i].kind == EDGE_WRITE) &&
          is_own(views, thread, list[i].address);
  return own;
}

/* Was the thread at its present place before in this chain? */
static bool comes_again(struct views *views, const struct thread *thread) {
  uint64_t place = hash_combine(thread->frames.count, thread_top(thread)->location);
  place = hash_combine(place, thread_top(thread)->function->number);
  vector_each (met, &views->places)
    if (*met == place)
      return true;
  vector_push(&views->places, place);
  return false;
}

/* Continues the chain with a step on memory that only this thread can access: no view has an
 * address in the memory of another thread. */
static bool goes_on_privately(void *owner, uint32_t number) {
  struct views *views = owner;
  const struct explorer *explorer = &views->symbolic.explorer;
  const struct thread *thread = state_thread(explorer->state, number);
  return !thread->finished && !thread->stopped && explorer->state->atomic_owner == NO_THREAD &&
         explorer->steps < LONGEST_CHAIN && explorer->answers.next < MOST_ANSWERS &&
         is_private(views, thread, thread_next_edge(thread)) && !comes_again(views, thread);
}

void views_init(struct views *views, const struct question *question, struct cells *cells) {
  *views = (struct views){.cells = cells, .domain = addresses_domain()};
  symbolic_step_init(&views->symbolic, question, &views->domain, cells);
  views->symbolic.explorer.machine.symbolic.havoc = havoc;
  views->symbolic.explorer.begin_chain = begin_chain;
  views->symbolic.explorer.insists_on_chain = goes_on_privately;
  views->texts = arena_create();
}

static void release_step(struct view_step *step) {
  vector_release(&step->facts);
  vector_release(&step->variables);
  vector_release(&step->locals);
  vector_release(&step->child_locals);
}

void views_release(struct views *views) {
  for (size_t i = 0; i < views->starts.count; i++)
    release_step(&views->starts.items[i]);
  vector_each (view, &views->list) {
    for (size_t j = 0; j < view->steps.count; j++)
      release_step(&view->steps.items[j]);
    vector_release(&view->steps);
    vector_release(&view->locals);
  }
  vector_release(&views->starts);
  vector_release(&views->list);
  vector_release(&views->before);
  vector_release(&views->places);
  map_release(&views->combined);
  symbolic_step_release(&views->symbolic);
  state_destroy(views->other);
  arena_destroy(views->texts);
}

static void close_thread(struct views *views, struct thread *thread, bool is_created,
                         struct cell_bounds *bounds) {
  struct state *state = views->symbolic.explorer.state;
  thread->created = 0;
  state_reclaim(state, thread, false);
  state_reclaim(state, thread, true);
  cells_note_extent(views->cells, thread);
  symbolic_step_close_thread(&views->symbolic, thread, bounds);
  own_address_bind(views->cells, thread->number, is_created, bounds);
}

static uint32_t remember(struct views *views, struct state *state,
                         const struct cell_bounds *locals) {
  assert(!state->facts.count);
  uint32_t number = explorer_keep(&views->symbolic.explorer, NULL);
  vector_ensure(&views->list, number);
  struct view *view = &views->list.items[number];
  if (!view->locals.count)
    for (size_t i = 0; i < locals->count; i++)
      vector_push(&view->locals, locals->items[i].cell);
  return number;
}

static bool is_change(const struct views *views, const struct view_step *step,
                      const unsigned char *before) {
  const struct state *state = views->symbolic.explorer.state;
  bool changes = memcmp(before, state->variables, state->variables_size) != 0;
  vector_each (bound, &step->variables) {
    changes |= bound->term != views->cells->list.items[bound->cell].symbols[0];
  }
  return changes;
}

static void unsupported(struct views *views, struct view_step *step, const char *reason) {
  step->outcome = OUTCOME_UNSUPPORTED;
  step->reason = arena_copy_text(views->texts, reason);
}

/* Turns the state after a step into views of the thread and of the one that it created. */
static void close_step(struct views *views, struct view_step *step, uint32_t mover,
                       const unsigned char *before) {
  struct state *state = views->symbolic.explorer.state;
  struct thread *child = mover == MAIN ? state_thread(state, WORKER) : NULL;
  size_t expected = (size_t)1 + (child != NULL) + (state_thread(state, OTHERS) != NULL);
  if (state->thread_count != expected) {
    unsupported(views, step, "a thread that is not created by main");
    return;
  }
  if (state->atomic_owner != NO_THREAD) {
    unsupported(views, step, "an atomic section that does not end");
    return;
  }
  store_forget_dead(views->symbolic.explorer.store, state);
  if (child && !state_thread(state, OTHERS))
    state_insert_thread(state, OTHERS);
  symbolic_step_close_variables(&views->symbolic, &step->variables);
  step->changes_variables = !before || is_change(views, step, before);
  close_thread(views, state_thread(state, mover), false, &step->locals);
  if (!child) {
    step->to = remember(views, state, &step->locals);
    return;
  }
  close_thread(views, child, true, &step->child_locals);
  uint32_t both = store_add(views->symbolic.explorer.store, state, NULL);
  state_remove_thread(state, WORKER);
  step->to = remember(views, state, &step->locals);
  store_load(views->symbolic.explorer.store, state, both);
  state_remove_thread(state, MAIN);
  step->child = remember(views, state, &step->child_locals);
}

static bool add_step(void *owner, struct move move, enum outcome outcome) {
  struct views *views = owner;
  struct state *state = views->symbolic.explorer.state;
  struct view_step step = {.outcome = outcome, .to = NO_VIEW, .child = NO_VIEW};
  uint32_t mover = move.from == NO_STATE ? MAIN : move.thread;
  struct thread *others = move.from == NO_STATE ? NULL : state_thread(state, OTHERS);
  views->asks_alone |= views->symbolic.footprint.asks_alone && others;
  if (others)
    others->finished = false;
  symbolic_step_take_facts(&views->symbolic, &step.facts);
  if (outcome == OUTCOME_STEPPED)
    close_step(views, &step, mover, move.from == NO_STATE ? NULL : views->before.items);
  else if (outcome == OUTCOME_VIOLATION)
    step.at =
        user_edge(state_thread(state, mover), views->symbolic.explorer.machine.violation.edge)->at;
  else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT)
    unsupported(views, &step, views->symbolic.explorer.machine.reason);
  vector_push(views->steps, step);
  return views->steps->count <= MOST_STEPS;
}

bool views_start(struct views *views) {
  views->steps = &views->starts;
  return explorer_run_start(&views->symbolic.explorer, add_step);
}

static bool is_ready(struct views *views, uint32_t view) {
  struct explorer *explorer = &views->symbolic.explorer;
  explorer_load(explorer, view);
  struct thread *others = state_thread(explorer->state, OTHERS);
  if (others)
    others->finished = views->is_alone;
  views->cells->context.running = explorer->state->threads[0]->number;
  enum readiness readiness =
      machine_readiness(&explorer->machine, explorer->state, explorer->state->threads[0]);
  explorer->loaded = NO_STATE;
  return readiness == READY || readiness == READY_SPURIOUSLY;
}

static bool add_steps(struct views *views, uint32_t view, struct steps *steps, bool is_alone) {
  views->steps = steps;
  views->is_alone = is_alone;
  return !is_ready(views, view) ||
         explorer_run_thread(&views->symbolic.explorer, view, 0, add_step);
}

bool views_step(struct views *views, uint32_t number) {
  struct steps steps = {0};
  if (views->list.items[number].is_known)
    return true;
  views->asks_alone = false;
  bool is_complete = add_steps(views, number, &steps, false) &&
                     (!views->asks_alone || add_steps(views, number, &steps, true));
  struct view *view = &views->list.items[number];
  view->steps = steps;
  view->is_known = true;
  for (size_t i = 0; i < steps.count; i++)
    view->interferes |=
        steps.items[i].outcome == OUTCOME_STEPPED && steps.items[i].changes_variables;
  return is_complete;
}

uint32_t views_combine(struct views *views, uint32_t view, uint32_t changed) {
  uint64_t key = (uint64_t)view << 32 | changed, known;
  if (map_get(&views->combined, key, &known))
    return (uint32_t)known;
  if (!views->other)
    views->other = state_create(views->symbolic.explorer.machine.program, &views->domain,
                                views->symbolic.context);
  struct explorer *explorer = &views->symbolic.explorer;
  explorer_load(explorer, view);
  explorer->loaded = NO_STATE; /* the state was changed */
  store_load(explorer->store, views->other, changed);
  memcpy(explorer->state->variables, views->other->variables, explorer->state->variables_size);
  for (size_t i = 0; i < explorer->state->chunk_count; i++)
    explorer->state->packed_chunks[i] = CHANGED;
  uint32_t number = explorer_keep(explorer, NULL);
  vector_ensure(&views->list, number);
  const struct view *from = &views->list.items[view];
  struct view *to = &views->list.items[number];
  if (!to->locals.count)
    vector_append(&to->locals, from->locals.items, from->locals.count);
  map_set(&views->combined, key, number);
  return number;
}
