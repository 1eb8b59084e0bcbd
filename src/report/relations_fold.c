/* SPDX-License-Identifier: Apache-2.0 */
/* Folds what is private to a thread, steps that are repeated, turns of loops, and in stories that
 * are long even so the middles of stretches. What the violation depends on stays: the values that
 * its threads read at last, the values that these were computed from, and so on. */
#include "base/vector.h"
#include "report/relations_parts.h"

#include <string.h>

enum {
  LONGEST_TURN = 60, /* steps */
  FEWEST_TURNS = 3,
  MOST_SHOWN = 80,   /* steps of a story; more are folded, except for … */
  AROUND_SWITCH = 4, /* … those next to a context switch, … */
  AT_END = 20,       /* … those before the violation, and what it depends on */
  MOST_CAUSES = 40,
};

static bool is_named(const struct story_step *step, const char *operation) {
  return strcmp(step->operation, operation) == 0;
}

static bool is_involved(const struct violation *violation, uint32_t thread) {
  if (!violation || violation->thread == thread ||
      (violation->other_edge && violation->other_thread == thread))
    return true;
  for (uint32_t i = 0; i < violation->waiting_count; i++)
    if (violation->waiting[i] == thread)
      return true;
  return false;
}

static void fold_private(struct relations *relations, const struct violation *violation) {
  for (size_t i = 0; i < story_count(relations->story); i++) {
    const struct story_step *step = story_step(relations->story, i);
    struct relation *relation = &relations->steps[i];
    relation->is_silent = is_named(step, "starts in") || is_named(step, "finishes");
    relation->is_folded = relation->is_silent || (step->size && !relation->is_shared &&
                                                  !is_involved(violation, step->thread));
  }
}

static bool is_same_code(const struct story_step *a, const struct story_step *b) {
  return a->thread == b->thread && a->at.line == b->at.line && a->at.column == b->at.column &&
         a->at.file == b->at.file && a->function == b->function &&
         strcmp(a->operation, b->operation) == 0;
}

/* How often the `length` steps from `start` on happen in a row. */
static size_t count_turns(const struct story *story, size_t start, size_t length) {
  size_t turns = 1;
  for (size_t at = start + length; at + length <= story_count(story); at += length) {
    for (size_t i = 0; i < length; i++)
      if (!is_same_code(story_step(story, start + i), story_step(story, at + i)))
        return turns;
    turns++;
  }
  return turns;
}

/* A value that goes from one turn of a loop to one of another is as good as those before it. */
static bool is_needed(const struct relations *relations, size_t index) {
  const struct relation *relation = &relations->steps[index];
  return relation->is_cause || *relation->remark ||
         (relation->is_passed_on &&
          !(relation->is_in_turn &&
            (!relation->writer || relations->steps[relation->writer - 1].is_in_turn)));
}

/* Folds steps of turns that are alike. If all of them can be folded, one line says how many turns
 * they are. */
static void fold_turns(struct relations *relations, size_t first, size_t turns, size_t length) {
  bool is_whole = true;
  for (size_t i = first; i < first + turns * length; i++) {
    relations->steps[i].is_folded |= !is_needed(relations, i);
    is_whole &= relations->steps[i].is_folded;
  }
  if (!is_whole || turns < 2)
    return;
  relations->steps[first].turns = turns;
  relations->steps[first].turn_steps = length;
}

/* The same step, with the same name and value: how often from `start` on. */
static size_t count_times(const struct relations *relations, size_t start) {
  const struct story_step *first = story_step(relations->story, start);
  size_t at = start;
  for (; at < story_count(relations->story); at++) {
    const struct story_step *step = story_step(relations->story, at);
    if (!is_same_code(first, step) || strcmp(first->name, step->name) != 0 ||
        strcmp(first->value, step->value) != 0 || (at > start && *relations->steps[at].remark))
      break;
  }
  return at - start;
}

static void fold_repeated_steps(struct relations *relations) {
  for (size_t start = 0; start < story_count(relations->story);) {
    size_t times = count_times(relations, start);
    if (times >= FEWEST_TURNS && !relations->steps[start].is_folded) {
      relations->steps[start].times = times;
      for (size_t i = start + 1; i < start + times; i++)
        relations->steps[i].is_folded = relations->steps[i].is_silent = true;
    }
    start += times ? times : 1;
  }
}

/* Calls `turn` for the turns of each loop between the first and the last one. */
static void visit_loops(struct relations *relations,
                        void (*turn)(struct relations *relations, size_t first, size_t turns,
                                     size_t length)) {
  for (size_t start = 0; start < story_count(relations->story); start++) {
    for (size_t length = 1; length <= LONGEST_TURN; length++) {
      size_t turns = count_turns(relations->story, start, length);
      if (turns < FEWEST_TURNS || relations->steps[start].times)
        continue;
      turn(relations, start + length, turns - 2, length);
      start += turns * length - 1;
      break;
    }
  }
}

static void mark_turns(struct relations *relations, size_t first, size_t turns, size_t length) {
  for (size_t i = first; i < first + turns * length; i++)
    relations->steps[i].is_in_turn = true;
}

