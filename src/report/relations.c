/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over the steps tracks the last writer and the readers of each location; another one
 * finds loops. Both go by bytes, so that overlapping accesses of different sizes meet and
 * neighbours do not. Remarks require the same location under the same name, since addresses of dead
 * objects are reused. */
#include "report/relations.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/text.h"
#include "base/vector.h"
#include "report/story.h"

#include <string.h>

enum {
  MOST_BYTES = 4096,  /* of one access that are looked at */
  LONGEST_ROUND = 12, /* steps */
  FEWEST_ROUNDS = 4,
};

struct relation {
  const char *remark;
  bool is_folded, is_silent;
  bool is_passed_on; /* another thread gets this value, or got it here */
  size_t source, missed;
};

struct relations {
  const struct story *story;
  const struct state *state;
  struct arena *arena;
  struct relation *steps;
};

/* What is known on the way. Values are indices of steps plus one. */
struct history {
  struct map users;       /* byte: its only thread plus one, or SHARED */
  struct map last_write;  /* byte */
  struct map last_read;   /* thread and byte: the write that was read last */
  struct map last_access; /* thread and byte: the last step */
  struct map last_look;   /* thread and byte: the last read */
  VECTOR(size_t) waiting; /* stores that other threads do not see yet */
};
#define SHARED UINT64_MAX

static bool is_named(const struct story_step *step, const char *operation) {
  return strcmp(step->operation, operation) == 0;
}

static bool is_access(const struct story_step *step) { return step->size != 0; }

static bool reads(const struct story_step *step) {
  return is_access(step) && (is_named(step, "reads") || is_named(step, "updates"));
}

static bool writes(const struct story_step *step) {
  return is_access(step) &&
         (is_named(step, "writes") || is_named(step, "updates") || is_named(step, "makes visible"));
}

static uint64_t end_byte(const struct story_step *step) {
  return step->address + (step->size < MOST_BYTES ? step->size : MOST_BYTES);
}

static uint64_t key_of(uint32_t thread, uint64_t byte) { return hash_combine(thread + 1u, byte); }

static uint64_t find(const struct map *map, uint64_t key) {
  uint64_t value = 0;
  map_get(map, key, &value);
  return value;
}

/* The value that the location has after a step. */
static const char *final_value(const struct story_step *step) {
  static const char arrow[] = " → ";
  const char *last = strstr(step->value, arrow);
  return last ? last + sizeof arrow - 1 : step->value;
}

static const char *remark(struct relations *relations, const char *verb, size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  struct text text = {0};
  if (*step->value)
    text_format(&text, "%s the %s that ", verb, final_value(step));
  else
    text_format(&text, "%s what ", verb);
  state_describe_thread(&text, relations->state, step->thread);
  text_add(&text, " wrote");
  const char *result = arena_copy_text(relations->arena, text_get(&text));
  text_release(&text);
  return result;
}

static bool is_same_place(const struct story_step *a, const struct story_step *b) {
  return a->address == b->address && a->size == b->size && strcmp(a->name, b->name) == 0;
}

/* A thread read a location, another one wrote it, and now the first overwrites that value without
 * having read it. */
static void notice_overwriting(struct relations *relations, const struct history *history,
                               size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  uint64_t own = key_of(step->thread, step->address);
  uint64_t before = find(&history->last_write, step->address);
  uint64_t look = find(&history->last_look, own);
  if (is_named(step, "updates") || !before || !look || look > before ||
      find(&history->last_access, own) > before)
    return;
  const struct story_step *lost = story_step(relations->story, before - 1);
  if (lost->thread != step->thread && is_same_place(lost, step) &&
      is_same_place(story_step(relations->story, look - 1), step))
    relations->steps[index].remark = remark(relations, "overwrites", before - 1);
}

/* The step of a write, by its number; RELATION_NONE: it is not told. */
static size_t find_write(const struct story *story, uint64_t number, size_t before) {
  for (size_t i = before; i-- > 0;)
    if (story_step(story, i)->written == number)
      return i;
  return RELATION_NONE;
}

