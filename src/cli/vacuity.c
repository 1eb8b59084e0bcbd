/* SPDX-License-Identifier: Apache-2.0 */
/* Checks goals (transform/goals.h) that a program worth proving should reach. */
#include "cli/vacuity.h"

#include "cli/input.h"
#include "cli/options.h"
#include "cli/say.h"
#include "engine/engine.h"
#include "semantics/run.h"
#include "transform/goals.h"

enum { RUNS = 20, MOST_STEPS = 200000 };
static const double run_seconds = 0.2;   /* for all random executions */
static const double search_seconds = 1;  /* for the engine, at least … */
static const double search_share = 0.25; /* … and this part of the time for the proof */

enum vacuity_answer { REACHED, SEEMS_NEVER, NEVER };

struct vacuity_question {
  const struct input *input;
  const struct options *options;
  const struct task *proven;
  const struct engine *engine;
  const struct program *program; /* with the goal as a violation */
  int exit_code;  /* of a random execution that ended without reaching the goal … */
  bool has_ended; /* … if there is one */
  unsigned runs;
};

/* A short time from now on, within the limits of the command. */
static struct limits limits_for(const struct task *task, double seconds) {
  struct limits limits = task->limits;
  double now = clock_seconds(), left = limits.start + limits.seconds - now;
  limits.seconds = limits.seconds <= 0 || seconds < left ? seconds : left > 0 ? left : 1e-3;
  limits.start = now;
  return limits;
}

/* Does a random execution reach it? */
static bool run_at_random(struct vacuity_question *question) {
  struct limits limits = limits_for(question->proven, run_seconds);
  bool is_reached = false;
  for (; question->runs < RUNS && !is_reached && !limits_are_over(&limits); question->runs++) {
    struct machine machine = {.program = question->program,
                              .domain = &domain_concrete,
                              .properties = (property_set)1 << PROPERTY_REACH,
                              .memory_model = question->proven->memory_model};
    struct run_options options = {
        .seed = question->runs, .limits = limits, .most_steps = MOST_STEPS};
    struct state *state = NULL;
    enum run_end end = run_program(&machine, &options, &state);
    if (state)
      state_destroy(state);
    is_reached = end == RUN_VIOLATION;
    if (end != RUN_EXITED)
      continue;
    question->has_ended = true;
    question->exit_code = machine.exit_code;
  }
  return is_reached;
}

static enum vacuity_answer search(const struct vacuity_question *question) {
  double used = clock_seconds() - question->proven->limits.start;
  double most = used * search_share > search_seconds ? used * search_share : search_seconds;
  struct task task = *question->proven;
  task.program = question->program;
  task.known = NULL;
  task.properties = (property_set)1 << PROPERTY_REACH;
  task.limits = limits_for(question->proven, most);
  task.progress = false;
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine_run(question->engine, &task, &result);
  enum vacuity_answer answer = result.verdict == VERDICT_TRUE    ? NEVER
                               : result.verdict == VERDICT_FALSE ? REACHED
                                                                 : SEEMS_NEVER;
  result_release(&result);
  return answer;
}

#define WARN(question, id, ...)                                                                    \
  say_note((question)->input->account, (question)->options, NOTE_WARNING, id, __VA_ARGS__)

static void warn(const struct vacuity_question *question, enum vacuity_answer answer,
                 const char *id, const char *what) {
  if (answer == NEVER)
    WARN(question, id, "no execution %s.", what);
  else if (answer == SEEMS_NEVER)
    WARN(question, id, "of %u random executions none %s.", question->runs, what);
}

static void ask_for_threads(struct vacuity_question question) {
  struct program *asked = goals_ask(question.proven->program, GOAL_THREAD);
  question.program = asked;
  if (!asked)
    WARN(&question, "no-second-thread", "the program creates no threads.");
  else if (!run_at_random(&question))
    warn(&question, search(&question), "no-second-thread", "creates a second thread");
  goals_destroy(asked);
}

static void ask_for_assertions(struct vacuity_question question) {
  struct program *asked = goals_ask(question.proven->program, GOAL_ASSERTION);
  question.program = asked;
  if (!asked && !question.proven->program->specification)
    WARN(&question, "no-assertion", "the program has no assertions.");
  else if (asked && !run_at_random(&question))
    warn(&question, search(&question), "no-assertion", "reaches an assertion");
  goals_destroy(asked);
}

static void ask_for_success(struct vacuity_question question) {
  struct program *asked = goals_ask(question.proven->program, GOAL_SUCCESS);
  question.program = asked;
  enum vacuity_answer answer = asked && run_at_random(&question) ? REACHED : NEVER;
  if (answer == NEVER && question.has_ended && asked)
    answer = search(&question);
  const char *advice = question.options->source.error_functions
                           ? ""
                           : "; if failed checks exit like this, use --error-function exit,_Exit";
  if (answer == NEVER && question.has_ended)
    WARN(&question, "only-failures",
         "every execution that ends exits with a failure status, such as %d%s.", question.exit_code,
         advice);
  else if (answer == SEEMS_NEVER)
    WARN(&question, "only-failures",
         "of %u random executions, all that end exit with a failure status, such as %d%s.",
         question.runs, question.exit_code, advice);
  goals_destroy(asked);
}

void vacuity_tell(const struct input *input, const struct options *options,
                  const struct engine *engine, const struct task *proven) {
  struct vacuity_question question = {
      .input = input, .options = options, .proven = proven, .engine = engine};
  property_set checks = (property_set)1 << PROPERTY_REACH | (property_set)1 << PROPERTY_ABORT;
  ask_for_threads(question);
  if (input->properties & checks)
    ask_for_assertions(question);
  ask_for_success(question);
  if (input->program->lacks_arguments)
    WARN(&question, "no-arguments",
         "the program reads its arguments, but it is started without any (see --args).");
}
