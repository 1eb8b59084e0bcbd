/* SPDX-License-Identifier: Apache-2.0 */
/* One column per thread, one row per step. A '>' marks a context switch, a bar each lock that is
 * held. Since a row has only one step, a long one extends over the columns to its right, and is
 * broken only at the edge. */
#include "base/text.h"
#include "report/rows.h"

#include <string.h>

enum {
  GUTTER = 2,          /* in front of each column, for the mark */
  NARROWEST = 14,      /* a column, gutter included */
  NARROWEST_LAST = 32, /* no column is to its right for long rows to extend over */
  WIDEST = 44,
  MOST_BROKEN = 4, /* one row of so many may be broken */
  REMARK = 48,     /* the room for a remark that would get less beside its step */
};

/* Widths, gutter included. */
struct story_column {
  size_t least;   /* for the name of the thread */
  size_t wanted;  /* for its steps */
  size_t longest; /* of its rows */
};

struct layout {
  const struct state *state;
  const struct story_look *look;
  const struct rows *rows;
  VECTOR(uint32_t) threads;     /* those that do something, by number */
  struct story_column *columns; /* by the rank of their threads */
  size_t *starts;               /* of the columns, after the gutter; one more for the end */
  size_t place_width;
  bool has_one_file;
  struct source_texts *texts;
  size_t source_start; /* column of the source lines; 0: there is no room beside the threads */
};

static size_t rank_of(const struct layout *layout, uint32_t thread) {
  size_t rank = 0;
  while (layout->threads.items[rank] != thread)
    rank++;
  return rank;
}

static void find_threads(struct layout *layout) {
  for (size_t i = 0; i < layout->state->thread_count; i++) {
    uint32_t number = layout->state->threads[i]->number;
    for (size_t j = 0; j < layout->rows->list.count; j++)
      if (layout->rows->list.items[j].thread == number) {
        vector_push(&layout->threads, number);
        break;
      }
  }
}

/* "12", or "queue.c:12" if there are several files. */
static void print_place(struct text *out, const struct layout *layout, struct position at) {
  if (!at.line)
    return;
  if (layout->has_one_file) {
    text_format(out, "%u", (unsigned)at.line);
    return;
  }
  struct text place = {0};
  program_print_position(&place, layout->state->program, at);
  const char *slash = strrchr(text_get(&place), '/');
  text_add(out, slash ? slash + 1 : text_get(&place));
  text_release(&place);
}

static void look_at_places(struct layout *layout, uint32_t *file) {
  layout->has_one_file = true;
  *file = UINT32_MAX;
  for (size_t i = 0; i < layout->rows->list.count; i++) {
    struct position at = layout->rows->list.items[i].at;
    if (!at.line)
      continue;
    if (*file != UINT32_MAX && *file != at.file)
      layout->has_one_file = false;
    *file = at.file;
  }
  for (size_t i = 0; i < layout->rows->list.count; i++) {
    struct text place = {0};
    print_place(&place, layout, layout->rows->list.items[i].at);
    size_t width = rows_text_columns(text_get(&place));
    if (width > layout->place_width)
      layout->place_width = width;
    text_release(&place);
  }
}

/* What the text of a row takes in its column, gutter included. */
static size_t width_of_row(const struct layout *layout, const struct row *row) {
  return GUTTER + layout->place_width + 1 + 2 * row->lock_count + rows_text_columns(row->text);
}

static size_t width_of_name(const struct layout *layout, size_t rank) {
  struct text name = {0};
  state_describe_thread(&name, layout->state, layout->threads.items[rank]);
  size_t width = GUTTER + rows_text_columns(text_get(&name));
  text_release(&name);
  return width;
}

static void measure_columns(struct layout *layout) {
  for (size_t i = 0; i < layout->threads.count; i++) {
    size_t name = width_of_name(layout, i);
    layout->columns[i] = (struct story_column){
        .least = name < NARROWEST ? NARROWEST : name + 1, .wanted = name, .longest = name};
  }
  vector_each (row, &layout->rows->list) {
    struct story_column *column = &layout->columns[rank_of(layout, row->thread)];
    size_t width = width_of_row(layout, row);
    if (row->kind == ROW_STEP && width > column->wanted)
      column->wanted = width;
    if (width > column->longest)
      column->longest = width;
  }
}

/* Gives each column the width it wants, but no more than `limit`, and the last one at least `last`.
 * Returns the width of all. */
