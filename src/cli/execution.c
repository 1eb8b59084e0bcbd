/* SPDX-License-Identifier: Apache-2.0 */
/* Runs the machine with a story as its listener. */
#include "cli/execution.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/say.h"
#include "report/account.h"
#include "report/diagnostics.h"
#include "report/page.h"
#include "report/story.h"
#include "report/witness.h"
#include "report/witness_record.h"
#include "semantics/shorten.h"
#include "sequentialize/linear.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  STEPS_TOLD = 20000, /* without -v */
  FREE_CHOICES_WORK = SHORTEN_WORK_PER_SECOND,
};

void execution_init(struct execution *execution, const struct input *input,
                    const struct options *options) {
  *execution = (struct execution){0};
  execution->machine = (struct machine){
      .program = input->program,
      .domain = &domain_concrete,
      .properties = input->properties,
      .known = &input->known,
      .memory_model = input->memory_model,
  };
  execution->run.limits = interrupt_limits(options);
  if (!options->quiet || options->files.trace || options->files.html || input->account) {
    execution->story = story_create(input->program, options->verbose ? 0 : STEPS_TOLD);
    machine_listen(&execution->machine, story_listener(execution->story));
  }
  if (options->files.witness) {
    execution->witness = witness_create();
    machine_listen(&execution->machine, witness_listener(execution->witness));
  }
  if (options->files.program) {
    execution->linear = linear_create(input->program, input->properties);
    machine_listen(&execution->machine, linear_listener(execution->linear));
  }
}

void execution_find_free(struct execution *execution, const struct schedule *schedule,
                         const struct violation *violation) {
  if (!execution->story || schedule->has_graph || !schedule->choices.count)
    return;
  execution->free = memory_allocate_zeroed(schedule->choices.count);
  shorten_find_free(&execution->machine, FREE_CHOICES_WORK, &execution->run.limits, schedule,
                    violation, execution->free);
  execution->run.record = &execution->record;
  story_leave_out_choices(execution->story, &execution->record, execution->free,
                          schedule->choices.count);
}

void execution_run(struct execution *execution) {
  execution->end = run_program(&execution->machine, &execution->run, &execution->state);
}

void execution_release(struct execution *execution) {
  if (execution->state)
    state_destroy(execution->state);
  if (execution->story)
    story_destroy(execution->story);
  witness_destroy(execution->witness);
  linear_destroy(execution->linear);
  schedule_release(&execution->record);
  memory_release(execution->free);
}

static struct story_look look_of(const struct options *options, FILE *out) {
  const char *terminal = getenv("TERM"), *plain = getenv("NO_COLOR");
  bool is_terminal = isatty(fileno(out)) == 1;
  struct story_look look = {.width = say_width(out),
                            .colour = is_terminal && !(plain && *plain) &&
                                      !(terminal && strcmp(terminal, "dumb") == 0),
                            .everything = options->verbose};
  return look;
}

/* How many preemptions and which inputs it needs, and how to replay it. */
static void add_summary(struct text *text, const struct execution *execution,
                        const struct input *input, const struct options *options) {
  unsigned long long preemptions = execution->machine.counts.preemptions;
  if (preemptions)
    text_format(text, "It needs %llu preemption%s. ", preemptions, preemptions == 1 ? "" : "s");
  else if (execution->run.replay && !execution->run.replay->has_graph)
    text_add(text, "It needs no preemption. ");
  text_add(text, "Inputs: ");
  story_print_inputs(text, execution->story, execution->state);
  text_add(text, ".");
  if (options->files.trace) {
    text_format(text, " Replay it: heddle replay %s", options->files.trace);
    struct trace trace = input_describe(input);
    for (size_t i = 0; i < trace.source.file_count; i++)
      text_format(text, " %s", trace.source.files[i]);
  }
  text_add(text, "\n");
}