/* In an execution of an axiomatic model: which write a step reads, and which it misses. */
static void notice_source(struct relations *relations, const struct history *history,
                          size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  uint64_t newest = find(&history->last_write, step->address);
  bool is_told = newest && is_same_place(story_step(relations->story, newest - 1), step);
  if (!step->read)
    return;
  if (step->is_old_read) {
    relations->steps[index].source =
        step->taken ? find_write(relations->story, step->taken, index) : RELATION_START;
    relations->steps[index].missed = is_told ? newest - 1 : RELATION_NONE;
  } else if (is_told) {
    relations->steps[index].source = newest - 1;
  } else if (!newest && !story_left_out(relations->story)) {
    relations->steps[index].source = RELATION_START;
  }
}

/* What an execution of an axiomatic model reads although there is something newer. The model allows
 * it, so the newer write does not happen before the read. */
static void notice_old_value(struct relations *relations, const struct history *history,
                             size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  uint64_t newest = find(&history->last_write, step->address);
  if (!newest || !is_same_place(story_step(relations->story, newest - 1), step))
    return;
  struct text text = {0};
  if (reads(step)) {
    size_t source = relations->steps[index].source;
    const char *taken = source == RELATION_START  ? "takes the first value"
                        : source == RELATION_NONE ? "takes an older value"
                                                  : remark(relations, "takes", source);
    text_format(&text, "%s, %s, which does not happen before this", taken,
                remark(relations, "misses", newest - 1));
  } else {
    text_format(&text, "%s, which does not happen before this",
                remark(relations, "in the order of writes it comes before", newest - 1));
  }
  relations->steps[index].remark = arena_copy_text(relations->arena, text_get(&text));
  text_release(&text);
}

static void notice_waiting_stores(struct relations *relations, struct history *history,
                                  size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  if (is_named(step, "buffers"))
    vector_push(&history->waiting, index);
  for (size_t i = 0; i < history->waiting.count; i++) {
    const struct story_step *store = story_step(relations->story, history->waiting.items[i]);
    if (!is_same_place(store, step))
      continue;
    if (reads(step) && store->thread != step->thread) {
      relations->steps[index].remark = remark(relations, "does not see", history->waiting.items[i]);
    } else if (is_named(step, "makes visible") && store->thread == step->thread) {
      memmove(history->waiting.items + i, history->waiting.items + i + 1,
              (history->waiting.count - i - 1) * sizeof *history->waiting.items);
      history->waiting.count--;
      return;
    }
  }
}

static bool is_wait(const struct story_step *step) {
  return strstr(step->name, " (pthread_cond_") || strstr(step->name, " (cnd_");
}

static bool is_signal(const struct story_step *step) {
  static const char *const names[] = {"pthread_cond_signal(", "pthread_cond_broadcast(",
                                      "cnd_signal(", "cnd_broadcast("};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strncmp(step->name, names[i], strlen(names[i])) == 0)
      return true;
  return false;
}

static const char wakes_spuriously[] = "wakes up although nobody signalled";

/* Did a thread signal the condition variable while this one waited? */
static void notice_waking(struct relations *relations, size_t index) {
  const struct story_step *step = story_step(relations->story, index);
  if (!is_named(step, "acquires") || !is_wait(step))
    return;
  for (size_t i = index; i-- > 0;) {
    const struct story_step *before = story_step(relations->story, i);
    if (is_named(before, "calls") && is_signal(before))
      return;
    if (before->thread == step->thread && is_named(before, "releases") && is_wait(before)) {
      relations->steps[index].remark = wakes_spuriously;
      return;
    }
  }
}

static void notice_byte(struct relations *relations, struct history *history, size_t index,
                        uint64_t byte) {
  const struct story_step *step = story_step(relations->story, index);
  uint64_t user = find(&history->users, byte), own = key_of(step->thread, byte);
  map_set(&history->users, byte, !user || user == step->thread + 1u ? step->thread + 1u : SHARED);
  if (reads(step)) {
    uint64_t writer = find(&history->last_write, byte);
    if (writer && story_step(relations->story, writer - 1)->thread != step->thread &&
        find(&history->last_read, own) != writer) {
      relations->steps[writer - 1].is_passed_on = true;
      relations->steps[index].is_passed_on = true;
    }
    map_set(&history->last_read, own, writer);
    map_set(&history->last_look, own, index + 1);
  }
  if (writes(step) && !step->is_old)
    map_set(&history->last_write, byte, index + 1);
  map_set(&history->last_access, own, index + 1);
}

