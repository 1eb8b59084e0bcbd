/* SPDX-License-Identifier: Apache-2.0 */
/* Inside report/: a violation as compilers report errors: one place with a message, and notes at
 * other places. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include "base/vector.h"
#include "semantics/machine.h"

struct story;

struct summary_note {
  uint32_t thread;
  struct position at; /* in the user's source, with a line */
  const char *text;
};

struct summary {
  struct arena *arena; /* of the texts */
  struct position at;  /* line 0: nowhere in the user's source */
  const char *message; /* in one line, without the place */
  VECTOR(struct summary_note) notes;
};

/* The story is finished. */
void summary_fill(struct summary *summary, const struct story *story, const struct state *state,
                  const struct violation *violation);
void summary_release(struct summary *summary);

#endif
