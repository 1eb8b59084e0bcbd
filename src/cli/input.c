/* SPDX-License-Identifier: Apache-2.0 */
/* Determines what to compile and what to check, and reports errors in files before clang
 * sees them. */
#include "cli/input.h"

#include "analysis/reuse.h"
#include "base/file.h"
#include "base/path.h"
#include "base/text.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/say.h"
#include "cli/words.h"
#include "frontend/sequential.h"
#include "program/specification.h"
#include "transform/pass.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_readable(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return false;
  struct stat about;
  bool is_folder = fstat(file, &about) == 0 && S_ISDIR(about.st_mode);
  close(file);
  if (is_folder)
    errno = EISDIR;
  return !is_folder;
}

int input_check_readable(const char *const *files, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!is_readable(files[i])) {
      fprintf(stderr, "heddle: %s: %s\n", files[i], strerror(errno));
      return EXIT_USAGE;
    }
  return 0;
}

bool input_is_task_definition(const char *path) {
  return file_path_has_ending(path, ".yml") || file_path_has_ending(path, ".yaml");
}

static int add_property_file(struct input *input, const struct options *options, const char *path) {
  int code = input_check_readable(&path, 1);
  if (code)
    return code;
  struct text unsupported = {0};
  enum status status = task_file_read_properties(path, &input->properties, &unsupported);
  if (status == STATUS_UNSUPPORTED) {
    struct text reason = {0};
    text_format(&reason, "property not supported: %s", text_get(&unsupported));
    say_unknown(input->account, options, text_get(&reason));
    text_release(&reason);
  }
  text_release(&unsupported);
  if (status == STATUS_UNSUPPORTED)
    return EXIT_UNKNOWN;
  return status == STATUS_OK ? 0 : EXIT_BAD_INPUT;
}

/* --prp, --property, the task's own properties, in this order. */
static int read_properties(struct input *input, const struct options *options) {
  if (options->command == COMMAND_SHOW)
    return 0; /* nothing is checked */
  if (options->question.property_file)
    return add_property_file(input, options, options->question.property_file);
  if (!options->question.property && input->task.arena) {
    int code = 0;
    for (size_t i = 0; i < input->task.property_count && code == 0; i++)
      code = add_property_file(input, options, input->task.properties[i].file);
    return code;
  }
  struct text unknown = {0};
  const char *list = options->question.property ? options->question.property : "default";
  bool known = property_parse_list(list, &input->properties, &unknown);
  if (!known)
    options_complain(options, "unknown property '%s'", text_get(&unknown));
  text_release(&unknown);
  return known ? 0 : EXIT_USAGE;
}

static int read_task(struct input *input, const char *path) {
  int code = input_check_readable(&path, 1);
  if (code)
    return code;
  if (task_file_read(path, &input->task, NULL) != STATUS_OK)
    return EXIT_BAD_INPUT;
  input->source.files = input->task.files;
  input->source.file_count = input->task.file_count;
  input->source.data_model = input->task.data_model;
  input->source.undefined = UNDEFINED_PURE; /* SV-COMP's rule, unless the user says otherwise */
  return 0;
}

/* --undefined, if it is given. */
static void take_undefined(struct input *input, const char *mode) {
  if (mode)
    input->source.undefined = strcmp(mode, "pure") == 0   ? UNDEFINED_PURE
                              : strcmp(mode, "stop") == 0 ? UNDEFINED_STOP
                                                          : UNDEFINED_ENVIRONMENT;
}

/* What executions there are, as far as the rules decide. The memory model is chosen later. */
static void take_rules(struct input *input, const struct options *options) {
  input->follows_svcomp =
      options->question.svcomp || options->question.property_file || input->task.arena;
  if (input->follows_svcomp)
    input->source.undefined = UNDEFINED_PURE;
  take_undefined(input, options->source.undefined);
  if (options->command == COMMAND_RUN) /* unlike a search, it cannot begin again with more kinds */
    input->parts = REUSE_INSIDE;
  input->reuses_addresses = options->question.address_reuse
                                ? strcmp(options->question.address_reuse, "on") == 0
                                : !input->follows_svcomp;
}

