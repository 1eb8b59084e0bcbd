/* SPDX-License-Identifier: Apache-2.0 */
/* Each row is a label and a text that is broken into lines. */
#include "report/overview.h"

#include "base/text.h"
#include "report/obstacles.h"
#include "report/question.h"
#include "report/searched.h"
#include "report/short_position.h"

#include <inttypes.h>
#include <string.h>

enum { LABEL_WIDTH = 12, MOST_PLACES = 4, LONGEST_SUBJECT = 44, MOST_LINES = 25, LONGEST_ROW = 6 };

/* Breaks the text at blanks, and cuts it off where it gets too long. `label` is put before the
 * first line. */
static void add_row(struct text *out, const struct overview *overview, const char *label,
                    const char *text) {
  size_t room = overview->width > 2 * LABEL_WIDTH ? overview->width - LABEL_WIDTH : LABEL_WIDTH;
  for (unsigned line = 1; *text && line <= LONGEST_ROW; line++) {
    size_t length = strlen(text), end = length;
    for (size_t i = 0; length > room && i < length; i++)
      if ((i <= room || end == length) && text[i] == ' ')
        end = i;
    text_format(out, "%-*s%.*s%s\n", LABEL_WIDTH, label, (int)end, text,
                line == LONGEST_ROW && text[end] ? " …" : "");
    text += end;
    text += *text == ' ';
    label = "";
  }
}

void overview_print_place(struct text *out, const struct program *program,
                          const struct obligation *obligation) {
  struct text subject = {0};
  question_add_subject(&subject, program, obligation);
  if (obligation->at.line) {
    short_position_add(out, program, obligation->at);
    text_add(out, " ");
  }
  bool is_long = obligation->at.line && subject.length > LONGEST_SUBJECT;
  size_t length = is_long ? LONGEST_SUBJECT : subject.length;
  while (is_long && (subject.data[length] & 0xc0) == 0x80) /* inside a character */
    length--;
  text_format(out, "%.*s%s", (int)length, text_get(&subject), is_long ? "…" : "");
  text_release(&subject);
}

void overview_print_open(struct text *out, property_set asked, property_set proven) {
  const char *separator = "";
  for (size_t i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, asked & ~proven)) {
      text_format(out, "%s%s", separator, property_name((enum property)i));
      separator = ", ";
    }
}

/* How many obligations of a question the board has, and how many with this state. */
struct answer_count {
  uint32_t all, open, violated;
  bool is_nowhere; /* only what is not modelled may violate it */
  question_set rests_on;
};

static struct answer_count count_places(const struct overview *overview, unsigned question,
                                        question_set proven) {
  struct answer_count tally = {0};
  if (!overview->board)
    return tally;
  const struct obligations *obligations = board_obligations(overview->board);
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    if (obligations_at(obligations, i)->property != question)
      continue;
    enum board_state state = board_at(overview->board, i).state;
    tally.all++;
    tally.open += state == BOARD_OPEN;
    tally.violated += state == BOARD_VIOLATED;
    if (state == BOARD_PROVEN)
      tally.rests_on |= board_rests_on(overview->board, i, proven);
  }
  question_set given = proven | PROPERTY_BIT(NOT_MODELLED);
  tally.is_nowhere = !tally.all && question != NOT_MODELLED &&
                     board_proven(overview->board, given) >> question & 1;
  if (tally.is_nowhere)
    tally.rests_on |= PROPERTY_BIT(NOT_MODELLED);
  return tally;
}

/* The first number says of what. */
static void add_count(struct text *out, uint32_t count) {
  bool is_first = !strchr(text_get(out), '(');
  if (count)
    text_format(out,
                is_first ? count == 1 ? " (1 place)" : " (%" PRIu32 " places)" : " (%" PRIu32 ")",
                count);
}

static void add_proven(struct text *out, const struct overview *overview, question_set proven) {
  struct text row = {0};
  for (unsigned i = 0; i < PROPERTY_COUNT; i++) {
    if (!property_in((enum property)i, overview->asked & overview->proven))
      continue;
    text_format(&row, "%s%s", row.length ? ", " : "", property_name((enum property)i));
    add_count(&row, count_places(overview, i, proven).all);
  }
  add_row(out, overview, "proven", text_get(&row));
  text_release(&row);
}

