/* All interleavings, all values of small nondeterministic choices, no reduction; visited states are
 * remembered whole. It exists to be obviously right: breadth first over numbered states, each
 * expanded by every thread that can move and every sequence of choices its step asks for, and by
 * every store that can become visible. A choice
 * too wide to enumerate is sampled: errors found that way are real, but the answer is then never
 * TRUE. */
#include "engine/reference/reference.h"

#include "base/text.h"
#include "engine/engine.h"
#include "semantics/store.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { WIDEST_ENUMERATED = 8 }; /* bits */

/* The choices of one step, like the digits of a counter: the last one turns fastest. */
struct digit {
  uint64_t value, count; /* the value-th of `count` possibilities */
  unsigned width;
};

struct enumeration {
  struct chooser chooser; /* first: the chooser is the enumeration */
  VECTOR(struct digit) digits;
  size_t next;
  const struct edge *sampled; /* where values were left out, or NULL */
  bool is_sampled;
};

#define NO_STATE UINT32_MAX

/* How the search came to a state: by a step of `thread` from `parent`, or by its `flush`-th waiting
 * store becoming visible, or at the start from nowhere. */
struct arrival {
  uint32_t parent, thread;
  uint32_t flush;      /* 0: a step */
  size_t first_choice; /* in search.choices; up to the next state's */
};

struct search {
  const struct task *task;
  struct result *result;
  struct machine machine;
  struct enumeration enumeration;
  struct store *visited;
  struct state *state;
  VECTOR(struct arrival) arrivals;
  VECTOR(uint64_t) choices;
  uint64_t transitions;
  double last_progress;
  size_t memory_seen; /* bytes of states when the limits were last looked at */
};

static uint64_t sample(unsigned width, uint64_t index) {
  uint64_t mask = width_mask(width);
  const uint64_t interesting[] = {0, 1, mask, 2, mask >> 1, (mask >> 1) + 1, 3, 10};
  return interesting[index] & mask;
}

enum { SAMPLES = 8 };

static uint64_t digit_bits(const struct digit *digit) {
  return digit->width <= WIDEST_ENUMERATED ? digit->value : sample(digit->width, digit->value);
}

static uint64_t choose(struct chooser *chooser, unsigned width, const struct edge *edge) {
  struct enumeration *enumeration = (struct enumeration *)chooser;
  if (width > WIDEST_ENUMERATED && !enumeration->is_sampled) {
    enumeration->is_sampled = true;
    enumeration->sampled = edge;
  }
  if (enumeration->next == enumeration->digits.count) {
    struct digit digit = {0, width <= WIDEST_ENUMERATED ? (uint64_t)1 << width : SAMPLES, width};
    vector_push(&enumeration->digits, digit);
  }
  return digit_bits(&enumeration->digits.items[enumeration->next++]);
}

/* To the next sequence of choices; false if that was the last. */
static bool enumerate_next(struct enumeration *enumeration) {
  enumeration->next = 0;
  while (enumeration->digits.count) {
    if (++vector_last(&enumeration->digits).value < vector_last(&enumeration->digits).count)
      return true;
    enumeration->digits.count--;
  }
  return false;
}

static void remember_state(struct search *search, uint32_t parent, uint32_t thread,
                           uint32_t flush) {
  bool added;
  store_add(search->visited, search->state, &added);
  if (!added)
    return;
  struct arrival arrival = {parent, thread, flush, search->choices.count};
  vector_push(&search->arrivals, arrival);
  for (size_t i = 0; i < search->enumeration.next; i++)
    vector_push(&search->choices, digit_bits(&search->enumeration.digits.items[i]));
}

static void add_choices(struct search *search, size_t first, size_t end) {
  for (size_t i = first; i < end; i++)
    schedule_add_choice(&search->result->schedule, search->choices.items[i]);
}

/* The steps that lead to a state (NO_STATE: none), then one more by `thread` (NO_THREAD: none) with
 * the current choices. */
