/* SPDX-License-Identifier: Apache-2.0 */
/* Paths: the moves from the initial state to a state. */
#ifndef EXPLORE_PATH_H
#define EXPLORE_PATH_H

#include "explore/explorer.h"
#include "semantics/schedule.h"

struct path_item {
  struct move move;
  size_t first_answer, answer_count; /* in path.answers */
};

struct path {
  VECTOR(struct path_item) items; /* the start of the program first */
  VECTOR(uint64_t) answers;
};

void path_add(struct path *path, struct move move, const uint64_t *answers, size_t count);
/* For a path that was collected from its end. */
void path_reverse(struct path *path);
/* The path as the schedule of an execution, if every value on it was a number. */
void path_to_schedule(const struct path *path, struct schedule *schedule);
void path_release(struct path *path);

/* By number of a kept state: the first move that led to it. */
struct origin {
  struct move move;
  size_t first_answer; /* in origins.answers; up to the next origin's */
};

struct origins {
  VECTOR(struct origin) list;
  VECTOR(uint64_t) answers;
};

/* The next state, with the answers that the explorer has taken. */
void origins_add(struct origins *origins, struct move move, const struct answers *answers);
/* The path to the end of `last`, whose answers are those the explorer has taken. */
void origins_path(const struct origins *origins, struct move last, const struct answers *answers,
                  struct path *path);
void origins_release(struct origins *origins);

#endif
