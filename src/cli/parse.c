/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/parse.h"

#include "cli/help.h"
#include "cli/option_table.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The row named by the first `length` characters of `name`, or by a letter; false: the command has
 * none. */
static bool find_row(enum command command, const char *name, size_t length, char letter,
                     struct option_row *row) {
  for (size_t i = 0, count = option_count(); i < count; i++) {
    *row = option_at(i);
    if (!(row->commands >> command & 1))
      continue;
    if (name ? strlen(row->name) == length && strncmp(row->name, name, length) == 0
             : row->letter == letter)
      return true;
  }
  return false;
}

static bool is_among(const char *value, const char *choices) {
  size_t length = strlen(value);
  for (const char *at = choices; *at; at += strcspn(at, "|"), at += *at == '|')
    if (strcspn(at, "|") == length && strncmp(at, value, length) == 0)
      return true;
  return false;
}

static bool parse_number(const struct option_row *row, const char *value, uint64_t *number) {
  char *end = NULL;
  errno = 0;
  *number = strtoull(value, &end, 10);
  return *value >= '0' && *value <= '9' && !*end && !errno && *number >= row->least &&
         *number <= row->most;
}

static bool set_engine_value(struct options *options, const struct option_row *row,
                             const char *value) {
  uint64_t number;
  struct option_value given = {row->name, value};
  vector_push(&options->search.engine_values, given);
  return row->kind == OPTION_NUMBER ? parse_number(row, value, &number)
                                    : is_among(value, row->argument);
}

/* Stores the value; false if it is not one of the kind. */
static bool set_value(struct options *options, const struct option_row *row, const char *value) {
  void *field = (char *)options + row->offset;
  char *end = NULL;
  if (row->commands & OPTION_OF_ENGINE)
    return set_engine_value(options, row, value);
  switch (row->kind) {
  case OPTION_FLAG:
    *(bool *)field = true;
    return true;
  case OPTION_NUMBER:
    return parse_number(row, value, field);
  case OPTION_SECONDS: {
    double number = strtod(value, &end);
    *(double *)field = number;
    return end != value && !*end && number >= (double)row->least && number <= (double)row->most;
  }
  case OPTION_CHOICE:
    *(const char **)field = value;
    return is_among(value, row->argument);
  case OPTION_TEXT:
  case OPTION_FILE:
  case OPTION_ENGINE:
    *(const char **)field = value;
    return *value != '\0';
  }
  return false;
}

/* Of the rows that belong to one of these commands. A choice without default is none, even if it
 * has one for other commands. */
static void set_defaults(struct options *options, unsigned commands) {
  for (size_t i = 0, count = option_count(); i < count; i++) {
    struct option_row row = option_at(i);
    if (!(row.commands & commands) || row.commands & OPTION_OF_ENGINE)
      continue;
    if (row.standard)
      set_value(options, &row, row.standard);
    else if (row.kind == OPTION_CHOICE)
      *(const char **)(void *)((char *)options + row.offset) = NULL;
  }
}

/* Handles the option at arguments[*at], with its value if that is the next argument. */
static bool parse_option(struct options *options, int count, char **arguments, int *at) {
  const char *argument = arguments[*at];
  struct option_row row;
  const char *value = NULL;
  bool is_known;
  if (argument[1] == '-') {
    size_t length = strcspn(argument + 2, "=");
    is_known = find_row(options->command, argument + 2, length, 0, &row);
    if (argument[2 + length] == '=')
      value = argument + 2 + length + 1;
  } else {
    is_known = find_row(options->command, NULL, 0, argument[1], &row);
    if (argument[2] != '\0')
      value = argument + 2;
  }
  if (!is_known || (row.kind == OPTION_FLAG && value)) {
    options_complain(options, is_known ? "option '%s' takes no value" : "unknown option '%s'",
                     argument);
    return false;
  }
  if (row.kind != OPTION_FLAG && !value) {
    if (*at + 1 >= count || strcmp(arguments[*at + 1], "--") == 0) {
      options_complain(options, "option '%s' needs a value (%s)", argument, row.argument);
      return false;
    }
    value = arguments[++*at];
  }
  vector_push(&options->given, row.name);
  if (set_value(options, &row, value ? value : ""))
    return true;
  options_complain(options, "'%s' is not a value of --%s (%s)", value, row.name, row.argument);
  return false;
}

static bool find_command(const char *name, enum command *command) {
  for (size_t i = 0; i < COMMAND_COUNT; i++)
    if (strcmp(command_table[i].name, name) == 0) {
      *command = (enum command)i;
      return true;
    }
  return false;
}

/* --version, --help and the like, which need no command. */
static bool parse_global(const char *argument) {
  if (strcmp(argument, "--version") == 0)
    printf("heddle %s\n", options_version());
  else if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
    options_print_help(stdout, NULL);
  else if (strcmp(argument, "--completion") == 0)
    options_print_completion(stdout);
  else
    return false;
  return true;
}

enum parsed options_parse(struct options *options, int count, char **arguments) {
  *options = (struct options){0};
  set_defaults(options, UINT_MAX);
  if (count < 2) {
    options_print_help(stderr, NULL);
    return PARSED_WRONG;
  }
  if (parse_global(arguments[1]))
    return PARSED_DONE;
  int at = 1;
  if (find_command(arguments[1], &options->command))
    at++;
  set_defaults(options, 1u << options->command);
  int kept = 0; /* operands gather at the front, where everything has been read already */
  for (; at < count; at++) {
    const char *argument = arguments[at];
    if (strcmp(argument, "--") == 0) {
      options->clang_flags = (const char *const *)arguments + at + 1;
      options->clang_flag_count = (size_t)(count - at - 1);
      break;
    }
    if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0) {
      options_print_help(stdout, &options->command);
      return PARSED_DONE;
    }
    if (argument[0] != '-' || argument[1] == '\0')
      arguments[kept++] = arguments[at];
    else if (!parse_option(options, count, arguments, &at))
      return PARSED_WRONG;
  }
  options->operands = (const char *const *)arguments;
  options->operand_count = (size_t)kept;
  return PARSED_OK;
}
