/* Prints a story: in columns if they fit, else one step below the other under the threads' names.
 */
#include "base/text.h"
#include "report/rows.h"

enum { WIDEST_PLACE = 60 };

static void print_place(struct text *out, const struct program *program, struct position at) {
  if (at.line)
    program_print_position(out, program, at);
}

/* Of the column of places. */
static size_t find_width(const struct rows *rows, const struct program *program) {
  size_t width = 0;
  for (size_t i = 0; i < rows->list.count; i++) {
    struct text place = {0};
    print_place(&place, program, rows->list.items[i].at);
    if (text_columns(text_get(&place)) > width)
      width = text_columns(text_get(&place));
    text_release(&place);
  }
  return width < WIDEST_PLACE ? width : WIDEST_PLACE;
}

static size_t rank_of(const struct state *state, uint32_t thread) {
  size_t rank = 0;
  while (rank < state->thread_count && state->threads[rank]->number != thread)
    rank++;
  return rank;
}

static void print_heading(struct text *out, const struct state *state, const struct row *row,
                          const struct story_look *look) {
  text_colour(out, look, "1");
  text_colour(out, look, colour_of_thread(rank_of(state, row->thread)));
  state_describe_thread(out, state, row->thread);
  text_colour(out, look, NULL);
  if (*row->locks)
    text_format(out, " (holds %s)", row->locks);
  text_add(out, ":\n");
}

static void print_list(struct text *out, const struct rows *rows, const struct state *state,
                       const struct story_look *look) {
  size_t width = find_width(rows, state->program);
  for (size_t i = 0; i < rows->list.count; i++) {
    const struct row *row = &rows->list.items[i];
    struct text place = {0};
    if (i == 0 || row->is_switch)
      print_heading(out, state, row, look);
    print_place(&place, state->program, row->at);
    text_format(out, "  %s", text_get(&place));
    size_t taken = text_columns(text_get(&place));
    text_pad(out, 2 + (taken < width ? width - taken : 0));
    if (row->kind != ROW_STEP)
      text_colour(out, look, row->kind == ROW_END ? "1;31" : "2");
    text_add(out, row->text);
    if (row->kind != ROW_STEP)
      text_colour(out, look, NULL);
    if (*row->remark)
      text_format(out, "  (%s)", row->remark);
    text_add(out, "\n");
    text_release(&place);
  }
}

void story_print(struct text *out, struct story *story, const struct state *state,
                 const struct violation *violation, const struct story_look *look) {
  story_finish(story, state);
  if (story_left_out(story))
    text_format(out, "(%zu earlier steps are left out)\n", story_left_out(story));
  struct rows rows = {0};
  rows_fill(&rows, story, state, violation, look->everything, true);
  bool fits = columns_print(out, &rows, state, look);
  rows_release(&rows);
  if (fits)
    return;
  rows = (struct rows){0};
  rows_fill(&rows, story, state, violation, look->everything, false);
  print_list(out, &rows, state, look);
  rows_release(&rows);
}
