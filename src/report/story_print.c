/* SPDX-License-Identifier: Apache-2.0 */
/* Prints a story in columns if they fit, otherwise one step below the other under the names of the
 * threads. */
#include "base/text.h"
#include "report/rows.h"
#include "report/source_text.h"

#include <string.h>

static size_t rank_of(const struct state *state, uint32_t thread) {
  size_t rank = 0;
  while (rank < state->thread_count && state->threads[rank]->number != thread)
    rank++;
  return rank;
}

static void print_heading(struct text *out, const struct state *state, const struct row *row,
                          const struct story_look *look) {
  rows_text_colour(out, look, "1");
  rows_text_colour(out, look, colour_of_thread(rank_of(state, row->thread)));
  state_describe_thread(out, state, row->thread);
  rows_text_colour(out, look, NULL);
  if (*row->locks)
    text_format(out, " (holds %s)", row->locks);
  text_add(out, ":\n");
}

/* Broken at spaces, the next lines further in. */
static void print_wrapped(struct text *out, const char *text, size_t indent, size_t width) {
  for (size_t column = indent;; column = indent + 4) {
    size_t length = rows_text_fitting(text, width > column ? width - column : 1);
    rows_text_pad(out, column);
    text_add_bytes(out, text, length);
    text_add(out, "\n");
    text += length;
    text += strspn(text, " ");
    if (!*text)
      return;
  }
}

static void print_step(struct text *out, const struct row *row, const struct story_look *look) {
  struct text line = {0};
  text_add(&line, row->text);
  if (*row->remark)
    text_format(&line, "  (%s)", row->remark);
  if (row->kind != ROW_STEP)
    rows_text_colour(out, look, row->kind == ROW_END ? "1;31" : "2");
  print_wrapped(out, text_get(&line), 4, look->width);
  if (row->kind != ROW_STEP)
    rows_text_colour(out, look, NULL);
  text_release(&line);
}

/* The only file that the steps are in; NULL: there are several. */
static const char *only_file(const struct rows *rows, const struct program *program) {
  uint32_t file = UINT32_MAX;
  for (size_t i = 0; i < rows->list.count; i++) {
    struct position at = rows->list.items[i].at;
    if (!at.line)
      continue;
    if (file != UINT32_MAX && at.file != file)
      return NULL;
    file = at.file;
  }
  return file < program->file_count ? program->files[file] : NULL;
}

/* A line of the source, and below it what happens there. */
static void print_list(struct text *out, const struct rows *rows, const struct state *state,
                       const struct story_look *look, struct source_texts *texts) {
  struct position last = {0};
  const char *file = only_file(rows, state->program);
  if (file)
    text_format(out, "In %s:\n\n", file);
  for (size_t i = 0; i < rows->list.count; i++) {
    const struct row *row = &rows->list.items[i];
    bool is_first = i == 0 || row->is_switch;
    if (is_first)
      print_heading(out, state, row, look);
    if (row->at.line && (is_first || row->at.file != last.file || row->at.line != last.line)) {
      text_add(out, "  ");
      if (file)
        text_format(out, "%u", (unsigned)row->at.line);
      else
        program_print_position(out, state->program, row->at);
      struct text line = {0};
      source_texts_add_line(texts, &line, row->at.file, row->at.line, true);
      rows_text_colour(out, look, "2");
      text_format(out, "%s%s\n", line.length ? "  " : "", text_get(&line));
      rows_text_colour(out, look, NULL);
      text_release(&line);
    }
    last = row->at;
    print_step(out, row, look);
  }
}

void story_print(struct text *out, struct story *story, const struct state *state,
                 const struct violation *violation, const struct story_look *look) {
  story_finish(story, state);
  if (story_left_out(story))
    text_format(out, "(%zu earlier steps are left out)\n", story_left_out(story));
  struct rows rows = {0};
  rows_fill(&rows, story, state, violation, look->everything, true);
  struct source_texts *texts =
      source_texts_create(state->program->files, state->program->file_count);
  bool fits = columns_print(out, &rows, state, look, texts);
  rows_release(&rows);
  if (!fits) {
    rows = (struct rows){0};
    rows_fill(&rows, story, state, violation, look->everything, false);
    print_list(out, &rows, state, look, texts);
    rows_release(&rows);
  }
  source_texts_destroy(texts);
}
