/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: the parts of an account. */
#ifndef REPORT_ACCOUNT_PARTS_H
#define REPORT_ACCOUNT_PARTS_H

#include "base/vector.h"
#include "engine/board.h"
#include "input/json_text.h"
#include "report/note.h"
#include "report/trace.h"

struct account_violation;

struct account_note {
  enum note_kind kind;
  const char *id;
  char *text;
};

struct account {
  struct arena *arena;
  const char *version;
  bool has_input; /* else nothing was read yet */
  struct trace about;
  VECTOR(struct account_note) notes;
  const char *engine;  /* or NULL */
  json_t *statistics;  /* an object */
  json_t *violations;  /* a list, as JSON has them */
  json_t *results;     /* the same as SARIF has them */
  json_t *artifacts;   /* of SARIF: the files that results mention */
  json_t *guarantees;  /* a list */
  json_t *spot;        /* or null */
  json_t *obligations; /* a list, as JSON has them */
  json_t *answers;     /* the same as SARIF has them, without violations */
  uint64_t executions; /* random executions */
  const char *verdict; /* NULL: none yet */
  const char *reason;  /* or NULL */
  int exit_code;
  property_set proven, violated;
};

/* "holds", "violated" or "undecided", for each property that was asked for. */
json_t *account_make_properties(const struct account *account);
/* An item of the list of violations. */
json_t *account_make_violation(const struct account_violation *found);
/* The results of SARIF for the obligations that are not violated, and the state of one in words.
 * Adds to account.artifacts. */
json_t *sarif_make_answers(struct account *account, const struct program *program,
                           const struct board *board, property_set asked);
const char *account_state_of(struct board_answer answer);
/* The result object of SARIF. Adds to account.artifacts. */
json_t *sarif_make_result(struct account *account, const struct account_violation *found);

#endif