static size_t set_starts(struct layout *layout, size_t limit, size_t last) {
  size_t total = 0, count = layout->threads.count;
  for (size_t i = 0; i < count; i++) {
    const struct story_column *column = &layout->columns[i];
    size_t most = i + 1 == count && limit < last ? last : limit;
    size_t width = column->wanted < most ? column->wanted : most;
    layout->starts[i] = total + GUTTER;
    total += width < column->least ? column->least : width;
  }
  layout->starts[count] = total + GUTTER;
  return total;
}

static bool is_every_row_whole(const struct layout *layout) {
  for (size_t i = 0; i < layout->threads.count; i++)
    if (layout->starts[i] - GUTTER + layout->columns[i].longest > layout->look->width)
      return false;
  return true;
}

static size_t longest_word(const char *text) {
  size_t longest = 0;
  while (*text) {
    size_t length = strcspn(text, " "), columns = 0;
    for (size_t i = 0; i < length; i++)
      columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    longest = columns > longest ? columns : longest;
    text += length + strspn(text + length, " ");
  }
  return longest;
}

/* Can rows be broken at spaces, and are few enough of them broken for columns to be easy to read?
 */
static bool are_rows_readable(const struct layout *layout) {
  size_t broken = 0, width = layout->look->width;
  vector_each (row, &layout->rows->list) {
    size_t start = layout->starts[rank_of(layout, row->thread)] - GUTTER;
    if (start + width_of_row(layout, row) <= width)
      continue;
    broken++;
    size_t indent = start + GUTTER + layout->place_width + 1 + 2 + 2 * row->lock_count;
    if (indent + longest_word(row->text) > width)
      return false;
  }
  return broken * MOST_BROKEN <= layout->rows->list.count;
}

/* The widest columns in which no row has to be broken; if there are none the widest ones that fit,
 * if they can be read. */
static bool place_columns(struct layout *layout) {
  measure_columns(layout);
  for (size_t limit = WIDEST; limit >= NARROWEST; limit--) {
    set_starts(layout, limit, NARROWEST);
    if (is_every_row_whole(layout))
      return true;
  }
  for (size_t limit = WIDEST; limit >= NARROWEST; limit--)
    if (set_starts(layout, limit, NARROWEST_LAST) <= layout->look->width)
      return are_rows_readable(layout);
  return false;
}

/* Where the text of a row ends if it is not broken. */
static size_t end_of_row(const struct layout *layout, const struct row *row) {
  return layout->starts[rank_of(layout, row->thread)] + layout->place_width + 1 +
         2 * row->lock_count + rows_text_columns(row->text);
}

/* The source lines go to the right of the threads, if the longest one fits and no row has to be
 * broken for them. */
static void place_source(struct layout *layout) {
  size_t longest = 0, end = layout->starts[layout->threads.count];
  for (size_t i = 0; i < layout->rows->list.count; i++) {
    size_t row_end = end_of_row(layout, &layout->rows->list.items[i]) + GUTTER;
    end = row_end > end ? row_end : end;
    struct text line = {0};
    rows_add_source(&line, layout->rows, i, layout->texts);
    size_t columns = rows_text_columns(text_get(&line));
    longest = columns > longest ? columns : longest;
    text_release(&line);
  }
  if (longest && end + longest <= layout->look->width)
    layout->source_start = end;
}

static void print_heading(struct text *out, const struct layout *layout) {
  size_t column = 0;
  for (size_t i = 0; i < layout->threads.count; i++) {
    struct text name = {0};
    state_describe_thread(&name, layout->state, layout->threads.items[i]);
    rows_text_pad(out, layout->starts[i] - column);
    rows_text_colour(out, layout->look, "1");
    rows_text_colour(out, layout->look, colour_of_thread(i));
    column = layout->starts[i] + rows_text_columns(text_get(&name));
    text_add(out, text_get(&name));
    rows_text_colour(out, layout->look, NULL);
    text_release(&name);
  }
  if (layout->source_start) {
    rows_text_pad(out, layout->source_start - column);
    rows_text_colour(out, layout->look, "2");
    text_add(out, "source");
    rows_text_colour(out, layout->look, NULL);
  }
  text_add(out, "\n");
}

/* Beside the row, whose first line ends at `column`. */
static void print_source(struct text *out, const struct layout *layout, size_t number,
                         size_t column) {
  struct text line = {0};
  rows_add_source(&line, layout->rows, number, layout->texts);
  if (line.length && layout->source_start) {
    rows_text_colour(out, layout->look, NULL);
    rows_text_pad(out, column < layout->source_start ? layout->source_start - column : GUTTER);
    rows_text_colour(out, layout->look, "2");
    text_add(out, text_get(&line));
    rows_text_colour(out, layout->look, NULL);
  }
  text_release(&line);
}

