/* SPDX-License-Identifier: Apache-2.0 */
/* JSON compilation databases (compile_commands.json): how a build compiles each of its files. */
#ifndef INPUT_COMPDB_H
#define INPUT_COMPDB_H

#include "frontend/frontend.h"

struct compdb {
  struct arena *arena;
  const struct compile_command *commands; /* of its C files, each once */
  size_t command_count;
};

/* STATUS_BAD_INPUT: unreadable or malformed; the message with file and place went to stderr, and
 * there is nothing to release. */
enum status compdb_read(const char *path, struct compdb *database);
void compdb_release(struct compdb *database);

#endif
