/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a model into an execution. For each node of the model, the interpreter steps the thread of
 * the node until it has taken the edge that opened the node. Steps before that edge access nothing
 * that other threads can observe, or store into the buffer. One step may execute several nodes: an
 * atomic section whose wait need not wait. The node of a buffered store is its flush.
 *
 * In the formula, a section that reaches a wait may stop there although it need not wait, so other
 * nodes can come in between; the interpreter continues at once. If the section has only read before
 * the wait, it can as well be entered right before the wait is passed: its node is late, and the
 * execution starts again with the section there. */
#include "engine/order/formula.h"

#include "engine/order/exceptions.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 200000, MOST_EXECUTIONS = 32 };
#define GONE (NO_THREAD - 1)

/* An edge that a thread takes in the model. */
struct led_step {
  const struct edge *edge;
  uint32_t node;  /* or NO_NODE */
  uint32_t store; /* the flush of its store, or NO_NODE */
};

/* A store in the buffer of the interpreter's thread. */
struct led_store {
  uint32_t node; /* its flush; NO_NODE: other threads cannot observe it */
  const struct edge *edge;
  uint64_t address;
};

/* The edges of a thread in the model, and how many the interpreter has taken. */
struct execution_progress {
  struct led_step *items;
  size_t count, capacity;
  size_t taken;
  VECTOR(struct led_store) waiting; /* its buffer */
};

struct guide {
  struct chooser chooser;   /* first: callbacks find the guide by it, */
  struct listener listener; /* or by this */
  struct formula *formula;
  struct machine machine;
  struct state *state;
  struct schedule *schedule;
  uint32_t thread;                     /* being stepped: its number in the run */
  size_t *next_choice;                 /* per thread */
  uint32_t *numbers;                   /* per thread of the run: its number in the interpreter */
  struct execution_progress *progress; /* per thread of the run */
  size_t *wanted;    /* per node: the number of edges that its thread has taken then */
  uint32_t storing;  /* the flush of the store being executed, or NO_NODE */
  bool *is_late;     /* per node: its section is entered right before its wait is passed */
  bool has_new_late; /* this execution found some */
  struct exceptions exceptions;
  struct axiomatic_run *graph; /* rc11: checks the execution; otherwise NULL */
  char *why;                   /* receives where the execution left the model */
};

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct guide *guide = (struct guide *)chooser;
  const struct order_run *run = guide->formula->run;
  uint64_t bits = 0;
  for (size_t i = guide->next_choice[guide->thread]; i < run->outcomes.choices.count; i++) {
    const struct choice *choice = &run->outcomes.choices.items[i];
    if (choice->thread != guide->thread || choice->edge != edge ||
        !solver_term_value(guide->formula->solver, choice->guard))
      continue;
    bits = solver_term_value(guide->formula->solver, choice->value) & width_mask(width);
    guide->next_choice[guide->thread] = i + 1;
    break;
  }
  schedule_add_choice(guide->schedule, bits);
  return bits;
}

static bool has_number(const struct guide *guide, uint32_t number) {
  for (size_t i = 0; i < guide->formula->run->log.threads.count; i++)
    if (guide->numbers[i] == number)
      return true;
  return false;
}

/* Assigns numbers of new threads: the next one that the creator creates in the model. The
 * interpreter may use numbers of ended threads again. */
static void find_numbers(struct guide *guide) {
  const struct order_run *run = guide->formula->run;
  for (size_t i = 0; i < run->log.threads.count; i++)
    if (guide->numbers[i] != NO_THREAD && guide->numbers[i] != GONE &&
        !state_thread(guide->state, guide->numbers[i]))
      guide->numbers[i] = GONE;
  for (size_t i = 0; i < guide->state->thread_count; i++) {
    const struct thread *known = guide->state->threads[i];
    if (has_number(guide, known->number))
      continue;
    for (size_t j = 1; j < run->log.threads.count; j++) {
      const struct order_thread *thread = &run->log.threads.items[j];
      if (guide->numbers[j] != NO_THREAD || guide->numbers[thread->creator] != known->creator ||
          !solver_term_value(guide->formula->solver, thread->guard))
        continue;
      guide->numbers[j] = known->number;
      break;
    }
  }
}

static struct thread *thread_of(const struct guide *guide, uint32_t thread_number) {
  uint32_t number = guide->numbers[thread_number];
  return number == NO_THREAD || number == GONE ? NULL : state_thread(guide->state, number);
}