/* "reach, memory and lock". */
static void add_names(struct text *out, property_set set) {
  const char *separator = "";
  for (size_t i = 0; i < PROPERTY_COUNT; i++) {
    if (!property_in((enum property)i, set))
      continue;
    set &= ~PROPERTY_BIT(i);
    text_format(out, "%s%s", separator, property_name((enum property)i));
    separator = set & (set - 1) ? ", " : " and ";
  }
}

/* What must hold for a proof; the rest of a sentence. */
static void add_reservation(struct text *out, question_set rests_on) {
  property_set properties = rests_on & ALL_PROPERTIES;
  bool needs_model = rests_on >> NOT_MODELLED & 1, needs_objects = rests_on >> LEAVES_OBJECT & 1;
  if (!rests_on)
    return;
  text_add(out, " as long as ");
  if (properties) {
    add_names(out, properties);
    text_format(out, " %s not violated before", properties & (properties - 1) ? "are" : "is");
    text_add(out, needs_model && needs_objects ? ", " : rests_on & ~properties ? " and " : "");
  }
  text_format(out, "%s%s", needs_model ? "no code is reached that is not modelled" : "",
              needs_model && needs_objects ? " and " : "");
  text_add(out, needs_objects ? "no pointer leaves its object" : "");
}

/* The places with this state, each line and subject once, and last what has no line. */
static void add_places(struct text *out, const struct overview *overview, unsigned question,
                       enum board_state state) {
  const struct obligations *obligations = board_obligations(overview->board);
  struct text before = {0};
  unsigned shown = 0;
  bool is_at_end = false;
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    struct text place = {0};
    const struct obligation *obligation = obligations_at(obligations, i);
    if (obligation->property != question || board_at(overview->board, i).state != state)
      continue;
    is_at_end |= !obligation->at.line;
    overview_print_place(&place, overview->program, obligation);
    if (obligation->at.line && strcmp(text_get(&place), text_get(&before)) != 0) {
      if (shown < overview->most_places)
        text_format(out, "%s%s", shown ? ", " : "", text_get(&place));
      shown++;
    }
    text_release(&before);
    before = place;
  }
  text_release(&before);
  if (shown > overview->most_places)
    text_add(out, ", …");
  if (is_at_end)
    text_format(out, "%s%s", shown ? ", " : "", "where threads or the program end");
}

/* Is nothing known of a property with many places? */
static bool is_untouched(const struct answer_count *tally) {
  return (!tally->all && !tally->is_nowhere) ||
         (tally->open == tally->all && tally->all > MOST_PLACES);
}

/* The properties of which every place is left. */
static void add_untouched(struct text *out, const struct overview *overview, question_set proven,
                          const char **label) {
  struct text row = {0};
  for (unsigned i = 0; i < PROPERTY_COUNT; i++) {
    struct answer_count tally = count_places(overview, i, proven);
    if (!property_in((enum property)i, overview->asked & ~overview->proven) ||
        !is_untouched(&tally))
      continue;
    text_format(&row, "%s%s", row.length ? ", " : "all of ", property_name((enum property)i));
    add_count(&row, tally.all);
  }
  add_row(out, overview, *label, text_get(&row));
  if (row.length)
    *label = "";
  text_release(&row);
}

/* The properties of which every place is proven, and what their proofs rest on together: none of
 * them is violated before the first violation of something else. */
