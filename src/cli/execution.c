/* Runs the machine with a story as its observer. */
#include "cli/execution.h"

#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "report/story.h"

enum { STEPS_TOLD = 300 }; /* without -v */

void execution_init(struct execution *execution, const struct input *input,
                    const struct options *options) {
  *execution = (struct execution){0};
  execution->machine = (struct machine){
      .program = input->program,
      .domain = &domain_concrete,
      .properties = input->properties,
      .memory_model = input->memory_model,
  };
  execution->run.limits = interrupt_limits(options);
  if (!options->quiet || options->trace) {
    execution->story = story_create(input->program, options->verbose ? 0 : STEPS_TOLD);
    execution->machine.observer = story_observer(execution->story);
  }
}

void execution_run(struct execution *execution) {
  execution->end = run_program(&execution->machine, &execution->run, &execution->state);
}

void execution_release(struct execution *execution) {
  if (execution->state)
    state_destroy(execution->state);
  if (execution->story)
    story_destroy(execution->story);
}

void execution_tell(const struct execution *execution, FILE *out) {
  struct text text = {0};
  if (execution->story)
    story_print(&text, execution->story, execution->state);
  if (execution->end == RUN_VIOLATION)
    story_print_violation(&text, execution->story, execution->state, &execution->machine.violation);
  fputs(text_get(&text), out);
  text_release(&text);
}

bool execution_record(const struct execution *execution, const struct input *input,
                      const struct options *options, const struct schedule *schedule) {
  if (!options->trace)
    return true;
  const struct violation *violation =
      execution->end == RUN_VIOLATION ? &execution->machine.violation : NULL;
  struct trace trace = input_describe(input);
  trace.schedule = *schedule;
  trace.violated = violation ? property_name(violation->property) : NULL;
  return trace_write(options->trace, &trace, execution->story, execution->state, violation) ==
         STATUS_OK;
}

const char *execution_reason(const struct execution *execution) {
  switch (execution->end) {
  case RUN_PRUNED:
    return "an assumption does not hold, or an error ended it that is not checked";
  case RUN_STUCK:
    return "every thread waits";
  case RUN_ENDED_EARLY:
    return "the recording ends before the program does";
  case RUN_UNSUPPORTED:
  case RUN_LIMIT:
  case RUN_DIVERGED:
    return execution->machine.reason;
  case RUN_EXITED:
  case RUN_VIOLATION:
    break;
  }
  return "";
}