static void flush_store(struct guide *guide, struct thread *thread, size_t index) {
  struct execution_progress *progress = &guide->progress[guide->thread];
  schedule_add_flush(guide->schedule, thread->number, index);
  machine_flush(&guide->machine, guide->state, thread, index);
  memmove(&progress->waiting.items[index], &progress->waiting.items[index + 1],
          (progress->waiting.count - index - 1) * sizeof *progress->waiting.items);
  progress->waiting.count--;
}

/* Flushes stores that other threads cannot observe, since later ones must not wait for them. */
static void flush_private(struct guide *guide) {
  const struct execution_progress *progress = &guide->progress[guide->thread];
  struct thread *thread = thread_of(guide, guide->thread);
  for (size_t i = 0; thread && i < thread->buffer.count;) {
    bool goes =
        progress->waiting.items[i].node == NO_NODE && machine_can_flush(guide->state, thread, i);
    if (goes)
      flush_store(guide, thread, i);
    i = goes ? 0 : i + 1;
  }
}

/* Forgets stores that were drained, or whose object died. */
static void forget_gone(struct execution_progress *progress, const struct thread *thread) {
  size_t kept = 0;
  for (size_t i = 0; thread && i < progress->waiting.count; i++) {
    const struct led_store *store = &progress->waiting.items[i];
    if (kept < thread->buffer.count && thread->buffer.items[kept].edge == store->edge &&
        thread->buffer.items[kept].address == store->address)
      progress->waiting.items[kept++] = *store;
  }
  progress->waiting.count = kept;
}

static enum outcome step_thread(struct guide *guide, struct thread *thread) {
  schedule_add_step(guide->schedule, thread->number);
  if (guide->graph)
    axiomatic_run_begin_step(guide->graph, thread);
  enum outcome outcome = machine_step(&guide->machine, guide->state, thread);
  if (guide->graph && outcome == OUTCOME_STEPPED)
    axiomatic_run_end_step(guide->graph, guide->state, thread);
  find_numbers(guide);
  if (outcome == OUTCOME_STEPPED && memory_model_has_buffers(guide->machine.memory_model)) {
    for (uint32_t i = 0; i < guide->formula->run->log.threads.count; i++)
      forget_gone(&guide->progress[i], thread_of(guide, i));
    flush_private(guide);
  }
  if (outcome == OUTCOME_STEPPED && property_in(PROPERTY_RACE, guide->machine.properties) &&
      machine_finds_race(&guide->machine, guide->state))
    return OUTCOME_VIOLATION;
  return outcome;
}

static void notice_edge(struct listener *listener, const struct state *state,
                        const struct event *event) {
  (void)state;
  struct guide *guide = (struct guide *)((char *)listener - offsetof(struct guide, listener));
  struct execution_progress *progress = &guide->progress[guide->thread];
  const struct thread *thread = thread_of(guide, guide->thread);
  if (event->kind == EVENT_WRITE && thread && thread->buffer.count &&
      vector_last(&thread->buffer).edge == event->edge) {
    struct led_store store = {guide->storing, event->edge, event->address};
    vector_push(&progress->waiting, store);
  }
  if (event->kind != EVENT_EDGE)
    return;
  guide->storing = NO_NODE;
  if (!thread || !thread->atomic_depth)
    guide->exceptions.node = NO_NODE;
  if (progress->taken == progress->count || progress->items[progress->taken].edge != event->edge)
    return;
  if (event->edge->op == OPERATION_WAIT || !thread || !thread->atomic_depth) {
    guide->exceptions.node = progress->items[progress->taken].node;
    guide->storing = progress->items[progress->taken++].store;
  }
}

static struct thread *ready_thread(struct guide *guide, uint32_t thread_number) {
  struct thread *thread = thread_of(guide, thread_number);
  enum readiness readiness =
      thread ? machine_readiness(&guide->machine, guide->state, thread) : FINISHED;
  return readiness == READY || readiness == READY_SPURIOUSLY ? thread : NULL;
}

/* Creates a thread that does not exist yet. What the creator does before, no thread can observe. */
static enum outcome lead_to_creation(struct guide *guide, uint32_t thread_number) {
  uint32_t creator = guide->formula->run->log.threads.items[thread_number].creator;
  if (creator != thread_number) {
    enum outcome outcome = lead_to_creation(guide, creator);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  }
  for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
    if (guide->numbers[thread_number] != NO_THREAD)
      break;
    struct thread *thread = ready_thread(guide, creator);
    if (!thread)
      break;
    guide->thread = creator;
    enum outcome outcome = step_thread(guide, thread);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  }
  return OUTCOME_STEPPED;
}

/* Steps a thread until it has taken so many edges of the model, and is in no atomic section. *lost:
 * it cannot take them. */
