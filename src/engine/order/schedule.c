/* SPDX-License-Identifier: Apache-2.0 */
/* Turns a model into an execution. The interpreter is led node by node: the thread of the node
 * moves until it has taken the step of the node. Everything before accesses nothing that matters to
 * others, or is a buffered store. It may execute several nodes at once: a wait inside an atomic
 * section that need not wait. The node of a buffered store is its flush.
 *
 * In the formula, a section that reaches a wait may stop there although it need not wait. The
 * interpreter continues at once, so other nodes cannot come in between. If the section has only
 * read before, it can just as well be entered later, right before the wait is passed: the execution
 * restarts with the section there. */
#include "engine/order/formula.h"

#include "engine/order/exceptions.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 200000, MOST_BEGINNINGS = 32 };
#define GONE (NO_THREAD - 1)

/* A step a thread takes in the model. */
struct led_step {
  const struct edge *edge;
  uint32_t node;  /* or NO_NODE */
  uint32_t store; /* the node of a store that waits, or NO_NODE */
};

/* A store in the buffer of the interpreter's thread. */
struct led_store {
  uint32_t node; /* NO_NODE: nobody else is concerned */
  const struct edge *edge;
  uint64_t address;
};

/* The executed steps of a thread, and how many the interpreter has taken. */
struct execution_progress {
  struct led_step *items;
  size_t count, capacity;
  size_t taken;
  VECTOR(struct led_store) waiting; /* as in its buffer */
};

struct guide {
  struct chooser chooser;   /* first: the chooser is the guide */
  struct observer observer; /* second: found from it */
  struct formula *formula;
  const uint32_t *order; /* of the nodes in the model, first to last */
  size_t order_count;
  struct machine machine;
  struct state *state;
  struct schedule *schedule;
  uint32_t thread;                     /* number in the symbolic execution that is moving */
  size_t *next_choice;                 /* per thread */
  uint32_t *numbers;                   /* of the interpreter's threads, per symbolic thread */
  struct execution_progress *progress; /* per symbolic thread */
  size_t *wanted;                      /* per node: its thread has taken so many steps then */
  uint32_t storing;                    /* the node of the store that is executed, or NO_NODE */
  bool *is_late;     /* per node: a section that is entered when its wait is passed */
  bool has_new_late; /* some were found in this execution */
  /* rc11: what does not find or leave the newest write, and the execution that checks it. */
  struct exceptions exceptions;
  struct axiomatic_run *graph; /* other memory models: NULL */
  char *why;                   /* receives where the run left the model */
};

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct guide *guide = (struct guide *)chooser;
  const struct symbolic *symbolic = guide->formula->symbolic;
  uint64_t bits = 0;
  for (size_t i = guide->next_choice[guide->thread]; i < symbolic->choices.count; i++) {
    const struct choice *choice = &symbolic->choices.items[i];
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
  for (size_t i = 0; i < guide->formula->symbolic->threads.count; i++)
    if (guide->numbers[i] == number)
      return true;
  return false;
}

/* The symbolic thread that was created by this step, if any: its creator's next one. Numbers of
 * threads that are gone may be used again. */
static void find_numbers(struct guide *guide) {
  const struct symbolic *symbolic = guide->formula->symbolic;
  for (size_t i = 0; i < symbolic->threads.count; i++)
    if (guide->numbers[i] != NO_THREAD && guide->numbers[i] != GONE &&
        !state_thread(guide->state, guide->numbers[i]))
      guide->numbers[i] = GONE;
  for (size_t i = 0; i < guide->state->thread_count; i++) {
    const struct thread *known = guide->state->threads[i];
    if (has_number(guide, known->number))
      continue;
    for (size_t j = 1; j < symbolic->threads.count; j++) {
      const struct symbolic_thread *thread = &symbolic->threads.items[j];
      if (guide->numbers[j] != NO_THREAD || guide->numbers[thread->creator] != known->creator ||
          !solver_term_value(guide->formula->solver, thread->guard))
        continue;
      guide->numbers[j] = known->number;
      break;
    }
  }
}

static struct thread *thread_of(const struct guide *guide, uint32_t symbolic_thread) {
  uint32_t number = guide->numbers[symbolic_thread];
  return number == NO_THREAD || number == GONE ? NULL : state_thread(guide->state, number);
}

