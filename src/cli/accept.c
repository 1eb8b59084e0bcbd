/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/accept.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/say.h"
#include "engine/engine.h"
#include "report/question.h"
#include "report/source_text.h"

#include <errno.h>
#include <string.h>

static const char heading[] = "# Places that were judged by hand: property, position, line.\n";
static const char accepted_by[] = "accepted"; /* in place of an engine */

/* "memory pool.c:" of an obligation and, after the number of the line, its text. */
static void print_place(struct text *out, const struct input *input, struct source_texts *texts,
                        const struct obligation *obligation, bool with_number) {
  const char *path = input->program->files[obligation->at.file], *slash = strrchr(path, '/');
  text_format(out, "%s %s:", question_property(obligation), slash ? slash + 1 : path);
  if (with_number)
    text_format(out, "%u", obligation->at.line);
  text_add(out, ": ");
  source_texts_add_line(texts, out, obligation->at.file, obligation->at.line, true);
}

/* Is there such a line in the file, whatever its number? */
static bool is_listed(const char *list, const char *place) {
  size_t head = strcspn(place, ":") + 1; /* up to the number, which `place` does not have */
  for (const char *line = list; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    const char *number = line + head;
    size_t length = strcspn(line, "\n");
    if (length < head || strncmp(line, place, head) != 0)
      continue;
    number += strspn(number, "0123456789");
    size_t rest = length - (size_t)(number - line);
    if (rest == strlen(place + head) && strncmp(number, place + head, rest) == 0)
      return true;
  }
  return false;
}

bool accept_check(const struct options *options) {
  struct text list = {0};
  const char *path = options->question.accept;
  bool fine = !path || file_read(path, &list);
  if (!fine)
    fprintf(stderr, "heddle: %s: %s\n", path, strerror(errno));
  for (const char *line = text_get(&list); fine && *line;) {
    size_t length = strcspn(line, "\n");
    bool is_place = memchr(line, ' ', length) && memchr(line, ':', length);
    if (length && *line != '#' && !is_place) {
      fprintf(stderr, "heddle: %s: not a place: %.*s\n", path, (int)length, line);
      fine = false;
    }
    line += length + (line[length] == '\n');
  }
  text_release(&list);
  return fine;
}

static bool is_asked(const struct input *input, const struct obligation *obligation) {
  return obligation->property == NOT_MODELLED ||
         property_in((enum property)obligation->property, input->properties);
}

/* Returns their number. */
static unsigned accept_places(const struct input *input, const char *list, struct board *board,
                              bool *has_memory) {
  struct source_texts *texts =
      source_texts_create(input->program->files, input->program->file_count);
  const struct obligations *obligations = board_obligations(board);
  unsigned count = 0;
  for (uint32_t i = 0; i < obligations_count(obligations); i++) {
    const struct obligation *obligation = obligations_at(obligations, i);
    struct text place = {0};
    if (!obligation->at.line || board_at(board, i).state != BOARD_OPEN ||
        !is_asked(input, obligation))
      continue;
    print_place(&place, input, texts, obligation, false);
    if (is_listed(list, text_get(&place))) {
      board_prove(board, i, 0);
      *has_memory |= obligation->property == PROPERTY_MEMORY;
      count++;
    }
    text_release(&place);
  }
  board_sign(board, accepted_by);
  source_texts_destroy(texts);
  return count;
}

void accept_apply(const struct input *input, const struct options *options, struct result *result) {
  struct text list = {0};
  const char *path = options->question.accept;
  if (!path || !result->board || result->verdict != VERDICT_UNKNOWN || result->contradiction ||
      !file_read(path, &list))
    return;
  bool has_memory = false;
  unsigned count = accept_places(input, text_get(&list), result->board, &has_memory);
  text_release(&list);
  if (!count)
    return;
  /* A pointer leaves its object only at a place of memory that is open, which the user judged. */
  question_set given = result->proven;
  if (has_memory && !board_count(result->board, PROPERTY_BIT(PROPERTY_MEMORY), BOARD_OPEN))
    given |= PROPERTY_BIT(LEAVES_OBJECT);
  result->proven |= input->properties & board_proven(result->board, given);
  if (!(input->properties & ~result->proven))
    result->verdict = VERDICT_TRUE;
  say_note(input->account, options, NOTE_ASSUMPTION, "accepted",
           "%u place%s that %s not proven %s accepted (%s).", count, count == 1 ? "" : "s",
           count == 1 ? "is" : "are", count == 1 ? "is" : "are", path);
}

bool accept_write(const struct input *input, const struct options *options,
                  const struct result *result) {
  struct text list = {0}, before = {0};
  const struct board *board = result->board;
  if (!options->files.accept)
    return true;
  struct source_texts *texts =
      source_texts_create(input->program->files, input->program->file_count);
  text_add(&list, heading);
  for (uint32_t i = 0; board && i < obligations_count(board_obligations(board)); i++) {
    const struct obligation *obligation = obligations_at(board_obligations(board), i);
    struct board_answer answer = board_at(board, i);
    bool is_left =
        answer.state == BOARD_OPEN || (answer.engine && strcmp(answer.engine, accepted_by) == 0);
    struct text place = {0};
    if (!is_left || !obligation->at.line || !is_asked(input, obligation))
      continue;
    print_place(&place, input, texts, obligation, true);
    if (strcmp(text_get(&place), text_get(&before)) != 0)
      text_format(&list, "%s\n", text_get(&place));
    text_release(&before);
    before = place;
  }
  text_release(&before);
  bool fine = file_write(options->files.accept, &list);
  text_release(&list);
  source_texts_destroy(texts);
  return fine;
}