/* The text of a row, broken at the right edge; the next lines begin `indent` columns in. */
static void print_broken(struct text *out, const struct layout *layout, size_t number,
                         const char *text, size_t column, size_t indent) {
  enum { ROOM_AT_LEAST = 8 };
  for (bool is_first = true;; is_first = false) {
    size_t width = layout->source_start ? layout->source_start - GUTTER : layout->look->width;
    size_t room = width > column + ROOM_AT_LEAST ? width - column : ROOM_AT_LEAST;
    size_t length = rows_text_fitting(text, room), end = length;
    while (end > 0 && text[end - 1] == ' ')
      end--;
    text_add_bytes(out, text, end);
    if (is_first)
      print_source(out, layout, number,
                   column + rows_text_columns(text) - rows_text_columns(text + end));
    text += length;
    text += strspn(text, " ");
    if (!*text)
      return;
    text_add(out, "\n");
    rows_text_pad(out, indent);
    column = indent;
  }
}

/* Is the remark put below the step, to the left, since it would be broken into too many lines? */
static bool is_remark_apart(const struct layout *layout, const struct row *row, size_t indent) {
  size_t width = layout->look->width;
  return *row->remark && !layout->source_start && indent + REMARK / 2 > width && width > REMARK &&
         end_of_row(layout, row) + rows_text_columns(row->remark) + 4 > width;
}

static void print_remark(struct text *out, const struct layout *layout, size_t number) {
  size_t column = layout->look->width - REMARK;
  struct text remark = {0};
  text_format(&remark, "(%s)", layout->rows->list.items[number].remark);
  text_add(out, "\n");
  rows_text_pad(out, column);
  print_broken(out, layout, number, text_get(&remark), column, column + 1);
  text_release(&remark);
}

static void print_row(struct text *out, const struct layout *layout, size_t number) {
  const struct row *row = &layout->rows->list.items[number];
  size_t rank = rank_of(layout, row->thread), start = layout->starts[rank];
  struct text place = {0}, cell = {0};
  rows_text_pad(out, start - GUTTER);
  text_add(out, row->is_switch ? "> " : "  ");
  print_place(&place, layout, row->at);
  rows_text_colour(out, layout->look,
                   row->kind == ROW_END    ? "1;31"
                   : row->kind == ROW_FOLD ? "2"
                                           : colour_of_thread(rank));
  rows_text_pad(out, layout->place_width - rows_text_columns(text_get(&place)));
  text_add(out, text_get(&place));
  if (row->kind == ROW_STEP)
    rows_text_colour(out, layout->look, NULL);
  text_add(out, layout->place_width ? " " : "");
  for (uint32_t i = 0; i < row->lock_count; i++)
    text_add(&cell, "│ ");
  text_add(&cell, row->text);
  size_t column = start + layout->place_width + (layout->place_width > 0);
  size_t indent = column + 2 + 2 * row->lock_count;
  bool is_apart = is_remark_apart(layout, row, indent);
  if (*row->remark && !is_apart)
    text_format(&cell, "  (%s)", row->remark);
  print_broken(out, layout, number, text_get(&cell), column, indent);
  if (row->kind != ROW_STEP)
    rows_text_colour(out, layout->look, NULL);
  if (is_apart)
    print_remark(out, layout, number);
  text_add(out, "\n");
  text_release(&place);
  text_release(&cell);
}

bool columns_print(struct text *out, const struct rows *rows, const struct state *state,
                   const struct story_look *look, struct source_texts *texts) {
  struct layout layout = {.state = state, .look = look, .rows = rows, .texts = texts};
  uint32_t file;
  find_threads(&layout);
  look_at_places(&layout, &file);
  layout.columns = memory_allocate((layout.threads.count + 1) * sizeof *layout.columns);
  layout.starts = memory_allocate((layout.threads.count + 1) * sizeof *layout.starts);
  bool fits = place_columns(&layout);
  if (fits) {
    if (layout.has_one_file && file < state->program->file_count)
      text_format(out, "In %s:\n\n", state->program->files[file]);
    place_source(&layout);
    print_heading(out, &layout);
    for (size_t i = 0; i < rows->list.count; i++)
      print_row(out, &layout, i);
    if (!layout.source_start)
      listing_print(out, rows, state->program, texts, look);
  }
  memory_release(layout.columns);
  memory_release(layout.starts);
  vector_release(&layout.threads);
  return fits;
}
