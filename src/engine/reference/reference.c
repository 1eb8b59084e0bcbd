/* SPDX-License-Identifier: Apache-2.0 */
/* All interleavings and all values of small nondeterministic choices, without reduction; visited
 * states are stored whole. The engine is meant to be obviously correct: breadth first over
 * numbered states, each expanded by every thread that can move, every sequence of choices of its
 * step, and every store that can become visible. Wide choices are sampled: errors found that way
 * are real, but the answer is then never TRUE. */
#include "engine/engine.h"

#include "base/text.h"
#include "explore/path.h"

#include <stdio.h>

enum { WIDEST_ENUMERATED = 8 }; /* bits of a choice */

struct reference_search {
  const struct task *task;
  struct result *result;
  struct explorer explorer;
  struct origins origins; /* of the states */
  uint64_t transitions;
  size_t expanded; /* number of states, in their order */
  double last_progress;
};

static void keep_state(struct reference_search *search, struct move move) {
  bool fresh;
  explorer_keep(&search->explorer, &fresh);
  if (fresh)
    origins_add(&search->origins, move, &search->explorer.answers);
}

static void note_violation(struct reference_search *search, struct move last) {
  struct path path = {0};
  search->result->verdict = VERDICT_FALSE;
  search->result->violation = search->explorer.machine.violation;
  origins_path(&search->origins, last, &search->explorer.answers, &path);
  path_to_schedule(&path, &search->result->schedule);
  path_release(&path);
}

/* Handles the outcome of a step; false ends the search. Unsupported operations and limits end an
 * execution. The search continues: there may be errors elsewhere. */
static bool visit_successor(void *owner, struct move move, enum outcome outcome) {
  struct reference_search *search = owner;
  search->transitions++;
  switch (outcome) {
  case OUTCOME_STEPPED:
    keep_state(search, move);
    return true;
  case OUTCOME_VIOLATION:
    note_violation(search, move);
    return false;
  case OUTCOME_UNSUPPORTED:
  case OUTCOME_LIMIT:
    if (!*search->result->reason)
      result_set_unknown(search->result, "%s", search->explorer.machine.reason);
    return true;
  case OUTCOME_EXITED:
  case OUTCOME_PRUNED:
    break;
  }
  return true;
}

/* Takes all steps of one thread from a state. */
static bool expand_thread(struct reference_search *search, uint32_t number, size_t index) {
  struct explorer *explorer = &search->explorer;
  explorer_load(explorer, number);
  enum readiness readiness =
      machine_readiness(&explorer->machine, explorer->state, explorer->state->threads[index]);
  return (readiness != READY && readiness != READY_SPURIOUSLY) ||
         explorer_run_thread(explorer, number, index, visit_successor);
}

/* Makes every buffered store of a thread visible that can be. */
static void expand_flushes(struct reference_search *search, uint32_t number, size_t index) {
  struct explorer *explorer = &search->explorer;
  answers_begin(&explorer->answers);
  for (size_t i = 0;; i++) {
    explorer_load(explorer, number);
    struct thread *thread = explorer->state->threads[index];
    if (i >= thread->buffer.count)
      return;
    if (!machine_can_flush(explorer->state, thread, i))
      continue;
    struct move move = {number, thread->number, 0, (uint32_t)i + 1};
    explorer_flush(explorer, thread->number, i);
    search->transitions++;
    keep_state(search, move);
  }
}

static bool expand_state(struct reference_search *search, uint32_t number) {
  struct explorer *explorer = &search->explorer;
  answers_begin(&explorer->answers);
  explorer_load(explorer, number);
  if (explorer_finds_error(explorer)) {
    note_violation(search, (struct move){number, NO_THREAD, 0, 0});
    return false;
  }
  if (*explorer->machine.doubts.withheld && !*search->result->reason)
    result_set_unknown(search->result, "%s", explorer->machine.doubts.withheld);
  size_t count = explorer->state->thread_count;
  for (size_t i = 0; i < count; i++)
    if (!expand_thread(search, number, i))
      return false;
  for (size_t i = 0; memory_model_has_buffers(search->task->memory_model) && i < count; i++)
    expand_flushes(search, number, i);
  return true;
}

