/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/searches.h"

#include "transform/callbacks.h"

#include <stdio.h>

static void start_again(struct result *result) {
  result_release(result);
  *result = (struct result){.verdict = VERDICT_UNKNOWN};
}

/* If part of an address turns out to be accessed, its kind comes back as well, and if a field of
 * the library turns out to change, its value is not relied on. Then the search begins again. */
static void search(struct input *input, bool is_verbose, const struct engine *engine,
                   const struct task *task, struct result *result) {
  engine_run(engine, task, result);
  while (result->verdict == VERDICT_UNKNOWN && input_change_passes(input, result->parts)) {
    if (is_verbose)
      fprintf(stderr, "heddle: %s: searching again\n", result->reason);
    start_again(result);
    engine_run(engine, task, result);
  }
}

static const double first_seconds = 300; /* if there is no limit */

/* With half of the time that is left. */
static struct task first_task(const struct task *task) {
  struct task first = *task;
  double used = clock_seconds() - task->limits.start;
  if (task->limits.seconds > used)
    first.limits.seconds = used + (task->limits.seconds - used) / 2;
  else if (task->limits.seconds <= 0)
    first.limits.seconds = used + first_seconds;
  if (task->limits.processor_seconds > 0)
    first.limits.processor_seconds -=
        limits_processor_seconds_left(&task->limits, task->limits.processor_seconds) / 2;
  return first;
}

/* Few functions are called by another thread after the call that was given them, so executions
 * without that come first. What is proven about these alone is not told. */
void searches_run(struct input *input, bool is_verbose, const struct engine *engine,
                  const struct task *task, struct result *result) {
  if (callbacks_can_be_kept(input->program)) {
    callbacks_allow_keeping(input->transform.program, false);
    struct task first = first_task(task);
    search(input, is_verbose, engine, &first, result);
    callbacks_allow_keeping(input->transform.program, true);
    result->proven = 0;
    if (result->verdict == VERDICT_FALSE || result->contradiction)
      return;
    if (is_verbose)
      fprintf(stderr, "heddle: searching again with functions that are kept\n");
    start_again(result);
  }
  search(input, is_verbose, engine, task, result);
}