/* The file as the build calls it, if it is one of the build's. */
static const char *name_in_build(const struct compdb *build, const char *file) {
  struct arena *arena = build->arena;
  const char *here = file_path_here(arena);
  const char *path = file_path_relative(arena, here, file_path_resolve(arena, here, file));
  for (size_t i = 0; i < build->command_count; i++)
    if (strcmp(build->commands[i].file, path) == 0)
      return path;
  return file;
}

static int read_build(struct input *input, const char *path) {
  int code = input_check_readable(&path, 1);
  if (code)
    return code;
  if (compdb_read(path, &input->build) != STATUS_OK)
    return EXIT_BAD_INPUT;
  struct frontend_options *source = &input->source;
  const char **files = arena_allocate(input->build.arena, (source->file_count + 1) * sizeof *files);
  for (size_t i = 0; i < source->file_count; i++)
    files[i] = name_in_build(&input->build, source->files[i]);
  source->files = files;
  source->commands = input->build.commands;
  source->command_count = input->build.command_count;
  return 0;
}

static bool names_main(const char *entries) {
  for (const char *at = entries; *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == 4 && strncmp(at, "main", 4) == 0)
      return true;
  return false;
}

/* main's arguments and standard input. */
static int take_given(struct input *input, const struct options *options, const char *arguments,
                      const char *path) {
  const char *entry = input->source.entry;
  if (arguments && entry && strcmp(entry, "main") != 0) {
    options_complain(options, "--args is for main, not for %s", entry);
    return EXIT_USAGE;
  }
  if (input->source.repeats && (!entry || strcmp(entry, "main") == 0)) {
    options_complain(options, "--repeat is for functions of --entry, not for main");
    return EXIT_USAGE;
  }
  if (entry && strchr(entry, ',') && names_main(entry)) {
    options_complain(options, "main cannot be one of several functions of --entry");
    return EXIT_USAGE;
  }
  input->source.any_arguments = arguments && strcmp(arguments, "any") == 0;
  if (arguments && !input->source.any_arguments) {
    input->arena = arena_create();
    if (!words_split(input->arena, arguments, &input->source.arguments,
                     &input->source.argument_count)) {
      options_complain(options, "--args: a quotation does not end: %s", arguments);
      return EXIT_USAGE;
    }
  }
  input->given.arguments = arguments;
  input->given.path = path;
  if (!path)
    return 0;
  int code = input_check_readable(&path, 1);
  if (code == 0 && !file_read(path, &input->input)) {
    fprintf(stderr, "heddle: %s: cannot be read\n", path);
    code = EXIT_USAGE;
  }
  input->source.input = text_get(&input->input);
  input->source.input_size = input->input.length;
  return code;
}

static bool is_variable(const char *word) { return *word != '=' && strchr(word, '='); }

/* --env, or the trace's. */
static int take_variables(struct input *input, const struct options *options, const char *text) {
  input->given.variables = text;
  if (!text)
    return 0;
  if (!input->arena)
    input->arena = arena_create();
  if (!words_split(input->arena, text, &input->source.variables, &input->source.variable_count)) {
    options_complain(options, "--env: a quotation does not end: %s", text);
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < input->source.variable_count; i++)
    if (!is_variable(input->source.variables[i])) {
      options_complain(options, "--env: not NAME=VALUE: %s", input->source.variables[i]);
      return EXIT_USAGE;
    }
  return 0;
}

/* --spec, or the trace's. What it observes is part of what is checked. */
static int take_specification(struct input *input, const struct options *options,
                              const char *argument) {
  if (!argument)
    return 0;
  if (input->memory_model != MEMORY_SC) {
    options_complain(options,
                     "--spec needs --memory-model sc: the automaton would hide the effects of "
                     "store buffers");
    return EXIT_USAGE;
  }
  input->specification_text = argument;
  input->specification = specification_read(argument);
  if (!input->specification)
    return EXIT_BAD_INPUT;
  input->source.specification = input->specification;
  input->properties |= (property_set)1 << PROPERTY_SPEC;
  if (input->specification->wants_deadlock)
    input->properties |= (property_set)1 << PROPERTY_DEADLOCK;
  for (size_t i = 0; i < input->specification->automata.count; i++)
    if (input->specification->automata.items[i].scope == SCOPE_KEY &&
        property_in(PROPERTY_LEAK, input->properties)) {
      options_complain(options,
                       "leak cannot be checked together with an automaton that remembers "
                       "values of %s",
                       input->specification->automata.items[i].key);
      return EXIT_USAGE;
    }
  return 0;
}

