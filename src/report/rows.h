/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to report/: the rows of a story before layout. Steps that do not matter are folded into
 * one row, and the last rows show the violation. */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "base/vector.h"
#include "report/story.h"

struct source_texts;

enum row_kind { ROW_STEP, ROW_FOLD, ROW_END };

struct row {
  enum row_kind kind;
  uint32_t thread;
  bool is_switch; /* another thread moved before */
  struct position at;
  const char *text;
  const char *remark; /* or "" */
  const char *locks;  /* the thread holds, or "" */
  uint32_t lock_count;
};

struct rows {
  struct arena *arena;
  VECTOR(struct row) list;
};

/* `is_short`: leaves out which library function took a lock or created a thread. The story is
 * finished. */
void rows_fill(struct rows *rows, const struct story *story, const struct state *state,
               const struct violation *violation, bool everything, bool is_short);
void rows_release(struct rows *rows);

/* Columns a text takes on a terminal. */
size_t rows_text_columns(const char *text);
/* Bytes of `text` that fit into so many columns: all of them, or up to a space. A word is never
 * broken, even if it is too long. */
size_t rows_text_fitting(const char *text, size_t columns);
void rows_text_pad(struct text *out, size_t columns);
/* Begins or ends a colour, if `look` wants any; the code as in "1;31", NULL ends it. */
void rows_text_colour(struct text *out, const struct story_look *look, const char *code);
/* The colour of a thread; `rank` among the threads. */
const char *colour_of_thread(size_t rank);

/* The source line of a row, unless the row before it is of the same line and thread. */
void rows_add_source(struct text *out, const struct rows *rows, size_t number,
                     struct source_texts *texts);

/* The form with one column per thread, and the source lines beside them or below. False: there is
 * no room, and nothing was printed. */
bool columns_print(struct text *out, const struct rows *rows, const struct state *state,
                   const struct story_look *look, struct source_texts *texts);
/* The source lines that the rows are about, each once, file by file. */
void listing_print(struct text *out, const struct rows *rows, const struct program *program,
                   struct source_texts *texts, const struct story_look *look);

#endif
