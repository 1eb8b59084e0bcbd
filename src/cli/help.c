/* SPDX-License-Identifier: Apache-2.0 */
/* What --help prints, and the bash completion: both read off the option table. */
#include "cli/option_table.h"
#include "engine/engine.h"
#include "program/property.h"

#include <string.h>

enum { LEFT_WIDTH = 27 }; /* of the column of options */

static void print_option(FILE *out, const struct option_row *row) {
  char left[64];
  snprintf(left, sizeof left, "%s%c%s--%s%s%s", row->letter ? "-" : "",
           row->letter ? row->letter : ' ', row->letter ? ", " : "   ", row->name,
           row->argument ? " " : "", row->argument ? row->argument : "");
  if (strlen(left) <= LEFT_WIDTH)
    fprintf(out, "  %-*s ", LEFT_WIDTH, left);
  else
    fprintf(out, "  %s\n%*s", left, LEFT_WIDTH + 3, "");
  if (option_engine(row))
    fprintf(out, "engine %s: ", option_engine(row));
  fputs(row->help, out);
  bool worth_saying = row->standard && strcmp(row->standard, "0") != 0;
  if (worth_saying)
    fprintf(out, " (%s)", row->standard);
  fputc('\n', out);
}

static void print_properties(FILE *out) {
  fputs("\nProperties (* checked unless told otherwise; also `all` and `default`):\n", out);
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
    if (!engines[i]->hidden)
      fprintf(out, "    %-12s %s\n", engines[i]->name, engines[i]->summary);
}

/* Is this an option of the command? A choice among nothing is not worth offering. */
static bool is_shown(const struct option_row *row, size_t command) {
  return row->commands >> command & 1 && (row->kind != OPTION_ENGINE || is_engine_offered());
}

/* What there is to say beside the options; ends with the exit codes. */
static const char *const more_help[COMMAND_COUNT] = {
    [COMMAND_CHECK] =
        "The last line of output is the verdict: TRUE (exit code 0), FALSE(property) (10) or\n"
        "UNKNOWN(reason) (20). Usage errors exit with 2, input that does not compile with 3,\n"
        "an internal error with 4.\n",
    [COMMAND_RUN] =
        "The program's output goes to stdout, everything else to stderr. The exit code is that of\n"
        "the program if it ended by itself, 10 after a violation, 20 if it was stopped. Usage\n"
        "errors exit with 2, input that does not compile with 3, an internal error with 4.\n",
    [COMMAND_REPLAY] = "Verdict and exit code as for `heddle check`.\n",
    [COMMAND_BENCH] =
        "A .set file lists task definitions, a path a line, relative to its folder. Every property "
        "a\n"
        "definition expects a verdict for is a task. Options of `heddle check` are passed on to "
        "it.\n"
        "\n"
        "    heddle bench --engine order --time 30 --jobs 1 some.set --csv order.csv\n"
        "    heddle bench --plot compared.svg order.csv explicit.csv\n"
        "    heddle bench --tool 'cbmc --{bits} --unwind 8 {file}' --says-true SUCCESSFUL \\\n"
        "        --says-false 'VERIFICATION FAILED' some.set --csv cbmc.csv\n"
        "\n"
        "A result is in the CSV file as soon as it is known. After an interruption (Ctrl-C) the "
        "same\n"
        "command goes on where it was stopped; results of another command, or of another build of\n"
        "heddle, are never mixed. The table goes to stdout, wrong verdicts first.\n"
        "\n"
        "In --tool, which the shell runs, {file} stands for the program's files, {prp} for the\n"
        "property file, {task} for the task definition, {bits} for 32 or 64, {time} and {memory} "
        "for\n"
        "the limits. Its verdict is the last line that matches one of the patterns (extended "
        "regular\n"
        "expressions; by default those of heddle's own verdicts).\n"
        "\n"
        "Exits with 0 if all tasks were run and no verdict is wrong, 10 if one is wrong, 3 if none "
        "is\n"
        "but a task ended in an error, 20 after an interruption, 2 after a usage error.\n",
    [COMMAND_ORDERS] =
        "For a program that is right: the weakest order of each atomic access and fence under "
        "which\n"
        "everything asked still holds. For one that is broken: the smallest set of stronger orders "
        "and\n"
        "added fences that repairs it. Ctrl-C ends with the best answer so far.\n"
        "\n"
        "Exits with 0 if the answer is minimal, 10 if orders do not repair the program, 20 if "
        "something\n"
        "was not decided. Usage errors exit with 2, input that does not compile with 3.\n",
    [COMMAND_SHOW] = NULL,
};

static void print_command_help(FILE *out, enum command command) {
  const struct command_row *row = &command_table[command];
  fprintf(out, "Usage: heddle %s [OPTION]... %s\n", row->name, row->operands);
  fprintf(out, "%c%s.\n\nOptions:\n", row->summary[0] - 'a' + 'A', row->summary + 1);
  bool has_properties = false, has_engines = false;
  for (size_t i = 0, count = option_count(); i < count; i++) {
    struct option_row option = option_at(i);
    if (!is_shown(&option, command))
      continue;
    print_option(out, &option);
    has_properties |= strcmp(option.name, "property") == 0;
    has_engines |= option.kind == OPTION_ENGINE;
  }
  if (has_properties)
    print_properties(out);
  if (has_engines)
    print_engines(out);
  if (more_help[command])
    fprintf(out, "\n%s", more_help[command]);
}

void options_print_help(FILE *out, const enum command *command) {
  if (command) {
    print_command_help(out, *command);
    return;
  }
  fputs("heddle checks multi-threaded C programs.\n\nUsage:\n", out);
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    fprintf(out, "  heddle %s [OPTION]... %s\n      %s\n", command_table[i].name,
            command_table[i].operands, command_table[i].summary);
  fputs("  heddle FILE...\n      the same as heddle check\n"
        "  heddle COMMAND --help | --help | --version\n\n"
        "Files may be C (.c, .i), C++ (.cpp, .cc, …), LLVM bitcode (.bc, .ll) or one SV-COMP task\n"
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
