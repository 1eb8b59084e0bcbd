/* SPDX-License-Identifier: Apache-2.0 */
/* Loads, steps and keeps states. */
#include "explore/explorer.h"

#include "analysis/reuse.h"
#include "analysis/unread.h"
#include "base/limits.h"

void explorer_init(struct explorer *explorer, const struct program *program,
                   property_set properties, const struct limits *limits,
                   bool (*concretize)(struct chooser *chooser, struct value value, unsigned width,
                                      bool only_looks, uint64_t *bits)) {
  answers_init(&explorer->answers, explorer->owner, concretize);
  explorer->machine.program = program;
  explorer->machine.properties = properties;
  explorer->machine.limit.limits = limits;
  explorer->machine.chooser = &explorer->answers.chooser;
  explorer->store = store_create(program);
  explorer->loaded = NO_STATE;
}

static void prepare(struct explorer *explorer, uint32_t thread) {
  explorer->machine.doubts.unclear = false;
  if (explorer->prepare)
    explorer->prepare(explorer->owner, thread);
}

static void prepare_look(void *context, uint32_t thread) {
  struct explorer *explorer = context;
  if (!explorer->prepare_look) {
    prepare(explorer, thread);
    return;
  }
  explorer->machine.doubts.unclear = false;
  explorer->prepare_look(explorer->owner, thread);
}

void explorer_reduce(struct explorer *explorer, enum por_level level, bool without_claims) {
  struct machine *machine = &explorer->machine;
  explorer->por = por_create(machine->program, machine->properties, level, explorer->store);
  por_set_prepare(explorer->por, prepare_look, explorer);
  machine_listen(machine, por_listener(explorer->por));
  if (without_claims)
    por_drop_claims(explorer->por);
}

void explorer_ignore_unread(struct explorer *explorer) {
  explorer->unread = unread_create(explorer->machine.program, explorer->machine.properties);
  explorer->machine.unread = explorer->unread;
}

void explorer_release(struct explorer *explorer) {
  if (!explorer->store)
    return;
  state_destroy(explorer->state);
  if (explorer->por)
    por_destroy(explorer->por);
  store_destroy(explorer->store);
  answers_release(&explorer->answers);
  unread_destroy(explorer->unread);
}

enum outcome explorer_start(struct explorer *explorer) {
  prepare(explorer, 0);
  state_destroy(explorer->state);
  explorer->state = NULL;
  explorer->loaded = NO_STATE;
  return machine_start(&explorer->machine, &explorer->state);
}

enum outcome explorer_step(struct explorer *explorer, uint32_t thread) {
  prepare(explorer, thread);
  explorer->loaded = NO_STATE;
  return machine_step(&explorer->machine, explorer->state, state_thread(explorer->state, thread));
}

void explorer_flush(struct explorer *explorer, uint32_t thread, size_t index) {
  explorer->loaded = NO_STATE;
  machine_flush(&explorer->machine, explorer->state, state_thread(explorer->state, thread), index);
}

void explorer_load(struct explorer *explorer, uint32_t number) {
  if (explorer->loaded != number)
    store_load(explorer->store, explorer->state, number);
  explorer->loaded = number;
}

uint32_t explorer_keep(struct explorer *explorer, bool *fresh) {
  return store_add(explorer->store, explorer->state, fresh);
}

bool explorer_arrive(struct explorer *explorer, uint32_t to, bool fresh) {
  return explorer->por && por_arrive(explorer->por, explorer->state, to, fresh);
}

enum outcome explorer_repeat(struct explorer *explorer, struct move move, const uint64_t *answers,
                             size_t count) {
  enum outcome outcome = OUTCOME_STEPPED;
  answers_repeat(&explorer->answers, answers, count);
  if (move.from == NO_STATE)
    return explorer_start(explorer);
  explorer_load(explorer, move.from);
  if (move.flush)
    explorer_flush(explorer, move.thread, move.flush - 1);
  for (uint32_t i = 0; i < move.steps; i++)
    outcome = explorer_step(explorer, move.thread);
  return outcome;
}

