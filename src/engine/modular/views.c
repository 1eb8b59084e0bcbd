/* Steps of single threads, by the machine on numbers and terms, and making views of what they lead
 * to. */
#include "engine/modular/views.h"

#include "analysis/liveness.h"
#include "base/limits.h"
#include "engine/modular/addresses.h"
#include "semantics/execute.h"
#include "semantics/value_state.h"

#include <assert.h>
#include <string.h>

enum { MOST_STEPS = 256 }; /* of one view */

static bool blur(struct machine *machine, struct state *state, struct value address) {
  struct views *views = (struct views *)((char *)machine - offsetof(struct views, machine));
  (void)state;
  return !machine->is_looking && scene_blur(&views->scene, address, NULL);
}

void views_init(struct views *views, const struct program *program, property_set properties,
                struct cells *cells, const struct limits *limits) {
  *views = (struct views){.cells = cells, .context = &cells->context};
  views->domain = addresses_domain();
  views->machine = (struct machine){.program = program,
                                    .domain = &views->domain,
                                    .domain_context = &cells->context,
                                    .properties = properties,
                                    .chooser = &views->scene.answers.chooser,
                                    .observer = &views->scene.observer,
                                    .footprint = &views->footprint,
                                    .limits = limits,
                                    .blur = blur};
  scene_init(&views->scene, program, cells);
  views->store = store_create(program);
  views->texts = arena_create();
}

static void release_step(struct step *step) {
  vector_release(&step->facts);
  vector_release(&step->variables);
  vector_release(&step->locals);
  vector_release(&step->child_locals);
}

void views_release(struct views *views) {
  for (size_t i = 0; i < views->starts.count; i++)
    release_step(&views->starts.items[i]);
  for (size_t i = 0; i < views->list.count; i++) {
    struct view *view = &views->list.items[i];
    for (size_t j = 0; j < view->steps.count; j++)
      release_step(&view->steps.items[j]);
    vector_release(&view->steps);
    vector_release(&view->locals);
  }
  vector_release(&views->starts);
  vector_release(&views->list);
  vector_release(&views->footprint.list);
  map_release(&views->combined);
  store_destroy(views->store);
  scene_release(&views->scene);
  state_destroy(views->other);
  arena_destroy(views->texts);
}

static void close_thread(struct views *views, struct thread *thread, struct bounds *bounds) {
  struct state *state = views->scene.state;
  thread->created = 0;
  state_reclaim(state, thread, false);
  state_reclaim(state, thread, true);
  cells_note_extent(views->cells, thread);
  scene_close_thread(&views->scene, thread, bounds);
}

static uint32_t remember(struct views *views, struct state *state, const struct bounds *locals) {
  assert(!state->facts.count);
  uint32_t number = store_add(views->store, state, NULL);
  while (views->list.count <= number)
    vector_push(&views->list, (struct view){0});
  struct view *view = &views->list.items[number];
  if (!view->locals.count)
    for (size_t i = 0; i < locals->count; i++)
      vector_push(&view->locals, locals->items[i].cell);
  return number;
}

static bool is_change(const struct views *views, const struct step *step,
                      const unsigned char *before) {
  const struct state *state = views->scene.state;
  bool changes = memcmp(before, state->variables, state->variables_size) != 0;
  for (size_t i = 0; i < step->variables.count; i++) {
    const struct bound *bound = &step->variables.items[i];
    changes |= bound->term != views->cells->list.items[bound->cell].symbols[0];
  }
  return changes;
}

static void unsupported(struct views *views, struct step *step, const char *reason) {
  step->outcome = OUTCOME_UNSUPPORTED;
  step->reason = arena_copy_text(views->texts, reason);
}

/* The state after a step, as views of the thread and of the one it created. */
static void close_step(struct views *views, struct step *step, uint32_t mover,
                       const unsigned char *before) {
  struct state *state = views->scene.state;
  struct thread *child = mover == MAIN ? state_thread(state, WORKER) : NULL;
  size_t expected = (size_t)1 + (child != NULL) + (state_thread(state, CROWD) != NULL);
  if (state->thread_count != expected) {
    unsupported(views, step, "a thread that is not created by main");
    return;
  }
  if (state->atomic_owner != NO_THREAD) {
    unsupported(views, step, "an atomic section that does not end");
    return;
  }
  store_forget_dead(views->store, state);
  if (child && !state_thread(state, CROWD))
    state_insert_thread(state, CROWD);
  scene_close_variables(&views->scene, &step->variables);
  step->changes_variables = !before || is_change(views, step, before);
  close_thread(views, state_thread(state, mover), &step->locals);
  if (!child) {
    step->to = remember(views, state, &step->locals);
    return;
  }
  close_thread(views, child, &step->child_locals);
  uint32_t both = store_add(views->store, state, NULL);
  state_remove_thread(state, WORKER);
  step->to = remember(views, state, &step->locals);
  store_load(views->store, state, both);
  state_remove_thread(state, MAIN);
  step->child = remember(views, state, &step->child_locals);
}

