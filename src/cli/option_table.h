/* SPDX-License-Identifier: Apache-2.0 */
/* The table of options: one row says the name, argument, default, range, commands and help of an
 * option. The parser, --help and the shell completion are generated from it. */
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "cli/options.h"

enum option_kind {
  OPTION_FLAG,
  OPTION_NUMBER,
  OPTION_SECONDS,
  OPTION_CHOICE, /* `argument` lists the values: "a|b" */
  OPTION_TEXT,
  OPTION_FILE,
  OPTION_ENGINE,
};

/* Among the bits of `commands`: bench gives it to the checks it runs. */
#define OPTION_PASSED_ON (1u << COMMAND_COUNT)
/* Also among these bits: the option is one of an engine, and its value is kept as text in
 * options.search.engine_values. */
#define OPTION_OF_ENGINE (1u << (COMMAND_COUNT + 1))

struct option_row {
  const char *name;
  char letter; /* 0: none */
  enum option_kind kind;
  const char *argument; /* placeholder in the help; NULL for a flag */
  unsigned commands;    /* bit 1 << command */
  size_t offset;        /* of the field in struct options */
  const char *standard; /* as a user would write it; NULL: unset */
  uint64_t least, most; /* of numbers and seconds */
  const char *help;
};

/* All rows: those of the commands, then those that engines bring. */
size_t option_count(void);
struct option_row option_at(size_t index);
/* The engine that brings the option; NULL: none does. */
const char *option_engine(const struct option_row *row);

#endif
