/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle check`: runs an engine and reports its result. A violation is shown only after the
 * interpreter has followed its schedule and found the same violation. Everything that is neither a
 * confirmed violation nor a finished proof is UNKNOWN. */
#include "analysis/reuse.h"
#include "base/file.h"
#include "base/text.h"
#include "cli/accept.h"
#include "cli/commands.h"
#include "cli/documents.h"
#include "cli/engines.h"
#include "cli/execution.h"
#include "cli/exit_code.h"
#include "cli/findings.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/searches.h"
#include "cli/shortest.h"
#include "cli/tasks.h"
#include "cli/unknown.h"
#include "cli/vacuity.h"
#include "engine/engine.h"
#include "engine/reason.h"
#include "engine/traits.h"
#include "report/story.h"
#include "report/supposed.h"
#include "semantics/run.h"
#include "transform/pass.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_CONTEXTS = 1 << 30 };
static const double race_patience = 2; /* seconds */
static const double supposing_time = 0.5;

/* Is there more to print than diagnostics in one line? */
static bool tells_more(const struct options *options) {
  enum diagnostics_format format;
  return !options->quiet && !options_find_format(options, &format);
}

static void say_one_false(const struct input *input, const char *property) {
  struct text line = {0};
  text_format(&line, "FALSE(%s)\n", property);
  say_false(input->account, text_get(&line), NULL);
  text_release(&line);
}

/* The search ended with the first violation: nothing is said about the other properties. */
static void tell_undecided(property_set asked, enum property violated) {
  const char *separator = "Not decided: ";
  for (size_t i = 0; i < PROPERTY_COUNT; i++)
    if (i != violated && property_in((enum property)i, asked)) {
      printf("%s%s", separator, property_name((enum property)i));
      separator = ", ";
    }
  if (asked & ~((property_set)1 << violated))
    puts(" (--all checks them).");
}

/* What a race is about; nothing if it is none. */
static void print_variable(struct text *out, const struct execution *execution) {
  const struct violation *violation = &execution->machine.violation;
  if (violation->property == PROPERTY_RACE && violation->address)
    story_print_variable(out, execution->story, execution->state, violation);
}

/* One story of the races on a variable is enough. */
static bool is_told_already(const struct findings *findings, const struct execution *execution) {
  struct text variable = {0};
  if (!findings || !execution->story)
    return false;
  story_finish(execution->story, execution->state);
  print_variable(&variable, execution);
  bool is_told = findings_has_race_on(findings, text_get(&variable));
  text_release(&variable);
  return is_told;
}

static void keep_violation(struct findings *findings, const struct execution *execution) {
  const struct violation *violation = &execution->machine.violation;
  struct text headline = {0};
  story_print_headline(&headline, execution->story, execution->state, violation);
  struct text variable = {0};
  print_variable(&variable, execution);
  findings_add(findings, &violation->site, text_get(&headline), text_get(&variable));
  text_release(&headline);
  text_release(&variable);
}

/* Does anybody see more of a violation than the verdict? */
static bool is_shown(const struct input *input, const struct options *options) {
  return !options->quiet || options->files.trace || options->files.html || options->files.witness ||
         options->files.program || input->account;
}

/* What undefined functions do for it. */
static void suppose(const struct execution *execution, struct result *result) {
  struct text supposed = {0};
  if (!execution->story)
    return;
  supposed_find(&supposed, &execution->machine, &result->schedule, &result->violation,
                supposing_time);
  story_suppose(execution->story, text_get(&supposed));
  text_release(&supposed);
}

/* What SV-COMP calls it. */
static void say_violated(const struct input *input, const struct options *options,
                         const struct violation *violation) {
  if (options->stats && input_has_property_file(input))
    fprintf(stderr, "violates: %s\n", witness_property_name(violation));
  if (tells_more(options) && input_has_property_file(input))
    printf("SV-COMP: false(%s)\n", witness_property_name(violation));
}

/* The verdict is one about this model, which the user did not choose. */
static void tell_model(const struct input *input, const struct options *options) {
  const struct orders_used *orders = &input->program->orders;
  if (options->question.memory_model || input->memory_model != MEMORY_RC11)
    return;
  struct text place = {0};
  program_print_position(&place, input->program, orders->weak ? orders->at : orders->fence_at);
  say_note(input->account, options, NOTE_REMARK, "memory-model",
           "Checked under the memory model of C11 (--memory-model rc11), because of %s%s%s.",
           orders->weak ? "orders weaker than seq_cst" : "fences",
           place.length ? ", for example at " : "", text_get(&place));
  text_release(&place);
}

/* What the search took: by its work, which is the same each time, or else by the clock. */
static double search_seconds(const struct input *input, const struct result *result) {
  const struct work *work = input->limits.work;
  return result->is_replayed || !work ? clock_seconds() - input->limits.start
                                      : (double)work->done / 1e6;
}

/* What there is to say before the verdict on the first violation. */
static void tell_around(const struct input *asked, const struct options *options,
                        const struct result *result) {
  if (result->also)
    say_note(asked->account, options, NOTE_REMARK, "also-found", "Also found: %s (--all shows it).",
             result->also);
  if (asked->account)
    account_set_proven(asked->account, result->proven);
  if (tells_more(options))
    tell_undecided(asked->properties & ~(property_set)(result->also ? 1u << PROPERTY_RACE : 0),
                   result->violation.property);
  tell_model(asked, options);
}

/* Shows the violation if it happens again. With `findings` the verdict is left to the caller, and
 * the violation is kept there. What was replayed is replayed again only for a shorter story. */
static int show_violation(const struct input *asked, const struct options *options,
                          struct result *result, struct findings *findings) {
  struct input replayed = *asked; /* for what the schedule was made, which may be less */
  if (result->properties)
    replayed.properties = result->properties;
  const struct input *input = &replayed;
  const char *name = property_name(result->violation.property);
  if (result->is_replayed && !is_shown(input, options) && !findings) {
    say_violated(input, options, &result->violation);
    say_one_false(asked, name);
    return EXIT_FALSE;
  }
  if (is_shown(input, options))
    shortest_find(input, options, search_seconds(input, result), &result->schedule,
                  &result->violation);
  struct execution execution;
  execution_init(&execution, input, options);
  execution.run.replay = &result->schedule;
  limits_drop_time(&execution.run.limits); /* as long as the schedule, which was found in time */
  execution_find_free(&execution, &result->schedule, &result->violation);
  execution.run.limits.cancelled = NULL; /* what shortening has found by then is shown */
  execution_run(&execution);
  int code;
  if (execution.end == RUN_VIOLATION &&
      violation_is_same(&execution.machine.violation, &result->violation)) {
    suppose(&execution, result);
    if (!result->is_replayed)
      board_violate(result->board, &execution.machine.violation.site, options->search.engine, 0);
    if (!options->quiet)
      execution_tell(&execution, input, options,
                     !options->verbose && is_told_already(findings, &execution), stdout);
    code =
        execution_record(&execution, input, options, &result->schedule) ? EXIT_FALSE : EXIT_USAGE;
    if (!findings)
      tell_around(asked, options, result);
    say_violated(input, options, &execution.machine.violation);
    if (findings)
      keep_violation(findings, &execution);
    else
      say_one_false(asked, name);
  } else if (execution.end == RUN_LIMIT) {
    code = say_unknown(asked->account, options, execution.machine.reason);
  } else {
    const char *reason = execution_reason(&execution);
    fprintf(stderr,
            "heddle: a violation of '%s' was found, but its replay does not violate it (%s).\n"
            "heddle: this is a bug in heddle, please report it with the input files\n",
            name, *reason ? reason : "it ended otherwise");
    code = say_unknown(asked->account, options, "the counterexample could not be confirmed");
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
  fprintf(stderr, "memory: %.1f MB\nwork: %llu\n", (double)memory_resident() / 1048576,
          input->limits.work->done);
}

static void keep_statistics(struct account *account, const struct input *input,
                            const struct engine *engine, const struct result *result) {
  account_set_engine(account, result->engine ? result->engine : engine->name);
  account_set_statistic(account, "clang seconds", input->times.clang);
  account_set_statistic(account, "linking seconds", input->times.link);
  account_set_statistic(account, "lowering seconds", input->times.lower);
  for (size_t i = 0; i < result->statistic_count; i++)
    account_set_statistic(account, result->statistics[i].name, result->statistics[i].value);
  account_set_statistic(account, "seconds", clock_seconds() - input->limits.start);
  account_set_statistic(account, "work", (double)input->limits.work->done);
}

static void report_statistics(const struct input *input, const struct options *options,
                              const struct engine *engine, const struct result *result) {
  if (options->stats)
    print_statistics(input, engine, result);
  if (input->account)
    keep_statistics(input->account, input, engine, result);
}

/* An answer to part of what was asked. */
static void tell_proven(property_set proven) {
  fputs("proven:", stdout);
  for (size_t i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, proven))
      printf(" %s", property_name((enum property)i));
  putchar('\n');
}

/* A proof is one about the chosen model. C11 allows more where orders are weaker than seq_cst. */
static void tell_orders(const struct input *input, const struct options *options) {
  const struct program *program = input->program;
  if (!program->orders.weak || input->memory_model == MEMORY_RC11)
    return;
  struct text place = {0};
  program_print_position(&place, program, program->orders.at);
  say_note(input->account, options, NOTE_ASSUMPTION, "weak-memory-orders",
           "Memory orders weaker than seq_cst%s%s%s are taken for %s; --memory-model rc11 checks "
           "them.",
           place.length ? " (for example at " : "", text_get(&place), place.length ? ")" : "",
           input->memory_model == MEMORY_SC ? "seq_cst" : memory_model_name(input->memory_model));
  text_release(&place);
}

/* A proof of less, if the program could notice. */
static void tell_fresh_addresses(const struct input *input, const struct options *options) {
  struct reuse *reuse = stale_addresses_create(input->program, 0);
  if (reuse->kinds & ~(unsigned)REUSE_KEYS)
    say_note(input->account, options, NOTE_ASSUMPTION, "address-reuse",
             "This holds as long as the addresses of freed blocks, ended threads and dead "
             "variables\nare not reused (--address-reuse off).");
  stale_addresses_destroy(reuse);
}

/* A proof about executions without errors that were not looked for. */
static void tell_valid(const struct input *input, const struct options *options,
                       const struct task *proven) {
  bool looks_for_memory = property_in(PROPERTY_MEMORY, proven->properties);
  bool looks_for_locks = property_in(PROPERTY_LOCK, proven->properties);
  if (looks_for_memory && looks_for_locks)
    return;
  say_note(input->account, options, NOTE_ASSUMPTION, "valid-executions",
           "This holds as long as %s%s%s, which was not checked (--property %s).",
           looks_for_memory ? "" : "pointers stay in their objects",
           looks_for_memory || looks_for_locks ? "" : " and ",
           looks_for_locks ? "" : "locks are not misused",
           looks_for_memory  ? "lock"
           : looks_for_locks ? "memory"
                             : "memory,lock");
}

/* Returns the exit code. */
static int conclude_true(const struct input *input, const struct options *options,
                         const struct engine *engine, const struct task *proven,
                         const struct result *result) {
  bool fine = true;
  if (options->files.witness) {
    struct text specification = {0};
    struct witness_task task = input_witness_task(input, &specification);
    fine = witness_write_correctness(options->files.witness, &task) == STATUS_OK;
    text_release(&specification);
  }
  tell_model(input, options);
  tell_orders(input, options);
  bool is_heard = !options->quiet || input->account;
  if (is_heard && !input->follows_svcomp)
    vacuity_tell(input, options, engine, proven);
  if (is_heard && !input->reuses_addresses)
    tell_fresh_addresses(input, options);
  if (is_heard && result->assumes_valid)
    tell_valid(input, options, proven);
  if (input->account)
    account_set_proven(input->account, input->properties);
  return say_true(input->account, fine ? EXIT_TRUE : EXIT_USAGE);
}

/* "any" or a number; false: neither. */
static bool read_contexts(const char *text, struct task *task) {
  char *end;
  task->bounds_contexts = strcmp(text, "any") != 0;
  if (!task->bounds_contexts)
    return true;
  task->contexts = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && !*end && task->contexts <= MOST_CONTEXTS;
}

/* The worst that can happen: what is needed to find out why goes to a file. */
static int say_contradiction(const struct result *result) {
  static const char path[] = "heddle-contradiction.txt";
  struct text text = {0};
  text_add(&text, result->contradiction);
  bool is_written = file_write(path, &text);
  if (!is_written)
    fputs(result->contradiction, stderr);
  text_release(&text);
  fprintf(stderr,
          "heddle: internal error: %s.\n"
          "heddle: please report it with the command, the input files and %s\n",
          result->reason, is_written ? path : "what is above");
  return EXIT_INTERNAL;
}

/* Everything is an option but what depends on the program and on how far it is checked. */
static struct task make_task(const struct input *input, const struct options *options) {
  struct task task = {
      .program = input->program,
      .properties = input->properties,
      .known = &input->known,
      .memory_model = input->memory_model,
      .limits = interrupt_limits(options),
      .progress = !options->quiet && isatty(STDERR_FILENO),
      .solver = options->search.solver,
      .por = por_level_by_name(options->search.por),
      .options = options->search.engine_values.items,
      .option_count = options->search.engine_values.count,
      .threads = options_processes(options),
      .race_patience = race_patience,
      .counts = options->stats,
      .unwind = options->search.unwind,
      .keeps_proven = options->source.without && strcmp(options->source.without, "cutting") == 0,
  };
  task.limits.processors = task.threads;
  read_contexts(options->search.contexts, &task);
  return task;
}

/* The answer to a search that found no violation. */
static int say_result(const struct input *input, const struct options *options,
                      const struct engine *engine, const struct task *task,
                      const struct result *result) {
  if (result->verdict == VERDICT_TRUE)
    return conclude_true(input, options, engine, task, result);
  if (result->contradiction)
    return say_contradiction(result);
  tell_model(input, options);
  if (result->proven)
    tell_orders(input, options);
  bool has_table = unknown_has_table(input, options);
  if (result->proven && tells_more(options) && !has_table)
    tell_proven(result->proven);
  if (input->account)
    account_set_proven(input->account, result->proven);
  unknown_explain(input, options, engine, result);
  if (options->verbose)
    fputs(result->details ? result->details : "", stderr);
  struct text words = {0};
  if (options->verbose)
    text_add(&words, result->reason);
  else
    reason_add_plain(&words, input->program, result->reason);
  int code = has_table
                 ? say_open(input->account, input->properties & ~result->proven, text_get(&words))
                 : say_unknown(input->account, options, text_get(&words));
  text_release(&words);
  return code;
}

/* What became of each place. */
static void keep_answers(const struct input *input, const struct result *result,
                         property_set asked) {
  if (input->account)
    account_set_board(input->account, input->program, result->board, asked);
}

static int check_first(struct input *input, const struct options *options,
                       const struct engine *engine, const struct task *task) {
  struct result result = {.verdict = VERDICT_UNKNOWN};
  searches_run(input, options->verbose, engine, task, &result);
  interrupt_end_time();
  report_statistics(input, options, engine, &result);
  accept_apply(input, options, &result);
  int code = result.verdict == VERDICT_FALSE ? show_violation(input, options, &result, NULL)
                                             : say_result(input, options, engine, task, &result);
  keep_answers(input, &result, input->properties);
  if (!accept_write(input, options, &result) ||
      (result.verdict != VERDICT_FALSE && code != EXIT_INTERNAL &&
       !unknown_write_page(input, options, engine, &result)))
    code = EXIT_USAGE;
  result_release(&result);
  return code;
}

/* The files of one violation among several. */
static struct options number_files(const struct options *options, const struct findings *findings) {
  struct options numbered = *options;
  numbered.files.trace = findings_number_path(findings, options->files.trace);
  numbered.files.html = findings_number_path(findings, options->files.html);
  numbered.files.witness = findings_number_path(findings, options->files.witness);
  numbered.files.program = findings_number_path(findings, options->files.program);
  return numbered;
}

/* One search after the other, each for what the ones before did not show. Returns the exit code of
 * the last one, EXIT_FALSE if there is nothing left to search for. */
static int search_on(struct input *input, const struct options *options,
                     const struct engine *engine, struct task *task, struct findings *findings,
                     struct result *result) {
  for (;;) {
    property_set known = engine->skips_known ? 0 : known_properties(findings->known);
    task->properties = findings->asked & ~findings->proven & ~known;
    *result = (struct result){.verdict = VERDICT_UNKNOWN};
    if (!task->properties) {
      result->verdict = known ? VERDICT_UNKNOWN : VERDICT_TRUE;
      snprintf(result->reason, sizeof result->reason,
               "engine %s finds one violation of each property", engine->name);
      return EXIT_FALSE;
    }
    searches_run(input, options->verbose, engine, task, result);
    report_statistics(input, options, engine, result);
    findings->proven |= result->verdict == VERDICT_TRUE ? task->properties : result->proven;
    if (result->verdict == VERDICT_TRUE && known) { /* which it was not asked for */
      result_release(result);
      continue;
    }
    if (result->verdict != VERDICT_FALSE)
      return EXIT_FALSE;
    if (result->violation.property == PROPERTY_RACE)
      task->race_patience = 0; /* the others had their time */
    size_t count = findings->headlines.count;
    struct options numbered = number_files(options, findings);
    input->properties = task->properties;
    fputs(count && tells_more(options) ? "\n" : "", stdout);
    int code = show_violation(input, &numbered, result, findings);
    if (findings->headlines.count == count)
      return code;
    fflush(stdout);
    interrupt_guard_found(findings_verdict(findings));
    documents_prepare(input->account, options, "FALSE", EXIT_FALSE);
    result_release(result);
  }
}

/* --all */
static int check_all(struct input *input, const struct options *options,
                     const struct engine *engine, struct task *task) {
  struct findings findings;
  struct result result;
  findings_init(&findings, input->properties, &input->known);
  int code = search_on(input, options, engine, task, &findings, &result);
  if (code == EXIT_FALSE && (result.contradiction || !findings.headlines.count)) {
    accept_apply(input, options, &result);
    if (result.verdict == VERDICT_TRUE && unknown_has_table(input, options))
      unknown_print_table(input, engine, &result);
    code = say_result(input, options, engine, task, &result);
  } else if (code == EXIT_FALSE) {
    const char *reason = result.verdict == VERDICT_TRUE ? NULL : result.reason;
    if (tells_more(options))
      findings_print(&findings, reason, stdout);
    if (reason && unknown_has_table(input, options)) {
      input->properties = findings.asked;
      result.proven = findings.proven;
      unknown_print_table(input, engine, &result);
    }
    tell_model(input, options);
    if (input->account)
      account_set_proven(input->account, findings.proven | (reason ? 0 : findings.asked));
    say_false(input->account, findings_verdict(&findings), reason);
  }
  keep_answers(input, &result, findings.asked);
  if (!accept_write(input, options, &result))
    code = EXIT_USAGE;
  result_release(&result);
  interrupt_unguard();
  findings_release(&findings);
  return code;
}

static void tell_suppressions(const struct input *input, const struct options *options) {
  const struct suppressions *suppressions = input->known.suppressions;
  for (size_t i = 0; i < suppressions_count(suppressions); i++) {
    struct text line = {0};
    text_format(&line, "%s: suppression '%s' %s", suppressions_place(suppressions, i),
                suppressions_line(suppressions, i),
                suppressions_is_used(suppressions, i) ? "was used" : "was not used");
    if (!options->quiet)
      fprintf(stderr, "heddle: %s\n", text_get(&line));
    if (input->account)
      account_add_note(input->account, NOTE_REMARK, "suppression", text_get(&line));
    text_release(&line);
  }
}

/* Without --memory-model the model is C11's own. That is sc if the program is free of races and has
 * no atomic accesses but seq_cst ones, or if it has one thread; so rc11 is needed only for orders
 * and fences. SV-COMP is about sc, and so is what observers, witnesses and most engines
 * know. */
static void choose_model(struct input *input, const struct options *options,
                         const struct engine *engine) {
  const struct orders_used *orders = &input->program->orders;
  if (!options->question.memory_model && (orders->weak || orders->fences) &&
      engine->models & MODEL_BIT(MEMORY_RC11) && !input->follows_svcomp && !input->specification &&
      !options->files.witness && traits_find(input->program).threads)
    input->memory_model = MEMORY_RC11;
}

static int check_loaded(struct input *input, const struct options *options,
                        const struct engine *engine) {
  struct limits limits = interrupt_limits(options);
  interrupt_guard_check(&limits);
  documents_prepare(input->account, options, "UNKNOWN", EXIT_UNKNOWN);
  int code = input_load(input, options);
  if (code)
    return code;
  choose_model(input, options, engine);
  struct trace about = input_describe(input);
  if (input->account)
    account_set_input(input->account, &about);
  documents_prepare(input->account, options, "UNKNOWN", EXIT_UNKNOWN);
  property_set suppressed = suppressions_properties(input->known.suppressions);
  if (!engine->skips_known && (suppressed & input->properties)) {
    options_complain(options, "--suppress: engine '%s' cannot pass over violations", engine->name);
    return EXIT_USAGE;
  }
  if (options->verbose)
    fprintf(stderr, "heddle: searching with engine %s\n", engine->name);
  struct task task = make_task(input, options);
  struct table_listener listener;
  interrupt_guard_search("UNKNOWN(time)\n", "UNKNOWN(interrupted)\n");
  if (unknown_has_table(input, options)) {
    bool is_limited =
        options->limits.time > 0 || options->limits.cpu_time > 0 || options->limits.work;
    unknown_listen(&listener, input, engine, !is_limited);
    task.listener = &listener.listener;
  }
  interrupt_limit_memory(&task.limits, "UNKNOWN(out of memory)\n");
  code = options->all ? check_all(input, options, engine, &task)
                      : check_first(input, options, engine, &task);
  tell_suppressions(input, options);
  return code;
}

static int check_input(const struct options *options) {
  const struct engine *engine = engine_find(options->search.engine);
  if (!engine) {
    options_complain(options, "no engine '%s'", options->search.engine);
    return EXIT_USAGE;
  }
  enum memory_model model = MEMORY_SC; /* or chosen later */
  if (options->question.memory_model)
    memory_model_find(options->question.memory_model, &model);
  if (!engines_check_model(options, engine, model) || !engines_check_options(options, engine))
    return EXIT_USAGE;
  if (options->source.without && !transform_can_leave_out(options->source.without)) {
    options_complain(options, "--without: no pass that can be left out: %s",
                     options->source.without);
    return EXIT_USAGE;
  }
  struct task bounds;
  if (!read_contexts(options->search.contexts, &bounds)) {
    options_complain(options, "--contexts: neither a number nor 'any': %s",
                     options->search.contexts);
    return EXIT_USAGE;
  }
  if (options->files.witness && !witness_has_format(options->files.witness)) {
    options_complain(options, "--witness: neither .graphml nor .yml: %s", options->files.witness);
    return EXIT_USAGE;
  }
  if (options->files.witness && options->source.compdb) {
    options_complain(options,
                     "--witness: its formats name all files, so name them without --compdb");
    return EXIT_USAGE;
  }
  if (options->files.witness && model != MEMORY_SC) {
    options_complain(options, "--witness: its formats know no memory model but sc");
    return EXIT_USAGE;
  }
  if (options->files.witness && options->question.accept) {
    options_complain(options, "--accept: a witness needs a proof without it");
    return EXIT_USAGE;
  }
  if (!accept_check(options))
    return EXIT_USAGE;
  struct input input = {0};
  if (!documents_begin(options, &input.account))
    return EXIT_USAGE;
  int code = input_from_options(&input, options, 0);
  if (code == 0)
    code = check_loaded(&input, options, engine);
  interrupt_unguard();
  code = documents_end(input.account, options, code);
  input_release(&input);
  return code;
}

int command_check(const struct options *options) {
  return tasks_are_several(options) ? tasks_check(options, check_input) : check_input(options);
}
