/* SPDX-License-Identifier: Apache-2.0 */
/* SV-COMP witnesses, with which other tools check a verdict. A violation witness contains the moves
 * of threads and the chosen values, in GraphML 1.0 or YAML 2.2. A correctness witness here states
 * only that the program is correct. */
#ifndef REPORT_WITNESS_H
#define REPORT_WITNESS_H

#include "base/status.h"
#include "program/program.h"

struct state;
struct violation;
struct witness;

/* What the witness is about. */
struct witness_task {
  const char *version; /* of heddle */
  const char *const *files;
  size_t file_count;
  enum data_model data_model;
  const char *specification; /* lines CHECK( init(main()), LTL(...) ) */
};

/* Is the format known by the ending of the name: .graphml, .yml or .yaml? */
bool witness_has_format(const char *path);

/* SV-COMP's name for the violated property (it divides `memory` into several); NULL: SV-COMP has
 * no such property, and there can be no witness. */
const char *witness_property_name(const struct violation *violation);

/* STATUS_BAD_INPUT: a file cannot be read or written; the message went to stderr. */
enum status witness_write_violation(const char *path, const struct witness_task *task,
                                    struct witness *witness, const struct state *state,
                                    const struct violation *violation);
enum status witness_write_correctness(const char *path, const struct witness_task *task);

#endif
