/* SPDX-License-Identifier: Apache-2.0 */
/* Collects all results and messages of a check, and writes them for other tools as JSON or as SARIF
 * 2.1.0 (docs/reports.md). */
#ifndef REPORT_ACCOUNT_H
#define REPORT_ACCOUNT_H

#include "program/property.h"
#include "report/note.h"

#include <stdbool.h>
#include <stdint.h>

struct state;
struct story;
struct text;
struct trace;
struct violation;

struct account;
struct account *account_create(const char *version); /* of heddle */
void account_destroy(struct account *account);

/* What is checked. The texts that `about` names must live as long as the account. */
void account_set_input(struct account *account, const struct trace *about);
/* A sentence. `id` names its kind for programs: "weak-memory-orders". */
void account_add_note(struct account *account, enum note_kind kind, const char *id,
                      const char *text);
void account_set_engine(struct account *account, const char *engine);
void account_set_statistic(struct account *account, const char *name, double value);

struct account_violation {
  const struct story *story; /* finished */
  const struct state *state;
  const struct violation *violation;
  uint64_t switches;      /* context switches away from threads that could move */
  const char *trace_file; /* the schedule was recorded there; NULL: nowhere */
};
void account_add_violation(struct account *account, const struct account_violation *found);

struct partial_result;
struct program;
/* What a search has shown although the properties `open` are not decided. */
void account_set_partial_result(struct account *account, const struct program *program,
                                const struct partial_result *partial, property_set open);
struct board;
/* The answer to each place where a property can be violated; replaces what was set before. */
void account_set_board(struct account *account, const struct program *program,
                       const struct board *board, property_set asked);
/* What holds; those of which a violation was added are violated, and the others are not decided. */
void account_set_proven(struct account *account, property_set proven);
/* `verdict` is TRUE, FALSE, UNKNOWN or, if there is none, ERROR. `reason`: why it is UNKNOWN, or
 * why there may be more violations; NULL: there is nothing to say. */
void account_set_verdict(struct account *account, const char *verdict, const char *reason,
                         int exit_code);
bool account_has_verdict(const struct account *account);
void account_clear_verdict(struct account *account);

/* The documents. Both can be printed any number of times. */
void account_print_json(struct text *out, const struct account *account);
void account_print_sarif(struct text *out, const struct account *account);

#endif
