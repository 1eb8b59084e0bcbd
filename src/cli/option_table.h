/* SPDX-License-Identifier: Apache-2.0 */
/* The option table behind options.h, for the parser, the help and the completion only. */
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
/* Likewise: an engine brings it, and its value is kept as text in options.engine_values. */
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

struct command_row {
  const char *name, *operands, *summary;
};

extern const struct command_row command_table[COMMAND_COUNT];
/* All rows: those of the commands, then those that engines bring. */
size_t option_count(void);
struct option_row option_at(size_t index);
/* The engine that brings the option; NULL: none does. */
const char *option_engine(const struct option_row *row);

#endif