static enum outcome lead_thread(struct guide *guide, uint32_t thread_number, size_t wanted,
                                bool *lost) {
  enum outcome outcome = lead_to_creation(guide, thread_number);
  guide->thread = thread_number;
  for (unsigned steps = 0; steps < MOST_STEPS && outcome == OUTCOME_STEPPED; steps++) {
    if (guide->progress[thread_number].taken >= wanted &&
        guide->state->atomic_owner != guide->numbers[thread_number])
      return outcome;
    struct thread *thread = ready_thread(guide, thread_number);
    if (!thread)
      break;
    outcome = step_thread(guide, thread);
  }
  *lost = outcome == OUTCOME_STEPPED;
  return outcome;
}

/* Flushes the store of this node, unless it was drained or its object died. False: it cannot. */
static bool make_visible(struct guide *guide, uint32_t node) {
  guide->thread = guide->formula->run->log.nodes.items[node].thread;
  const struct execution_progress *progress = &guide->progress[guide->thread];
  struct thread *thread = thread_of(guide, guide->thread);
  size_t index = 0;
  while (index < progress->waiting.count && progress->waiting.items[index].node != node)
    index++;
  if (index == progress->waiting.count)
    return true;
  if (!thread || !machine_can_flush(guide->state, thread, index))
    return false;
  flush_store(guide, thread, index);
  flush_private(guide);
  return true;
}

/* The error of the model, or NULL. */
static const struct possible_error *error_in_model(const struct formula *formula) {
  const struct order_run *run = formula->run;
  for (size_t i = 0; i < run->outcomes.errors.count; i++)
    if (solver_value(formula->solver, formula->goals.errors[i]))
      return &run->outcomes.errors.items[i];
  return NULL;
}

/* Does the thread continue after the node: is it no wait, or does its condition hold? */
static bool is_passed(struct formula *formula, uint32_t node) {
  const struct term *passes = formula->run->log.nodes.items[node].passes;
  return !passes || solver_term_value(formula->solver, passes);
}

/* The flush of the store that an edge with this node executes, or NO_NODE. */
static uint32_t waiting_store(const struct order_run *run, uint32_t node) {
  const struct order_node *nodes = run->log.nodes.items;
  if (node != NO_NODE && nodes[node].kind != NODE_WAITS)
    node = node + 1 < run->log.nodes.count && nodes[node + 1].with == node ? node + 1 : NO_NODE;
  return node;
}

/* Lists the edges that each thread takes in the model, and their number up to each node. */
static void list_edges(struct guide *guide) {
  const struct order_run *run = guide->formula->run;
  bool *executed = memory_allocate_zeroed(run->log.nodes.count + 1);
  for (size_t i = 0; i < guide->formula->order.count; i++)
    executed[guide->formula->order.items[i]] = true;
  vector_each (step, &run->log.taken) {
    if ((step->node != NO_NODE && !is_passed(guide->formula, step->node)) ||
        !solver_term_value(guide->formula->solver, step->guard))
      continue;
    struct execution_progress *progress = &guide->progress[step->thread];
    uint32_t store = waiting_store(run, step->node);
    struct led_step led = {step->edge, step->node,
                           store != NO_NODE && executed[store] ? store : NO_NODE};
    vector_push(progress, led);
    if (step->node != NO_NODE)
      guide->wanted[step->node] = progress->count;
    if (store != NO_NODE)
      guide->wanted[store] = progress->count;
  }
  memory_release(executed);
}

/* Does the node write shared memory? */
static bool node_writes(const struct guide *guide, uint32_t node) {
  const struct order_run *run = guide->formula->run;
  vector_each (event, &run->log.events) {
    if (event->node == node && event->writes &&
        solver_term_value(guide->formula->solver, event->guard))
      return true;
  }
  return false;
}

/* Has the thread passed the wait of the node, or can it no longer reach it? */
static bool is_beyond(const struct guide *guide, uint32_t node) {
  uint32_t number = guide->formula->run->log.nodes.items[node].thread;
  const struct thread *thread = thread_of(guide, number);
  if (is_passed(guide->formula, node))
    return guide->progress[number].taken >= guide->wanted[node];
  return thread && !thread->finished && thread_next_edge(thread)->op != OPERATION_WAIT;
}

/* After the `at`-th node: if its thread has already passed a wait that it passes later or never in
 * the model, the node is late. */
