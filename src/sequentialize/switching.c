/* SPDX-License-Identifier: Apache-2.0 */
/* The reduction `conflict`: a thread stops before an operation only if another thread may still do
 * something that does not commute with its next step. Otherwise it goes on at once. What others may
 * still do is bounded by where they stand, so the question is asked about their program counters
 * when the program runs. An operation that conflicts with nothing at all is no place to stop.
 *
 * Why nothing is lost. Let an execution of the whole program violate something, or end where no
 * thread can move; call it E. We follow E through the reduced program. If the thread that moved
 * last stands at a step c that conflicts with nothing that others may still do, c commutes with all
 * that others do in E from here on: either E has c, which can then come first, or E does not, and c
 * can be added in front, for c can be executed here and changes nothing for the others. If E ends
 * in a deadlock, it has c, because c could still be executed at its end. So the rest of E leads to
 * the same violation or end.
 * - Threads that do not exist yet: what they may do counts for those that can create them. If the
 *   thread itself creates them, it does so after c. So main stops nowhere before it creates a
 *   thread.
 * - Threads that have ended or were stopped do nothing any more, and do not count.
 * - A step that waits may be blocked, and then it cannot come first: a thread that comes to such a
 *   wait without being chosen stops there, and is chosen again when it can go on (write_wait).
 * - The end of the program commutes with nothing, as it takes away what others may do. Nothing is
 *   violated after it, so a thread may end the program only when the others have ended or come to
 *   where they may wait: what E does before that is not changed.
 * - Loops: a thread that goes on forever would keep others from going on. Each loop that may not
 *   end has a place where the thread stops whenever another one could move (spinning.c). So c is
 *   added only finitely often. While no other thread can move, the thread is the next one anyway.
 *
 * A thread that is blocked (blocking.h) does nothing before its condition changes. So it does not
 * count, if all threads that could change the condition are blocked as well, and so on, or are the
 * one that goes on: before that thread moves, no thread can do anything that conflicts with its
 * step.
 *
 * What others do before the thread goes on is less than what they may still do: one that holds a
 * mutex keeps them from all that they do with the mutex held. possible.h knows which steps others
 * can make while a thread stands at c: if c conflicts with none of these, c is no place to stop. In
 * E, they are all that others do before the thread goes on, so c can come first as before.
 *
 * It is the idea of persistent sets with one thread in them (por/persistent_set.h), for the thread
 * that moved last: in any other state all threads are looked at. */
#include "sequentialize/switching.h"

#include "sequentialize/blocking.h"

#include <stdlib.h>
#include <string.h>

static bool is_wait(const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_WAIT;
}

bool switching_may_wait(const struct flat_unit *unit, uint32_t node) {
  bool *seen = flow_reach(unit, node, true), found = is_wait(&unit->nodes.items[node]);
  for (uint32_t i = 0; i < unit->nodes.count && !found; i++)
    found = seen[i] && is_wait(&unit->nodes.items[i]);
  memory_release(seen);
  return found;
}

/* May a thread of the other routine exist, besides the one that is at a node of the unit? */
static bool concerns(const struct flat_unit *unit, uint32_t node, const struct flat_unit *other) {
  return other->exists && !unit->number ? other->exists[node] : unit != other || !unit->is_single;
}

/* Does the step conflict with one that another thread can make while the thread stands at the
 * node? */
static bool meets_conflict(struct sequentializer *s, const struct possible *possible,
                           const struct flat_unit *unit, uint32_t node, uint32_t step) {
  if (!possible)
    return true;
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *other = s->routines.items[i];
    for (uint32_t k = 0; k < other->nodes.count; k++)
      if (possible_meets(possible, unit, node, other, k) &&
          interference_conflict(s->interference, step,
                                interference_step_alone(s->interference, other, k)))
        return true;
  }
  return false;
}

/* Does the step that begins at the node conflict with anything another thread ever does? */
static bool ever_conflicts(struct sequentializer *s, const struct flat_unit *unit, uint32_t node) {
  uint32_t step = interference_step(s->interference, unit, node);
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *other = s->routines.items[i];
    if (concerns(unit, node, other) &&
        interference_conflict(s->interference, step,
                              interference_rest(s->interference, other, other->entry)))
      return true;
  }
  return false;
}

