/* SPDX-License-Identifier: Apache-2.0 */
/* Prints lists and a table as plain text. */
#include "bench/summary.h"

#include "base/text.h"
#include "bench/score.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void print_task(struct text *out, const struct result_row *row) {
  text_format(out, "  %s", row->task);
  if (*row->property)
    text_format(out, " [%s]", row->property);
}

static void print_wrong(struct text *out, const struct results *results) {
  size_t count = 0;
  vector_each (row, &results->rows) {
    if (score_judge(row) != JUDGED_WRONG)
      continue;
    if (count++ == 0)
      text_add(out, "WRONG:\n");
    print_task(out, row);
    text_format(out, ": %s", answer_kind_name(row->answer));
    if (*row->reason)
      text_format(out, "(%s)", row->reason);
    text_format(out, " instead of %s", row->expected == EXPECT_TRUE ? "TRUE" : "FALSE");
    if (*row->subproperty)
      text_format(out, "(%s)", row->subproperty);
    text_format(out, ", %.1f s", row->wall);
    if (*row->engine)
      text_format(out, ", %s", row->engine);
    text_add(out, "\n");
  }
}

static void print_errors(struct text *out, const struct results *results) {
  size_t count = 0;
  vector_each (row, &results->rows) {
    if (row->answer != ANSWER_ERROR)
      continue;
    if (count++ == 0)
      text_add(out, "Errors:\n");
    print_task(out, row);
    text_format(out, "%s%s\n", *row->reason ? ": " : "", row->reason);
  }
}

struct reason {
  const char *text;
  size_t length, count;
};

static int compare_reasons(const void *a, const void *b) {
  const struct reason *x = a, *y = b;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return strcmp(x->text, y->text);
}

/* A reason without what differs from task to task: the place at its end, and figures after a comma.
 */
static size_t reason_length(const char *reason) {
  const char *colon = strrchr(reason, ':'), *place = strstr(reason, " at ");
  const char *comma = strstr(reason, ", ");
  bool ends_in_line = colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
  size_t length = place && ends_in_line ? (size_t)(place - reason) : strlen(reason);
  return comma && (size_t)(comma - reason) < length ? (size_t)(comma - reason) : length;
}

static void print_reasons(struct text *out, const struct results *results) {
  struct interner *known = interner_create();
  VECTOR(struct reason) reasons = {0};
  vector_each (row, &results->rows) {
    if (row->answer != ANSWER_UNKNOWN)
      continue;
    bool is_new;
    const char *text = *row->reason ? row->reason : "(no reason given)";
    size_t length = reason_length(text);
    uint32_t number = interner_add(known, text, length, &is_new);
    if (is_new)
      vector_push(&reasons, (struct reason){.text = text, .length = length});
    assert(number < reasons.count);
    reasons.items[number].count++;
  }
  if (reasons.count) {
    qsort(reasons.items, reasons.count, sizeof *reasons.items, compare_reasons);
    text_add(out, "UNKNOWN because of:\n");
  }
  for (size_t i = 0; i < reasons.count; i++)
    text_format(out, "%5zu  %.*s\n", reasons.items[i].count, (int)reasons.items[i].length,
                reasons.items[i].text);
  vector_release(&reasons);
  interner_destroy(known);
}

/* A row of the table: a name and the results it stands for. */
struct line {
  const char *name;
  struct tally tally;
  VECTOR(double) solved; /* wall times of verdicts that are not wrong */
};

struct table {
  struct arena *arena;
  VECTOR(struct line) lines;
};

static void add_to_line(struct line *line, const struct result_row *row) {
  tally_add(&line->tally, row);
  enum judgement judgement = score_judge(row);
  if (judgement == JUDGED_CORRECT || judgement == JUDGED_UNCHECKED)
    vector_push(&line->solved, row->wall);
}

static void add_folders(struct table *table, const struct results *results) {
  struct interner *folders = interner_create();
  for (size_t i = 0; i < results->rows.count; i++) {
    const char *task = results->rows.items[i].task;
    const char *slash = strrchr(task, '/');
    size_t length = slash ? (size_t)(slash - task) : 0;
    bool is_new;
    uint32_t number = interner_add(folders, task, length, &is_new);
    if (is_new)
      vector_push(&table->lines, (struct line){.name = length ? arena_format(table->arena, "%.*s",
                                                                             (int)length, task)
                                                              : "."});
    assert(number < table->lines.count);
    add_to_line(&table->lines.items[number], &results->rows.items[i]);
  }
  interner_destroy(folders);
}

static void add_series(struct table *table, const struct series *series, const char *name) {
  struct line line = {.name = name};
  for (size_t i = 0; i < series->results.rows.count; i++)
    add_to_line(&line, &series->results.rows.items[i]);
  vector_push(&table->lines, line);
}

static int compare_seconds(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_line(struct text *out, struct line *line, int width) {
  const struct tally *tally = &line->tally;
  text_format(out, "%-*s %6zu %6zu %6zu %6zu %8zu %6zu ", width, line->name, tally->tasks,
              tally->correct_true, tally->correct_false, tally_wrong(tally), tally->unknown,
              tally->errors);
  if (tally->unchecked)
    text_format(out, "%9zu", tally->unchecked);
  else
    text_format(out, "%9s", "-");
  text_format(out, " %6ld %6ld", tally->score, tally->possible);
  if (line->solved.count) {
    qsort(line->solved.items, line->solved.count, sizeof *line->solved.items, compare_seconds);
    text_format(out, " %9.2f", line->solved.items[line->solved.count / 2]);
  } else {
    text_format(out, " %9s", "-");
  }
  text_format(out, " %9.0f %9.0f %8.0f\n", tally->wall, tally->cpu, tally->memory);
}

static void print_table(struct text *out, struct table *table) {
  size_t width = 5;
  for (size_t i = 0; i < table->lines.count; i++)
    if (strlen(table->lines.items[i].name) > width)
      width = strlen(table->lines.items[i].name);
  text_format(out, "%-*s %6s %6s %6s %6s %8s %6s %9s %6s %6s %9s %9s %9s %8s\n", (int)width, "",
              "tasks", "TRUE", "FALSE", "wrong", "UNKNOWN", "ERROR", "unchecked", "score", "of",
              "median s", "wall s", "CPU s", "peak MB");
  for (size_t i = 0; i < table->lines.count; i++)
    print_line(out, &table->lines.items[i], (int)width);
}

void summary_print(struct text *out, const struct series *series, size_t count) {
  struct table table = {.arena = arena_create()};
  for (size_t i = 0; i < count; i++) {
    if (count > 1)
      text_format(out, "%s\n", series[i].name);
    print_wrong(out, &series[i].results);
    print_errors(out, &series[i].results);
    print_reasons(out, &series[i].results);
  }
  if (count == 1) {
    add_folders(&table, &series->results);
    if (table.lines.count != 1)
      add_series(&table, series, "total");
  } else {
    for (size_t i = 0; i < count; i++)
      add_series(&table, &series[i], series[i].name);
  }
  if (out->length)
    text_add(out, "\n");
  print_table(out, &table);
  vector_release_members(&table.lines, solved);
  arena_destroy(table.arena);
}