static void show_progress(void *owner) {
  struct reference_search *search = owner;
  double now = clock_seconds();
  if (!search->task->progress || now - search->last_progress < 0.2)
    return;
  search->last_progress = now;
  double seconds = now - search->task->limits.start;
  size_t states = search->origins.list.count;
  fprintf(stderr, "\rreference: %zu states, %zu to expand, %.0f states/s, %zu MB ", states,
          states - search->expanded, seconds > 0 ? (double)states / seconds : 0,
          memory_resident() / (1024 * 1024));
}

static void say_sampled(struct reference_search *search) {
  struct text reason = {0};
  text_add(&reason, "only some values of a wide nondeterministic choice were tried");
  const struct edge *edge = search->explorer.answers.wide_at;
  if (edge && edge->at.line) {
    text_add(&reason, ", at ");
    program_print_position(&reason, search->task->program, edge->at);
  }
  result_set_unknown(search->result, "%s", text_get(&reason));
  text_release(&reason);
}

/* A limit is reported after all successors of expanded states were seen. */
static void say_limit(struct reference_search *search) {
  result_set_unknown(search->result, "%s, after %zu of %zu known states without a violation",
                     search->explorer.limit, search->expanded, search->origins.list.count);
}

static void explore_states(struct reference_search *search) {
  bool goes_on = explorer_run_start(&search->explorer, visit_successor);
  for (; goes_on && search->expanded < search->origins.list.count; search->expanded++)
    goes_on =
        !explorer_is_over(&search->explorer) && expand_state(search, (uint32_t)search->expanded);
  if (search->result->verdict == VERDICT_FALSE)
    return;
  if (search->explorer.limit)
    say_limit(search);
  else if (search->explorer.answers.was_wide && !*search->result->reason)
    say_sampled(search);
  else if (!*search->result->reason)
    search->result->verdict = VERDICT_TRUE;
}

static void run_reference(const struct task *task, struct result *result) {
  struct reference_search search = {.task = task, .result = result};
  search.explorer = (struct explorer){.machine = {.domain = &domain_concrete,
                                                  .known = task->known,
                                                  .stale_parts = task->stale_parts,
                                                  .memory_model = task->memory_model},
                                      .owner = &search,
                                      .progress = show_progress};
  explorer_init(&search.explorer, task->program, task->properties, &task->limits, NULL);
  search.explorer.answers.widest = WIDEST_ENUMERATED;
  search.explorer.answers.samples = true;
  result->verdict = VERDICT_UNKNOWN;
  explore_states(&search);
  const struct store *store = search.explorer.store;
  result_add_statistic(result, "states", (double)store_count(store));
  result_add_statistic(result, "transitions", (double)search.transitions);
  result_add_statistic(result, "edges executed", (double)search.explorer.machine.counts.edges);
  result_add_statistic(result, "bytes of states", (double)store_memory(store));
  if (task->progress)
    fprintf(stderr, "\r\033[K");
  explorer_release(&search.explorer);
  origins_release(&search.origins);
}

static const struct decision decisions[] = {
    {MODEL_BIT(MEMORY_SC) | MODELS_WITH_BUFFERS, ALL_PROPERTIES, NULL, NULL, NULL}, {0}};

const struct engine engine_reference = {
    .name = "reference",
    .summary = "enumerates interleavings without reduction, for small programs",
    .models = MODEL_BIT(MEMORY_SC) | MODELS_WITH_BUFFERS,
    .decisions = decisions,
    .is_last_resort = true,
    .skips_known = true,
    .knows_reuse = REUSE_ADDRESSES,
    .run = run_reference,
};