static void add_step(struct views *views, struct steps *steps, enum outcome outcome, uint32_t mover,
                     const unsigned char *before) {
  struct state *state = views->scene.state;
  struct step step = {.outcome = outcome, .to = NO_VIEW, .child = NO_VIEW};
  scene_take_facts(&views->scene, &step.facts);
  if (outcome == OUTCOME_STEPPED)
    close_step(views, &step, mover, before);
  else if (outcome == OUTCOME_VIOLATION)
    step.at = user_edge(state_thread(state, mover), views->machine.violation.edge)->at;
  else if (outcome == OUTCOME_UNSUPPORTED || outcome == OUTCOME_LIMIT)
    unsupported(views, &step, views->machine.reason);
  vector_push(steps, step);
}

/* Is a limit reached? */
static bool is_over(struct views *views) {
  struct machine *machine = &views->machine;
  if (!machine->over && limits_are_over(machine->limits))
    limits_check(machine->limits, &machine->over);
  return machine->over != NULL;
}

bool views_start(struct views *views) {
  answers_begin(&views->scene.answers);
  do {
    scene_prepare(&views->scene, MAIN);
    state_destroy(views->scene.state);
    enum outcome outcome = machine_start(&views->machine, &views->scene.state);
    add_step(views, &views->starts, outcome, MAIN, NULL);
    if (views->starts.count > MOST_STEPS || is_over(views))
      return false;
  } while (answers_advance(&views->scene.answers));
  return true;
}

/* Whether all others have finished is not known: both is tried where it matters. */
static bool add_steps(struct views *views, uint32_t view, struct steps *steps, bool is_alone,
                      bool *asks_alone) {
  VECTOR(unsigned char) before = {0};
  answers_begin(&views->scene.answers);
  do {
    store_load(views->store, views->scene.state, view);
    struct state *state = views->scene.state;
    uint32_t mover = state->threads[0]->number;
    struct thread *crowd = state_thread(state, CROWD);
    scene_prepare(&views->scene, mover);
    vector_reserve(&before, state->variables_size);
    memcpy(before.items, state->variables, state->variables_size);
    if (crowd)
      crowd->finished = is_alone;
    enum readiness readiness = machine_readiness(&views->machine, state, state->threads[0]);
    if (readiness != READY && readiness != READY_SPURIOUSLY)
      break;
    footprint_clear(&views->footprint);
    enum outcome outcome = machine_step(&views->machine, state, state_thread(state, mover));
    *asks_alone |= views->footprint.asks_alone && crowd;
    if (crowd)
      crowd->finished = false;
    add_step(views, steps, outcome, mover, before.items);
  } while (steps->count <= MOST_STEPS && !is_over(views) && answers_advance(&views->scene.answers));
  vector_release(&before);
  return steps->count <= MOST_STEPS && !views->machine.over;
}

bool views_step(struct views *views, uint32_t number) {
  struct steps steps = {0};
  bool asks_alone = false, is_complete = true;
  if (views->list.items[number].is_known)
    return true;
  is_complete = add_steps(views, number, &steps, false, &asks_alone) &&
                (!asks_alone || add_steps(views, number, &steps, true, &asks_alone));
  struct view *view = &views->list.items[number];
  view->steps = steps;
  view->is_known = true;
  for (size_t i = 0; i < steps.count; i++)
    view->meddles |= steps.items[i].outcome == OUTCOME_STEPPED && steps.items[i].changes_variables;
  return is_complete;
}

uint32_t views_combine(struct views *views, uint32_t view, uint32_t changed) {
  uint64_t key = (uint64_t)view << 32 | changed, known;
  if (map_get(&views->combined, key, &known))
    return (uint32_t)known;
  if (!views->other)
    views->other = state_create(views->machine.program, &views->domain, views->context);
  store_load(views->store, views->scene.state, view);
  store_load(views->store, views->other, changed);
  memcpy(views->scene.state->variables, views->other->variables,
         views->scene.state->variables_size);
  for (size_t i = 0; i < views->scene.state->chunk_count; i++)
    views->scene.state->packed_chunks[i] = CHANGED;
  uint32_t number = store_add(views->store, views->scene.state, NULL);
  while (views->list.count <= number)
    vector_push(&views->list, (struct view){0});
  const struct view *from = &views->list.items[view];
  struct view *to = &views->list.items[number];
  if (!to->locals.count)
    for (size_t i = 0; i < from->locals.count; i++)
      vector_push(&to->locals, from->locals.items[i]);
  map_set(&views->combined, key, number);
  return number;
}
