/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to relations: what is known of each step, and the choice of the steps that are folded.
 */
#ifndef REPORT_RELATIONS_PARTS_H
#define REPORT_RELATIONS_PARTS_H

#include "base/memory.h"
#include "report/story.h"

struct relation {
  const char *remark;
  bool is_folded, is_silent;
  bool is_shared;    /* several threads access what it accesses */
  bool is_passed_on; /* another thread gets this value, or got it here */
  bool is_cause;     /* the violation depends on it */
  bool is_in_turn;   /* of a loop, neither the first nor the last one */
  size_t writer;     /* of the value that it reads: the number of the step plus one; 0: not told */
  size_t turns;      /* of a loop that are folded from here on, … */
  size_t turn_steps; /* … each of so many steps; 0: none */
  size_t times;      /* that this step happens in a row; 0: once */
  size_t source, missed;
};

struct relations {
  const struct story *story;
  const struct state *state;
  struct arena *arena;
  struct relation *steps;
};

/* Decides which steps are folded, when the rest is known. */
void relations_fold(struct relations *relations, const struct violation *violation);

#endif