static void follow(struct relations *relations, struct history *history) {
  for (size_t i = 0; i < story_count(relations->story); i++) {
    const struct story_step *step = story_step(relations->story, i);
    relations->steps[i].remark = "";
    relations->steps[i].source = relations->steps[i].missed = RELATION_NONE;
    notice_waking(relations, i);
    if (!is_access(step))
      continue;
    notice_waiting_stores(relations, history, i);
    notice_source(relations, history, i);
    if (step->is_old)
      notice_old_value(relations, history, i);
    else if (writes(step))
      notice_overwriting(relations, history, i);
    for (uint64_t byte = step->address; byte < end_byte(step); byte++)
      notice_byte(relations, history, i, byte);
  }
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

static bool is_shared(const struct history *history, const struct story_step *step) {
  for (uint64_t byte = step->address; byte < end_byte(step); byte++)
    if (find(&history->users, byte) == SHARED)
      return true;
  return false;
}

static void fold_private(struct relations *relations, const struct history *history,
                         const struct violation *violation) {
  for (size_t i = 0; i < story_count(relations->story); i++) {
    const struct story_step *step = story_step(relations->story, i);
    struct relation *relation = &relations->steps[i];
    relation->is_silent = is_named(step, "starts in") || is_named(step, "finishes");
    relation->is_folded = relation->is_silent || (is_access(step) && !is_shared(history, step) &&
                                                  !is_involved(violation, step->thread));
  }
}

static bool is_same_code(const struct story_step *a, const struct story_step *b) {
  return a->thread == b->thread && a->at.line == b->at.line && a->at.column == b->at.column &&
         a->at.file == b->at.file && a->function == b->function &&
         strcmp(a->operation, b->operation) == 0;
}

/* How often the `length` steps from `start` on happen in a row. */
static size_t count_rounds(const struct story *story, size_t start, size_t length) {
  size_t rounds = 1;
  for (size_t at = start + length; at + length <= story_count(story); at += length) {
    for (size_t i = 0; i < length; i++)
      if (!is_same_code(story_step(story, start + i), story_step(story, at + i)))
        return rounds;
    rounds++;
  }
  return rounds;
}

static void fold_rounds(struct relations *relations) {
  for (size_t start = 0; start < story_count(relations->story); start++) {
    for (size_t length = 1; length <= LONGEST_ROUND; length++) {
      size_t rounds = count_rounds(relations->story, start, length);
      if (rounds < FEWEST_ROUNDS)
        continue;
      for (size_t i = start + length; i < start + (rounds - 1) * length; i++)
        relations->steps[i].is_folded |=
            !relations->steps[i].is_passed_on && !*relations->steps[i].remark;
      start += rounds * length - 1;
      break;
    }
  }
}

/* A line that says that one step is left out is no shorter than the step. */
static void unfold_lonely(struct relations *relations) {
  size_t count = story_count(relations->story);
  for (size_t i = 0; i < count;) {
    uint32_t thread = story_step(relations->story, i)->thread;
    size_t end = i, folded = 0, last = i;
    for (; end < count && relations->steps[end].is_folded &&
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

struct relations *relations_create(const struct story *story, const struct state *state,
                                   const struct violation *violation) {
  struct relations *relations = memory_allocate_zeroed(sizeof *relations);
  struct history history = {0};
  relations->story = story;
  relations->state = state;
  relations->arena = arena_create();
  relations->steps =
      arena_allocate(relations->arena, (story_count(story) + 1) * sizeof *relations->steps);
  follow(relations, &history);
  fold_private(relations, &history, violation);
  fold_rounds(relations);
  unfold_lonely(relations);
  map_release(&history.users);
  map_release(&history.last_write);
  map_release(&history.last_read);
  map_release(&history.last_access);
  map_release(&history.last_look);
  vector_release(&history.waiting);
  return relations;
}

void relations_destroy(struct relations *relations) {
  arena_destroy(relations->arena);
  memory_release(relations);
}

const char *relations_remark(const struct relations *relations, size_t step) {
  return relations->steps[step].remark;
}

size_t relations_source(const struct relations *relations, size_t step) {
  return relations->steps[step].source;
}

size_t relations_missed(const struct relations *relations, size_t step) {
  return relations->steps[step].missed;
}

bool relations_is_folded(const struct relations *relations, size_t step) {
  return relations->steps[step].is_folded;
}

bool relations_is_silent(const struct relations *relations, size_t step) {
  return relations->steps[step].is_silent;
}

bool relations_is_spurious(const struct relations *relations, size_t step) {
  return relations->steps[step].remark == wakes_spuriously;
}