static void build_schedule(struct search *search, uint32_t number, uint32_t thread) {
  VECTOR(uint32_t) path = {0};
  struct schedule *schedule = &search->result->schedule;
  for (uint32_t at = number; at != NO_STATE; at = search->arrivals.items[at].parent)
    vector_push(&path, at);
  while (path.count) {
    uint32_t at = vector_pop(&path);
    const struct arrival *arrival = &search->arrivals.items[at];
    if (arrival->flush)
      schedule_add_flush(schedule, arrival->thread, arrival->flush - 1);
    else if (arrival->thread != NO_THREAD)
      schedule_add_step(schedule, arrival->thread);
    add_choices(search, arrival->first_choice,
                at + 1 < search->arrivals.count ? arrival[1].first_choice : search->choices.count);
  }
  vector_release(&path);
  if (thread != NO_THREAD)
    schedule_add_step(schedule, thread);
  for (size_t i = 0; i < search->enumeration.next; i++)
    schedule_add_choice(schedule, digit_bits(&search->enumeration.digits.items[i]));
}

static void found(struct search *search, uint32_t number, uint32_t thread) {
  search->result->verdict = VERDICT_FALSE;
  search->result->violation = search->machine.violation;
  build_schedule(search, number, thread);
}

static void unknown(struct search *search, const char *reason) {
  search->result->verdict = VERDICT_UNKNOWN;
  snprintf(search->result->reason, sizeof search->result->reason, "%s", reason);
}

/* What a step led to; false ends the search. Unsupported operations and limits end an execution,
 * and the search goes on: an error elsewhere is still an error. */
static bool handle(struct search *search, enum outcome outcome, uint32_t parent, uint32_t thread) {
  search->transitions++;
  switch (outcome) {
  case OUTCOME_STEPPED:
    remember_state(search, parent, thread, 0);
    return true;
  case OUTCOME_VIOLATION:
    found(search, parent, thread);
    return false;
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    if (!*search->result->reason)
      unknown(search, search->machine.reason);
    return true;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    break;
  }
  return true;
}

static bool finds_error(struct search *search, uint32_t number) {
  property_set properties = search->task->properties;
  if ((property_in(PROPERTY_RACE, properties) &&
       machine_finds_race(&search->machine, search->state)) ||
      (property_in(PROPERTY_DEADLOCK, properties) &&
       machine_finds_deadlock(&search->machine, search->state))) {
    search->enumeration.next = 0;
    found(search, number, NO_THREAD);
    return true;
  }
  return false;
}

static void show_progress(struct search *search, uint32_t number) {
  double now = clock_seconds();
  if (!search->task->progress || now - search->last_progress < 0.2)
    return;
  search->last_progress = now;
  double seconds = now - search->task->limits.start;
  size_t states = store_count(search->visited);
  fprintf(stderr, "\rreference: %zu states, %zu to expand, %.0f states/s, %zu MB ", states,
          states - number, seconds > 0 ? (double)states / seconds : 0,
          memory_resident() / (1024 * 1024));
}

/* A limit is reached after all successors of `expanded` states were seen. */
static void stop(struct search *search, const char *reason, uint32_t expanded) {
  char text[128];
  snprintf(text, sizeof text, "%s, after %u of %zu known states without a violation", reason,
           (unsigned)expanded, (size_t)store_count(search->visited));
  unknown(search, text);
}

/* Looking at memory takes system calls: often enough is every thousand steps, or more often if the
 * states are large. */
static bool is_time_to_look(struct search *search) {
  enum { MUCH = 16 << 20, CLOCK_EVERY = 16, MEMORY_EVERY = 1024 };
  size_t memory = store_memory(search->visited);
  if (search->transitions % MEMORY_EVERY != 0 && memory < search->memory_seen + MUCH)
    return search->transitions % CLOCK_EVERY == 0 && limits_are_over(&search->task->limits);
  search->memory_seen = memory;
  return true;
}

/* Asked after every step, since one state may have any number of them. */
static bool is_over(struct search *search, uint32_t number) {
  const char *reason = search->machine.over;
  if (!reason && is_time_to_look(search)) {
    show_progress(search, number);
    limits_check(&search->task->limits, &reason);
  }
  if (reason)
    stop(search, reason, number);
  return reason != NULL;
}

