/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/option_table.h"

#include <string.h>

/* An option of `check` is one of `bench`, too, which passes it on. */
#define CHECK (CHECK_ONLY | BENCH | OPTION_PASSED_ON)
#define CHECK_ONLY (1u << COMMAND_CHECK)
#define BENCH (1u << COMMAND_BENCH)
#define RUN (1u << COMMAND_RUN)
#define REPLAY (1u << COMMAND_REPLAY)
#define SHOW (1u << COMMAND_SHOW)
#define HARNESS (1u << COMMAND_HARNESS)
#define SEQUENTIALIZE (1u << COMMAND_SEQUENTIALIZE)
#define ORDERS (1u << COMMAND_ORDERS)
#define ALL (HARNESS | CHECK_ONLY | RUN | REPLAY | SHOW | SEQUENTIALIZE | ORDERS | BENCH)
#define FIELD(name) offsetof(struct options, name)

static const struct option_row option_table[] = {
    {"property", 0, OPTION_TEXT, "LIST", CHECK | RUN | SEQUENTIALIZE | ORDERS,
     FIELD(question.property), NULL, 0, 0, "properties to check, separated by commas (see below)"},
    {"prp", 0, OPTION_FILE, "FILE", CHECK_ONLY | BENCH | RUN | SEQUENTIALIZE | ORDERS,
     FIELD(question.property_file), NULL, 0, 0,
     "take the properties from an SV-COMP property file; implies --svcomp"},
    {"svcomp", 0, OPTION_FLAG, NULL, CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(question.svcomp), NULL, 0, 0,
     "SV-COMP's rules, as for a .yml task: memory model sc, no address reuse, and undefined "
     "functions without effect, unless other options say otherwise"},
    {"all", 0, OPTION_FLAG, NULL, CHECK_ONLY, FIELD(all), NULL, 0, 0,
     "continue after the first violation and list every violation with its own source location"},
    {"suppress", 0, OPTION_FILE, "FILE", CHECK, FIELD(question.suppress), NULL, 0, 0,
     "ignore the violations listed in a ThreadSanitizer suppression file: race:PATTERN, ..."},
    {"accept", 0, OPTION_FILE, "FILE", CHECK_ONLY, FIELD(question.accept), NULL, 0, 0,
     "places that you have judged, from --write-accept: they count as proven"},
    {"write-accept", 0, OPTION_FILE, "FILE", CHECK_ONLY, FIELD(files.accept), NULL, 0, 0,
     "also write the places that are not proven, for --accept"},
    {"spec", 0, OPTION_TEXT, "FILE", CHECK | SHOW, FIELD(source.specification), NULL, 0, 0,
     "check specification automata; FILE:NAME=VALUE,... sets their parameters"},
    {"engine", 0, OPTION_ENGINE, "NAME", CHECK, FIELD(search.engine), "auto", 0, 0,
     "the search to use (see below)"},
    {"engine", 0, OPTION_ENGINE, "NAME", ORDERS, FIELD(search.engine), "graph", 0, 0,
     "the search for executions that violate a property; graph leaves to order what it cannot "
     "decide"},
    {"patch", 0, OPTION_FILE, "FILE", ORDERS, FIELD(files.patch), NULL, 0, 0,
     "write the result as a unified diff, for patch -p1 or git apply"},
    {"attempt-time", 0, OPTION_SECONDS, "SEC", ORDERS, FIELD(limits.attempt_time), "60", 0,
     1000000000, "time limit of a single attempt in seconds; 0: none"},
    {"threads", 0, OPTION_NUMBER, "N", CHECK, FIELD(search.threads), "0", 0, 4096,
     "auto: engines that run at a time; graph: processes; 0: one per processor"},
    {"solver", 0, OPTION_CHOICE, "sat|z3", CHECK, FIELD(search.solver), "sat", 0, 0,
     "the solver of engines that use one"},
    {"por", 0, OPTION_CHOICE, "none|local|persistent|sleep|full", CHECK, FIELD(search.por), "full",
     0, 0, "explicit, impact, lazy, schedule, widen: partial-order reduction"},
    {"contexts", 0, OPTION_TEXT, "N", CHECK, FIELD(search.contexts), "any", 0, 0,
     "lazy, schedule, widen: maximal number of context switches; any: increase it step by step"},
    {"unwind", 0, OPTION_NUMBER, "N", CHECK, FIELD(search.unwind), "0", 0, 1u << 20,
     "order, lazy, schedule, widen: maximal iterations of a loop; 0: increase it step by step"},
    {"seed", 0, OPTION_NUMBER, "N", RUN, FIELD(seed), "0", 0, UINT64_MAX,
     "seed of the random schedule and values"},
    {"schedule", 0, OPTION_FILE, "FILE.json", RUN, FIELD(files.schedule), NULL, 0, 0,
     "follow a recorded execution"},
    {"trace", 0, OPTION_FILE, "FILE.json", CHECK_ONLY | RUN | REPLAY, FIELD(files.trace), NULL, 0,
     0, "write the execution, for replay and run --schedule"},
    {"html", 0, OPTION_FILE, "FILE.html", CHECK_ONLY | RUN | REPLAY, FIELD(files.html), NULL, 0, 0,
     "write the execution as a page to step through in a browser; without one the open places"},
    {"witness", 0, OPTION_FILE, "FILE", CHECK_ONLY, FIELD(files.witness), NULL, 0, 0,
     "write an SV-COMP witness: .graphml (1.0) or .yml (2.2)"},
    {"json", 0, OPTION_FILE, "FILE|-", CHECK_ONLY, FIELD(files.json), NULL, 0, 0,
     "also write the results as JSON; -: to stdout, with the text on stderr"},
    {"sarif", 0, OPTION_FILE, "FILE|-", CHECK_ONLY, FIELD(files.sarif), NULL, 0, 0,
     "also write the violations as SARIF 2.1.0, for code-scanning services and editors"},
    {"format", 0, OPTION_CHOICE, "text|gcc|github", CHECK_ONLY, FIELD(files.format), "text", 0, 0,
     "print violations as stories, as gcc prints warnings, or as GitHub workflow commands"},
    {"trace", 0, OPTION_FILE, "FILE.json", SEQUENTIALIZE, FIELD(files.trace), NULL, 0, 0,
     "write only the recorded execution, which always fails"},
    {"program", 0, OPTION_FILE, "FILE.c", CHECK_ONLY | REPLAY, FIELD(files.program), NULL, 0, 0,
     "write the execution as a C program that fails in the same way"},
    {"time", 0, OPTION_SECONDS, "SEC", CHECK_ONLY | RUN | REPLAY | ORDERS, FIELD(limits.time), "0",
     0, 1000000000, "time limit in seconds; 0: none"},
    {"cpu-time", 0, OPTION_SECONDS, "SEC", CHECK | RUN | REPLAY | ORDERS, FIELD(limits.cpu_time),
     "0", 0, 1000000000,
     "limit of the processor time of all processes together in seconds; 0: none"},
    {"shorten", 0, OPTION_SECONDS, "SEC", CHECK_ONLY | REPLAY, FIELD(limits.shorten), NULL, 0,
     1000000000,
     "time to look for a shorter execution that violates the same, as work that takes so many "
     "seconds; 0: show it as it was found (default: as long as the search took, from 2 to 10; "
     "replay: 0)"},
    {"work", 0, OPTION_NUMBER, "N", CHECK_ONLY | RUN, FIELD(limits.work), "0", 0, UINT64_MAX,
     "limit of the work of each engine, which is the same on every machine; a million takes a "
     "second or so; 0: none"},
    {"memory", 0, OPTION_NUMBER, "MB", CHECK_ONLY | RUN | REPLAY | ORDERS, FIELD(limits.memory),
     "0", 0, 1u << 30, "memory limit in MB; 0: three quarters of the machine's memory"},
    {"time", 0, OPTION_SECONDS, "SEC", BENCH, FIELD(limits.time), "60", 0, 1000000000,
     "time limit of each task in seconds of wall time; 0: none"},
    {"memory", 0, OPTION_NUMBER, "MB", BENCH, FIELD(limits.memory), "0", 0, 1u << 30,
     "memory limit of each task in MB; 0: three quarters of the machine's, shared by the jobs"},
    {"jobs", 'j', OPTION_NUMBER, "N", BENCH, FIELD(bench.jobs), "1", 1, 4096,
     "number of tasks to run at a time"},
    {"csv", 0, OPTION_FILE, "FILE", BENCH, FIELD(bench.csv), NULL, 0, 0,
     "file for the results; an interrupted run continues from it (default: bench.csv)"},
    {"plot", 0, OPTION_FILE, "FILE.svg", BENCH, FIELD(bench.plot), NULL, 0, 0,
     "draw a quantile plot of the results and of the CSV files given"},
    {"without", 0, OPTION_TEXT, "PASS", CHECK, FIELD(source.without), NULL, 0, 0,
     "leave out this pass, which only makes programs smaller: constants or delays"},
    {"output", 'o', OPTION_FILE, "DIR", BENCH, FIELD(files.output), NULL, 0, 0,
     "write bench.csv, bench.svg and the table (bench.txt) to this folder"},
    {"fresh", 0, OPTION_FLAG, NULL, BENCH, FIELD(bench.fresh), NULL, 0, 0,
     "discard existing results and start again"},
    {"tool", 0, OPTION_TEXT, "CMD", BENCH, FIELD(bench.tool), NULL, 0, 0,
     "run another tool instead of heddle check (see below)"},
    {"says-true", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(bench.says_true), NULL, 0, 0,
     "a line of the tool's output that means TRUE"},
    {"says-false", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(bench.says_false), NULL, 0, 0,
     "a line that means FALSE; a group in the pattern is the property"},
    {"says-unknown", 0, OPTION_TEXT, "REGEX", BENCH, FIELD(bench.says_unknown), NULL, 0, 0,
     "a line that means UNKNOWN; a group in the pattern is the reason"},
    {"data-model", 0, OPTION_CHOICE, "lp64|ilp32",
     CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS, FIELD(source.data_model), NULL, 0, 0,
     "sizes of the C types; a .yml task sets its own (default: that of a file that heddle "
     "sequentialize wrote, else lp64)"},
    {"memory-model", 0, OPTION_CHOICE, "sc|tso|pso|rc11", CHECK, FIELD(question.memory_model), NULL,
     0, 0,
     "memory model: sequential consistency, store buffers of processors (tso, pso), or C11 "
     "(default: rc11 for programs with fences or orders weaker than seq_cst, else sc; under "
     "--svcomp sc)"},
    {"memory-model", 0, OPTION_CHOICE, "sc|tso|pso|rc11", RUN, FIELD(question.memory_model), "sc",
     0, 0, "memory model: sequential consistency or store buffers (tso, pso); rc11 runs like sc"},
    {"memory-model", 0, OPTION_CHOICE, "tso|pso|rc11", ORDERS, FIELD(question.memory_model), "rc11",
     0, 0, "rc11: the orders that C11 requires; tso, pso: the fences that such a processor needs"},
    {"volatile", 0, OPTION_CHOICE, "plain|atomic", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.volatile_accesses), "plain", 0, 0,
     "treat accesses to volatile scalars as plain, or as atomic (no races)"},
    {"address-reuse", 0, OPTION_CHOICE, "on|off", CHECK | RUN | ORDERS,
     FIELD(question.address_reuse), NULL, 0, 0,
     "whether a new object may get the address of a freed one (default: on; under --svcomp off)"},
    {"entry", 0, OPTION_TEXT, "NAME,...", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(source.entry), "main", 0, 0,
     "function to start in, or several to run concurrently; their parameters are inputs"},
    {"repeat", 0, OPTION_FLAG, NULL, CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(source.repeat), NULL, 0, 0, "call each function of --entry any number of times"},
    {"faults", 0, OPTION_CHOICE, "on|off", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.faults), "off", 0, 0,
     "whether library calls may fail for lack of memory, descriptors, threads and the like"},
    {"args", 0, OPTION_TEXT, "WORDS|any", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.arguments), NULL, 0, 0,
     "arguments of main, quoted as in a shell; any: up to 4 arbitrary ones of up to 8 characters"},
    {"env", 0, OPTION_TEXT, "NAME=VALUE...", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.variables), NULL, 0, 0,
     "variables of the environment at the start, quoted as in a shell (default: none)"},
    {"stdin", 0, OPTION_FILE, "FILE", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.input), NULL, 0, 0, "standard input of the program (default: any input)"},
    {"error-function", 0, OPTION_TEXT, "LIST", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.error_functions), NULL, 0, 0,
     "functions whose call violates reach; exit: only with a failure status"},
    {"compdb", 0, OPTION_FILE, "FILE.json", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS | HARNESS,
     FIELD(source.compdb), NULL, 0, 0,
     "compilation database: use its flags, and those of its files that the program needs"},
    {"undefined", 0, OPTION_CHOICE, "environment|pure|stop",
     CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS, FIELD(source.undefined), NULL, 0, 0,
     "undefined functions: use what they can reach in any way, have no effect, or end in UNKNOWN "
     "(default: environment; under --svcomp pure)"},
    {"assume-pure", 0, OPTION_TEXT, "NAME,...|all", CHECK | RUN | SHOW | SEQUENTIALIZE | ORDERS,
     FIELD(source.assume_pure), NULL, 0, 0,
     "undefined functions without side effects; overrides --undefined"},
    {"after", 0, OPTION_TEXT, "PASS", SHOW, FIELD(after), NULL, 0, 0,
     "show the program after this pass instead of after all of them (see below)"},
    {"output", 'o', OPTION_FILE, "FILE", SHOW | HARNESS | SEQUENTIALIZE, FIELD(files.output), NULL,
     0, 0, "output file (default: standard output)"},
    {"max-threads", 0, OPTION_NUMBER, "N", SEQUENTIALIZE, FIELD(sequential.max_threads), "8", 1,
     1024, "maximal number of threads per function if heddle cannot tell how many there are"},
    {"max-depth", 0, OPTION_NUMBER, "N", SEQUENTIALIZE, FIELD(sequential.max_depth), "16", 1, 1024,
     "maximal recursion depth per thread in functions that other threads can interrupt"},
    {"reduction", 0, OPTION_TEXT, "LIST", SEQUENTIALIZE, FIELD(sequential.reduction),
     "local,conflict,forget", 0, 0,
     "reductions to apply: local, conflict and order omit context switches, forget resets dead "
     "values; or none"},
    {"no-por", 0, OPTION_FLAG, NULL, SEQUENTIALIZE, FIELD(sequential.no_por), NULL, 0, 0,
     "the same as --reduction none: threads interleave at every memory access"},
    {"check-states", 0, OPTION_FLAG, NULL, SEQUENTIALIZE, FIELD(sequential.check_states), NULL, 0,
     0, "add checks for impossible program counters"},
    {"stats", 0, OPTION_FLAG, NULL, CHECK_ONLY, FIELD(stats), NULL, 0, 0, "print statistics"},
    {"verbose", 'v', OPTION_FLAG, NULL, ALL, FIELD(verbose), NULL, 0, 0,
     "print more; show: also library functions; bench: a line for each task"},
    {"quiet", 'q', OPTION_FLAG, NULL, CHECK_ONLY | RUN | REPLAY | ORDERS | BENCH, FIELD(quiet),
     NULL, 0, 0, "print only the verdict, or the output of the program; bench: no progress"},
};
enum { OWN_ROWS = sizeof option_table / sizeof *option_table };

