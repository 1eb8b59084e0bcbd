/* SPDX-License-Identifier: Apache-2.0 */
/* Runs an engine on a setting, and replays known counterexamples first. */
#include "orders/trial.h"

#include "orders/cheapest.h"
#include "semantics/run.h"

#include <stdio.h>
#include <string.h>

bool trial_is_over(const struct order_trial *trial) { return limits_are_over(&trial->task.limits); }

void trial_clear_progress(const struct order_trial *trial) {
  if (trial->shows_progress)
    fputs("\r\033[K", stderr);
}

static void show_progress(const struct order_trial *trial) {
  if (trial->shows_progress)
    fprintf(stderr, "\r\033[Korders: %s, attempt %llu, %zu counterexamples ", trial->stage,
            (unsigned long long)trial->attempts, trial->counterexamples.count);
}

bool trial_replays(struct order_trial *trial, const struct counterexample *known,
                   const unsigned char *setting) {
  struct machine machine = {.program = trial->task.program,
                            .domain = &domain_concrete,
                            .properties = trial->task.properties,
                            .known = trial->task.known,
                            .memory_model = trial->task.memory_model};
  struct run_options options = {.replay = &known->schedule, .limits = trial->task.limits};
  struct state *state = NULL;
  limits_drop_time(&options.limits); /* as long as the schedule */
  slots_set(trial->slots, setting);
  enum run_end end = run_program(&machine, &options, &state);
  if (state)
    state_destroy(state);
  trial->replays++;
  return end == RUN_VIOLATION;
}

const struct counterexample *trial_find(struct order_trial *trial, const unsigned char *setting) {
  for (size_t i = trial->counterexamples.count; i-- > 0;)
    if (trial_replays(trial, trial->counterexamples.items[i], setting))
      return trial->counterexamples.items[i];
  return NULL;
}

/* The limits of one attempt: those of all, and its own. */
static struct limits attempt_limits(const struct order_trial *trial) {
  struct limits limits = trial->task.limits;
  double now = clock_seconds();
  double end = limits.seconds > 0 ? limits.start + limits.seconds : 0;
  if (trial->attempt_seconds > 0 && (end <= 0 || now + trial->attempt_seconds < end)) {
    limits.start = now;
    limits.seconds = trial->attempt_seconds;
  }
  return limits;
}

/* What the engine found, if it happens again. */
static const struct counterexample *keep_counterexample(struct order_trial *trial,
                                                        const struct result *result,
                                                        const unsigned char *setting) {
  struct counterexample *fresh = memory_allocate_zeroed(sizeof *fresh);
  schedule_copy(&fresh->schedule, &result->schedule);
  if (trial_replays(trial, fresh, setting)) {
    vector_push(&trial->counterexamples, fresh);
    return fresh;
  }
  schedule_release(&fresh->schedule);
  memory_release(fresh);
  return NULL;
}

static enum trial_outcome conclude(struct order_trial *trial, const struct result *result,
                                   const unsigned char *setting,
                                   const struct counterexample **why) {
  if (result->verdict == VERDICT_TRUE) {
    unsigned char *copy = memory_allocate(trial->slots->list.count + 1);
    memcpy(copy, setting, trial->slots->list.count);
    vector_push(&trial->right, copy);
    return TRIED_RIGHT;
  }
  *why = result->verdict == VERDICT_FALSE ? keep_counterexample(trial, result, setting) : NULL;
  if (*why)
    return TRIED_BROKEN;
  snprintf(trial->reason, sizeof trial->reason, "%s",
           result->verdict == VERDICT_FALSE ? "the counterexample could not be confirmed"
                                            : result->reason);
  return TRIED_UNDECIDED;
}

static void log_attempt(const struct order_trial *trial, enum trial_outcome outcome,
                        double seconds) {
  static const char *const names[] = {
      [TRIED_RIGHT] = "correct", [TRIED_BROKEN] = "incorrect", [TRIED_UNDECIDED] = "not decided"};
  if (trial->logs)
    fprintf(stderr, "orders: attempt %llu (%s): %s in %.2f s%s%s\n",
            (unsigned long long)trial->attempts, trial->stage, names[outcome], seconds,
            outcome == TRIED_UNDECIDED ? ": " : "",
            outcome == TRIED_UNDECIDED ? trial->reason : "");
}

/* Both reasons, if two engines could not decide. */
static void join_reasons(struct result *result, const char *first) {
  char second[sizeof result->reason];
  if (!*first || strcmp(first, result->reason) == 0)
    return;
  snprintf(second, sizeof second, "%s", result->reason);
  int half = (int)sizeof result->reason / 2 - 2;
  snprintf(result->reason, sizeof result->reason, "%.*s; %.*s", half, first, half, second);
}

void trial_run(struct order_trial *trial, struct task task, struct result *result) {
  char first[sizeof result->reason] = "";
  for (size_t i = 0; trial->engines[i]; i++) {
    const struct engine *engine = trial->engines[i];
    task.limits = attempt_limits(trial);
    engine_run(engine, &task, result);
    if (result->verdict != VERDICT_UNKNOWN) {
      memmove(trial->engines + 1, trial->engines, i * sizeof *trial->engines);
      trial->engines[0] = engine;
      return;
    }
    join_reasons(result, first);
    if (!trial->engines[i + 1] || trial_is_over(trial))
      return;
    snprintf(first, sizeof first, "%s", result->reason);
    result_release(result);
    *result = (struct result){.verdict = VERDICT_UNKNOWN};
  }
}

enum trial_outcome trial_ask(struct order_trial *trial, const unsigned char *setting,
                             const struct counterexample **why) {
  *why = NULL;
  for (size_t i = 0; i < trial->right.count; i++)
    if (cheapest_is_below(trial->right.items[i], setting, trial->slots->list.count))
      return TRIED_RIGHT;
  trial->attempts++;
  show_progress(trial);
  double start = clock_seconds();
  struct result result = {.verdict = VERDICT_UNKNOWN};
  slots_set(trial->slots, setting);
  trial_run(trial, trial->task, &result);
  enum trial_outcome outcome = conclude(trial, &result, setting, why);
  result_release(&result);
  double seconds = clock_seconds() - start;
  trial->other_seconds = outcome == TRIED_RIGHT ? 0 : trial->other_seconds + seconds;
  if (outcome == TRIED_RIGHT)
    trial->right_seconds = seconds;
  log_attempt(trial, outcome, seconds);
  return outcome;
}

void trial_forget(struct order_trial *trial) {
  for (size_t i = 0; i < trial->counterexamples.count; i++) {
    schedule_release(&trial->counterexamples.items[i]->schedule);
    memory_release(trial->counterexamples.items[i]);
  }
  trial->counterexamples.count = 0;
}

void trial_release(struct order_trial *trial) {
  trial_forget(trial);
  vector_release(&trial->counterexamples);
  for (size_t i = 0; i < trial->right.count; i++)
    memory_release(trial->right.items[i]);
  vector_release(&trial->right);
}
