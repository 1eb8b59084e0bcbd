/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to shortening: the attempts, and the passes that make them. */
#ifndef SEMANTICS_SHORTEN_PASS_H
#define SEMANTICS_SHORTEN_PASS_H

#include "semantics/course.h"

struct shortening {
  struct course_run run; /* follows the attempts */
  struct course best;
  struct course_cost cost;     /* of the best */
  struct violation *violation; /* that the best leads to */
};

/* What was followed last is the best from now on. */
void shorten_keep(struct shortening *shortening);
bool shorten_is_over(const struct shortening *shortening);
/* Follow a course, and keep what is better or, unless `strictly`, as good. The second one first
 * with stretches that end after their steps, then where they ended before. */
bool shorten_try(struct shortening *shortening, const struct course *course, struct course_way way,
                 bool strictly);
bool shorten_try_both(struct shortening *shortening, const struct course *course, bool strictly);
/* A mark for each step of the best course. */
bool *shorten_make_marks(const struct shortening *shortening);
/* The best course without the steps that are marked; if `ends_there`, also with another end.
 * Releases the marks. */
bool shorten_try_without(struct shortening *shortening, bool *marks, bool ends_there);

/* Threads by number, each once. */
struct thread_list {
  VECTOR(uint32_t) numbers;
};
void shorten_list_threads(const struct shortening *shortening, struct thread_list *list);

/* The passes. True: the best course is another one. */
typedef bool shorten_pass(struct shortening *shortening);
shorten_pass shorten_drop_threads, shorten_replace_threads, shorten_renumber_threads;
shorten_pass shorten_drop_turns;
shorten_pass shorten_drop_stretches, shorten_join_stretches, shorten_cut_stretches;
shorten_pass shorten_clear_choices, shorten_shrink_choices, shorten_drop_wakings;
/* A thread that has only a few steps left until it waits or ends takes them: then it is not
 * interrupted. Costs a few steps. */
void shorten_finish_stretches(struct shortening *shortening);

#endif