/* The index-th option of any engine; false: there are fewer. */
static bool find_engine_option(size_t index, struct option_row *found) {
  for (size_t i = 0; engines[i]; i++)
    for (const struct engine_option *row = engines[i]->options; row && row->name; row++) {
      if (index--)
        continue;
      bool is_number = strcmp(row->argument, "N") == 0;
      *found = (struct option_row){.name = row->name,
                                   .kind = is_number ? OPTION_NUMBER : OPTION_CHOICE,
                                   .argument = row->argument,
                                   .commands = CHECK | OPTION_OF_ENGINE,
                                   .standard = row->standard,
                                   .least = row->least,
                                   .most = row->most,
                                   .help = row->help};
      return true;
    }
  return false;
}

size_t option_count(void) {
  size_t count = OWN_ROWS;
  struct option_row row;
  while (find_engine_option(count - OWN_ROWS, &row))
    count++;
  return count;
}

const char *option_engine(const struct option_row *row) {
  for (size_t i = 0; engines[i]; i++)
    for (const struct engine_option *of = engines[i]->options; of && of->name; of++)
      if (row->commands & OPTION_OF_ENGINE && strcmp(of->name, row->name) == 0)
        return engines[i]->name;
  return NULL;
}

struct option_row option_at(size_t index) {
  struct option_row row = {0};
  if (index < OWN_ROWS)
    return option_table[index];
  find_engine_option(index - OWN_ROWS, &row);
  return row;
}
