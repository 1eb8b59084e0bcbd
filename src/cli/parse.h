/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the command line, and writes the part of one that `bench` passes on to `check`. */
#ifndef CLI_PARSE_H
#define CLI_PARSE_H

#include "base/vector.h"

struct arena;
struct options;

enum parsed {
  PARSED_OK,
  PARSED_DONE,  /* help, version or completion was printed: nothing else to do */
  PARSED_WRONG, /* the message went to stderr */
};

/* The result points into `arguments`, which is reordered. */
enum parsed options_parse(struct options *options, int count, char **arguments);

/* The options of this command line that `check` has, too, as arguments for it. */
struct option_arguments {
  VECTOR(const char *) list; /* texts in the arena */
};
void options_pass_on(const struct options *options, struct arena *arena,
                     struct option_arguments *arguments);

#endif
