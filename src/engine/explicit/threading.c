/* Steps of threads as a transfer relation, and the observers that look at every state. */
#include "engine/explicit/threading.h"

#include <stdio.h>
#include <string.h>

static void note_unknown(struct threading *threading, const char *reason) {
  if (!*threading->unknown)
    snprintf(threading->unknown, sizeof threading->unknown, "%s", reason);
}

static enum cpa_answer end_at(struct threading *threading, uint32_t from, uint32_t thread,
                              enum cpa_answer answer) {
  threading->error_from = from;
  threading->error_thread = thread;
  threading->error_steps = threading->steps;
  return answer;
}

static bool is_unclear(const struct threading *threading) {
  return threading->machine.unclear || (threading->data && threading->data->unclear);
}

/* Does the search go on where values are unclear? */
static bool passes_over(const struct threading *threading) {
  const struct data *data = threading->data;
  return threading->goes_on || (data && data->tries_some && data->unclear == UNCLEAR_TOO_MANY);
}

static void begin_step(struct threading *threading) {
  threading->machine.unclear = false;
  if (threading->data)
    threading->data->unclear = UNCLEAR_NOTHING;
}

static bool settle(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                   uint64_t *bits) {
  struct threading *threading = ((struct answers *)chooser)->owner;
  /* An unknown condition taken both ways would leave the thread waiting in a state that does not
   * show it. */
  bool must_know =
      threading->machine.is_waiting && property_in(PROPERTY_DEADLOCK, threading->task->properties);
  return data_settle(threading->data, &threading->answers, value, width, only_looks, must_know,
                     bits);
}

enum outcome threading_start(struct threading *threading) {
  begin_step(threading);
  state_destroy(threading->state);
  threading->state = NULL;
  if (threading->data)
    threading->data->context.running = 0;
  return machine_start(&threading->machine, &threading->state);
}

static void begin_step_of(void *context, uint32_t thread) {
  struct threading *threading = context;
  begin_step(threading);
  if (threading->data)
    threading->data->context.running = thread;
}

enum outcome threading_step(struct threading *threading, uint32_t thread) {
  begin_step_of(threading, thread);
  return machine_step(&threading->machine, threading->state,
                      state_thread(threading->state, thread));
}

/* Unsupported operations and limits end an execution, and the search goes on: an error elsewhere is
 * still an error. */
static enum cpa_answer arrive(struct threading *threading, struct reach *reach,
                              enum outcome outcome, uint32_t from, uint32_t thread) {
  if (threading->answers.was_wide)
    return CPA_STOP;
  if (is_unclear(threading)) {
    if (!passes_over(threading))
      return end_at(threading, from, thread, CPA_STOP);
    note_unknown(threading, outcome == OUTCOME_UNSUPPORTED ? threading->machine.reason
                                                           : "access at an unknown address");
  }
  switch (outcome) {
  case OUTCOME_STEPPED: {
    struct cpa_step step = {from, thread, threading->steps, threading->answers.digits.items,
                            threading->answers.next};
    bool fresh;
    uint32_t to = reach_arrive(reach, &step, &fresh);
    threading->arrived = step.answer_count ? NO_STATE : to;
    if (por_arrive(threading->por, threading->state, to, fresh))
      reach_wait_again(reach, to);
    return CPA_GO_ON;
  }
  case OUTCOME_VIOLATION:
    return end_at(threading, from, thread, CPA_FOUND);
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    note_unknown(threading, threading->machine.reason);
    break;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    break;
  }
  por_end_execution(threading->por);
  return CPA_GO_ON;
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  struct threading *threading = (struct threading *)cpa;
  answers_begin(&threading->answers);
  do {
    enum outcome outcome = threading_start(threading);
    enum cpa_answer answer = arrive(threading, reach, outcome, NO_STATE, NO_THREAD);
    if (answer != CPA_GO_ON)
      return answer;
    if (reach_is_over(reach, threading->machine.over))
      return CPA_STOP;
  } while (answers_advance(&threading->answers));
  return CPA_GO_ON;
}

/* The observers of errors that are a matter of several threads. */
static bool observe(struct threading *threading) {
  property_set properties = threading->task->properties;
  return (property_in(PROPERTY_RACE, properties) &&
          machine_finds_race(&threading->machine, threading->state)) ||
         (property_in(PROPERTY_DEADLOCK, properties) &&
          machine_finds_deadlock(&threading->machine, threading->state));
}

