/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/help.h"

#include "cli/engines.h"
#include "cli/option_table.h"
#include "engine/engine.h"
#include "program/property.h"
#include "transform/pass.h"

#include <string.h>

enum { LEFT_WIDTH = 27 };                       /* of the column of options */
enum { WIDTH = 100, HELP_AT = LEFT_WIDTH + 3 }; /* of a line; where the text of an option begins */

/* Prints words separated by spaces. They begin in column `at` and continue on lines of their own,
 * indented by `indent`, where a line would become too wide. */
static void print_wrapped(FILE *out, const char *words, size_t at, size_t indent) {
  for (size_t column = at; *words;) {
    size_t length = strcspn(words, " ");
    if (column > at && column + 1 + length > WIDTH) {
      fprintf(out, "\n%*s", (int)indent, "");
      column = at = indent;
    } else if (column > at) {
      fputc(' ', out);
      column++;
    }
    fprintf(out, "%.*s", (int)length, words);
    column += length;
    words += length + strspn(words + length, " ");
  }
  fputc('\n', out);
}

static void print_option(FILE *out, const struct option_row *row) {
  char left[64];
  snprintf(left, sizeof left, "%s%c%s--%s%s%s", row->letter ? "-" : "",
           row->letter ? row->letter : ' ', row->letter ? ", " : "   ", row->name,
           row->argument ? " " : "", row->argument ? row->argument : "");
  if (strlen(left) <= LEFT_WIDTH)
    fprintf(out, "  %-*s ", LEFT_WIDTH, left);
  else
    fprintf(out, "  %s\n%*s", left, HELP_AT, "");
  bool worth_saying = row->standard && strcmp(row->standard, "0") != 0;
  char help[400];
  const char *engine = option_engine(row);
  snprintf(help, sizeof help, "%s%s%s%s%s%s", engine ? engine : "", engine ? ": " : "", row->help,
           worth_saying ? " (default: " : "", worth_saying ? row->standard : "",
           worth_saying ? ")" : "");
  print_wrapped(out, help, HELP_AT, HELP_AT);
}

static void print_properties(FILE *out) {
  fputs("\nProperties (* is checked by default; `all` and `default` name groups):\n", out);
  for (size_t i = 0; i < PROPERTY_COUNT; i++) {
    enum property property = (enum property)i;
    fprintf(out, "  %s %-12s %s\n", property_in(property, property_defaults()) ? "*" : " ",
            property_name(property), property_meaning(property));
  }
}

static bool is_engine_offered(void) {
  for (size_t i = 0; engines[i]; i++)
    if (!engines[i]->hidden)
      return true;
  return false;
}

static void print_engines(FILE *out) {
  fputs("\nEngines:\n", out);
  for (size_t i = 0; engines[i]; i++)
    if (!engines[i]->hidden) {
      struct text line = {0};
      text_add(&line, "proves ");
      engines_print_decisions(&line, engines[i]);
      fprintf(out, "    %-12s %s\n", engines[i]->name, engines[i]->summary);
      if (engines[i]->decisions && engines[i] != &engine_auto)
        fprintf(out, "%17s", ""), print_wrapped(out, text_get(&line), 17, 17);
      text_release(&line);
    }
}

static void print_passes(FILE *out) {
  fprintf(out, "\nPasses, in their order:\n    %-12s %s\n", "lowering",
          "makes the program from the code of clang; no pass yet");
  for (const struct pass *pass = transform_passes; pass->name; pass++)
    fprintf(out, "    %-12s %s\n", pass->name, pass->what);
}

/* Is this an option of the command? A choice among nothing is not worth offering. */
static bool is_shown(const struct option_row *row, size_t command) {
  return row->commands >> command & 1 && (row->kind != OPTION_ENGINE || is_engine_offered());
}

static bool is_passed_on(const struct option_row *row, enum command command) {
  return command == COMMAND_BENCH && row->commands & OPTION_PASSED_ON;
}

/* The options that bench gives to the checks it runs, without repeating the help of check. */
static void print_passed_on(FILE *out, enum command command) {
  char names[2000] = "Options of `heddle check` that bench passes on to it:";
  size_t length = strlen(names);
  for (size_t i = 0, count = option_count(); i < count; i++) {
    struct option_row option = option_at(i);
    if (is_shown(&option, command) && is_passed_on(&option, command) && length < sizeof names)
      length += (size_t)snprintf(names + length, sizeof names - length, " --%s", option.name);
  }
  fputc('\n', out);
  print_wrapped(out, names, 0, 2);
}

