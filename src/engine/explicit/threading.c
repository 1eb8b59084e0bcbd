/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of threads as a transfer relation, and the observers that check every state. */
#include "engine/explicit/threading.h"

#include <stdio.h>
#include <string.h>

static void note_unknown(struct threading *threading, const char *reason) {
  if (!*threading->unknown)
    snprintf(threading->unknown, sizeof threading->unknown, "%s", reason);
}

/* Notes that only some numbers of a value are tried. */
static void note_unclear(struct threading *threading, const char *reason) {
  const struct data *data = threading->data;
  bool were_tried = data && data->finder.tries_some && data->unclear == UNCLEAR_TOO_MANY;
  if (!*threading->unknown)
    snprintf(threading->unknown, sizeof threading->unknown, "%.200s%s", reason,
             were_tried ? "; small ones were tried" : "");
}

static bool end_at(struct threading *threading, struct move move, enum cpa_answer answer) {
  threading->error = move;
  threading->answer = answer;
  return false;
}

static bool is_unclear(const struct threading *threading) {
  return threading->explorer.machine.doubts.unclear ||
         (threading->data && threading->data->unclear);
}

/* Does the search continue where values are unclear? */
static bool passes_unclear(const struct threading *threading) {
  const struct data *data = threading->data;
  return threading->passes_over ||
         (data && data->finder.tries_some && data->unclear == UNCLEAR_TOO_MANY);
}

static void prepare(void *owner, uint32_t thread) {
  struct threading *threading = owner;
  if (!threading->data)
    return;
  threading->data->unclear = UNCLEAR_NOTHING;
  threading->data->context.running = thread;
}

static bool concretize(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                       uint64_t *bits) {
  struct threading *threading = ((struct answers *)chooser)->owner;
  /* If an unknown condition were taken both ways, the thread would seem to wait in a state that
   * does not show why. */
  bool must_know = threading->explorer.machine.now.is_waiting &&
                   property_in(PROPERTY_DEADLOCK, threading->task->properties);
  return data_concretize(threading->data, &threading->explorer.answers, value, width, only_looks,
                         must_know, bits);
}

static bool extends_chain(void *owner) { return !is_unclear(owner); }

/* Unsupported operations and limits end an execution. The search continues: there may be errors
 * elsewhere. */
static bool visit_successor(void *owner, struct move move, enum outcome outcome) {
  struct threading *threading = owner;
  struct explorer *explorer = &threading->explorer;
  if (explorer->answers.was_wide)
    return end_at(threading, move, CPA_STOP);
  if (is_unclear(threading)) {
    if (!passes_unclear(threading))
      return end_at(threading, move, CPA_STOP);
    note_unclear(threading, outcome == OUTCOME_UNSUPPORTED ? explorer->machine.reason
                                                           : "access at an unknown address");
  }
  switch (outcome) {
  case OUTCOME_STEPPED: {
    struct cpa_step step = {move, &explorer->answers};
    bool fresh;
    uint32_t to = reach_arrive(threading->reach, &step, &fresh);
    threading->arrived = explorer->answers.next ? NO_STATE : to;
    if (explorer_arrive(explorer, to, fresh))
      reach_wait_again(threading->reach, to);
    return true;
  }
  case OUTCOME_VIOLATION:
    return end_at(threading, move, CPA_FOUND);
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    note_unknown(threading, explorer->machine.reason);
    return true;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    return true;
  }
  return true;
}

/* The answer to reach.c after a run of the explorer. */
static enum cpa_answer answer_of(const struct threading *threading, bool was_completed) {
  if (was_completed)
    return CPA_GO_ON;
  if (threading->explorer.limit)
    return CPA_LIMIT;
  return explorer_claim_violated(&threading->explorer) ? CPA_STOP : threading->answer;
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  struct threading *threading = (struct threading *)cpa;
  threading->reach = reach;
  return answer_of(threading, explorer_run_start(&threading->explorer, visit_successor));
}

