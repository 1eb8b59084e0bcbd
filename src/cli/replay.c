/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle replay`: follows a recorded counterexample and prints its story. */
#include "cli/commands.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/shortest.h"
#include "semantics/run.h"

/* The violation at the end of the trace, whose schedule is replaced with --shorten; false: none. */
static bool prepare_trace(const struct input *input, const struct options *options,
                          struct trace *trace, struct violation *violation) {
  struct machine machine = {.program = input->program,
                            .domain = &domain_concrete,
                            .properties = input->properties,
                            .known = &input->known,
                            .memory_model = input->memory_model};
  struct run_options run = {.replay = &trace->schedule, .limits = interrupt_limits(options)};
  struct state *state = NULL;
  bool violates = run_program(&machine, &run, &state) == RUN_VIOLATION;
  *violation = machine.violation;
  if (violates && options->limits.shorten > 0)
    shortest_find(input, options, 0, &trace->schedule, violation);
  state_destroy(state);
  return violates;
}

static int replay_trace(struct input *input, const struct options *options, struct trace *trace) {
  struct limits limits = interrupt_limits(options);
  interrupt_guard_check(&limits);
  int code = input_load(input, options);
  if (code)
    return code;
  struct violation violation;
  bool violates = prepare_trace(input, options, trace, &violation);
  struct execution execution;
  execution_init(&execution, input, options);
  execution.run.replay = &trace->schedule;
  if (violates)
    execution_find_free(&execution, &trace->schedule, &violation);
  interrupt_limit_memory(&execution.run.limits, "UNKNOWN(memory)\n");
  execution_run(&execution);
  interrupt_end_time();
  if (!options->quiet)
    execution_tell(&execution, input, options, false, stdout);
  if (execution.end == RUN_VIOLATION) {
    printf("FALSE(%s)\n", property_name(execution.machine.violation.property));
    code = EXIT_FALSE;
  } else {
    const char *reason = execution_reason(&execution);
    printf("UNKNOWN(%s)\n", *reason ? reason : "the recorded execution violates nothing");
    code = EXIT_UNKNOWN;
  }
  if (!execution_record(&execution, input, options, &trace->schedule))
    code = EXIT_USAGE;
  execution_release(&execution);
  return code;
}

int command_replay(const struct options *options) {
  if (options->operand_count == 0) {
    options_complain(options, "no trace");
    return EXIT_USAGE;
  }
  int code = input_check_readable(options->operands, 1);
  if (code)
    return code;
  struct trace trace;
  if (trace_read(options->operands[0], &trace) != STATUS_OK)
    return EXIT_BAD_INPUT;
  struct input input = {0};
  code = input_from_trace(&input, &trace, options, 1);
  if (code == 0)
    code = replay_trace(&input, options, &trace);
  input_release(&input);
  trace_release(&trace);
  return code;
}
