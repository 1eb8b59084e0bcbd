/* SPDX-License-Identifier: Apache-2.0 */
/* All that a check says, gathered while it is said and written for other tools: as JSON or as SARIF
 * 2.1.0 (docs/reports.md). */
#ifndef REPORT_ANSWER_H
#define REPORT_ANSWER_H

#include "program/property.h"

#include <stdbool.h>
#include <stdint.h>

struct state;
struct story;
struct text;
struct trace;
struct violation;

enum note_kind {
  NOTE_WARNING,    /* a proof covers less than it seems */
  NOTE_ASSUMPTION, /* what the verdict rests on */
  NOTE_REMARK,     /* anything else */
};

struct answer;
struct answer *answer_create(const char *version); /* of heddle */
void answer_destroy(struct answer *answer);

/* What is checked. The texts that `about` names must live as long as the answer. */
void answer_set_input(struct answer *answer, const struct trace *about);
/* A sentence. `id` names its kind for programs: "weak-memory-orders". */
void answer_add_note(struct answer *answer, enum note_kind kind, const char *id, const char *text);
void answer_set_engine(struct answer *answer, const char *engine);
void answer_set_statistic(struct answer *answer, const char *name, double value);

struct answer_violation {
  const struct story *story; /* finished */
  const struct state *state;
  const struct violation *violation;
  uint64_t switches;      /* threads that could go on had to stop */
  const char *trace_file; /* the schedule was recorded there; NULL: nowhere */
};
void answer_add_violation(struct answer *answer, const struct answer_violation *found);

/* What holds; those of which a violation was added are violated, and the others are not decided. */
void answer_set_proven(struct answer *answer, property_set proven);
/* `verdict` is TRUE, FALSE, UNKNOWN or, if there is none, ERROR. `reason`: why it is UNKNOWN, or
 * why there may be more violations; NULL: there is nothing to say. */
void answer_set_verdict(struct answer *answer, const char *verdict, const char *reason,
                        int exit_code);
bool answer_has_verdict(const struct answer *answer);
void answer_clear_verdict(struct answer *answer);

/* The documents. Both can be printed any number of times. */
void answer_print_json(struct text *out, const struct answer *answer);
void answer_print_sarif(struct text *out, const struct answer *answer);

#endif
