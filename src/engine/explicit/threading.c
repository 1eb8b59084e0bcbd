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
    if (!threading->goes_on)
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
  } while (answers_advance(&threading->answers));
  return CPA_GO_ON;
}

static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  struct threading *threading = (struct threading *)cpa;
  store_load(threading->store, threading->state, from);
  answers_begin(&threading->answers);
  begin_step(threading);
  if (observe(threading))
    return end_at(threading, from, NO_THREAD, CPA_FOUND);
  if (is_unclear(threading)) {
    if (!threading->goes_on)
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
  return threading->data ? store_covers(threading->store, old, threading->state)
                         : store_is(threading->store, old, threading->state);
}

static bool is_kept(struct cpa *cpa, uint32_t *number) {
  struct threading *threading = (struct threading *)cpa;
  return store_find(threading->store, threading->state, number);
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  struct threading *threading = (struct threading *)cpa;
  return store_add(threading->store, threading->state, fresh);
}

static uint32_t active_threads(const struct state *state) {
  uint32_t active = 0;
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
    return active_threads(threading->state);
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
                                        .chooser = &threading->answers.chooser};
  threading->store = store_create(task->program);
  threading->por = por_create(task->program, task->properties, task->por, threading->store);
  por_set_prepare(threading->por, begin_step_of, threading);
  if (is_distrustful)
    por_distrust(threading->por);
}

void threading_release(struct threading *threading) {
  state_destroy(threading->state);
  por_destroy(threading->por);
  store_destroy(threading->store);
  answers_release(&threading->answers);
  vector_release(&threading->switches);
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
