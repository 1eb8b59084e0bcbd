/* SPDX-License-Identifier: Apache-2.0 */
/* The options that `bench` passes on to the checks it runs, as command-line arguments. */
#include "cli/option_table.h"
#include "cli/parse.h"

#include <inttypes.h>
#include <string.h>

/* The value as text, in the arena if it has to be made; NULL: not set. */
static const char *value_text(const struct options *options, const struct option_row *row,
                              struct arena *arena) {
  const void *field = (const char *)options + row->offset;
  if (row->commands & OPTION_OF_ENGINE) {
    const char *last = NULL;
    for (size_t i = 0; i < options->search.engine_values.count; i++)
      if (strcmp(options->search.engine_values.items[i].name, row->name) == 0)
        last = options->search.engine_values.items[i].text;
    return last;
  }
  switch (row->kind) {
  case OPTION_FLAG:
    return *(const bool *)field ? "" : NULL;
  case OPTION_NUMBER:
    return arena_format(arena, "%" PRIu64, *(const uint64_t *)field);
  case OPTION_SECONDS:
    return arena_format(arena, "%g", *(const double *)field);
  case OPTION_CHOICE:
  case OPTION_TEXT:
  case OPTION_FILE:
  case OPTION_ENGINE:
    return *(const char *const *)field;
  }
  return NULL;
}

void options_pass_on(const struct options *options, struct arena *arena,
                     struct option_arguments *arguments) {
  for (size_t i = 0, count = option_count(); i < count; i++) {
    struct option_row row = option_at(i);
    if (!(row.commands & OPTION_PASSED_ON))
      continue;
    const char *value = value_text(options, &row, arena);
    if (!value || (row.standard && strcmp(value, row.standard) == 0))
      continue;
    vector_push(&arguments->list, row.kind == OPTION_FLAG
                                      ? arena_format(arena, "--%s", row.name)
                                      : arena_format(arena, "--%s=%s", row.name, value));
  }
}