/* The one that is asked for, else the one that a file says. */
static enum data_model data_model_of(const struct options *options, size_t skipped) {
  enum data_model found = DATA_MODEL_LP64;
  if (options->source.data_model)
    return strcmp(options->source.data_model, "ilp32") == 0 ? DATA_MODEL_ILP32 : DATA_MODEL_LP64;
  for (size_t i = skipped; i < options->operand_count; i++)
    if (sequential_find_data_model(options->operands[i], &found))
      break;
  return found;
}

int input_from_options(struct input *input, const struct options *options, size_t skipped) {
  *input = (struct input){.account = input->account};
  input->source = (struct frontend_options){
      .files = options->operands + skipped,
      .file_count = options->operand_count - skipped,
      .clang_flags = options->clang_flags,
      .clang_flag_count = options->clang_flag_count,
      .data_model = data_model_of(options, skipped),
      .entry = options->source.entry,
      .repeats = options->source.repeat,
      .faults = strcmp(options->source.faults, "on") == 0,
      .volatile_atomic = strcmp(options->source.volatile_accesses, "atomic") == 0,
      .assume_pure = options->source.assume_pure,
      .quiet = options->quiet,
      .error_functions = options->source.error_functions,
      .processes = options_processes(options),
  };
  if (options->question.memory_model) /* else sc, until the program is known */
    memory_model_find(options->question.memory_model, &input->memory_model);
  input->compdb = options->source.compdb;
  input->property_file = options->question.property_file;
  input->has_property_list = options->question.property != NULL;
  if (options->source.compdb) {
    int code = read_build(input, options->source.compdb);
    if (code)
      return code;
  }
  if (input->source.file_count == 0 && !options->source.compdb) {
    options_complain(options, "no input file");
    return EXIT_USAGE;
  }
  for (size_t i = 0; i < input->source.file_count; i++) {
    if (!input_is_task_definition(input->source.files[i]))
      continue;
    if (input->source.file_count > 1) {
      options_complain(options, "task definitions do not mix with other files: %s",
                       input->source.files[i]);
      return EXIT_USAGE;
    }
    int code = read_task(input, input->source.files[i]);
    if (code)
      return code;
    break;
  }
  take_rules(input, options);
  int code = input_check_readable(input->source.files, input->source.file_count);
  if (code == 0)
    code = take_given(input, options, options->source.arguments, options->source.input);
  if (code == 0)
    code = take_variables(input, options, options->source.variables);
  if (code == 0)
    code = read_properties(input, options);
  if (code == 0)
    code = take_specification(input, options, options->source.specification);
  input->asked = input->properties;
  return code;
}

int input_from_trace(struct input *input, const struct trace *trace, const struct options *options,
                     size_t skipped) {
  *input = (struct input){.account = input->account};
  bool has_files = options->operand_count > skipped;
  input->source = (struct frontend_options){
      .files = has_files ? options->operands + skipped : trace->source.files,
      .file_count = has_files ? options->operand_count - skipped : trace->source.file_count,
      .clang_flags = options->clang_flags ? options->clang_flags : trace->source.clang_flags,
      .clang_flag_count =
          options->clang_flags ? options->clang_flag_count : trace->source.clang_flag_count,
      .data_model = trace->source.data_model,
      .entry = trace->source.entry,
      .repeats = trace->source.repeats,
      .faults = trace->source.faults,
      .volatile_atomic = trace->source.volatile_atomic,
      .assume_pure = trace->source.assume_pure,
      .quiet = options->quiet,
      .error_functions = trace->source.error_functions,
      .processes = options_processes(options),
  };
  input->trace = trace;
  input->properties = input->asked = trace->properties;
  input->memory_model = trace->memory_model;
  input->reuses_addresses = trace->reuses_addresses;
  input->parts = trace->address_parts;
  input->compdb = trace->source.compdb;
  if (trace->source.compdb) {
    int code = read_build(input, trace->source.compdb);
    if (code)
      return code;
  }
  if (input->source.file_count == 1 && input_is_task_definition(input->source.files[0])) {
    int code = read_task(input, input->source.files[0]);
    if (code)
      return code;
  }
  take_undefined(input, trace->source.undefined);
  int code = input_check_readable(input->source.files, input->source.file_count);
  if (code == 0)
    code = take_given(input, options, trace->source.arguments, trace->source.input);
  if (code == 0)
    code = take_variables(input, options, trace->source.variables);
  return code ? code : take_specification(input, options, trace->source.specification);
}

