/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle sequentialize`: writes a sequential C program with the same executions. */
#include "sequentialize/sequentialize.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/input.h"
#include "cli/options.h"

#include <stdio.h>
#include <string.h>

/* The properties that the sequential program cannot have. leak and memcleanup: the variables of a
 * thread are global variables there, so blocks stay reachable after the thread has ended. race: if
 * some atomic accesses do not synchronise, and unless it is asked for, as it costs more steps. */
static property_set left_out(const struct input *input, const struct options *options) {
  property_set set = (property_set)1 << PROPERTY_LEAK | (property_set)1 << PROPERTY_MEMCLEANUP;
  bool is_asked =
      options->question.property || options->question.property_file || input->task.arena;
  if (!is_asked || input->program->orders.unordered)
    set |= (property_set)1 << PROPERTY_RACE;
  return input->properties & set;
}

static void tell_left_out(property_set properties, const struct options *options) {
  bool is_asked = options->question.property || options->question.property_file;
  for (unsigned i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, properties) && i == PROPERTY_RACE && !is_asked)
      fprintf(stderr, "heddle: the sequential program does not look for races unless --property "
                      "asks for them\n");
    else if (property_in((enum property)i, properties))
      fprintf(stderr,
              "heddle: the sequential program does not show violations of '%s': see heddle check "
              "--property %s\n",
              property_name((enum property)i), property_name((enum property)i));
}

/* The reductions that are asked for by name. False: one of them does not exist. */
static bool read_reductions(const char *list, struct sequentialize_options *how) {
  const struct {
    const char *name;
    bool *chosen;
  } all[] = {{"local", &how->reduces_local},
             {"conflict", &how->reduces_conflict},
             {"order", &how->reduces_order},
             {"forget", &how->reduces_forget}};
  if (strcmp(list, "none") == 0)
    return true;
  for (const char *at = list;;) {
    size_t length = strcspn(at, ","), i = 0;
    while (i < 4 && (strlen(all[i].name) != length || strncmp(all[i].name, at, length) != 0))
      i++;
    if (i == 4) {
      fprintf(stderr,
              "heddle: --reduction %s: names are local, conflict, order and forget, or none\n",
              list);
      return false;
    }
    *all[i].chosen = true;
    if (!at[length])
      return true;
    at += length + 1;
  }
}

static int sequentialize(const struct input *input, const struct options *options) {
  property_set out = left_out(input, options);
  struct sequentialize_options how = {.properties = input->properties & ~out,
                                      .left_out = out,
                                      .max_threads = (uint32_t)options->sequential.max_threads,
                                      .max_depth = (uint32_t)options->sequential.max_depth,
                                      .checks_states = options->sequential.check_states};
  struct text text = {0}, refusal = {0};
  int code = EXIT_UNKNOWN;
  if (!read_reductions(options->sequential.no_por ? "none" : options->sequential.reduction, &how))
    return EXIT_USAGE;
  if (sequentialize_program(input->program, &how, &text, &refusal)) {
    code = file_write(options->files.output, &text) ? 0 : EXIT_USAGE;
    tell_left_out(how.left_out, options);
  } else {
    fprintf(stderr, "heddle: cannot sequentialize: %s\n", text_get(&refusal));
  }
  text_release(&text);
  text_release(&refusal);
  return code;
}

/* The execution of a trace as a program. */
static int sequentialize_trace(const struct options *options) {
  struct trace trace;
  int code = input_check_readable(&options->files.trace, 1);
  if (code)
    return code;
  if (trace_read(options->files.trace, &trace) != STATUS_OK)
    return EXIT_BAD_INPUT;
  struct options how = *options;
  how.files.trace = NULL;
  how.quiet = true;
  how.files.program = options->files.output ? options->files.output : "/dev/stdout";
  struct input input = {0};
  code = input_from_trace(&input, &trace, &how, 0);
  if (code == 0)
    code = input_load(&input, &how);
  if (code == 0) {
    struct execution execution;
    execution_init(&execution, &input, &how);
    execution.run.replay = &trace.schedule;
    execution_run(&execution);
    if (execution.end != RUN_VIOLATION) {
      fprintf(stderr, "heddle: the recorded execution violates nothing\n");
      code = EXIT_UNKNOWN;
    } else if (!execution_record(&execution, &input, &how, &trace.schedule)) {
      code = EXIT_UNKNOWN;
    }
    execution_release(&execution);
  }
  input_release(&input);
  trace_release(&trace);
  return code;
}

int command_sequentialize(const struct options *options) {
  if (options->files.trace)
    return sequentialize_trace(options);
  struct input input = {0};
  int code = input_from_options(&input, options, 0);
  if (code == 0)
    code = input_load(&input, options);
  if (code == 0)
    code = sequentialize(&input, options);
  input_release(&input);
  return code;
}