/* Writers in turns of loops are needed by readers that are in none. */
static void keep_what_is_read(struct relations *relations) {
  for (size_t i = 0; i < story_count(relations->story); i++) {
    struct relation *relation = &relations->steps[i];
    if (relation->is_passed_on && relation->writer && !relation->is_in_turn)
      relations->steps[relation->writer - 1].is_in_turn = false;
  }
}

static void fold_loops(struct relations *relations) {
  visit_loops(relations, mark_turns);
  keep_what_is_read(relations);
  visit_loops(relations, fold_turns);
}

static bool is_same_line(const struct story_step *a, const struct story_step *b) {
  return a->thread == b->thread && a->at.file == b->at.file && a->at.line == b->at.line;
}

struct causes {
  VECTOR(size_t) list; /* steps */
};

/* Once for each piece of code: a sum depends on all that was added to it. */
static void add_cause(struct relations *relations, struct causes *causes, size_t step) {
  if (causes->list.count >= MOST_CAUSES)
    return;
  for (size_t i = 0; i < causes->list.count; i++)
    if (is_same_code(story_step(relations->story, causes->list.items[i]),
                     story_step(relations->story, step)))
      return;
  relations->steps[step].is_cause = true;
  vector_push(&causes->list, step);
}

/* The steps that the line of a step took before it, in the same thread. */
static void add_line(struct relations *relations, struct causes *causes, size_t step) {
  const struct story_step *of = story_step(relations->story, step);
  for (size_t i = step + 1; i-- > 0;) {
    const struct story_step *before = story_step(relations->story, i);
    if (before->thread != of->thread)
      continue;
    if (!is_same_line(before, of))
      return;
    add_cause(relations, causes, i);
  }
}

/* What threads of the violation did last, and where the values came from that they read. */
static void find_causes(struct relations *relations, const struct violation *violation) {
  struct causes causes = {0};
  VECTOR(uint32_t) seen = {0};
  for (size_t i = story_count(relations->story); violation && i-- > 0;) {
    uint32_t thread = story_step(relations->story, i)->thread;
    bool is_seen = false;
    vector_each (number, &seen)
      is_seen |= *number == thread;
    if (is_seen || !is_involved(violation, thread))
      continue;
    vector_push(&seen, thread);
    add_line(relations, &causes, i);
  }
  for (size_t i = 0; i < causes.list.count; i++) {
    size_t step = causes.list.items[i], writer = relations->steps[step].writer;
    if (writer)
      add_line(relations, &causes, writer - 1);
  }
  vector_release(&seen);
  vector_release(&causes.list);
}

/* Of a story that is long even so: the steps in the middle of stretches. */
static void fold_middles(struct relations *relations) {
  size_t count = story_count(relations->story), shown = 0, distance = AROUND_SWITCH;
  for (size_t i = 0; i < count; i++)
    shown += !relations->steps[i].is_folded;
  if (shown <= MOST_SHOWN)
    return;
  bool *near = memory_allocate_zeroed(count + 1);
  for (size_t i = 0; i < count; i++) {
    bool is_switch =
        i && story_step(relations->story, i)->thread != story_step(relations->story, i - 1)->thread;
    distance = is_switch ? 0 : distance + !relations->steps[i].is_folded;
    near[i] = distance < AROUND_SWITCH;
  }
  distance = 0;
  for (size_t i = count; i-- > 0;) {
    bool is_switch = i + 1 < count && story_step(relations->story, i)->thread !=
                                          story_step(relations->story, i + 1)->thread;
    distance = is_switch ? 0 : distance + !relations->steps[i].is_folded;
    near[i] |= distance < AROUND_SWITCH;
  }
  size_t left = AT_END;
  for (size_t i = count; i-- > 0;) {
    struct relation *relation = &relations->steps[i];
    left -= left && !relation->is_folded;
    if (left || near[i] || relation->is_cause || *relation->remark ||
        is_named(story_step(relations->story, i), "creates"))
      continue;
    relation->is_folded = true;
    relation->turns = 0; /* one line for all of them */
  }
  memory_release(near);
}

/* A line that says that one step is left out is no shorter than the step. */
static void unfold_lonely(struct relations *relations) {
  size_t count = story_count(relations->story);
  for (size_t i = 0; i < count;) {
    const struct relation *first = &relations->steps[i];
    uint32_t thread = story_step(relations->story, i)->thread;
    size_t end = i, folded = 0, last = i;
    if (first->turns) {
      i += first->turns * first->turn_steps;
      continue;
    }
    for (; end < count && relations->steps[end].is_folded && !relations->steps[end].turns &&
           story_step(relations->story, end)->thread == thread;
         end++)
      if (!relations->steps[end].is_silent) {
        folded++;
        last = end;
      }
    if (folded == 1)
      relations->steps[last].is_folded = false;
    i = end > i ? end : i + 1;
  }
}

void relations_fold(struct relations *relations, const struct violation *violation) {
  find_causes(relations, violation);
  fold_private(relations, violation);
  fold_repeated_steps(relations);
  fold_loops(relations);
  fold_middles(relations);
  unfold_lonely(relations);
}