static void say_what_was_loaded(const struct input *input) {
  size_t edges = 0, functions = 0;
  for (uint32_t i = 0; i < input->program->function_count; i++) {
    edges += input->program->functions[i]->edge_count;
    functions += input->program->functions[i]->edge_count != 0;
  }
  fprintf(
      stderr,
      "heddle: %zu functions with %zu edges; clang %.0f ms, linking %.0f ms, lowering %.0f ms\n",
      functions, edges, input->times.clang * 1e3, input->times.link * 1e3,
      input->times.lower * 1e3);
}

static void say_what_comes_back(unsigned kinds) {
  static const struct {
    unsigned kind;
    const char *name;
  } names[] = {
      {REUSE_BLOCKS, "blocks"}, {REUSE_SLOTS, "local variables"}, {REUSE_RECORDS, "threads"}};
  const char *separator = "heddle: the program can observe the reuse of addresses: of ";
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (kinds & names[i].kind) {
      fprintf(stderr, "%s%s", separator, names[i].name);
      separator = ", ";
    }
  if (kinds & (REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS))
    fputc('\n', stderr);
}

static uint32_t find_file(const struct program *program, const char *name) {
  uint32_t file = 0;
  while (file < program->file_count && strcmp(program->files[file], name) != 0)
    file++;
  return file;
}

/* What was known when the execution was found goes on being ignored. */
static void take_known(struct input *input, const struct trace *trace) {
  struct violation_site site = {0};
  for (size_t i = 0; i < trace->known_count; i++) {
    const struct known_place *place = &trace->known[i];
    site.property = place->property;
    site_add(&site,
             (struct position){find_file(input->program, place->file), place->line, place->column});
    if (i + 1 < trace->known_count && trace->known[i + 1].site == place->site)
      continue;
    vector_push(&input->known.list, site);
    site = (struct violation_site){0};
  }
}

/* What the user does not want to see: from the command line, or when the execution was found. */
static int take_suppressions(struct input *input, const struct options *options) {
  const struct trace *trace = input->trace;
  bool is_trace = trace && trace->suppression_count;
  if (!options->question.suppress && !is_trace)
    return 0;
  input->known.suppressions = suppressions_create();
  if (options->question.suppress &&
      !suppressions_read(input->known.suppressions, options->question.suppress))
    return EXIT_USAGE;
  for (size_t i = 0; is_trace && i < trace->suppression_count; i++) {
    struct text problem = {0};
    bool fine = suppressions_add(input->known.suppressions, trace->suppressions[i], &problem);
    if (!fine)
      fprintf(stderr, "heddle: \"suppressions\"[%zu]: %s\n", i, text_get(&problem));
    text_release(&problem);
    if (!fine)
      return EXIT_BAD_INPUT;
  }
  return 0;
}

/* The memory orders of the program matter only to `heddle orders`; `heddle show` prints its answer
 * without an analysis of addresses, which changes no edge. */
static void run_passes(struct input *input, struct program *program,
                       const struct options *options) {
  bool shows = options->command == COMMAND_SHOW;
  input->transform = (struct transform){
      .last = shows ? options->after : NULL,
      .left_out = options->source.without,
      .has_slots = options->command == COMMAND_ORDERS ||
                   (shows && options->after && strcmp(options->after, "slots") == 0),
      .memory_model = input->memory_model,
      .keeps_addresses = options->command == COMMAND_SEQUENTIALIZE && !input->trace,
      .reuses_addresses = input->reuses_addresses && !shows,
      .expects_fields = options->command == COMMAND_CHECK || shows,
      .parts = input->parts};
  transform_run(program, &input->transform);
  input->program = program;
}