static void flush(struct guide *guide, struct thread *thread, size_t index) {
  struct execution_progress *progress = &guide->progress[guide->thread];
  schedule_add_flush(guide->schedule, thread->number, index);
  machine_flush(&guide->machine, guide->state, thread, index);
  memmove(&progress->waiting.items[index], &progress->waiting.items[index + 1],
          (progress->waiting.count - index - 1) * sizeof *progress->waiting.items);
  progress->waiting.count--;
}

/* Nobody notices when private stores become visible, but others must not wait for them. */
static void flush_private(struct guide *guide) {
  const struct execution_progress *progress = &guide->progress[guide->thread];
  struct thread *thread = thread_of(guide, guide->thread);
  for (size_t i = 0; thread && i < thread->buffer.count;) {
    bool goes =
        progress->waiting.items[i].node == NO_NODE && machine_can_flush(guide->state, thread, i);
    if (goes)
      flush(guide, thread, i);
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

static enum outcome move(struct guide *guide, struct thread *thread) {
  schedule_add_step(guide->schedule, thread->number);
  if (guide->graph)
    axiomatic_run_begin_step(guide->graph, thread);
  enum outcome outcome = machine_step(&guide->machine, guide->state, thread);
  if (guide->graph && outcome == OUTCOME_STEPPED)
    axiomatic_run_end_step(guide->graph, guide->state, thread);
  find_numbers(guide);
  if (outcome == OUTCOME_STEPPED && memory_model_has_buffers(guide->machine.memory_model)) {
    for (uint32_t i = 0; i < guide->formula->symbolic->threads.count; i++)
      forget_gone(&guide->progress[i], thread_of(guide, i));
    flush_private(guide);
  }
  if (outcome == OUTCOME_STEPPED && property_in(PROPERTY_RACE, guide->machine.properties) &&
      machine_finds_race(&guide->machine, guide->state))
    return OUTCOME_VIOLATION;
  return outcome;
}

static void notice(struct observer *observer, const struct state *state,
                   const struct event *event) {
  (void)state;
  struct guide *guide = (struct guide *)((char *)observer - offsetof(struct guide, observer));
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

static struct thread *ready_thread(struct guide *guide, uint32_t symbolic_thread) {
  struct thread *thread = thread_of(guide, symbolic_thread);
  enum readiness readiness =
      thread ? machine_readiness(&guide->machine, guide->state, thread) : FINISHED;
  return readiness == READY || readiness == READY_SPURIOUSLY ? thread : NULL;
}

/* A thread that does not exist yet is created first: nothing the creator does before is shared. */
static enum outcome lead_to_creation(struct guide *guide, uint32_t symbolic_thread) {
  uint32_t creator = guide->formula->symbolic->threads.items[symbolic_thread].creator;
  if (creator != symbolic_thread) {
    enum outcome outcome = lead_to_creation(guide, creator);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  }
  for (unsigned steps = 0; steps < MOST_STEPS; steps++) {
    if (guide->numbers[symbolic_thread] != NO_THREAD)
      break;
    struct thread *thread = ready_thread(guide, creator);
    if (!thread)
      break;
    guide->thread = creator;
    enum outcome outcome = move(guide, thread);
    if (outcome != OUTCOME_STEPPED)
      return outcome;
  }
  return OUTCOME_STEPPED;
}

/* Lets a thread move until it has taken so many of its steps, and is not inside a long section. */
static enum outcome lead(struct guide *guide, uint32_t symbolic_thread, size_t wanted, bool *lost) {
  enum outcome outcome = lead_to_creation(guide, symbolic_thread);
  guide->thread = symbolic_thread;
  for (unsigned steps = 0; steps < MOST_STEPS && outcome == OUTCOME_STEPPED; steps++) {
    if (guide->progress[symbolic_thread].taken >= wanted &&
        guide->state->atomic_owner != guide->numbers[symbolic_thread])
      return outcome;
    struct thread *thread = ready_thread(guide, symbolic_thread);
    if (!thread)
      break;
    outcome = move(guide, thread);
  }
  *lost = outcome == OUTCOME_STEPPED;
  return outcome;
}

/* The store of this node becomes visible, unless it was drained or its object died. */
static bool make_visible(struct guide *guide, uint32_t node) {
  guide->thread = guide->formula->symbolic->nodes.items[node].thread;
  const struct execution_progress *progress = &guide->progress[guide->thread];
  struct thread *thread = thread_of(guide, guide->thread);
  size_t index = 0;
  while (index < progress->waiting.count && progress->waiting.items[index].node != node)
    index++;
  if (index == progress->waiting.count)
    return true;
  if (!thread || !machine_can_flush(guide->state, thread, index))
    return false;
  flush(guide, thread, index);
  flush_private(guide);
  return true;
}

/* The error of the model; NULL: there is none in it. */
static const struct possible_error *error_in_model(const struct formula *formula) {
  const struct symbolic *symbolic = formula->symbolic;
  for (size_t i = 0; i < symbolic->errors.count; i++)
    if (solver_value(formula->solver, formula->errors[i]))
      return &symbolic->errors.items[i];
  return NULL;
}

/* A wait that does not hold is looked at, but nobody moves. */
static bool is_passed(struct formula *formula, uint32_t node) {
  const struct term *passes = formula->symbolic->nodes.items[node].passes;
  return !passes || solver_term_value(formula->solver, passes);
}

/* The node of the store a step makes, if that waits. */
static uint32_t waiting_store(const struct symbolic *symbolic, uint32_t node) {
  const struct order_node *nodes = symbolic->nodes.items;
  if (node != NO_NODE && nodes[node].kind != NODE_WAITS)
    node = node + 1 < symbolic->nodes.count && nodes[node + 1].with == node ? node + 1 : NO_NODE;
  return node;
}

/* Lists the steps each thread takes in the model, and how many there are up to each node. */
static void list_steps(struct guide *guide) {
  const struct symbolic *symbolic = guide->formula->symbolic;
  bool *executed = memory_allocate_zeroed(symbolic->nodes.count + 1);
  for (size_t i = 0; i < guide->order_count; i++)
    executed[guide->order[i]] = true;
  vector_each (step, &symbolic->steps) {
    if ((step->node != NO_NODE && !is_passed(guide->formula, step->node)) ||
        !solver_term_value(guide->formula->solver, step->guard))
      continue;
    struct execution_progress *progress = &guide->progress[step->thread];
    uint32_t store = waiting_store(symbolic, step->node);
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

/* Does the section of a node write something that others may read? */
static bool writes(const struct guide *guide, uint32_t node) {
  const struct symbolic *symbolic = guide->formula->symbolic;
  vector_each (event, &symbolic->events) {
    if (event->node == node && event->writes &&
        solver_term_value(guide->formula->solver, event->guard))
      return true;
  }
  return false;
}

/* Has the thread passed the wait of that node, or can it no longer come to it? */
static bool is_beyond(const struct guide *guide, uint32_t node) {
  uint32_t number = guide->formula->symbolic->nodes.items[node].thread;
  const struct thread *thread = thread_of(guide, number);
  if (is_passed(guide->formula, node))
    return guide->progress[number].taken >= guide->wanted[node];
  return thread && !thread->finished && thread_next_edge(thread)->op != OPERATION_WAIT;
}

/* The `at`-th node was led to: did its thread go on behind a wait that it passes later, or never,
 * in the model? */
static void look_for_late(struct guide *guide, size_t at) {
  const struct order_node *nodes = guide->formula->symbolic->nodes.items;
  uint32_t thread = nodes[guide->order[at]].thread;
  size_t next = at + 1;
  while (next < guide->order_count && nodes[guide->order[next]].thread != thread)
    next++;
  if (nodes[guide->order[at]].edge->op != OPERATION_ATOMIC_BEGIN || next == guide->order_count ||
      nodes[guide->order[next]].edge->op != OPERATION_WAIT || guide->is_late[guide->order[at]] ||
      (next == at + 1 && is_passed(guide->formula, guide->order[next])) ||
      !is_beyond(guide, guide->order[next]) || writes(guide, guide->order[at]))
    return;
  guide->is_late[guide->order[at]] = guide->has_new_late = true;
}

static enum outcome follow_order(struct guide *guide, size_t count) {
  const struct symbolic *symbolic = guide->formula->symbolic;
  bool lost = false;
  enum outcome outcome = OUTCOME_STEPPED;
  for (size_t i = 0; i < count && outcome == OUTCOME_STEPPED && !lost; i++) {
    const struct order_node *node = &symbolic->nodes.items[guide->order[i]];
    if (!is_passed(guide->formula, guide->order[i]) || guide->is_late[guide->order[i]])
      continue;
    outcome = lead(guide, node->thread, guide->wanted[guide->order[i]], &lost);
    if (outcome == OUTCOME_STEPPED)
      look_for_late(guide, i);
    if (outcome == OUTCOME_STEPPED && !lost && node->kind == NODE_WAITS)
      lost = !make_visible(guide, guide->order[i]);
    if (lost)
      snprintf(guide->why, 160, "thread %u does not come to line %u", (unsigned)node->thread,
               (unsigned)node->edge->at.line);
  }
  return lost ? OUTCOME_PRUNED : outcome;
}

/* Lets a thread move until the node of the access is what it does next. */
static enum outcome lead_to_front(struct guide *guide, const struct order_event *access) {
  const struct order_node *node = &guide->formula->symbolic->nodes.items[access->node];
  enum outcome outcome = lead_to_creation(guide, node->thread);
  guide->thread = node->thread;
  for (unsigned steps = 0; steps < MOST_STEPS && outcome == OUTCOME_STEPPED; steps++) {
    struct thread *thread = ready_thread(guide, node->thread);
    if (!thread || (guide->progress[node->thread].taken + 1 >= guide->wanted[access->node] &&
                    thread_next_edge(thread) == node->edge))
      break;
    outcome = move(guide, thread);
  }
  return outcome;
}

/* Up to the first of the two accesses, with both threads in front of theirs. If one is inside an
 * atomic section, the race shows when that is executed. */
static enum outcome follow_to_race(struct guide *guide, const struct race *race) {
  const struct order_node *nodes = guide->formula->symbolic->nodes.items;
  size_t first = 0;
  while (first < guide->order_count && guide->order[first] != race->a->node &&
         guide->order[first] != race->b->node)
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
      outcome = lead(guide, node->thread, guide->wanted[accesses[i]->node], &lost);
  }
  return outcome;
}

/* Up to the error of a thread that no other one takes part in. */
static enum outcome follow_to_error(struct guide *guide) {
  bool lost = false;
  const struct possible_error *error = error_in_model(guide->formula);
  enum outcome outcome = follow_order(guide, guide->order_count);
  if (outcome == OUTCOME_STEPPED && error)
    outcome = lead(guide, error->thread, SIZE_MAX, &lost);
  return outcome;
}

/* As at the start of the program. */
static void begin(struct guide *guide) {
  size_t threads = guide->formula->symbolic->threads.count;
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
  for (size_t i = 0; i < guide->formula->symbolic->threads.count; i++) {
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
                               const uint32_t *order, size_t order_count, struct result *result,
                               char why[160]) {
  size_t threads = formula->symbolic->threads.count, nodes = formula->symbolic->nodes.count;
  bool is_axiomatic = task->memory_model == MEMORY_RC11;
  struct guide guide = {.chooser = {choose, false, NULL},
                        .observer = {notice},
                        .formula = formula,
                        .order = order,
                        .order_count = order_count,
                        .machine = {.program = task->program,
                                    .domain = &domain_concrete,
                                    .properties = task->properties,
                                    .known = task->known,
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
  guide.machine.observer = &guide.observer;
  exceptions_create(&guide.exceptions, formula, &result->schedule);
  const struct race *race = race_in_model(formula, order, order_count);
  list_steps(&guide);
  enum outcome outcome;
  unsigned beginnings = 0;
  do {
    begin(&guide);
    snprintf(why, 160, "it does not fail");
    if (is_axiomatic)
      guide.machine.properties &= ~((property_set)1 << PROPERTY_RACE);
    outcome = machine_start(&guide.machine, &guide.state);
    guide.state->keeps_dead = is_axiomatic;
    if (outcome == OUTCOME_STEPPED)
      outcome = race && !guide.graph ? follow_to_race(&guide, race) : follow_to_error(&guide);
    outcome = end_execution(&guide, outcome, property_in(PROPERTY_RACE, task->properties));
    state_destroy(guide.state);
  } while (outcome != OUTCOME_VIOLATION && guide.has_new_late && ++beginnings < MOST_BEGINNINGS);
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
