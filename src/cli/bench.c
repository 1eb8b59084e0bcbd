/* SPDX-License-Identifier: Apache-2.0 */
/* `heddle bench`: runs the tasks of sets and prints a summary, or only summarises results of
 * earlier runs. */
#include "base/file.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "bench/plot.h"
#include "bench/runner.h"
#include "bench/score.h"
#include "bench/summary.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/parse.h"
#include "engine/engine.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct bench {
  const struct options *options;
  struct arena *arena;
  const char *csv, *plot, *table; /* files to write; NULL: not */
  struct task_set tasks;
  struct plan plan;
  struct option_arguments passed_on;
  VECTOR(struct series) series; /* results read, and those of this run last */
};

static int complain(const char *message) {
  fprintf(stderr, "heddle: %s\n", message);
  return EXIT_USAGE;
}

static int complain_and_release(struct text *message) {
  complain(text_get(message));
  text_release(message);
  return EXIT_USAGE;
}

/* The rows of each tool in a file are a series of their own, named after it, or after the file if
 * there is only one. */
static void add_by_tool(struct bench *bench, const char *path, const struct results *results) {
  size_t first = bench->series.count;
  struct interner *tools = interner_create();
  vector_each (row, &results->rows) {
    bool is_new;
    uint32_t number = interner_add(tools, row->tool, strlen(row->tool), &is_new);
    if (is_new)
      vector_push(&bench->series,
                  (struct series){.name = arena_copy_text(bench->arena, row->tool)});
    results_add(&bench->series.items[first + number].results, row);
  }
  if (bench->series.count == first)
    vector_push(&bench->series, (struct series){0});
  if (bench->series.count == first + 1)
    bench->series.items[first].name = path;
  interner_destroy(tools);
}

static int read_results(struct bench *bench, const char *path) {
  struct text problem = {0};
  struct results results;
  bool fine = results_read(&results, path, &problem);
  if (fine)
    add_by_tool(bench, path, &results);
  results_release(&results);
  return fine ? 0 : complain_and_release(&problem);
}

/* Sets, tasks, programs and results, by what their names end in. */
static int read_operands(struct bench *bench) {
  const struct options *options = bench->options;
  if (options->operand_count == 0) {
    options_complain(options, "nothing to run: no set, no task, no results");
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < options->operand_count; i++) {
    const char *path = options->operands[i];
    if (file_path_has_ending(path, ".csv")) {
      int code = read_results(bench, path);
      if (code)
        return code;
    } else if (!file_path_has_ending(path, ".set")) {
      task_set_add_file(&bench->tasks, path);
    } else if (!task_set_add(&bench->tasks, path)) {
      fprintf(stderr, "heddle: %s: %s\n", path, strerror(errno));
      return EXIT_USAGE;
    }
  }
  return 0;
}

