/* SPDX-License-Identifier: Apache-2.0 */
/* Prints violations and notes in one line each, in forms that editors and code-scanning services
 * read. */
#ifndef REPORT_DIAGNOSTICS_H
#define REPORT_DIAGNOSTICS_H

#include "report/note.h"

struct state;
struct story;
struct text;
struct violation;

enum diagnostics_format {
  DIAGNOSTICS_GCC,   /* "file:line:column: error: message [property]" */
  DIAGNOSTICS_GITHUB /* "::error file=…,line=…::message", the commands of GitHub's workflows */
};

/* The story is finished. A line for the violation, and with gcc one for each note. */
void diagnostics_print_violation(struct text *out, enum diagnostics_format format,
                                 const struct story *story, const struct state *state,
                                 const struct violation *violation);
/* What is said beside the verdict. */
void diagnostics_print_note(struct text *out, enum diagnostics_format format, enum note_kind kind,
                            const char *text);

#endif