/* All steps of one thread from a state. `is_loaded`: search->state is that state. */
static bool expand_thread(struct search *search, uint32_t number, size_t index, bool *is_loaded) {
  search->enumeration.digits.count = search->enumeration.next = 0;
  do {
    if (!*is_loaded)
      store_load(search->visited, search->state, number);
    struct thread *thread = search->state->threads[index];
    enum readiness readiness = machine_readiness(&search->machine, search->state, thread);
    *is_loaded = true;
    if (readiness != READY && readiness != READY_SPURIOUSLY)
      return true;
    *is_loaded = false;
    uint32_t moved = thread->number;
    if (!handle(search, machine_step(&search->machine, search->state, thread), number, moved) ||
        is_over(search, number))
      return false;
  } while (enumerate_next(&search->enumeration));
  return true;
}

/* Every store of a thread that can become visible. */
static void expand_flushes(struct search *search, uint32_t number, size_t index, bool *is_loaded) {
  search->enumeration.digits.count = search->enumeration.next = 0;
  for (size_t i = 0;; i++) {
    if (!*is_loaded)
      store_load(search->visited, search->state, number);
    *is_loaded = true;
    struct thread *thread = search->state->threads[index];
    if (i >= thread->buffer.count)
      return;
    if (!machine_can_flush(search->state, thread, i))
      continue;
    machine_flush(&search->machine, search->state, thread, i);
    search->transitions++;
    remember_state(search, number, thread->number, (uint32_t)i + 1);
    *is_loaded = false;
  }
}

static bool expand(struct search *search, uint32_t number) {
  store_load(search->visited, search->state, number);
  if (finds_error(search, number))
    return false;
  bool is_loaded = true;
  size_t count = search->state->thread_count;
  for (size_t i = 0; i < count; i++)
    if (!expand_thread(search, number, i, &is_loaded))
      return false;
  for (size_t i = 0; search->task->memory_model != MEMORY_SC && i < count; i++)
    expand_flushes(search, number, i, &is_loaded);
  return true;
}

static bool start(struct search *search) {
  do {
    state_destroy(search->state);
    search->state = NULL;
    enum outcome outcome = machine_start(&search->machine, &search->state);
    if (!handle(search, outcome, NO_STATE, NO_THREAD) || is_over(search, 0))
      return false;
  } while (enumerate_next(&search->enumeration));
  return true;
}

static void say_sampled(struct search *search) {
  struct text reason = {0};
  text_add(&reason, "only some values of a wide nondeterministic choice were tried");
  const struct edge *edge = search->enumeration.sampled;
  if (edge && edge->at.line) {
    text_add(&reason, ", at ");
    program_print_position(&reason, search->task->program, edge->at);
  }
  unknown(search, text_get(&reason));
  text_release(&reason);
}

static void explore(struct search *search) {
  if (!start(search))
    return;
  for (uint32_t number = 0; number < store_count(search->visited); number++) {
    if (is_over(search, number) || !expand(search, number))
      return;
  }
  if (*search->result->reason)
    return;
  if (search->enumeration.is_sampled)
    say_sampled(search);
  else
    search->result->verdict = VERDICT_TRUE;
}

static void run(const struct task *task, struct result *result) {
  struct search search = {.task = task, .result = result};
  search.enumeration.chooser = (struct chooser){choose, false, NULL};
  search.machine = (struct machine){.program = task->program,
                                    .domain = &domain_concrete,
                                    .properties = task->properties,
                                    .memory_model = task->memory_model,
                                    .chooser = &search.enumeration.chooser,
                                    .limits = &task->limits};
  search.visited = store_create(task->program);
  result->verdict = VERDICT_UNKNOWN;
  explore(&search);
  result_add_statistic(result, "states", (double)store_count(search.visited));
  result_add_statistic(result, "transitions", (double)search.transitions);
  result_add_statistic(result, "edges executed", (double)search.machine.edges_executed);
  result_add_statistic(result, "bytes of states", (double)store_memory(search.visited));
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  state_destroy(search.state);
  vector_release(&search.arrivals);
  vector_release(&search.choices);
  vector_release(&search.enumeration.digits);
  store_destroy(search.visited);
}

const struct engine engine_reference = {
    .name = "reference",
    .summary = "all interleavings without reduction: for small programs",
    .knows_weak_memory = true,
    .is_last_resort = true,
    .skips_known = true,
    .run = run,
};