static void look_for_late(struct guide *guide, size_t at) {
  const struct order_node *nodes = guide->formula->run->log.nodes.items;
  uint32_t thread = nodes[guide->formula->order.items[at]].thread;
  size_t next = at + 1;
  while (next < guide->formula->order.count &&
         nodes[guide->formula->order.items[next]].thread != thread)
    next++;
  if (nodes[guide->formula->order.items[at]].edge->op != OPERATION_ATOMIC_BEGIN ||
      next == guide->formula->order.count ||
      nodes[guide->formula->order.items[next]].edge->op != OPERATION_WAIT ||
      guide->is_late[guide->formula->order.items[at]] ||
      (next == at + 1 && is_passed(guide->formula, guide->formula->order.items[next])) ||
      !is_beyond(guide, guide->formula->order.items[next]) ||
      node_writes(guide, guide->formula->order.items[at]))
    return;
  guide->is_late[guide->formula->order.items[at]] = guide->has_new_late = true;
}

static enum outcome follow_order(struct guide *guide, size_t count) {
  const struct order_run *run = guide->formula->run;
  bool lost = false;
  enum outcome outcome = OUTCOME_STEPPED;
  for (size_t i = 0; i < count && outcome == OUTCOME_STEPPED && !lost; i++) {
    const struct order_node *node = &run->log.nodes.items[guide->formula->order.items[i]];
    if (!is_passed(guide->formula, guide->formula->order.items[i]) ||
        guide->is_late[guide->formula->order.items[i]])
      continue;
    outcome =
        lead_thread(guide, node->thread, guide->wanted[guide->formula->order.items[i]], &lost);
    if (outcome == OUTCOME_STEPPED)
      look_for_late(guide, i);
    if (outcome == OUTCOME_STEPPED && !lost && node->kind == NODE_WAITS)
      lost = !make_visible(guide, guide->formula->order.items[i]);
    if (lost)
      snprintf(guide->why, 160, "thread %u does not come to line %u", (unsigned)node->thread,
               (unsigned)node->edge->at.line);
  }
  return lost ? OUTCOME_PRUNED : outcome;
}

/* Steps a thread until its next step is the node of the access. */
static enum outcome lead_to_front(struct guide *guide, const struct order_event *access) {
  const struct order_node *node = &guide->formula->run->log.nodes.items[access->node];
  enum outcome outcome = lead_to_creation(guide, node->thread);
  guide->thread = node->thread;
  for (unsigned steps = 0; steps < MOST_STEPS && outcome == OUTCOME_STEPPED; steps++) {
    struct thread *thread = ready_thread(guide, node->thread);
    if (!thread || (guide->progress[node->thread].taken + 1 >= guide->wanted[access->node] &&
                    thread_next_edge(thread) == node->edge))
      break;
    outcome = step_thread(guide, thread);
  }
  return outcome;
}

/* Follows the model to the first access of a race, and brings both threads in front of their
 * accesses. A race with an access inside an atomic section shows when the section is executed. */
static enum outcome follow_to_race(struct guide *guide, const struct race *race) {
  const struct order_node *nodes = guide->formula->run->log.nodes.items;
  size_t first = 0;
  while (first < guide->formula->order.count &&
         guide->formula->order.items[first] != race->a->node &&
         guide->formula->order.items[first] != race->b->node)
    first++;
  enum outcome outcome = follow_order(guide, first);
  const struct order_event *accesses[] = {race->a, race->b};
  for (unsigned i = 0; i < 2 && outcome == OUTCOME_STEPPED; i++)
    outcome = lead_to_front(guide, accesses[i]);
  if (outcome == OUTCOME_STEPPED && machine_finds_race(&guide->machine, guide->state))
    return OUTCOME_VIOLATION;
  for (unsigned i = 0; i < 2 && outcome == OUTCOME_STEPPED; i++) {
    const struct order_node *node = &nodes[accesses[i]->node];
    bool lost = false;
    if (node->edge != accesses[i]->edge)
      outcome = lead_thread(guide, node->thread, guide->wanted[accesses[i]->node], &lost);
  }
  return outcome;
}

/* Follows the model to the error of a thread. */
static enum outcome follow_to_error(struct guide *guide) {
  bool lost = false;
  const struct possible_error *error = error_in_model(guide->formula);
  enum outcome outcome = follow_order(guide, guide->formula->order.count);
  if (outcome == OUTCOME_STEPPED && error)
    outcome = lead_thread(guide, error->thread, SIZE_MAX, &lost);
  return outcome;
}

