/* SPDX-License-Identifier: Apache-2.0 */
/* Inside report/: what an answer consists of. */
#ifndef REPORT_ANSWER_PARTS_H
#define REPORT_ANSWER_PARTS_H

#include "base/vector.h"
#include "input/json_text.h"
#include "report/answer.h"
#include "report/trace.h"

struct answer_note {
  enum note_kind kind;
  const char *id;
  char *text;
};

struct answer {
  struct arena *arena;
  const char *version;
  bool has_input; /* else nothing was read yet */
  struct trace about;
  VECTOR(struct answer_note) notes;
  const char *engine;  /* or NULL */
  json_t *statistics;  /* an object */
  json_t *violations;  /* a list, as JSON has them */
  json_t *results;     /* the same as SARIF has them */
  json_t *artifacts;   /* of SARIF: the files that results mention */
  const char *verdict; /* NULL: none yet */
  const char *reason;  /* or NULL */
  int exit_code;
  property_set proven, violated;
};

/* "holds", "violated" or "undecided", for each property that was asked for. */
json_t *answer_make_properties(const struct answer *answer);
/* An item of the list of violations. */
json_t *answer_make_violation(const struct answer_violation *found);
/* The result object of SARIF. Adds to answer.artifacts. */
json_t *sarif_make_result(struct answer *answer, const struct answer_violation *found);

#endif