/* Others can interrupt each loop. If code was left out because threads do not stop in some places,
 * no other places are added: threads stop where they did before. True: they stop elsewhere. */
static bool interrupt_loops(struct sequentializer *s, struct flat_unit *unit,
                            const bool *was_visible) {
  bool adds = false;
  flat_interrupt_loops(s, unit);
  flat_stop_in_loops(s, unit);
  for (uint32_t k = 0; k < unit->nodes.count; k++)
    adds |= unit->nodes.items[k].is_visible && !was_visible[k];
  for (uint32_t k = 0; k < unit->nodes.count && adds && s->is_pruned; k++)
    unit->nodes.items[k].is_visible = was_visible[k];
  if (adds && s->is_pruned)
    flat_stop_in_loops(s, unit);
  bool changed = false;
  for (uint32_t k = 0; k < unit->nodes.count; k++)
    changed |= unit->nodes.items[k].is_visible != was_visible[k];
  return changed;
}

bool switching_reduce(struct sequentializer *s, const struct possible *possible) {
  bool changed = false;
  for (size_t i = 0; i < s->routines.count; i++) {
    struct flat_unit *unit = s->routines.items[i];
    bool *needless = memory_allocate_zeroed(unit->nodes.count + 1);
    for (uint32_t k = 0; k < unit->nodes.count; k++)
      needless[k] =
          unit->nodes.items[k].is_visible && !switching_may_wait(unit, k) &&
          !(ever_conflicts(s, unit, k) &&
            meets_conflict(s, possible, unit, k, interference_step(s->interference, unit, k)));
    bool *was_visible = memory_allocate(unit->nodes.count + 1);
    for (uint32_t k = 0; k < unit->nodes.count; k++) {
      was_visible[k] = unit->nodes.items[k].is_visible;
      unit->nodes.items[k].is_visible &= !needless[k];
    }
    memory_release(needless);
    changed |= interrupt_loops(s, unit, was_visible);
    memory_release(was_visible);
  }
  return changed;
}

/* The last case of another routine from which a thread may still do something that conflicts with
 * the step; 0: none. Cases are numbered so that most ways go upwards. */
static uint32_t last_conflict(struct sequentializer *s, uint32_t step,
                              const struct flat_unit *other) {
  for (uint32_t i = other->cases.count; i-- > 0;)
    if (interference_conflict(s->interference, step,
                              interference_rest(s->interference, other, other->cases.nodes[i])))
      return i + 1;
  return 0;
}

/* Adds whether the thread of a routine is at one of its first cases. */
static void add_single(struct text *out, const struct flat_unit *other, uint32_t last) {
  const char *between = out->length ? " || " : "";
  if (last == 1)
    text_format(out, "%spc[%u] == 1", between, other->first_thread);
  else if (last == other->cases.count)
    text_format(out, "%spc[%u] > 0", between, other->first_thread);
  else
    text_format(out, "%s(pc[%u] > 0 && pc[%u] <= %u)", between, other->first_thread,
                other->first_thread, last);
}

static void add_several(struct writer *w, struct text *out, const struct flat_unit *other,
                        uint32_t last) {
  const char *self = other == w->unit ? w->thread : "-1";
  w->s->needs.is_before = true;
  text_format(out, "%sis_before(%u, %u, %u, (int)%s)", out->length ? " || " : "",
              other->first_thread, other->first_thread + other->thread_count, last, self);
}

void switching_add_before(struct writer *w, struct text *out, const struct flat_unit *other,
                          uint32_t last) {
  if (last && other->is_single)
    add_single(out, other, last);
  else if (last)
    add_several(w, out, other, last);
}

/* Can a thread of the routine be blocked at one of the first cases? */
static bool may_be_blocked(const struct flat_unit *unit, uint32_t last) {
  for (uint32_t i = 0; unit->cases.is_guarded && i < last; i++)
    if (unit->cases.is_guarded[i])
      return true;
  return false;
}