/* The text below the options; it ends with the exit codes. */
static const char *const more_help[COMMAND_COUNT] = {
    [COMMAND_CHECK] =
        "The last line of output is the verdict: TRUE (exit code 0), FALSE(property) (10) or\n"
        "UNKNOWN(properties) (20). The exit code is 2 for a usage error, 3 for input that does "
        "not\n"
        "compile, 4 for an internal error.\n",
    [COMMAND_RUN] = "The output of the program goes to stdout, everything else to stderr. The exit "
                    "code is that\n"
                    "of the program if it ended by itself, 10 after a violation, 20 if heddle "
                    "stopped it, 2 for\n"
                    "a usage error, 3 for input that does not compile, 4 for an internal error.\n",
    [COMMAND_REPLAY] = "Verdict and exit code are those of `heddle check`.\n",
    [COMMAND_BENCH] =
        "A .set file lists task definitions, one path per line, relative to the folder of the "
        "file.\n"
        "Each property with an expected verdict in a definition is one task.\n"
        "\n"
        "    heddle bench --engine order --time 30 --jobs 1 some.set --csv order.csv\n"
        "    heddle bench --plot compared.svg order.csv explicit.csv\n"
        "    heddle bench --tool 'cbmc --{bits} --unwind 8 {file}' --says-true SUCCESSFUL \\\n"
        "        --says-false 'VERIFICATION FAILED' some.set --csv cbmc.csv\n"
        "\n"
        "Each result is written to the CSV file at once. After Ctrl-C, the same command continues\n"
        "where it stopped. Results of other commands and other builds of heddle are never mixed.\n"
        "The table goes to stdout, wrong verdicts first.\n"
        "\n"
        "The shell runs the command of --tool. In it, {file} stands for the files of the program,\n"
        "{prp} for the property file, {task} for the task definition, {bits} for 32 or 64, {time}\n"
        "and {memory} for the limits. The last line that matches a pattern is the verdict. "
        "Patterns\n"
        "are extended regular expressions; the defaults match the verdicts of heddle.\n"
        "\n"
        "The exit code is 0 if all tasks ran and no verdict is wrong, 10 if a verdict is wrong, 3 "
        "if\n"
        "a task ended in an error, 20 after an interruption, 2 for a usage error.\n",
    [COMMAND_SEQUENTIALIZE] = "The exit code is 0 if the program was written, 20 if heddle cannot "
                              "write it, 2 for a usage\n"
                              "error, 3 for input that does not compile.\n",
    [COMMAND_ORDERS] =
        "For a correct program, the result is the weakest order of each atomic access and fence\n"
        "that still satisfies every property. For an incorrect program, it is the smallest set of\n"
        "stronger orders and new fences that repairs it. Ctrl-C ends with the best result so far.\n"
        "\n"
        "The exit code is 0 if the result is minimal, 10 if no orders repair the program, 20 if\n"
        "something is not decided, 2 for a usage error, 3 for input that does not compile.\n",
    [COMMAND_SHOW] = NULL,
};

static void print_command_help(FILE *out, enum command command) {
  const struct command_row *row = &command_table[command];
  fprintf(out, "Usage: heddle %s [OPTION]... %s\n", row->name, row->operands);
  fprintf(out, "%c%s.\n\nOptions:\n", row->summary[0] - 'a' + 'A', row->summary + 1);
  bool has_properties = false, has_engines = false, has_engine_options = false;
  for (size_t i = 0, count = option_count(); i < count; i++) {
    struct option_row option = option_at(i);
    if (!is_shown(&option, command) || is_passed_on(&option, command))
      continue;
    if (option_engine(&option) && !has_engine_options)
      fputs("\nOptions of single engines:\n", out);
    has_engine_options |= option_engine(&option) != NULL;
    print_option(out, &option);
    has_properties |= strcmp(option.name, "property") == 0;
    has_engines |= option.kind == OPTION_ENGINE;
  }
  if (command == COMMAND_BENCH)
    print_passed_on(out, command);
  if (has_properties)
    print_properties(out);
  if (has_engines)
    print_engines(out);
  if (command == COMMAND_SHOW)
    print_passes(out);
  if (more_help[command])
    fprintf(out, "\n%s", more_help[command]);
}

