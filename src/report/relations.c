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
#include "report/relations_parts.h"

#include <string.h>

enum { MOST_BYTES = 4096 }; /* of one access that are looked at */

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
    relations->steps[index].writer = writer;
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

static bool is_shared(const struct history *history, const struct story_step *step) {
  for (uint64_t byte = step->address; byte < end_byte(step); byte++)
    if (find(&history->users, byte) == SHARED)
      return true;
  return false;
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
  for (size_t i = 0; i < story_count(story); i++)
    relations->steps[i].is_shared =
        is_access(story_step(story, i)) && is_shared(&history, story_step(story, i));
  relations_fold(relations, violation);
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

size_t relations_turns(const struct relations *relations, size_t step, size_t *steps) {
  *steps = relations->steps[step].turn_steps;
  return relations->steps[step].turns;
}

size_t relations_times(const struct relations *relations, size_t step) {
  return relations->steps[step].times;
}