static void add_resting(struct text *out, const struct overview *overview, question_set proven,
                        const char **label) {
  question_set members = 0, rests_on = 0;
  struct text row = {0};
  for (unsigned i = 0; i < PROPERTY_COUNT; i++) {
    struct answer_count tally = count_places(overview, i, proven);
    if (!property_in((enum property)i, overview->asked & ~overview->proven) || tally.open ||
        tally.violated || !tally.rests_on)
      continue;
    members |= PROPERTY_BIT(i);
    rests_on |= tally.rests_on;
    text_format(&row, "%s%s", row.length ? ", " : "", property_name((enum property)i));
    add_count(&row, tally.all);
  }
  struct answer_count not_modelled = count_places(overview, NOT_MODELLED, proven);
  if (rests_on >> NOT_MODELLED & 1 && !not_modelled.open)
    rests_on = (rests_on | not_modelled.rests_on) & ~PROPERTY_BIT(NOT_MODELLED);
  if (row.length) {
    text_add(&row, ": proven");
    add_reservation(&row, rests_on & ~members);
    add_row(out, overview, *label, text_get(&row));
    *label = "";
  }
  text_release(&row);
}

/* The open places of a property, or of what is not modelled. */
static void add_left(struct text *out, const struct overview *overview, unsigned question,
                     const char *name, question_set proven, const char **label) {
  struct answer_count tally = count_places(overview, question, proven);
  struct text row = {0};
  text_add(&row, name);
  text_format(&row, ", %" PRIu32 " of %" PRIu32 " place%s: ", tally.open, tally.all,
              tally.all == 1 ? "" : "s");
  add_places(&row, overview, question, BOARD_OPEN);
  add_row(out, overview, *label, text_get(&row));
  *label = "";
  text_release(&row);
}

static void add_violated(struct text *out, const struct overview *overview, question_set proven) {
  const char *label = "violated";
  for (unsigned i = 0; i < PROPERTY_COUNT; i++) {
    struct answer_count tally = count_places(overview, i, proven);
    struct text row = {0};
    if (!property_in((enum property)i, overview->asked) || !tally.violated)
      continue;
    text_format(&row, "%s, %" PRIu32 " of %" PRIu32 " places: ", property_name((enum property)i),
                tally.violated, tally.all);
    add_places(&row, overview, i, BOARD_VIOLATED);
    add_row(out, overview, label, text_get(&row));
    label = "";
    text_release(&row);
  }
}

static void print_table(struct text *out, const struct overview *overview) {
  question_set proven = overview->proven;
  const char *label = "left";
  if (overview->board)
    proven |= board_proven(overview->board, proven);
  add_violated(out, overview, proven);
  add_proven(out, overview, proven);
  question_set rests_on = 0;
  for (unsigned i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, overview->asked & ~overview->proven)) {
      struct answer_count tally = count_places(overview, i, proven);
      rests_on |= tally.rests_on;
      if (!is_untouched(&tally) && tally.open)
        add_left(out, overview, i, property_name((enum property)i), proven, &label);
    }
  add_untouched(out, overview, proven, &label);
  add_resting(out, overview, proven, &label);
  if (!(overview->asked & ~overview->proven))
    return;
  if (rests_on >> NOT_MODELLED & 1 && count_places(overview, NOT_MODELLED, proven).open)
    add_left(out, overview, NOT_MODELLED, "code that is not modelled", proven, &label);
  struct text row = {0};
  searched_print(&row, overview->program, overview->partial, overview->asked & ~overview->proven);
  add_row(out, overview, "searched", text_get(&row));
  text_release(&row);
  struct obstacle_reasons reasons = {overview->engine, overview->reason, overview->details};
  obstacles_print(&row, overview->program, &reasons, overview->partial);
  add_row(out, overview, "in the way", text_get(&row));
  text_release(&row);
}

static size_t count_lines(const struct text *table) {
  size_t lines = 0;
  for (const char *at = text_get(table); (at = strchr(at, '\n')); at++)
    lines++;
  return lines;
}

/* Names fewer places of each property until the table is short enough. */
void overview_print(struct text *out, const struct overview *overview) {
  struct overview shown = *overview;
  for (shown.most_places = MOST_PLACES; shown.most_places; shown.most_places--) {
    struct text table = {0};
    print_table(&table, &shown);
    bool fits = count_lines(&table) <= MOST_LINES || shown.most_places == 1;
    if (fits)
      text_add(out, text_get(&table));
    text_release(&table);
    if (fits)
      return;
  }
}