/* Adds the condition that a thread of the routine is free at one of cases 1 to `last`. */
static void add_free(struct writer *w, struct text *out, const struct flat_unit *other,
                     uint32_t last) {
  if (!may_be_blocked(other, last)) {
    switching_add_before(w, out, other, last);
    return;
  }
  text_format(out, "%sis_free(%u, %u, %u, %s%s)", out->length ? " || " : "", other->first_thread,
              other->first_thread + other->thread_count, last, other == w->unit ? "(int)" : "",
              other == w->unit ? w->thread : "-1");
  w->s->needs.is_free = true;
}

/* Finds the threads that may do something that conflicts with the step before the thread goes on:
 * `last` has, per routine, the last case from which a thread may conflict, or may change a
 * condition that one of these is blocked by. 0: none. */
static void find_rivals(struct writer *w, uint32_t node, uint32_t step, uint32_t *last) {
  struct sequentializer *s = w->s;
  for (size_t i = 0; i < s->routines.count; i++)
    last[i] = concerns(w->unit, node, s->routines.items[i])
                  ? last_conflict(s, step, s->routines.items[i])
                  : 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < s->routines.count; i++) {
      if (!last[i] || !may_be_blocked(s->routines.items[i], last[i]))
        continue;
      for (size_t k = 0; k < s->routines.count; k++) {
        const struct flat_unit *other = s->routines.items[k];
        uint32_t found = concerns(w->unit, node, other)
                             ? blocking_last_change(s, other, s->routines.items[i])
                             : 0;
        changed |= found > last[k];
        last[k] = found > last[k] ? found : last[k];
      }
    }
  }
}

/* Adds whether one of them is free. */
static void add_rivals(struct writer *w, uint32_t node, uint32_t step, struct text *out) {
  uint32_t *last = memory_allocate((w->s->routines.count + 1) * sizeof *last);
  find_rivals(w, node, step, last);
  for (size_t i = 0; i < w->s->routines.count; i++)
    if (last[i])
      add_free(w, out, w->s->routines.items[i], last[i]);
  memory_release(last);
}

/* Adds the condition that some thread is free. */
static void add_any(struct writer *w, uint32_t node, struct text *out) {
  for (size_t i = 0; i < w->s->routines.count; i++)
    if (concerns(w->unit, node, w->s->routines.items[i]))
      add_free(w, out, w->s->routines.items[i], w->s->routines.items[i]->cases.count);
}

/* The conflict is one only if a thread is free, where those that conflict may be blocked. */
static void require_free(struct writer *w, uint32_t node, uint32_t step, struct text *out) {
  struct text both = {0}, free = {0};
  add_rivals(w, node, step, &free);
  text_format(&both, strstr(text_get(out), " || ") ? "(%s) && " : "%s && ", text_get(out));
  text_format(&both, strstr(text_get(&free), " || ") ? "(%s)" : "%s", text_get(&free));
  text_release(&free);
  text_release(out);
  *out = both;
}

/* The condition is true if a thread that conflicts is free. Threads that cannot be blocked are
 * free. Before a node with `must_stop`, the thread goes on only if all others have ended or are
 * blocked. */
const char *switching_condition(struct writer *w, uint32_t node) {
  struct sequentializer *s = w->s;
  struct text out = {0}, blocked = {0};
  if (!s->options->reduces_conflict || !w->unit->cases.nodes)
    return NULL;
  if (w->unit->nodes.items[node].must_stop)
    add_any(w, node, &out);
  uint32_t step = interference_step(s->interference, w->unit, node);
  for (size_t i = 0; i < s->routines.count && !w->unit->nodes.items[node].must_stop; i++) {
    const struct flat_unit *other = s->routines.items[i];
    uint32_t last = concerns(w->unit, node, other) ? last_conflict(s, step, other) : 0;
    switching_add_before(w, may_be_blocked(other, last) ? &blocked : &out, other, last);
  }
  if (blocked.length) {
    require_free(w, node, step, &blocked);
    text_format(&out, out.length ? " || (%s)" : "%s", text_get(&blocked));
  }
  const char *text = arena_copy_text(s->arena, text_get(&out));
  text_release(&out);
  text_release(&blocked);
  return text;
}