/* Observes errors of several threads; false: the search ends. */
static bool observe_state(struct threading *threading, uint32_t from) {
  struct move nobody = {from, NO_THREAD, 0, 0};
  answers_begin(&threading->explorer.answers);
  threading->explorer.machine.doubts.unclear = false;
  if (threading->data)
    threading->data->unclear = UNCLEAR_NOTHING;
  if (explorer_finds_error(&threading->explorer))
    return end_at(threading, nobody, CPA_FOUND);
  if (*threading->explorer.machine.doubts.withheld)
    note_unknown(threading, threading->explorer.machine.doubts.withheld);
  if (!is_unclear(threading))
    return true;
  if (!passes_unclear(threading))
    return end_at(threading, nobody, CPA_STOP);
  note_unknown(threading, "a race or deadlock at an unknown address");
  return true;
}

static enum cpa_answer execute_steps(struct threading *threading, uint32_t from) {
  explorer_load(&threading->explorer, from);
  return answer_of(threading, observe_state(threading, from) &&
                                  explorer_run(&threading->explorer, from, visit_successor));
}

/* Finds out whether a waiting thread can move, and caches that it cannot. */
static enum readiness find_readiness(struct threading *threading, struct situation *situation,
                                     const uint32_t *components, size_t count) {
  struct explorer *explorer = &threading->explorer;
  struct machine *machine = &explorer->machine;
  footprint_clear(&threading->footprint);
  machine_listen(machine, &threading->footprint.listener);
  enum readiness readiness =
      machine_readiness(machine, explorer->state, state_thread(explorer->state, situation->number));
  machine_unlisten(machine, &threading->footprint.listener);
  if (readiness == BLOCKED)
    step_cache_note(threading->cache, explorer->state,
                    &(struct observed_step){.situation = situation,
                                            .readiness = readiness,
                                            .footprint = &threading->footprint,
                                            .before = components,
                                            .count = count});
  return readiness;
}

static void look_out(struct threading *threading, uint32_t from) {
  struct explorer *explorer = &threading->explorer;
  struct lookout *lookout = &threading->lookout;
  size_t count;
  const uint32_t *components = store_components(threading->explorer.store, from, &count);
  size_t first = store_index_of_thread(explorer->state, 0);
  vector_reserve(&lookout->situations, count);
  vector_reserve(&lookout->readiness, count);
  vector_reserve(&lookout->steps, count);
  lookout->situations.count = lookout->readiness.count = lookout->steps.count = count - first;
  for (size_t i = first; i < count; i++) {
    struct situation *situation = step_cache_situation(threading->cache, components[i]);
    const struct cached_step *step = NULL;
    enum readiness readiness = READY;
    if (!situation) {
      explorer_load(explorer, from);
      situation = step_cache_meet(threading->cache, &explorer->machine, explorer->state,
                                  explorer->state->threads[i - first]);
    }
    if (situation->is_finished || situation->is_stopped) {
      readiness = situation->is_finished ? FINISHED : STOPPED;
    } else if ((step = step_cache_step(threading->cache, situation, components))) {
      readiness = step->readiness;
    } else if (situation->is_waiting) {
      explorer_load(explorer, from);
      readiness = find_readiness(threading, situation, components, count);
    }
    lookout->situations.items[i - first] = situation;
    lookout->readiness.items[i - first] = readiness;
    lookout->steps.items[i - first] = step;
  }
}

static bool may_have_error(const struct threading *threading) {
  const struct lookout *lookout = &threading->lookout;
  size_t count = lookout->situations.count;
  property_set properties = threading->task->properties;
  return (property_in(PROPERTY_RACE, properties) &&
          situations_may_race(lookout->situations.items, count)) ||
         (property_in(PROPERTY_DEADLOCK, properties) &&
          situations_may_deadlock(lookout->situations.items, lookout->readiness.items, count));
}

static bool is_cached(const struct threading *threading, size_t index) {
  const struct lookout *lookout = &threading->lookout;
  const struct cached_step *step = lookout->steps.items[index];
  return step &&
         (!property_in(PROPERTY_RACE, threading->task->properties) ||
          !cached_step_may_race(step, lookout->situations.items, lookout->situations.count, index));
}