/* All steps of one thread. `is_loaded`: threading->state is the state `from`. */
static enum cpa_answer step_thread(struct threading *threading, struct reach *reach, uint32_t from,
                                   size_t index, bool *is_loaded) {
  answers_begin(&threading->answers);
  do {
    if (!*is_loaded)
      store_load(threading->store, threading->state, from);
    *is_loaded = false;
    uint32_t moved = threading->state->threads[index]->number;
    enum outcome outcome;
    threading->steps = 0;
    do {
      threading->steps++;
      outcome = threading_step(threading, moved);
      /* Behind an answer there is a state: the answers of a chain of steps could be very many. */
    } while (outcome == OUTCOME_STEPPED && !is_unclear(threading) && !threading->answers.next &&
             por_goes_on(threading->por, &threading->machine, threading->state, moved));
    enum cpa_answer answer = arrive(threading, reach, outcome, from, moved);
    if (answer != CPA_GO_ON)
      return answer;
    if (reach_is_over(reach, threading->machine.over))
      return CPA_STOP;
  } while (answers_advance(&threading->answers));
  return CPA_GO_ON;
}

static enum cpa_answer execute_steps(struct threading *threading, uint32_t from,
                                     struct reach *reach) {
  store_load(threading->store, threading->state, from);
  answers_begin(&threading->answers);
  begin_step(threading);
  if (observe(threading))
    return end_at(threading, from, NO_THREAD, CPA_FOUND);
  if (is_unclear(threading)) {
    if (!passes_over(threading))
      return end_at(threading, from, NO_THREAD, CPA_STOP);
    note_unknown(threading, "a race or deadlock at an unknown address");
  }
  bool is_loaded = true;
  size_t index;
  por_expand(threading->por, &threading->machine, threading->state, from);
  while (por_next(threading->por, &index)) {
    if (por_is_misled(threading->por))
      return CPA_STOP;
    enum cpa_answer answer = step_thread(threading, reach, from, index, &is_loaded);
    if (answer != CPA_GO_ON)
      return answer;
  }
  return por_is_misled(threading->por) ? CPA_STOP : CPA_GO_ON;
}

static void load(struct threading *threading, uint32_t from, bool *is_loaded) {
  if (!*is_loaded)
    store_load(threading->store, threading->state, from);
  *is_loaded = true;
}

/* Finds out if a thread that waits may go on, and keeps it if not. */
static enum readiness find_readiness(struct threading *threading, struct situation *situation,
                                     const uint32_t *components, size_t count) {
  struct machine *machine = &threading->machine;
  footprint_clear(&threading->footprint);
  machine->footprint = &threading->footprint;
  enum readiness readiness = machine_readiness(machine, threading->state,
                                               state_thread(threading->state, situation->number));
  machine->footprint = NULL;
  if (readiness == BLOCKED)
    recall_note(threading->recall, threading->state, situation, readiness, &threading->footprint,
                components, NULL, count);
  return readiness;
}