/* Writes a function that says whether a thread is at a case that may have to wait. False: none is.
 */
static bool add_waits(const struct sequentializer *s, struct text *out) {
  struct text body = {0};
  for (size_t i = 0; i < s->routines.count; i++) {
    const struct flat_unit *unit = s->routines.items[i];
    bool any = false;
    for (uint32_t k = 0; k < unit->cases.count; k++) {
      if (!switching_may_wait(unit, unit->cases.nodes[k]))
        continue;
      if (!any)
        text_format(&body, "  if (thread - %uu < %uu)\n    return ", unit->first_thread,
                    unit->thread_count);
      text_format(&body, "%spc[thread] == %u", any ? " || " : "", k + 1);
      any = true;
    }
    text_add(&body, any ? ";\n" : "");
  }
  if (body.length)
    text_format(out,
                "/* May the next step of a thread have to wait? */\n"
                "static int may_wait(unsigned int thread) {\n%s  return 0;\n}\n\n",
                text_get(&body));
  bool found = body.length > 0;
  text_release(&body);
  return found;
}

void switching_helpers(const struct sequentializer *s, struct text *out) {
  if (s->needs.only_waits) {
    bool waits = add_waits(s, out);
    text_format(out,
                "/* Can the other threads do no more than wait? */\n"
                "static int others_wait(unsigned int self) {\n  unsigned int i;\n"
                "  for (i = 0; i < %u; i++)\n    if (i != self && pc[i] > 0%s)\n"
                "      return 0;\n  return 1;\n}\n\n",
                s->thread_total, waits ? " && !may_wait(i)" : "");
  }
  if (s->needs.is_before)
    text_add(out, "/* Does a thread, other than self, stand at a case up to the given one? */\n"
                  "static int is_before(unsigned int first, unsigned int end, int last, int self) "
                  "{\n  unsigned int i;\n  for (i = first; i < end; i++)\n"
                  "    if ((int)i != self && pc[i] > 0 && pc[i] <= last)\n      return 1;\n"
                  "  return 0;\n}\n\n");
}

struct case_order {
  uint32_t node, position;
};

static int compare_cases(const void *first, const void *second) {
  const struct case_order *a = first, *b = second;
  return (a->position > b->position) - (a->position < b->position);
}

/* Positions of nodes so that each comes before its successors, loops aside. */
static uint32_t *positions(const struct flat_unit *unit) {
  size_t count = unit->nodes.count;
  uint32_t *found = memory_allocate_zeroed((count + 1) * sizeof *found);
  uint32_t *next = memory_allocate_zeroed((count + 1) * sizeof *next);
  bool *seen = memory_allocate_zeroed(count + 1);
  VECTOR(uint32_t) path = {0};
  uint32_t position = (uint32_t)count;
  vector_push(&path, unit->entry);
  seen[unit->entry] = true;
  while (path.count) {
    uint32_t at = vector_last(&path);
    const struct flat_node *node = &unit->nodes.items[at];
    if (next[at] == node->successor_count) {
      found[at] = position--;
      path.count--;
      continue;
    }
    uint32_t to = node->successors[next[at]++];
    if (!seen[to])
      vector_push(&path, to);
    seen[to] = true;
  }
  vector_release(&path);
  memory_release(seen);
  memory_release(next);
  return found;
}

void switching_number_cases(struct sequentializer *s, struct flat_unit *unit, const uint32_t *cases,
                            uint32_t count) {
  uint32_t *place = positions(unit);
  struct case_order *order = memory_allocate((count + 1) * sizeof *order);
  uint32_t *sorted = arena_allocate(s->arena, (count + 1) * sizeof *sorted);
  for (uint32_t i = 0; i < count; i++)
    order[i] = (struct case_order){cases[i], place[cases[i]]};
  qsort(order, count, sizeof *order, compare_cases);
  for (uint32_t i = 0; i < count; i++)
    sorted[i] = order[i].node;
  unit->cases.nodes = sorted;
  unit->cases.count = count;
  memory_release(order);
  memory_release(place);
}