/* Computes the successor by a cached step. */
static void take_cached_step(struct threading *threading, uint32_t from, size_t index) {
  const struct cached_step *past = threading->lookout.steps.items[index];
  size_t count;
  const uint32_t *components = store_components(threading->explorer.store, from, &count);
  threading->successor.count = 0;
  vector_append(&threading->successor, components, count);
  for (uint32_t i = 0; i < past->change_count; i++)
    threading->successor.items[past->changes[i].index] = past->changes[i].component;
  struct cpa_step step = {{from, past->situation->number, 1, 0}, &threading->explorer.answers};
  bool fresh;
  answers_begin(&threading->explorer.answers);
  threading->cached = past;
  reach_arrive(threading->reach, &step, &fresh);
  threading->cached = NULL;
}

/* Caches the only step of a thread from a state, which led to the state `to`. */
static void note_step(struct threading *threading, uint32_t from, uint32_t to, size_t index) {
  const struct lookout *lookout = &threading->lookout;
  size_t before_count, after_count;
  const uint32_t *before = store_components(threading->explorer.store, from, &before_count);
  const uint32_t *after = store_components(threading->explorer.store, to, &after_count);
  struct situation *situation = lookout->situations.items[index];
  const struct state *state = threading->explorer.state;
  if (before_count == after_count && after[0] == NO_THREAD &&
      !state_thread(state, situation->number)->stopped)
    step_cache_note(threading->cache, state,
                    &(struct observed_step){.situation = situation,
                                            .readiness = lookout->readiness.items[index],
                                            .footprint = &threading->footprint,
                                            .before = before,
                                            .after = after,
                                            .count = after_count});
}

static bool execute_step(struct threading *threading, uint32_t from, size_t index) {
  struct explorer *explorer = &threading->explorer;
  uint64_t scans = explorer->state->scans;
  footprint_clear(&threading->footprint);
  machine_listen(&explorer->machine, &threading->footprint.listener);
  threading->arrived = NO_STATE;
  bool goes_on = explorer_run_thread(explorer, from, index, visit_successor);
  machine_unlisten(&explorer->machine, &threading->footprint.listener);
  if (threading->arrived != NO_STATE && explorer->state->scans == scans)
    note_step(threading, from, threading->arrived, index);
  return goes_on;
}

static bool take_cached_steps(struct threading *threading, uint32_t from) {
  if (explorer_is_over(&threading->explorer))
    return false;
  look_out(threading, from);
  if (may_have_error(threading)) {
    explorer_load(&threading->explorer, from);
    if (!observe_state(threading, from))
      return false;
  }
  for (size_t i = 0; i < threading->lookout.readiness.count; i++) {
    enum readiness readiness = threading->lookout.readiness.items[i];
    if (readiness != READY && readiness != READY_SPURIOUSLY)
      continue;
    if (is_cached(threading, i))
      take_cached_step(threading, from, i);
    else if (!execute_step(threading, from, i))
      return false;
  }
  return true;
}

/* The cache is used between threads, and as long as it saves time. */
static bool uses_cache(const struct threading *threading, uint32_t from) {
  size_t count;
  return threading->cache && step_cache_is_worthwhile(threading->cache) &&
         store_components(threading->explorer.store, from, &count)[0] == NO_THREAD &&
         count > store_index_of_thread(threading->explorer.state, 1);
}

static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct threading *threading = (struct threading *)cpa;
  threading->reach = reach;
  return uses_cache(threading, from) ? answer_of(threading, take_cached_steps(threading, from))
                                     : execute_steps(threading, from);
}

static bool postponed(struct cpa *cpa, uint32_t *number) {
  return por_take_postponed(((struct threading *)cpa)->explorer.por, number);
}

static void adjust(struct cpa *cpa) {
  struct threading *threading = (struct threading *)cpa;
  if (!threading->data)
    return;
  store_forget_dead(threading->explorer.store, threading->explorer.state);
  value_adjust(&threading->data->context, threading->explorer.state);
}

static uint32_t partition(struct cpa *cpa) {
  struct threading *threading = (struct threading *)cpa;
  return store_shape(threading->explorer.store, threading->explorer.state);
}

