/* SPDX-License-Identifier: Apache-2.0 */
/* Turns steps into rows. */
#include "report/rows.h"

#include "base/text.h"
#include "report/relations.h"
#include "report/source_text.h"
#include "report/tell.h"

#include <string.h>

/* Shortens "acquires lock (pthread_mutex_lock)" to "acquires lock", and "calls f(x)" to "f(x)".
 * Keeps the remark that a lock is released in order to wait. */
static const char *shorten(struct arena *arena, const struct story_step *step) {
  bool is_call = strcmp(step->operation, "calls") == 0;
  bool names_function = strcmp(step->operation, "acquires") == 0 ||
                        strcmp(step->operation, "releases") == 0 ||
                        strcmp(step->operation, "creates") == 0;
  char *name = arena_copy_text(arena, step->name);
  char *function = names_function ? strstr(name, " (") : NULL;
  bool is_wait = function && (strstr(function, "cond") || strstr(function, "cnd"));
  if (function && !is_wait)
    *function = '\0';
  return is_call ? name : arena_format(arena, "%s %s", step->operation, name);
}

static const char *text_of(struct arena *arena, const struct story_step *step, bool is_short) {
  const char *what = is_short      ? shorten(arena, step)
                     : *step->name ? arena_format(arena, "%s %s", step->operation, step->name)
                                   : step->operation;
  return *step->value ? arena_format(arena, "%s = %s", what, step->value) : what;
}

static void add_row(struct rows *rows, struct row row) {
  row.is_switch = rows->list.count && vector_last(&rows->list).thread != row.thread;
  vector_push(&rows->list, row);
}

/* How many steps from `start` on go into one row, and how many of them count. */
static size_t measure_fold(const struct story *story, const struct relations *relations,
                           size_t start, size_t *counted) {
  size_t end = start;
  *counted = 0;
  size_t turn_steps;
  for (; end < story_count(story) && relations_is_folded(relations, end) &&
         !relations_turns(relations, end, &turn_steps) &&
         story_step(story, end)->thread == story_step(story, start)->thread;
       end++)
    *counted += !relations_is_silent(relations, end);
  return end - start;
}

static void add_steps(struct rows *rows, const struct story *story,
                      const struct relations *relations, bool everything, bool is_short) {
  for (size_t i = 0; i < story_count(story); i++) {
    const struct story_step *step = story_step(story, i);
    struct row row = {.kind = ROW_STEP,
                      .thread = step->thread,
                      .at = step->at,
                      .remark = relations_remark(relations, i),
                      .locks = step->locks,
                      .lock_count = step->lock_count};
    size_t counted, turn_steps, times = everything ? 0 : relations_times(relations, i);
    if (everything || !relations_is_folded(relations, i)) {
      row.text = text_of(rows->arena, step, is_short);
      if (times)
        row.text = arena_format(rows->arena, "%s  ×%zu", row.text, times);
      add_row(rows, row);
      continue;
    }
    size_t turns = relations_turns(relations, i, &turn_steps);
    if (turns) {
      row.kind = ROW_FOLD;
      row.at = (struct position){0};
      row.text = arena_format(rows->arena, turns == 1 ? "… once more" : "… %zu times more", turns);
      add_row(rows, row);
      i += turns * turn_steps - 1;
      continue;
    }
    i += measure_fold(story, relations, i, &counted) - 1;
    if (!counted)
      continue;
    row.kind = ROW_FOLD;
    row.at = (struct position){0};
    row.text = arena_format(rows->arena, "… %zu steps", counted);
    add_row(rows, row);
  }
}

static void add_endings(struct rows *rows, struct snapshot snapshot,
                        const struct violation *violation) {
  struct endings endings = {0};
  tell_endings(&endings, rows->arena, snapshot, violation);
  vector_each (ending, &endings.list) {
    add_row(rows, (struct row){.kind = ROW_END,
                               .thread = ending->thread,
                               .at = ending->at,
                               .text = ending->text,
                               .remark = "",
                               .locks = ending->locks,
                               .lock_count = ending->lock_count});
  }
  vector_release(&endings.list);
}

void rows_fill(struct rows *rows, const struct story *story, const struct state *state,
               const struct violation *violation, bool everything, bool is_short) {
  rows->arena = arena_create();
  struct relations *relations = relations_create(story, state, violation);
  add_steps(rows, story, relations, everything, is_short);
  for (size_t i = 0; i < rows->list.count; i++)
    rows->list.items[i].remark = arena_copy_text(rows->arena, rows->list.items[i].remark);
  if (violation)
    add_endings(rows, (struct snapshot){state, story_blocks(story)}, violation);
  relations_destroy(relations);
}

void rows_release(struct rows *rows) {
  vector_release(&rows->list);
  arena_destroy(rows->arena);
}

static bool is_same_line(const struct row *a, const struct row *b) {
  return a->thread == b->thread && a->at.file == b->at.file && a->at.line == b->at.line;
}

void rows_add_source(struct text *out, const struct rows *rows, size_t number,
                     struct source_texts *texts) {
  const struct row *row = &rows->list.items[number];
  if (row->at.line && (number == 0 || !is_same_line(row, row - 1)))
    source_texts_add_line(texts, out, row->at.file, row->at.line, true);
}

size_t rows_text_columns(const char *text) {
  size_t columns = 0;
  for (; *text; text++)
    columns += ((unsigned char)*text & 0xc0) != 0x80;
  return columns;
}

/* Bytes of `text` that take `columns`, or all of them. */
static size_t measure_bytes(const char *text, size_t columns) {
  size_t at = 0;
  for (size_t taken = 0; text[at]; at++) {
    bool starts = ((unsigned char)text[at] & 0xc0) != 0x80;
    if (starts && taken == columns)
      break;
    taken += starts;
  }
  return at;
}

size_t rows_text_fitting(const char *text, size_t columns) {
  size_t fitting = measure_bytes(text, columns), space = fitting;
  if (!text[fitting])
    return fitting;
  while (space > 0 && text[space] != ' ')
    space--;
  return space > strspn(text, " ") ? space
                                   : strspn(text, " ") + strcspn(text + strspn(text, " "), " ");
}

void rows_text_pad(struct text *out, size_t columns) {
  for (; columns > 0; columns--)
    text_add(out, " ");
}

void rows_text_colour(struct text *out, const struct story_look *look, const char *code) {
  if (look->colour)
    text_format(out, "\033[%sm", code ? code : "0");
}

const char *colour_of_thread(size_t rank) {
  static const char *const colours[] = {"36", "33", "32", "35", "34"};
  return colours[rank % (sizeof colours / sizeof *colours)];
}