int input_load(struct input *input, const struct options *options) {
  input->limits = interrupt_limits(options);
  input->source.limits = &input->limits;
  struct program *program = NULL;
  enum status status = frontend_load(&input->source, &program, &input->times);
  if (interrupt_happened()) {
    if (options->command == COMMAND_RUN) /* stdout is the program's */
      fputs("heddle: interrupted before the program started\n", stderr);
    else
      say_unknown(input->account, options, "interrupted");
    return EXIT_UNKNOWN;
  }
  if (status == STATUS_LIMIT) {
    if (options->command == COMMAND_RUN)
      fputs("heddle: no time left before the program started\n", stderr);
    else
      say_unknown(input->account, options, "time, clang has not finished");
    return EXIT_UNKNOWN;
  }
  if (status != STATUS_OK)
    return EXIT_BAD_INPUT;
  run_passes(input, program, options);
  if (input->trace)
    take_known(input, input->trace);
  int code = take_suppressions(input, options);
  if (code)
    return code;
  if (options->verbose) {
    say_what_was_loaded(input);
    say_what_comes_back(stale_addresses_kinds(input->program));
  }
  say_assumptions(input->account, options, input->program->assumptions,
                  input->program->assumption_count);
  return 0;
}

bool input_change_passes(struct input *input, unsigned kinds) {
  if (!transform_again(&input->transform, kinds))
    return false;
  input->parts |= kinds & REUSE_ADDRESSES;
  return true;
}

void input_release(struct input *input) {
  transform_release(&input->transform);
  if (input->task.arena)
    task_file_release(&input->task);
  compdb_release(&input->build);
  specification_destroy(input->specification);
  vector_release(&input->known.list);
  text_release(&input->input);
  if (input->arena)
    arena_destroy(input->arena);
  suppressions_destroy(input->known.suppressions);
  *input = (struct input){0};
}

struct trace input_describe(const struct input *input) {
  const struct frontend_options *source = &input->source;
  return (struct trace){
      .source = {.files = source->files,
                 .file_count = source->file_count,
                 .clang_flags = source->clang_flags,
                 .clang_flag_count = source->clang_flag_count,
                 .data_model = source->data_model,
                 .entry = source->entry,
                 .repeats = source->repeats,
                 .faults = source->faults,
                 .volatile_atomic = source->volatile_atomic,
                 .undefined = source->undefined == UNDEFINED_PURE   ? "pure"
                              : source->undefined == UNDEFINED_STOP ? "stop"
                                                                    : "environment",
                 .assume_pure = source->assume_pure,
                 .error_functions = source->error_functions,
                 .arguments = input->given.arguments,
                 .variables = input->given.variables,
                 .input = input->given.path,
                 .compdb = input->compdb,
                 .specification = input->specification_text},
      .memory_model = input->memory_model,
      .reuses_addresses = input->reuses_addresses,
      .address_parts = input->parts,
      .properties = input->properties,
      .ignored = &input->known,
  };
}

/* The lines that say something. */
static void add_property_lines(struct text *out, const char *path) {
  FILE *file = fopen(path, "re");
  char line[1024];
  while (file && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\r\n")] = '\0';
    if (line[strspn(line, " \t")])
      text_format(out, "%s%s", out->length ? "\n" : "", line);
  }
  if (file)
    fclose(file);
}

bool input_has_property_file(const struct input *input) {
  return input->property_file || (!input->has_property_list && input->task.property_count);
}

struct witness_task input_witness_task(const struct input *input, struct text *specification) {
  if (input->property_file)
    add_property_lines(specification, input->property_file);
  else if (!input->has_property_list)
    for (size_t i = 0; i < input->task.property_count; i++)
      add_property_lines(specification, input->task.properties[i].file);
  if (!specification->length)
    task_file_print_specification(specification, input->asked);
  return (struct witness_task){
      .version = HEDDLE_VERSION,
      .files = input->source.files,
      .file_count = input->source.file_count,
      .data_model = input->source.data_model,
      .specification = text_get(specification),
  };
}