/* Starts a new execution. */
static void begin_execution(struct guide *guide) {
  size_t threads = guide->formula->run->log.threads.count;
  schedule_release(guide->schedule);
  guide->thread = 0;
  guide->storing = NO_NODE;
  guide->has_new_late = false;
  guide->state = NULL;
  for (size_t i = 0; i < threads; i++) {
    guide->numbers[i] = i ? NO_THREAD : 0;
    guide->next_choice[i] = guide->progress[i].taken = guide->progress[i].waiting.count = 0;
  }
  if (guide->machine.memory_model != MEMORY_RC11)
    return;
  exceptions_begin(&guide->exceptions);
  guide->graph = axiomatic_run_create(&guide->machine, guide->schedule);
  axiomatic_run_set_guide(guide->graph, &guide->exceptions.guide);
}

/* A violation counts if the execution is one of the memory model. Under rc11 races show at its end.
 */
static enum outcome end_execution(struct guide *guide, enum outcome outcome, bool races) {
  bool may_race = races && outcome == OUTCOME_STEPPED;
  const char *refuted = guide->graph && (outcome == OUTCOME_VIOLATION || may_race)
                            ? axiomatic_run_refutes(guide->graph, may_race)
                            : NULL;
  guide->machine.properties |= races ? (property_set)1 << PROPERTY_RACE : 0;
  if (refuted)
    snprintf(guide->why, 160, "it is none of the memory model: %s", refuted);
  else if (guide->graph && may_race && axiomatic_run_finds_race(guide->graph, guide->state))
    outcome = OUTCOME_VIOLATION;
  else if (guide->graph && may_race)
    refuted = axiomatic_run_refutes(guide->graph, false);
  axiomatic_run_destroy(guide->graph);
  guide->graph = NULL;
  return refuted ? OUTCOME_PRUNED : outcome;
}

static void guide_release(struct guide *guide) {
  for (size_t i = 0; i < guide->formula->run->log.threads.count; i++) {
    vector_release(&guide->progress[i].waiting);
    vector_release(&guide->progress[i]);
  }
  exceptions_release(&guide->exceptions);
  memory_release(guide->progress);
  memory_release(guide->next_choice);
  memory_release(guide->numbers);
  memory_release(guide->is_late);
  memory_release(guide->wanted);
}

bool order_schedule_from_model(struct formula *formula, const struct task *task,
                               struct result *result, char why[160]) {
  size_t threads = formula->run->log.threads.count, nodes = formula->run->log.nodes.count;
  bool is_axiomatic = task->memory_model == MEMORY_RC11;
  struct guide guide = {.chooser = {choose, false, NULL},
                        .listener.event = notice_edge,
                        .formula = formula,
                        .machine = {.program = task->program,
                                    .domain = &domain_concrete,
                                    .properties = task->properties,
                                    .known = task->known,
                                    .stale_parts = task->stale_parts,
                                    .memory_model = task->memory_model},
                        .progress =
                            memory_allocate_zeroed(threads * sizeof(struct execution_progress)),
                        .schedule = &result->schedule,
                        .next_choice = memory_allocate_zeroed(threads * sizeof(size_t)),
                        .numbers = memory_allocate_zeroed(threads * sizeof(uint32_t)),
                        .wanted = memory_allocate_zeroed((nodes + 1) * sizeof(size_t)),
                        .is_late = memory_allocate_zeroed(nodes + 1),
                        .why = why};
  guide.machine.chooser = &guide.chooser;
  machine_listen(&guide.machine, &guide.listener);
  exceptions_create(&guide.exceptions, formula, &result->schedule);
  const struct race *race = race_in_model(formula);
  if (race && is_axiomatic)
    race_keep_causes(formula, race);
  list_edges(&guide);
  enum outcome outcome;
  unsigned beginnings = 0;
  do {
    begin_execution(&guide);
    snprintf(why, 160, "it does not fail");
    if (is_axiomatic)
      guide.machine.properties &= ~((property_set)1 << PROPERTY_RACE);
    outcome = machine_start(&guide.machine, &guide.state);
    guide.state->keeps_dead = is_axiomatic;
    if (outcome == OUTCOME_STEPPED)
      outcome = race && !guide.graph ? follow_to_race(&guide, race) : follow_to_error(&guide);
    outcome = end_execution(&guide, outcome, property_in(PROPERTY_RACE, task->properties));
    state_destroy(guide.state);
  } while (outcome != OUTCOME_VIOLATION && guide.has_new_late && ++beginnings < MOST_EXECUTIONS);
  if (outcome == OUTCOME_UNSUPPORTED)
    snprintf(why, 160, "%.159s", guide.machine.reason);
  guide_release(&guide);
  result->violation = guide.machine.violation;
  if (outcome == OUTCOME_VIOLATION)
    return true;
  schedule_release(&result->schedule);
  result->schedule.has_graph = false;
  return false;
}