/* Tells builds apart: results of another one are not to be gone on with. */
static uint64_t hash_of_heddle(void) {
  FILE *file = fopen("/proc/self/exe", "rbe");
  uint64_t hash = 0;
  char buffer[1 << 14];
  for (size_t count; file && (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
    hash = hash_combine(hash, hash_bytes(buffer, count));
  if (file)
    fclose(file);
  return hash;
}

/* What the results say they come from: everything that can change an answer. */
static const char *describe_tool(const struct bench *bench) {
  const struct options *options = bench->options;
  struct text text = {0};
  if (options->bench.tool) {
    text_add(&text, options->bench.tool);
  } else {
    text_format(&text, "heddle %s (build %08x) check", HEDDLE_VERSION,
                (unsigned)(hash_of_heddle() & 0xffffffff));
    for (size_t i = 0; i < bench->passed_on.list.count; i++)
      text_format(&text, " %s", bench->passed_on.list.items[i]);
  }
  text_format(&text, " --time=%g", options->limits.time);
  if (options->limits.memory)
    text_format(&text, " --memory=%llu", (unsigned long long)options->limits.memory);
  for (size_t i = 0; i < options->clang_flag_count; i++)
    text_format(&text, "%s %s", i ? "" : " --", options->clang_flags[i]);
  const char *copy = arena_copy_text(bench->arena, text_get(&text));
  text_release(&text);
  return copy;
}

static unsigned long memory_for_each(const struct options *options) {
  if (options->limits.memory)
    return (unsigned long)options->limits.memory;
  unsigned long pages = (unsigned long)sysconf(_SC_PHYS_PAGES);
  unsigned long megabytes = pages / (1048576 / (unsigned long)sysconf(_SC_PAGESIZE));
  return megabytes / 4 * 3 / (unsigned long)options->bench.jobs;
}

/* Reads what an earlier run left in the file, unless that came from another command. */
static int read_earlier(const struct bench *bench, const char *tool, struct results *results) {
  const struct options *options = bench->options;
  struct text problem = {0};
  if (access(bench->csv, F_OK) != 0)
    return 0;
  if (!results_read(results, bench->csv, &problem))
    return complain_and_release(&problem);
  if (options->bench.fresh) {
    results_release(results);
    *results = (struct results){0};
    return 0;
  }
  for (size_t i = 0; i < results->rows.count; i++)
    if (strcmp(results->rows.items[i].tool, tool) != 0) {
      fprintf(stderr,
              "heddle: %s holds results of another command:\n  %s\nand not of\n  %s\n"
              "heddle: choose another --csv, or start again with --fresh\n",
              bench->csv, results->rows.items[i].tool, tool);
      return EXIT_USAGE;
    }
  return 0;
}

static void say_what_is_left(const struct bench *bench, const struct results *earlier) {
  if (bench->plan.passed_over)
    fprintf(stderr, "heddle: %zu tasks do not have the property asked for\n",
            bench->plan.passed_over);
  size_t done = 0;
  for (size_t i = 0; i < bench->plan.items.count; i++)
    done += results_find(earlier, bench->plan.items.items[i].name,
                         bench->plan.items.items[i].property) != NULL;
  if (done)
    fprintf(stderr, "heddle: continuing %s: %zu of %zu tasks are done\n", bench->csv, done,
            bench->plan.items.count);
}

static int run_into(const struct bench *bench, struct runner *runner, struct results *results) {
  struct text problem = {0};
  const char *path = bench->csv;
  struct results_file *file = results_open(path, bench->options->bench.fresh, &problem);
  if (!file)
    return complain_and_release(&problem);
  say_what_is_left(bench, results);
  enum runner_end end = runner_run(runner, results, file);
  int error = errno;
  results_close(file);
  switch (end) {
  case RUNNER_FINISHED:
    return 0;
  case RUNNER_INTERRUPTED:
    fprintf(stderr, "heddle: interrupted; the same command continues from %s\n", path);
    return EXIT_UNKNOWN;
  case RUNNER_FAILED:
    break;
  }
  fprintf(stderr, "heddle: %s: %s\n", path, strerror(error));
  return EXIT_USAGE;
}

static int run_tasks(struct bench *bench) {
  const struct options *options = bench->options;
  struct runner runner = {
      .plan = &bench->plan,
      .command =
          {
              .tool = options->bench.tool,
              .check_options = bench->passed_on.list.items,
              .check_option_count = bench->passed_on.list.count,
              .clang_flags = options->clang_flags,
              .clang_flag_count = options->clang_flag_count,
              .data_model =
                  options->source.data_model && strcmp(options->source.data_model, "ilp32") == 0
                      ? DATA_MODEL_ILP32
                      : DATA_MODEL_LP64,
              .seconds = options->limits.time,
              .memory = memory_for_each(options),
          },
      .tool = describe_tool(bench),
      .jobs = (size_t)options->bench.jobs,
      .quiet = options->quiet,
      .verbose = options->verbose,
  };
  struct text problem = {0};
  if (!patterns_compile(&runner.patterns, options->bench.says_true, options->bench.says_false,
                        options->bench.says_unknown, &problem))
    return complain_and_release(&problem);
  struct series own = {.name = bench->csv};
  int code = read_earlier(bench, runner.tool, &own.results);
  if (code == 0)
    code = run_into(bench, &runner, &own.results);
  patterns_release(&runner.patterns);
  vector_push(&bench->series, own);
  return code;
}

/* What is worst among the results decides. */
static int judge_all(const struct bench *bench) {
  struct tally tally = {0};
  for (size_t s = 0; s < bench->series.count; s++)
    for (size_t i = 0; i < bench->series.items[s].results.rows.count; i++)
      tally_add(&tally, &bench->series.items[s].results.rows.items[i]);
  if (tally_wrong(&tally))
    return EXIT_FALSE;
  return tally.errors ? EXIT_BAD_INPUT : 0;
}

/* Prints the table and writes the files asked for. */
static int print_results(const struct bench *bench) {
  int code = 0;
  struct text table = {0}, plot = {0};
  summary_print(&table, bench->series.items, bench->series.count);
  fputs(text_get(&table), stdout);
  if (bench->table)
    code = file_write(bench->table, &table) ? 0 : EXIT_USAGE;
  if (bench->plot && code == 0) {
    plot_print(&plot, bench->series.items, bench->series.count);
    code = file_write(bench->plot, &plot) ? 0 : EXIT_USAGE;
  }
  text_release(&table);
  text_release(&plot);
  return code;
}

/* Which files to write. Makes the folder, if one is asked for. */
static int choose_files(struct bench *bench) {
  const struct options *options = bench->options;
  const char *folder = options->files.output;
  bench->csv = options->bench.csv ? options->bench.csv : "bench.csv";
  bench->plot = options->bench.plot;
  if (!folder)
    return 0;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    fprintf(stderr, "heddle: %s: %s\n", folder, strerror(errno));
    return EXIT_USAGE;
  }
  if (!options->bench.csv)
    bench->csv = arena_format(bench->arena, "%s/bench.csv", folder);
  if (!options->bench.plot)
    bench->plot = arena_format(bench->arena, "%s/bench.svg", folder);
  bench->table = arena_format(bench->arena, "%s/bench.txt", folder);
  return 0;
}

static int check_options(const struct options *options) {
  if (options->search.engine && !engine_find(options->search.engine)) {
    options_complain(options, "no engine '%s'", options->search.engine);
    return EXIT_USAGE;
  }
  if (options->bench.tool && !strstr(options->bench.tool, "{file}") &&
      !strstr(options->bench.tool, "{task}")) {
    options_complain(options, "--tool names neither {file} nor {task}");
    return EXIT_USAGE;
  }
  if (!options->bench.tool &&
      (options->bench.says_true || options->bench.says_false || options->bench.says_unknown)) {
    options_complain(options, "--says-true and the like are for another --tool");
    return EXIT_USAGE;
  }
  return 0;
}

static int bench_all(struct bench *bench) {
  int code = check_options(bench->options);
  if (code == 0)
    code = read_operands(bench);
  if (code == 0)
    code = choose_files(bench);
  if (code)
    return code;
  if (bench->tasks.paths.count) {
    struct plan_question question = {bench->options->question.property_file,
                                     bench->options->question.property};
    plan_make(&bench->plan, &bench->tasks, &question);
    options_pass_on(bench->options, bench->arena, &bench->passed_on);
    code = run_tasks(bench);
    if (code && code != EXIT_UNKNOWN)
      return code;
  }
  int trouble = print_results(bench);
  if (trouble)
    return trouble;
  return code ? code : judge_all(bench);
}

int command_bench(const struct options *options) {
  struct bench bench = {.options = options, .arena = arena_create()};
  int code = bench_all(&bench);
  for (size_t i = 0; i < bench.series.count; i++)
    results_release(&bench.series.items[i].results);
  vector_release(&bench.series);
  vector_release(&bench.passed_on.list);
  plan_release(&bench.plan);
  task_set_release(&bench.tasks);
  arena_destroy(bench.arena);
  return code;
}
