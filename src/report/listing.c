/* SPDX-License-Identifier: Apache-2.0 */
/* Prints the source lines below a story if they do not fit beside the threads. */
#include "base/text.h"
#include "report/rows.h"
#include "report/source_text.h"

#include <stdlib.h>

static int compare_places(const void *a, const void *b) {
  const struct position *one = a, *other = b;
  if (one->file != other->file)
    return one->file < other->file ? -1 : 1;
  return one->line == other->line ? 0 : one->line < other->line ? -1 : 1;
}

static unsigned digits_of(uint32_t number) {
  unsigned digits = 1;
  for (; number >= 10; number /= 10)
    digits++;
  return digits;
}

void listing_print(struct text *out, const struct rows *rows, const struct program *program,
                   struct source_texts *texts, const struct story_look *look) {
  VECTOR(struct position) places = {0};
  unsigned width = 0;
  for (size_t i = 0; i < rows->list.count; i++)
    if (rows->list.items[i].at.line && source_texts_get(texts, rows->list.items[i].at.file)) {
      vector_push(&places, rows->list.items[i].at);
      unsigned digits = digits_of(rows->list.items[i].at.line);
      width = digits > width ? digits : width;
    }
  if (places.count)
    qsort(places.items, places.count, sizeof *places.items, compare_places);
  for (size_t i = 0; i < places.count; i++) {
    struct position at = places.items[i], before = i ? places.items[i - 1] : at;
    if (i > 0 && compare_places(&at, &before) == 0)
      continue;
    if (i == 0 || at.file != before.file)
      text_format(out, "\nLines of %s:\n\n", program->files[at.file]);
    rows_text_colour(out, look, "2");
    text_format(out, "  %*u ", (int)width, (unsigned)at.line);
    source_texts_add_line(texts, out, at.file, at.line, false);
    rows_text_colour(out, look, NULL);
    text_add(out, "\n");
  }
  vector_release(&places);
}