static bool covers(struct cpa *cpa, uint32_t old) {
  struct threading *threading = (struct threading *)cpa;
  if (threading->cached) {
    size_t count;
    const uint32_t *components = store_components(threading->explorer.store, old, &count);
    return count == threading->successor.count &&
           memcmp(components, threading->successor.items, count * sizeof *components) == 0;
  }
  return threading->data ? store_covers(threading->explorer.store, old, threading->explorer.state)
                         : store_is(threading->explorer.store, old, threading->explorer.state);
}

static bool is_kept(struct cpa *cpa, uint32_t *number) {
  struct threading *threading = (struct threading *)cpa;
  return store_find(threading->explorer.store, threading->explorer.state, number);
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct threading *threading = (struct threading *)cpa;
  if (threading->cached)
    return store_add_components(threading->explorer.store, threading->successor.items,
                                threading->successor.count, fresh);
  return store_add(threading->explorer.store, threading->explorer.state, fresh);
}

static uint32_t active_threads(const struct threading *threading) {
  const struct state *state = threading->explorer.state;
  const struct lookout *lookout = &threading->lookout;
  uint32_t active = 0;
  if (threading->cached) {
    for (size_t i = 0; i < lookout->situations.count; i++)
      active += !lookout->situations.items[i]->is_finished;
    return active - threading->cached->finishes;
  }
  for (size_t i = 0; i < state->thread_count; i++)
    active += !state->threads[i]->finished;
  return active;
}

static uint32_t priority(struct cpa *cpa, const struct cpa_step *step) {
  struct threading *threading = (struct threading *)cpa;
  switch (threading->order) {
  case SEARCH_PLAIN:
    break;
  case SEARCH_THREADS:
    return active_threads(threading);
  case SEARCH_SWITCHES: {
    struct switch_count count = {0, step->move.thread};
    if (step->move.from != NO_STATE) {
      count = threading->switches.items[step->move.from];
      count.times += count.last != step->move.thread;
      count.last = step->move.thread;
    }
    vector_push(&threading->switches, count);
    return count.times;
  }
  }
  return 0;
}

static const struct cpa_ops operators = {
    .name = "threading",
    .initial = initial,
    .transfer = transfer,
    .adjust = adjust,
    .postponed = postponed,
    .partition = partition,
    .covers = covers,
    .is_kept = is_kept,
    .keep = keep,
    .priority = priority,
};

void threading_init(struct threading *threading, const struct task *task, struct data *data,
                    bool without_claims) {
  *threading = (struct threading){.cpa = {&operators}, .task = task, .data = data};
  threading->explorer = (struct explorer){
      .machine = {.domain = data ? &domain_value : &domain_concrete,
                  .domain_context = data ? &data->context : NULL,
                  .known = task->known,
                  .stale_parts = task->stale_parts},
      .owner = threading,
      .prepare = prepare,
      .extends_chain = extends_chain,
  };
  footprint_init(&threading->footprint);
  explorer_init(&threading->explorer, task->program, task->properties, &task->limits,
                data ? concretize : NULL);
  explorer_reduce(&threading->explorer, task->por, without_claims);
  if (!without_claims)
    explorer_ignore_unread(&threading->explorer);
  /* the order of past accesses would be a component that every step may change */
  bool remembers_accesses =
      task->program->orders.unordered && property_in(PROPERTY_RACE, task->properties);
  if (!data && task->por == POR_NONE && !task->graph && !remembers_accesses)
    threading->cache = step_cache_create(threading->explorer.store);
}

void threading_release(struct threading *threading) {
  explorer_release(&threading->explorer);
  vector_release(&threading->switches);
  step_cache_destroy(threading->cache);
  vector_release(&threading->lookout.situations);
  vector_release(&threading->lookout.readiness);
  vector_release(&threading->lookout.steps);
  vector_release(&threading->footprint.list);
  vector_release(&threading->successor);
}

void threading_find_path(const struct threading *threading, const struct reach *reach,
                         struct path *path) {
  origins_path(&reach->origins, threading->error, &threading->explorer.answers, path);
}