void execution_tell(const struct execution *execution, const struct input *input,
                    const struct options *options, bool is_short, FILE *out) {
  const struct violation *violation =
      execution->end == RUN_VIOLATION ? &execution->machine.violation : NULL;
  struct story_look look = look_of(options, out);
  struct text text = {0};
  enum diagnostics_format format;
  if (!execution->story)
    return;
  story_finish(execution->story, execution->state);
  if (violation && options_find_format(options, &format)) {
    diagnostics_print_violation(&text, format, execution->story, execution->state, violation);
    fputs(text_get(&text), out);
    text_release(&text);
    return;
  }
  if (violation) {
    text_add(&text, look.colour ? "\033[1m" : "");
    story_print_headline(&text, execution->story, execution->state, violation);
    text_add(&text, look.colour ? "\033[0m\n\n" : "\n\n");
  }
  if (!is_short)
    story_print(&text, execution->story, execution->state, violation, &look);
  if (violation) {
    text_add(&text, is_short ? "" : "\n");
    story_print_violation(&text, execution->story, execution->state, violation);
    add_summary(&text, execution, input, options);
  }
  fputs(text_get(&text), out);
  text_release(&text);
}

static bool write_witness(const struct execution *execution, const struct input *input,
                          const char *path) {
  const struct violation *violation = &execution->machine.violation;
  if (!witness_property_name(violation)) {
    fprintf(stderr, "heddle: no witness: SV-COMP has no property like '%s'\n",
            property_name(violation->property));
    return true;
  }
  struct text specification = {0};
  struct witness_task task = input_witness_task(input, &specification);
  bool fine = witness_write_violation(path, &task, execution->witness, execution->state,
                                      violation) == STATUS_OK;
  text_release(&specification);
  return fine;
}

/* The trace, and the page that shows it. */
static bool write_trace(const struct execution *execution, const struct input *input,
                        const struct options *options, const struct schedule *schedule) {
  const struct violation *violation =
      execution->end == RUN_VIOLATION ? &execution->machine.violation : NULL;
  struct trace trace = input_describe(input);
  trace.schedule = *schedule;
  trace.violated = violation ? property_name(violation->property) : NULL;
  bool fine = true;
  if (options->files.trace)
    fine = trace_write(options->files.trace, &trace, execution->story, execution->state,
                       violation) == STATUS_OK;
  if (options->files.html)
    fine &= page_write(options->files.html, &trace, execution->story, execution->state,
                       violation) == STATUS_OK;
  return fine;
}

static bool write_program(const struct execution *execution, const char *path) {
  struct text program = {0}, refusal = {0};
  bool fine = linear_print(execution->linear, &execution->machine.violation, &program, &refusal);
  if (fine)
    fine = file_write(path, &program);
  else
    fprintf(stderr, "heddle: no program of the execution: %s\n", text_get(&refusal));
  text_release(&program);
  text_release(&refusal);
  return fine;
}

bool execution_record(const struct execution *execution, const struct input *input,
                      const struct options *options, const struct schedule *schedule) {
  bool fine = write_trace(execution, input, options, schedule);
  if (input->account && execution->end == RUN_VIOLATION) {
    struct account_violation found = {.story = execution->story,
                                      .state = execution->state,
                                      .violation = &execution->machine.violation,
                                      .switches = execution->machine.counts.preemptions,
                                      .trace_file = options->files.trace};
    story_finish(execution->story, execution->state);
    account_add_violation(input->account, &found);
  }
  if (options->files.witness && execution->end == RUN_VIOLATION)
    fine &= write_witness(execution, input, options->files.witness);
  if (options->files.program && execution->end == RUN_VIOLATION)
    fine &= write_program(execution, options->files.program);
  return fine;
}

const char *execution_reason(const struct execution *execution) {
  switch (execution->end) {
  case RUN_PRUNED:
    return "an assumption does not hold, or an error of an unchecked property ended it";
  case RUN_STUCK:
    return "every thread waits";
  case RUN_ENDED_EARLY:
    return "the recorded execution ends before the program does";
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