static void look_out(struct threading *threading, uint32_t from, bool *is_loaded) {
  struct lookout *lookout = &threading->lookout;
  size_t count;
  const uint32_t *components = store_components(threading->store, from, &count);
  size_t first = store_index_of_thread(threading->state, 0);
  lookout->situations.count = lookout->readiness.count = lookout->steps.count = 0;
  for (size_t i = first; i < count; i++) {
    struct situation *situation = recall_situation(threading->recall, components[i]);
    const struct past_step *step = NULL;
    enum readiness readiness = READY;
    if (!situation) {
      load(threading, from, is_loaded);
      situation = recall_meet(threading->recall, &threading->machine, threading->state,
                              threading->state->threads[i - first]);
    }
    if (situation->is_finished || situation->is_stopped) {
      readiness = situation->is_finished ? FINISHED : STOPPED;
    } else if ((step = recall_step(threading->recall, situation, components))) {
      readiness = step->readiness;
    } else if (situation->is_waiting) {
      load(threading, from, is_loaded);
      readiness = find_readiness(threading, situation, components, count);
    }
    vector_push(&lookout->situations, situation);
    vector_push(&lookout->readiness, readiness);
    vector_push(&lookout->steps, step);
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

static bool can_be_recalled(const struct threading *threading, size_t index) {
  const struct lookout *lookout = &threading->lookout;
  const struct past_step *step = lookout->steps.items[index];
  return step &&
         (!property_in(PROPERTY_RACE, threading->task->properties) ||
          !past_step_may_race(step, lookout->situations.items, lookout->situations.count, index));
}

/* The successor by a step that was taken before. */
static void recall_successor(struct threading *threading, struct reach *reach, uint32_t from,
                             size_t index) {
  const struct past_step *past = threading->lookout.steps.items[index];
  size_t count;
  const uint32_t *components = store_components(threading->store, from, &count);
  threading->successor.count = 0;
  for (size_t i = 0; i < count; i++)
    vector_push(&threading->successor, components[i]);
  for (uint32_t i = 0; i < past->change_count; i++)
    threading->successor.items[past->changes[i].index] = past->changes[i].component;
  struct cpa_step step = {from, past->situation->number, 1, NULL, 0};
  bool fresh;
  threading->recalled = past;
  reach_arrive(reach, &step, &fresh);
  threading->recalled = NULL;
}

/* The only step of a thread from that state was executed and led to state `to`. */
static void note_step(struct threading *threading, uint32_t from, uint32_t to, size_t index) {
  const struct lookout *lookout = &threading->lookout;
  size_t before_count, after_count;
  const uint32_t *before = store_components(threading->store, from, &before_count);
  const uint32_t *after = store_components(threading->store, to, &after_count);
  struct situation *situation = lookout->situations.items[index];
  if (before_count == after_count && after[0] == NO_THREAD &&
      !state_thread(threading->state, situation->number)->stopped)
    recall_note(threading->recall, threading->state, situation, lookout->readiness.items[index],
                &threading->footprint, before, after, after_count);
}

static enum cpa_answer execute_step(struct threading *threading, struct reach *reach, uint32_t from,
                                    size_t index, bool *is_loaded) {
  uint64_t scans = threading->state->scans;
  footprint_clear(&threading->footprint);
  threading->machine.footprint = &threading->footprint;
  threading->arrived = NO_STATE;
  enum cpa_answer answer = step_thread(threading, reach, from, index, is_loaded);
  threading->machine.footprint = NULL;
  if (threading->arrived != NO_STATE && threading->state->scans == scans)
    note_step(threading, from, threading->arrived, index);
  return answer;
}

static enum cpa_answer recall_steps(struct threading *threading, uint32_t from,
                                    struct reach *reach) {
  bool is_loaded = false;
  answers_begin(&threading->answers);
  begin_step(threading);
  look_out(threading, from, &is_loaded);
  if (may_have_error(threading)) {
    load(threading, from, &is_loaded);
    if (observe(threading))
      return end_at(threading, from, NO_THREAD, CPA_FOUND);
  }
  for (size_t i = 0; i < threading->lookout.readiness.count; i++) {
    enum readiness readiness = threading->lookout.readiness.items[i];
    if (readiness != READY && readiness != READY_SPURIOUSLY)
      continue;
    if (can_be_recalled(threading, i)) {
      recall_successor(threading, reach, from, i);
      continue;
    }
    enum cpa_answer answer = execute_step(threading, reach, from, i, &is_loaded);
    if (answer != CPA_GO_ON)
      return answer;
  }
  return CPA_GO_ON;
}

/* Between threads, and as long as it pays. */
static bool uses_recall(const struct threading *threading, uint32_t from) {
  size_t count;
  return threading->recall && recall_is_worthwhile(threading->recall) &&
         store_components(threading->store, from, &count)[0] == NO_THREAD &&
         count > store_index_of_thread(threading->state, 1);
}

static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct threading *threading = (struct threading *)cpa;
  return uses_recall(threading, from) ? recall_steps(threading, from, reach)
                                      : execute_steps(threading, from, reach);
}

static bool postponed(struct cpa *cpa, uint32_t *number) {
  return por_take_postponed(((struct threading *)cpa)->por, number);
}

static void adjust(struct cpa *cpa) {
  struct threading *threading = (struct threading *)cpa;
  if (!threading->data)
    return;
  store_forget_dead(threading->store, threading->state);
  value_adjust(&threading->data->context, threading->state);
}

static uint32_t partition(struct cpa *cpa) {
  struct threading *threading = (struct threading *)cpa;
  return store_shape(threading->store, threading->state);
}

static bool covers(struct cpa *cpa, uint32_t old) {
  struct threading *threading = (struct threading *)cpa;
  if (threading->recalled) {
    size_t count;
    const uint32_t *components = store_components(threading->store, old, &count);
    return count == threading->successor.count &&
           memcmp(components, threading->successor.items, count * sizeof *components) == 0;
  }
  return threading->data ? store_covers(threading->store, old, threading->state)
                         : store_is(threading->store, old, threading->state);
}

static bool is_kept(struct cpa *cpa, uint32_t *number) {
  struct threading *threading = (struct threading *)cpa;
  return store_find(threading->store, threading->state, number);
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct threading *threading = (struct threading *)cpa;
  if (threading->recalled)
    return store_add_components(threading->store, threading->successor.items,
                                threading->successor.count, fresh);
  return store_add(threading->store, threading->state, fresh);
}

static uint32_t active_threads(const struct threading *threading) {
  const struct state *state = threading->state;
  const struct lookout *lookout = &threading->lookout;
  uint32_t active = 0;
  if (threading->recalled) {
    for (size_t i = 0; i < lookout->situations.count; i++)
      active += !lookout->situations.items[i]->is_finished;
    return active - threading->recalled->finishes;
  }
  for (size_t i = 0; i < state->thread_count; i++)
    active += !state->threads[i]->finished;
  return active;
}

static uint32_t priority(struct cpa *cpa, const struct cpa_step *step) {
  struct threading *threading = (struct threading *)cpa;
  switch (threading->task->order) {
  case SEARCH_DFS:
  case SEARCH_BFS:
    break;
  case SEARCH_THREADS:
  case SEARCH_THREADS_BFS:
    return active_threads(threading);
  case SEARCH_SWITCHES: {
    struct switch_count count = {0, step->thread};
    if (step->from != NO_STATE) {
      count = threading->switches.items[step->from];
      count.times += count.last != step->thread;
      count.last = step->thread;
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
                    bool is_distrustful) {
  *threading = (struct threading){.cpa = {&operators}, .task = task, .data = data};
  answers_init(&threading->answers, threading, data ? settle : NULL);
  threading->machine = (struct machine){.program = task->program,
                                        .domain = data ? &domain_value : &domain_concrete,
                                        .domain_context = data ? &data->context : NULL,
                                        .properties = task->properties,
                                        .chooser = &threading->answers.chooser,
                                        .limits = &task->limits};
  threading->store = store_create(task->program);
  threading->por = por_create(task->program, task->properties, task->por, threading->store);
  por_set_prepare(threading->por, begin_step_of, threading);
  threading->machine.watch = por_watch(threading->por);
  if (is_distrustful)
    por_distrust(threading->por);
  /* What the order of past accesses comes to is a component that every step may change. */
  bool remembers_accesses =
      task->program->orders.unordered && property_in(PROPERTY_RACE, task->properties);
  if (!data && task->por == POR_NONE && !task->graph && !remembers_accesses)
    threading->recall = recall_create(threading->store);
}

void threading_release(struct threading *threading) {
  state_destroy(threading->state);
  por_destroy(threading->por);
  store_destroy(threading->store);
  answers_release(&threading->answers);
  vector_release(&threading->switches);
  recall_destroy(threading->recall);
  vector_release(&threading->lookout.situations);
  vector_release(&threading->lookout.readiness);
  vector_release(&threading->lookout.steps);
  vector_release(&threading->footprint.list);
  vector_release(&threading->successor);
}

static void add_answers(const struct reach *reach, uint32_t number, struct schedule *schedule) {
  const struct reach_node *node = &reach->nodes.items[number];
  size_t end = number + 1 < reach->nodes.count ? node[1].first_answer : reach->answers.count;
  for (size_t i = node->first_answer; i < end; i++)
    schedule_add_choice(schedule, reach->answers.items[i]);
}

static void add_steps(struct schedule *schedule, uint32_t thread, uint32_t steps) {
  for (uint32_t i = 0; i < steps; i++)
    schedule_add_step(schedule, thread);
}

void threading_build_schedule(const struct threading *threading, const struct reach *reach,
                              struct schedule *schedule) {
  VECTOR(uint32_t) path = {0};
  for (uint32_t at = threading->error_from; at != NO_STATE; at = reach->nodes.items[at].parent)
    vector_push(&path, at);
  while (path.count) {
    uint32_t at = vector_pop(&path);
    if (reach->nodes.items[at].thread != NO_THREAD)
      add_steps(schedule, reach->nodes.items[at].thread, reach->nodes.items[at].steps);
    add_answers(reach, at, schedule);
  }
  vector_release(&path);
  if (threading->error_thread != NO_THREAD)
    add_steps(schedule, threading->error_thread, threading->error_steps);
  for (size_t i = 0; i < threading->answers.next; i++)
    schedule_add_choice(schedule, threading->answers.digits.items[i].value);
}