/* Checking limits takes system calls, so it is done every so many calls, or seconds if they are
 * slow. */
enum { LOOK_EVERY = 1024, CLOCK_EVERY = 8, WORK_OF_STATE = 4 };
static const double look_after = 0.1;

bool explorer_is_over(struct explorer *explorer) {
  struct machine *machine = &explorer->machine;
  if (machine->limit.over)
    explorer->limit = machine->limit.over;
  else if (stale_parts_seen(machine->stale_parts)) /* the search has to begin again */
    explorer->limit = "part of an address is accessed";
  if (explorer->limit || ++explorer->looks % CLOCK_EVERY != 0)
    return explorer->limit != NULL;
  double now = clock_seconds();
  if (!limits_spend(machine->limit.limits,
                    CLOCK_EVERY * (WORK_OF_STATE + explorer->state->thread_count)) &&
      explorer->looks % LOOK_EVERY != 0 && now - explorer->last_look < look_after)
    return false;
  explorer->last_look = now;
  if (explorer->progress)
    explorer->progress(explorer->owner);
  return limits_check(machine->limit.limits, &explorer->limit) != STATUS_OK;
}

static bool finish_chain(struct explorer *explorer, struct move move, enum outcome outcome,
                         explorer_visit *visit) {
  bool goes_on = visit(explorer->owner, move, outcome);
  if (outcome != OUTCOME_STEPPED && explorer->por)
    por_end_execution(explorer->por);
  return goes_on && !explorer_is_over(explorer);
}

bool explorer_run_start(struct explorer *explorer, explorer_visit *visit) {
  struct move move = {NO_STATE, NO_THREAD, 0, 0};
  answers_begin(&explorer->answers);
  do {
    explorer->steps = 0;
    if (explorer->begin_chain)
      explorer->begin_chain(explorer->owner, move);
    if (!finish_chain(explorer, move, explorer_start(explorer), visit))
      return false;
  } while (answers_advance(&explorer->answers));
  return true;
}

static bool extends_chain(struct explorer *explorer, uint32_t thread) {
  if (explorer->insists_on_chain && explorer->insists_on_chain(explorer->owner, thread))
    return true;
  return explorer->por && !explorer->answers.next &&
         (!explorer->extends_chain || explorer->extends_chain(explorer->owner)) &&
         por_goes_on(explorer->por, &explorer->machine, explorer->state, thread);
}

bool explorer_run_thread(struct explorer *explorer, uint32_t from, size_t index,
                         explorer_visit *visit) {
  answers_begin(&explorer->answers);
  do {
    explorer_load(explorer, from);
    struct move move = {from, explorer->state->threads[index]->number, 0, 0};
    enum outcome outcome;
    if (explorer->begin_chain)
      explorer->begin_chain(explorer->owner, move);
    explorer->steps = 0;
    do {
      explorer->steps++;
      outcome = explorer_step(explorer, move.thread);
    } while (outcome == OUTCOME_STEPPED && extends_chain(explorer, move.thread));
    move.steps = explorer->steps;
    if (!finish_chain(explorer, move, outcome, visit))
      return false;
  } while (answers_advance(&explorer->answers));
  return true;
}

bool explorer_run(struct explorer *explorer, uint32_t from, explorer_visit *visit) {
  size_t index;
  explorer_load(explorer, from);
  por_expand(explorer->por, &explorer->machine, explorer->state, from);
  while (por_next(explorer->por, &index))
    if (explorer_claim_violated(explorer) || !explorer_run_thread(explorer, from, index, visit))
      return false;
  return !explorer_claim_violated(explorer);
}

bool explorer_claim_violated(const struct explorer *explorer) {
  return explorer->machine.doubts.read_unread ||
         (explorer->por && por_claim_violated(explorer->por));
}

bool explorer_finds_error(struct explorer *explorer) {
  struct machine *machine = &explorer->machine;
  property_set properties = machine->properties;
  return (property_in(PROPERTY_RACE, properties) && machine_finds_race(machine, explorer->state)) ||
         (property_in(PROPERTY_DEADLOCK, properties) &&
          machine_finds_deadlock(machine, explorer->state));
}
