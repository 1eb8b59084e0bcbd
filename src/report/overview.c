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

enum { LABEL_WIDTH = 12, MOST_PLACES = 4, LONGEST_SUBJECT = 44 };

/* Breaks the text at blanks. `label` is put before the first line. */
static void add_row(struct text *out, const struct overview *overview, const char *label,
                    const char *text) {
  size_t room = overview->width > 2 * LABEL_WIDTH ? overview->width - LABEL_WIDTH : LABEL_WIDTH;
  while (*text) {
    size_t length = strlen(text), end = length;
    for (size_t i = 0; length > room && i < length; i++)
      if ((i <= room || end == length) && text[i] == ' ')
        end = i;
    text_format(out, "%-*s%.*s\n", LABEL_WIDTH, label, (int)end, text);
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

/* What must not happen before; the rest of a sentence. */
static void add_reservation(struct text *out, question_set rests_on) {
  static const struct {
    unsigned question;
    const char *words;
  } others[] = {{NOT_MODELLED, "code that is not modelled is reached"},
                {LEAVES_OBJECT, "a pointer leaves its object"}};
  property_set properties = rests_on & ALL_PROPERTIES;
  const char *separator = " unless ";
  if (properties) {
    text_format(out, "%s", separator);
    overview_print_open(out, properties, 0);
    text_format(out, " %s violated before", (properties & (properties - 1)) ? "are" : "is");
    separator = " or ";
  }
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (rests_on >> others[i].question & 1) {
      text_format(out, "%s%s", separator, others[i].words);
      separator = " or ";
    }
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
      if (shown < MOST_PLACES)
        text_format(out, "%s%s", shown ? ", " : "", text_get(&place));
      shown++;
    }
    text_release(&before);
    before = place;
  }
  text_release(&before);
  if (shown > MOST_PLACES)
    text_add(out, ", …");
  if (is_at_end)
    text_format(out, "%s%s", shown ? ", " : "", "where threads or the program end");
}

/* Is nothing known of a property with many places? */
static bool is_untouched(const struct answer_count *tally) {
  return !tally->all || (tally->open == tally->all && tally->all > MOST_PLACES);
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

/* A property that is not proven, or what is not modelled. */
static void add_left(struct text *out, const struct overview *overview, unsigned question,
                     const char *name, question_set proven, const char **label) {
  struct answer_count tally = count_places(overview, question, proven);
  struct text row = {0};
  text_add(&row, name);
  if (tally.open) {
    text_format(&row, ", %" PRIu32 " of %" PRIu32 " place%s: ", tally.open, tally.all,
                tally.all == 1 ? "" : "s");
    add_places(&row, overview, question, BOARD_OPEN);
  } else if (tally.rests_on) {
    question_set others = tally.rests_on & ~PROPERTY_BIT(question);
    if (!count_places(overview, NOT_MODELLED, proven).open)
      others &= ~PROPERTY_BIT(NOT_MODELLED);
    text_add(&row, ": proven");
    add_reservation(&row, others);
  }
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

void overview_print(struct text *out, const struct overview *overview) {
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
      if (!is_untouched(&tally) && (!tally.violated || tally.open))
        add_left(out, overview, i, property_name((enum property)i), proven, &label);
    }
  add_untouched(out, overview, proven, &label);
  if (!(overview->asked & ~overview->proven))
    return;
  if (rests_on >> NOT_MODELLED & 1 && count_places(overview, NOT_MODELLED, proven).open)
    add_left(out, overview, NOT_MODELLED, "what is not modelled", proven, &label);
  struct text row = {0};
  searched_print(&row, overview->program, overview->partial, overview->asked & ~overview->proven);
  add_row(out, overview, "searched", text_get(&row));
  text_release(&row);
  struct obstacle_reasons reasons = {overview->engine, overview->reason, overview->details};
  obstacles_print(&row, overview->program, &reasons, overview->partial);
  add_row(out, overview, "in the way", text_get(&row));
  text_release(&row);
}
