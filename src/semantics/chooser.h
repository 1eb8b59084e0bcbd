/* SPDX-License-Identifier: Apache-2.0 */
/* Resolves nondeterminism: at random (heddle run), from a record (replay), or exhaustively
 * (search). A step is a function of the state, the thread and these answers. */
#ifndef SEMANTICS_CHOOSER_H
#define SEMANTICS_CHOOSER_H

#include "semantics/domain.h"

struct chooser {
  /* Any number of `width` bits. `edge`: who asks, for messages. */
  uint64_t (*choose)(struct chooser *chooser, unsigned width, const struct edge *edge);
  /* The question is hypothetical: an answer must not be kept in memory. */
  bool only_looks;
  /* Decides which number an unknown value of `width` bits is from now on. False: that is not
   * possible. With `only_looks`, only if just one number is possible. NULL: every value is known.
   * */
  bool (*concretize)(struct chooser *chooser, struct value value, unsigned width, bool only_looks,
                     uint64_t *bits);
};

/* Answers every question with 0. */
static inline uint64_t chooser_zero(struct chooser *chooser, unsigned width,
                                    const struct edge *edge) {
  (void)chooser, (void)width, (void)edge;
  return 0;
}

/* For looking at what memory holds: it has no answers, but notes that it was asked for one. */
struct looking_chooser {
  struct chooser chooser; /* first: it is the chooser */
  bool was_asked;
};

static inline uint64_t chooser_note_question(struct chooser *chooser, unsigned width,
                                             const struct edge *edge) {
  (void)width;
  (void)edge;
  ((struct looking_chooser *)chooser)->was_asked = true;
  return 0;
}

static inline struct looking_chooser chooser_looking(void) {
  return (struct looking_chooser){.chooser = {chooser_note_question, true, NULL}};
}

#endif
