/* `heddle check`: asks an engine, and answers for what it says. A violation is shown only after its
 * schedule was followed by the reference interpreter and ended in the same one; whatever is neither
 * that nor a finished proof is UNKNOWN. */
#include "base/text.h"
#include "cli/commands.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "engine/engine.h"
#include "semantics/run.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

static int say_unknown(const char *reason) {
  printf("UNKNOWN(%s)\n", *reason ? reason : "no reason given");
  return EXIT_UNKNOWN;
}

/* Shows the violation if it happens again. */
static int confirm(const struct input *asked, const struct options *options,
                   const struct result *result) {
  struct input replayed = *asked; /* for what the schedule was made, which may be less */
  if (result->properties)
    replayed.properties = result->properties;
  const struct input *input = &replayed;
  struct execution execution;
  execution_init(&execution, input, options);
  execution.run.replay = &result->schedule;
  execution.run.limits.seconds = 0; /* as long as the schedule, which was found in time */
  execution_run(&execution);
  int code;
  const char *name = property_name(result->violation.property);
  if (execution.end == RUN_VIOLATION &&
      violation_is_same(&execution.machine.violation, &result->violation)) {
    if (!options->quiet)
      execution_tell(&execution, input, options, stdout);
    code =
        execution_record(&execution, input, options, &result->schedule) ? EXIT_FALSE : EXIT_USAGE;
    if (!options->quiet && input_has_property_file(input))
      printf("SV-COMP: false(%s)\n", witness_property_name(&execution.machine.violation));
    printf("FALSE(%s)\n", name);
  } else if (execution.end == RUN_LIMIT) {
    code = say_unknown(execution.machine.reason);
  } else {
    const char *reason = execution_reason(&execution);
    fprintf(stderr,
            "heddle: a violation of '%s' was found but does not happen again (%s).\n"
            "heddle: this is a bug in heddle, please report it with the input files\n",
            name, *reason ? reason : "it ended otherwise");
    code = say_unknown("the counterexample could not be confirmed");
  }
  execution_release(&execution);
  return code;
}

static void print_statistics(const struct input *input, const struct engine *engine,
                             const struct result *result) {
  fprintf(stderr, "engine: %s\n", result->engine ? result->engine : engine->name);
  fprintf(stderr, "clang: %.3f s\nlinking: %.3f s\nlowering: %.3f s\n", input->times.clang,
          input->times.link, input->times.lower);
  for (size_t i = 0; i < result->statistic_count; i++)
    fprintf(stderr, "%s: %.15g\n", result->statistics[i].name, result->statistics[i].value);
  fprintf(stderr, "memory: %.1f MB\n", (double)memory_resident() / 1048576);
}

/* An answer to part of what was asked. */
static void tell_proven(property_set proven) {
  fputs("proven:", stdout);
  for (size_t i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, proven))
      printf(" %s", property_name((enum property)i));
  putchar('\n');
}

/* Returns the exit code. */
static int say_true(const struct input *input, const struct options *options) {
  bool fine = true;
  if (options->witness) {
    struct text specification = {0};
    struct witness_task task = input_witness_task(input, &specification);
    fine = witness_write_correctness(options->witness, &task) == STATUS_OK;
    text_release(&specification);
  }
  puts("TRUE");
  return fine ? EXIT_TRUE : EXIT_USAGE;
}

static enum search_order search_order(const char *name) {
  static const char *const names[] = {[SEARCH_DFS] = "dfs",
                                      [SEARCH_BFS] = "bfs",
                                      [SEARCH_THREADS] = "threads",
                                      [SEARCH_THREADS_BFS] = "threads-bfs",
                                      [SEARCH_SWITCHES] = "switches"};
  enum search_order order = SEARCH_DFS;
  while (strcmp(names[order], name) != 0)
    order++;
  return order;
}

static unsigned thread_count(const struct options *options) {
  cpu_set_t processors;
  if (options->threads)
    return (unsigned)options->threads;
  if (sched_getaffinity(0, sizeof processors, &processors) != 0)
    return 1;
  return (unsigned)CPU_COUNT(&processors);
}

/* The worst that can happen: what is needed to find out why goes to a file. */
static int say_contradiction(const struct result *result) {
  static const char path[] = "heddle-contradiction.txt";
  FILE *file = fopen(path, "w");
  if (file) {
    fputs(result->contradiction, file);
    fclose(file);
  } else {
    fputs(result->contradiction, stderr);
  }
  fprintf(stderr,
          "heddle: internal error: %s.\n"
          "heddle: please report it with the command, the input files and %s\n",
          result->reason, file ? path : "what is above");
  return EXIT_INTERNAL;
}

static int check(struct input *input, const struct options *options, const struct engine *engine) {
  int code = input_load(input, options);
  if (code)
    return code;
  if (options->verbose)
    fprintf(stderr, "heddle: searching with engine %s\n", engine->name);
  struct task task = {
      .program = input->program,
      .properties = input->properties,
      .memory_model = input->memory_model,
      .limits = interrupt_limits(options),
      .progress = !options->quiet && isatty(STDERR_FILENO),
      .solver = options->solver,
      .eager_order = strcmp(options->order_encoding, "eager") == 0,
      .order = search_order(options->order),
      .por = por_level_by_name(options->por),
      .probes = options->probes,
      .no_partitions = strcmp(options->partition, "none") == 0,
      .threads = thread_count(options),
  };
  interrupt_limit_memory(&task.limits, "UNKNOWN(memory)\n");
  struct result result = {.verdict = VERDICT_UNKNOWN};
  engine->run(&task, &result);
  if (options->stats)
    print_statistics(input, engine, &result);
  switch (result.verdict) {
  case VERDICT_TRUE:
    code = say_true(input, options);
    break;
  case VERDICT_FALSE:
    code = confirm(input, options, &result);
    break;
  case VERDICT_UNKNOWN:
    if (result.proven && !options->quiet)
      tell_proven(result.proven);
    code = result.contradiction ? say_contradiction(&result) : say_unknown(result.reason);
    break;
  }
  result_release(&result);
  return code;
}

int command_check(const struct options *options) {
  const struct engine *engine = engine_find(options->engine);
  if (!engine) {
    options_complain(options, "no engine '%s'", options->engine);
    return EXIT_USAGE;
  }
  if (!engine->knows_weak_memory && strcmp(options->memory_model, "sc") != 0) {
    options_complain(options, "engine '%s' knows no memory model but sc", engine->name);
    return EXIT_USAGE;
  }
  if (options->witness && !witness_has_format(options->witness)) {
    options_complain(options, "--witness: neither .graphml nor .yml: %s", options->witness);
    return EXIT_USAGE;
  }
  if (options->witness && strcmp(options->memory_model, "sc") != 0) {
    options_complain(options, "--witness: its formats know no memory model but sc");
    return EXIT_USAGE;
  }
  struct input input;
  int code = input_from_options(&input, options, 0);
  if (code == 0)
    code = check(&input, options, engine);
  input_release(&input);
  return code;
}
