/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: JSON values that several documents share. */
#ifndef REPORT_DOCUMENT_H
#define REPORT_DOCUMENT_H

#include "input/json_text.h"
#include "program/property.h"
#include "semantics/machine.h"

struct story;

json_t *document_strings(const char *const *texts, size_t count);
json_t *document_properties(property_set set);
/* Adds file, line and column, if they are known. */
void document_set_position(json_t *object, const struct program *program, struct position at);
/* `story` and `state` may be NULL: then less is said. */
json_t *document_violation(const struct violation *violation, const struct story *story,
                           const struct state *state);
json_t *document_threads(const struct state *state);
json_t *document_steps(const struct story *story, const struct state *state,
                       const struct violation *violation);
/* Prints a field of the outermost object, a list with an item in each line, and takes `value` over.
 * What was printed before begins with "{". */
void document_print_field(struct text *out, const char *name, json_t *value);

#endif
