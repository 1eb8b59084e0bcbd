/* SPDX-License-Identifier: Apache-2.0 */
/* Which accesses may race: all pairs to an object are compared, by the locks held and the threads
 * that may run at the same time. */
#include "engine/static/races.h"

#include "engine/static/static_cells.h"
#include "engine/static/teams.h"
#include "program/paths.h"

#include <stdlib.h>

static int by_object(const void *first, const void *second) {
  const struct access_record *a = first, *b = second;
  return (a->object > b->object) - (a->object < b->object);
}

/* May two elements of their sequences have a byte in common? */
bool assess_overlap(const struct access_record *a, const struct access_record *b) {
  if (a->low >= b->end || b->low >= a->end)
    return false;
  uint64_t step = a->step && b->step ? 0 : a->step ? a->step : b->step;
  if (a->step && b->step) {
    uint64_t x = a->step, y = b->step;
    while (y) {
      uint64_t rest = x % y;
      x = y;
      y = rest;
    }
    step = x;
  }
  if (step < 2)
    return true;
  /* Modulo the step, `a` covers [0, a.size) and `b` covers [shift, shift + b.size). */
  int64_t difference = (b->low - a->low) % (int64_t)step;
  uint64_t shift = (uint64_t)(difference < 0 ? difference + (int64_t)step : difference);
  return shift < a->size || shift + b->size > step;
}

static uint32_t creator_of(const struct analysis *analysis, uint32_t class) {
  uint32_t creator = analysis->classes.items[class].creator;
  return creator == NO_NODE ? NO_NODE : analysis->nodes.items[creator].class;
}

/* May a thread of the first class run when one of the second class is created, both by main? */
static bool runs_at_creation(struct teams *teams, const struct analysis *analysis, uint32_t first,
                             uint32_t second) {
  const struct thread_class *created = &analysis->classes.items[second];
  return created->beside >> first & 1 &&
         teams_may_run(teams, first, created->creator, created->spawn);
}

bool assess_may_meet(struct teams *teams, const struct analysis *analysis,
                     const struct access_record *a, const struct access_record *b) {
  if (a->class == b->class)
    return analysis->classes.items[a->class].is_many && !(a->is_self && b->is_self);
  if (creator_of(analysis, b->class) == a->class &&
      !teams_may_run(teams, b->class, a->node, a->edge))
    return false;
  if (creator_of(analysis, a->class) == b->class &&
      !teams_may_run(teams, a->class, b->node, b->edge))
    return false;
  if (a->class == 0)
    return analysis_runs_beside_main(analysis, a->running, a->created, b->class);
  if (b->class == 0)
    return analysis_runs_beside_main(analysis, b->running, b->created, a->class);
  if (creator_of(analysis, a->class) != 0 || creator_of(analysis, b->class) != 0)
    return true;
  return runs_at_creation(teams, analysis, a->class, b->class) ||
         runs_at_creation(teams, analysis, b->class, a->class);
}

static bool is_no_wait(const struct edge *edge, void *context) {
  (void)context;
  return edge->op != OPERATION_WAIT;
}

/* Is the edge only reached after a wait of its function? */
static bool is_after_wait(const struct function *function, const struct edge *wanted) {
  bool *reached = paths_from(function, function->entry, is_no_wait, NULL);
  bool is_after = !reached[wanted->from];
  memory_release(reached);
  return is_after;
}

/* A join looks at a thread's record, after it has waited for the end of this thread, for what the
 * thread itself stored there. */
static bool has_ended(const struct analysis *analysis, const struct access_record *own,
                      const struct access_record *other) {
  bool has_waited = false;
  const struct edge *edge = other->edge;
  if (!own->is_self || other->is_self)
    return false;
  for (uint32_t at = other->node; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct node *node = &analysis->nodes.items[at];
    has_waited |= node->function->is_library && is_after_wait(node->function, edge);
    if (node->function->effect == EFFECT_JOINS)
      return has_waited;
    edge = node->call;
  }
  return false;
}

static bool race(struct teams *teams, const struct analysis *analysis,
                 const struct access_record *a, const struct access_record *b) {
  if ((!a->writes && !b->writes) || (a->is_atomic && b->is_atomic) || !assess_overlap(a, b))
    return false;
  if (a->locks & (b->locks | b->shared) || a->shared & b->locks)
    return false;
  if (has_ended(analysis, a, b) || has_ended(analysis, b, a))
    return false;
  return assess_may_meet(teams, analysis, a, b) && !teams_are_apart(teams, a, b);
}

/* Blocks that only their owners access are left out: one owner's last access comes before the next
 * one's first, by the lock or the creation of a thread that hands the block over. */
void assess_races(struct analysis *analysis, struct teams *teams, owner_judge *owns,
                  const void *context) {
  struct assessment *assessment = analysis->assessment;
  struct access_record *list = assessment->accesses.items;
  size_t count = assessment->accesses.count;
  if (count)
    qsort(list, count, sizeof *list, by_object);
  for (size_t i = 0; i < count; i++)
    for (size_t j = i; j < count && list[j].object == list[i].object; j++) {
      if (owns(context, list[i].object) ||
          (i == j && !analysis->classes.items[list[i].class].is_many) ||
          !race(teams, analysis, &list[i], &list[j]))
        continue;
      assess_leave_open(analysis, list[i].obligation, list[j].edge);
      assess_leave_open(analysis, list[j].obligation, list[i].edge);
    }
}
