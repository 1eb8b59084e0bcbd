/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle run`: executes the program once. Its output goes to stdout and its exit code becomes that
 * of heddle, so both can be compared with a native execution. All messages go to stderr. */
#include "cli/commands.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/whereabouts.h"
#include "report/story.h"

#include <string.h>

static void print_bytes(void *context, const char *bytes, size_t size) {
  fwrite(bytes, 1, size, context);
}

/* Says how it ended and returns the exit code. */
static int conclude(const struct execution *execution, const struct options *options) {
  const char *reason = execution_reason(execution);
  switch (execution->end) {
  case RUN_EXITED:
    if (!options->quiet)
      fprintf(stderr, "heddle: the program ended with exit code %d\n",
              execution->machine.exit_code & 0xff);
    return execution->machine.exit_code & 0xff;
  case RUN_VIOLATION:
    fprintf(stderr, "heddle: the execution violates '%s'\n",
            property_name(execution->machine.violation.property));
    return EXIT_FALSE;
  case RUN_UNSUPPORTED:
    fprintf(stderr, "heddle: stopped at an unsupported operation: %s\n", reason);
    return EXIT_UNKNOWN;
  case RUN_DIVERGED:
    fprintf(stderr, "heddle: the recorded execution does not match the program: %s\n", reason);
    return EXIT_UNKNOWN;
  case RUN_PRUNED:
  case RUN_STUCK:
  case RUN_LIMIT:
  case RUN_ENDED_EARLY:
    break;
  }
  fprintf(stderr, "heddle: the execution was stopped: %s\n", reason);
  return EXIT_UNKNOWN;
}

static int execute_input(struct input *input, const struct options *options,
                         const struct schedule *replay) {
  struct limits limits = interrupt_limits(options);
  interrupt_guard_run(&limits);
  int code = input_load(input, options);
  if (code)
    return code;
  struct execution execution;
  execution_init(&execution, input, options);
  execution.machine.output.print = print_bytes;
  execution.machine.output.context = stdout;
  struct schedule recorded = {0};
  struct whereabouts whereabouts;
  whereabouts_begin(&whereabouts, execution.story ? story_blocks(execution.story) : NULL);
  if (!options->quiet)
    machine_listen(&execution.machine, &whereabouts.listener);
  execution.run.seed = options->seed;
  execution.run.replay = replay;
  execution.run.record = options->files.trace || options->files.html ? &recorded : NULL;
  interrupt_limit_memory(&execution.run.limits, NULL);
  execution_run(&execution);
  interrupt_end_time();
  fflush(stdout);
  if (!options->quiet)
    execution_tell(&execution, input, options, false, stderr);
  code = conclude(&execution, options);
  if (execution.end == RUN_LIMIT && !options->quiet && execution.state)
    whereabouts_tell(&whereabouts, execution.state);
  if (!execution_record(&execution, input, options, &recorded))
    code = EXIT_USAGE;
  schedule_release(&recorded);
  execution_release(&execution);
  return code;
}

int command_run(const struct options *options) {
  struct trace trace = {0};
  struct input input = {0};
  int code;
  if (options->files.schedule) {
    code = input_check_readable(&options->files.schedule, 1);
    if (code)
      return code;
    if (trace_read(options->files.schedule, &trace) != STATUS_OK)
      return EXIT_BAD_INPUT;
    code = input_from_trace(&input, &trace, options, 0);
  } else {
    code = input_from_options(&input, options, 0);
  }
  if (code == 0)
    code = execute_input(&input, options, options->files.schedule ? &trace.schedule : NULL);
  input_release(&input);
  if (options->files.schedule)
    trace_release(&trace);
  return code;
}
