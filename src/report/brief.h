/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: a violation in the form of compiler errors: one position with a message, and
 * notes at other positions. */
#ifndef REPORT_BRIEF_H
#define REPORT_BRIEF_H

#include "base/vector.h"
#include "semantics/machine.h"

struct story;

struct brief_note {
  uint32_t thread;
  struct position at; /* in the user's source, with a line */
  const char *text;
};

struct brief {
  struct arena *arena; /* of the texts */
  struct position at;  /* line 0: nowhere in the user's source */
  const char *message; /* in one line, without the place */
  VECTOR(struct brief_note) notes;
};

/* The story is finished. */
void brief_fill(struct brief *brief, const struct story *story, const struct state *state,
                const struct violation *violation);
void brief_release(struct brief *brief);

#endif