void options_print_help(FILE *out, const enum command *command) {
  if (command) {
    print_command_help(out, *command);
    return;
  }
  fputs("heddle checks multi-threaded C programs for failed assertions, data races, deadlocks and "
        "misuse\n"
        "of locks and memory.\n\nUsage:\n",
        out);
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    fprintf(out, "  heddle %s [OPTION]... %s\n      %s\n", command_table[i].name,
            command_table[i].operands, command_table[i].summary);
  fputs("  heddle FILE...\n      the same as heddle check\n"
        "  heddle COMMAND --help | --help | --version\n\n"
        "A FILE is C (.c, .i), C++ (.cpp, .cc, …), LLVM bitcode (.bc, .ll) or an SV-COMP task\n"
        "definition (.yml).\n",
        out);
}

/* One case of the completion: what follows an option that takes a value. */
static void complete_value(FILE *out, const struct option_row *row) {
  switch (row->kind) {
  case OPTION_FLAG:
    break;
  case OPTION_NUMBER:
  case OPTION_SECONDS:
    fprintf(out, "    --%s) return ;;\n", row->name);
    break;
  case OPTION_CHOICE: {
    fprintf(out, "    --%s) COMPREPLY=($(compgen -W '", row->name);
    for (const char *at = row->argument; *at; at++)
      fputc(*at == '|' ? ' ' : *at, out);
    fputs("' -- \"$word\")); return ;;\n", out);
    break;
  }
  case OPTION_FILE:
    fprintf(out, "    --%s", row->name);
    if (row->letter)
      fprintf(out, "|-%c", row->letter);
    fputs(") COMPREPLY=($(compgen -f -- \"$word\")); return ;;\n", out);
    break;
  case OPTION_ENGINE:
  case OPTION_TEXT:
    fprintf(out, "    --%s) COMPREPLY=($(compgen -W '", row->name);
    for (size_t i = 0; row->kind == OPTION_ENGINE && engines[i]; i++)
      if (!engines[i]->hidden)
        fprintf(out, "%s ", engines[i]->name);
    for (size_t i = 0; strcmp(row->name, "property") == 0 && i < PROPERTY_COUNT; i++)
      fprintf(out, "%s ", property_name((enum property)i));
    fputs("' -- \"$word\")); return ;;\n", out);
    break;
  }
}

void options_print_completion(FILE *out) {
  fputs("# bash completion for heddle, written by `heddle --completion`.\n"
        "_heddle() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}\n"
        "  case $before in\n",
        out);
  size_t count = option_count();
  for (size_t i = 0; i < count; i++) {
    struct option_row row = option_at(i);
    complete_value(out, &row);
  }
  fputs("  esac\n  local options= command=${COMP_WORDS[1]}\n  case $command in\n", out);
  for (size_t c = 0; c < COMMAND_COUNT; c++) {
    fprintf(out, "    %s) options='", command_table[c].name);
    for (size_t i = 0; i < count; i++) {
      struct option_row row = option_at(i);
      if (is_shown(&row, c))
        fprintf(out, "--%s ", row.name);
    }
    fputs("--help' ;;\n", out);
  }
  fputs("  esac\n  if [[ $word == -* ]]; then\n"
        "    COMPREPLY=($(compgen -W \"${options:---help --version}\" -- \"$word\"))\n"
        "  elif [[ $COMP_CWORD == 1 ]]; then\n    COMPREPLY=($(compgen -W '",
        out);
  for (size_t c = 0; c < COMMAND_COUNT; c++)
    fprintf(out, "%s ", command_table[c].name);
  fputs("' -- \"$word\") $(compgen -f -- \"$word\"))\n"
        "  elif [[ $command == show && $COMP_CWORD == 2 ]]; then\n"
        "    COMPREPLY=($(compgen -W 'program cfa arg' -- \"$word\"))\n"
        "  else\n    COMPREPLY=($(compgen -f -- \"$word\"))\n  fi\n}\n"
        "complete -o filenames -F _heddle heddle\n",
        out);
}
