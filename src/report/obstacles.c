/* SPDX-License-Identifier: Apache-2.0 */
#include "report/obstacles.h"

#include "base/text.h"
#include "base/vector.h"
#include "engine/engine.h"
#include "engine/reason.h"
#include "report/short_position.h"

#include <string.h>

/* A reason and the engines that gave it. */
struct obstacle_row {
  struct text what, engines;
};
struct obstacle_rows {
  VECTOR(struct obstacle_row) list;
};

static void note(struct obstacle_rows *rows, const char *what, const char *engine) {
  vector_each (row, &rows->list)
    if (strcmp(text_get(&row->what), what) == 0) {
      if (!strstr(text_get(&row->engines), engine))
        text_format(&row->engines, "%s%s", row->engines.length ? ", " : "", engine);
      return;
    }
  struct obstacle_row row = {0};
  text_add(&row.what, what);
  text_add(&row.engines, engine);
  vector_push(&rows->list, row);
}

/* What a limit means; NULL: the reason is none. */
static const char *limit_words(const char *reason) {
  static const char *const limits[][2] = {{"time", "the time was over"},
                                          {"work", "the work allowed by --work was done"},
                                          {"memory", "the memory was used up"},
                                          {"interrupted", "interrupted"},
                                          {"size of the graph", "the size of the graph"}};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    if (reason_begins_with_limit(reason, limits[i][0]) || strcmp(reason, limits[i][0]) == 0)
      return limits[i][1];
  return NULL;
}

static bool is_search(const char *reason) { return strncmp(reason, "no violation in ", 16) == 0; }

/* Reasons that say nothing about the program, or only what is left. */
static bool is_idle(const char *reason) {
  return !*reason || strstr(reason, "not covered by ") || strstr(reason, " are not proven") ||
         is_search(reason);
}

/* Does the engine follow more than the executions of the program, so that what stops it may be
 * impossible? */
static bool cannot_exclude(const char *name) {
  const struct engine *engine = engine_find(name);
  return engine && engine->only_proves;
}

static void take_reason(struct obstacle_rows *rows, const struct program *program,
                        const char *engine, const char *reason) {
  const char *limit = limit_words(reason);
  struct text plain = {0};
  if (is_idle(reason))
    return;
  if (strstr(reason, "counterexample could not be "))
    text_add(&plain, "a mistake of heddle, please report it: ");
  reason_add_plain(&plain, program, reason);
  if (!limit && cannot_exclude(engine))
    text_add(&plain, ", which is not excluded");
  note(rows, limit ? limit : text_get(&plain), engine);
  text_release(&plain);
}

static void take_details(struct obstacle_rows *rows, const struct program *program,
                         const char *details) {
  for (const char *line = details; *line;) {
    size_t length = strcspn(line, "\n"), name = strcspn(line, ":");
    struct text engine = {0}, reason = {0};
    if (name + 2 <= length) {
      text_add_bytes(&engine, line, name);
      text_add_bytes(&reason, line + name + 2, length - name - 2);
      take_reason(rows, program, text_get(&engine), text_get(&reason));
    }
    text_release(&engine);
    text_release(&reason);
    line += length + (line[length] == '\n');
  }
}

/* Appends `words` with the names of files as short_position_add writes them. */
static void add_shortened(struct text *out, const struct program *program, const char *words) {
  while (*words) {
    const char *name = NULL;
    for (uint32_t i = 0; i < program->file_count && !name; i++) {
      size_t length = strlen(program->files[i]);
      if (strncmp(words, program->files[i], length) == 0 && words[length] == ':') {
        name = short_position_file(program, i);
        text_add(out, name);
        words += length;
      }
    }
    if (!name)
      text_add_bytes(out, words++, 1);
  }
}

void obstacles_print(struct text *whole, const struct program *program,
                     const struct obstacle_reasons *reasons, const struct partial_result *partial) {
  struct text words = {0}, *out = &words;
  struct obstacle_rows rows = {0};
  if (reasons->details)
    take_details(&rows, program, reasons->details);
  if (!rows.list.count)
    take_reason(&rows, program, reasons->engine, reasons->reason);
  vector_each (row, &rows.list) {
    text_format(out, "%s%s", out->length ? "; " : "", text_get(&row->what));
    if (row->engines.length)
      text_format(out, " (%s)", text_get(&row->engines));
    text_release(&row->what);
    text_release(&row->engines);
  }
  vector_release(&rows.list);
  if (!out->length && *reasons->reason)
    text_format(out, "%s (%s)", is_search(reasons->reason) ? "it proves nothing" : reasons->reason,
                reasons->engine);
  if (partial && partial->spot.ways) {
    struct text sentence = {0};
    partial_result_print_spot(&sentence, &partial->spot, program);
    sentence.data[--sentence.length] = '\0'; /* the full stop */
    text_format(out, "%st%s", out->length ? "; " : "", sentence.data + 1);
    text_release(&sentence);
  }
  add_shortened(whole, program, text_get(out));
  text_release(&words);
}
