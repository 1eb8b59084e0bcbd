/* SPDX-License-Identifier: Apache-2.0 */
/* Reads and writes CSV (RFC 4180) with a line of column names. An incomplete last line means that
 * the run was killed while writing; it is dropped, and its task is run again. */
#include "bench/results.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum column {
  COLUMN_TASK,
  COLUMN_PROPERTY,
  COLUMN_EXPECTED,
  COLUMN_VERDICT,
  COLUMN_REASON,
  COLUMN_ENGINE,
  COLUMN_WALL,
  COLUMN_CPU,
  COLUMN_MEMORY,
  COLUMN_TOOL,
  COLUMN_COUNT
};

static const char *const column_names[COLUMN_COUNT] = {
    "task",   "property", "expected", "verdict",   "reason",
    "engine", "wall_s",   "cpu_s",    "memory_mb", "tool",
};

static const char *const answer_kind_names[] = {"TRUE", "FALSE", "UNKNOWN", "ERROR"};

const char *answer_kind_name(enum answer_kind kind) { return answer_kind_names[kind]; }

/* A line taken apart; the texts are in the results' arena. */
struct fields {
  VECTOR(const char *) items;
};

/* Appends the field at `*at` and moves past it; false: that was the last one of its line. */
static bool read_field(struct results *results, struct fields *fields, const char **at) {
  struct text value = {0};
  const char *p = *at;
  bool quoted = false;
  for (; *p && (quoted || (*p != ',' && *p != '\n')); p++) {
    if (*p == '"' && quoted && p[1] == '"')
      text_add_bytes(&value, p++, 1);
    else if (*p == '"')
      quoted = !quoted;
    else if (*p != '\r')
      text_add_bytes(&value, p, 1);
  }
  vector_push(&fields->items, arena_copy_text(results->arena, text_get(&value)));
  text_release(&value);
  bool goes_on = *p == ',';
  *at = p + (*p != '\0');
  return goes_on;
}

static void read_line(struct results *results, struct fields *fields, const char **at) {
  fields->items.count = 0;
  while (read_field(results, fields, at))
    ;
}

static const char *field(const struct fields *fields, const size_t *columns, enum column column) {
  return columns[column] < fields->items.count ? fields->items.items[columns[column]] : "";
}

static enum expectation parse_expectation(const char *text) {
  if (strncasecmp(text, "true", 4) == 0)
    return EXPECT_TRUE;
  return strncasecmp(text, "false", 5) == 0 ? EXPECT_FALSE : EXPECT_UNKNOWN;
}

/* "false(valid-free)": what is in the parentheses, or "". */
static const char *parse_subproperty(struct results *results, const char *text) {
  const char *open = strchr(text, '(');
  return open ? arena_format(results->arena, "%.*s", (int)strcspn(open + 1, ")"), open + 1) : "";
}

static enum answer_kind parse_answer(const char *text) {
  for (size_t i = 0; i < sizeof answer_kind_names / sizeof *answer_kind_names; i++)
    if (strncasecmp(text, answer_kind_names[i], strlen(answer_kind_names[i])) == 0)
      return (enum answer_kind)i;
  return ANSWER_UNKNOWN; /* what other tools call giving up */
}

static bool find_columns(const struct fields *header, size_t *columns) {
  for (size_t c = 0; c < COLUMN_COUNT; c++) {
    columns[c] = SIZE_MAX;
    for (size_t i = 0; i < header->items.count; i++)
      if (strcmp(header->items.items[i], column_names[c]) == 0)
        columns[c] = i;
  }
  return columns[COLUMN_TASK] != SIZE_MAX && columns[COLUMN_VERDICT] != SIZE_MAX &&
         columns[COLUMN_WALL] != SIZE_MAX;
}

/* Up to the last newline that ends a row: not one inside quotes. */
static size_t finished_length(const char *bytes, size_t length) {
  size_t finished = 0;
  bool quoted = false;
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == '"')
      quoted = !quoted;
    if (bytes[i] == '\n' && !quoted)
      finished = i + 1;
  }
  return finished;
}

static bool parse_file(struct results *results, const char *at) {
  struct fields fields = {0};
  size_t columns[COLUMN_COUNT];
  read_line(results, &fields, &at);
  bool fine = find_columns(&fields, columns);
  while (fine && *at) {
    read_line(results, &fields, &at);
    if (!*field(&fields, columns, COLUMN_TASK))
      continue;
    struct result_row row = {
        .task = field(&fields, columns, COLUMN_TASK),
        .property = field(&fields, columns, COLUMN_PROPERTY),
        .expected = parse_expectation(field(&fields, columns, COLUMN_EXPECTED)),
        .subproperty = parse_subproperty(results, field(&fields, columns, COLUMN_EXPECTED)),
        .answer = parse_answer(field(&fields, columns, COLUMN_VERDICT)),
        .reason = field(&fields, columns, COLUMN_REASON),
        .engine = field(&fields, columns, COLUMN_ENGINE),
        .wall = strtod(field(&fields, columns, COLUMN_WALL), NULL),
        .cpu = strtod(field(&fields, columns, COLUMN_CPU), NULL),
        .memory = strtod(field(&fields, columns, COLUMN_MEMORY), NULL),
        .tool = field(&fields, columns, COLUMN_TOOL),
    };
    vector_push(&results->rows, row);
  }
  vector_release(&fields.items);
  return fine;
}

bool results_read(struct results *results, const char *path, struct text *problem) {
  *results = (struct results){.arena = arena_create()};
  struct text contents = {0};
  bool fine = file_read(path, &contents);
  if (!fine) {
    text_format(problem, "%s: %s", path, strerror(errno));
  } else if (contents.length) {
    contents.data[finished_length(contents.data, contents.length)] = '\0';
    fine = parse_file(results, contents.data);
    if (!fine)
      text_format(problem, "%s: no results: columns 'task', 'verdict', 'wall_s' are needed", path);
  }
  text_release(&contents);
  return fine;
}

void results_add(struct results *results, const struct result_row *row) {
  if (!results->arena)
    results->arena = arena_create();
  struct result_row copy = *row;
  copy.task = arena_copy_text(results->arena, row->task);
  copy.property = arena_copy_text(results->arena, row->property);
  copy.subproperty = arena_copy_text(results->arena, row->subproperty);
  copy.reason = arena_copy_text(results->arena, row->reason);
  copy.engine = arena_copy_text(results->arena, row->engine);
  copy.tool = arena_copy_text(results->arena, row->tool);
  vector_push(&results->rows, copy);
}

const struct result_row *results_find(const struct results *results, const char *task,
                                      const char *property) {
  for (size_t i = 0; i < results->rows.count; i++)
    if (strcmp(results->rows.items[i].task, task) == 0 &&
        strcmp(results->rows.items[i].property, property) == 0)
      return &results->rows.items[i];
  return NULL;
}

void results_release(struct results *results) {
  arena_destroy(results->arena);
  vector_release(&results->rows);
}

struct results_file {
  int descriptor;
};

static void add_field(struct text *line, const char *value) {
  if (line->length)
    text_add(line, ",");
  if (!strpbrk(value, ",\"\r\n")) {
    text_add(line, value);
    return;
  }
  text_add(line, "\"");
  for (; *value; value++)
    text_add_bytes(line, *value == '"' ? "\"\"" : value, *value == '"' ? 2 : 1);
  text_add(line, "\"");
}

static bool write_line(int descriptor, struct text *line) {
  text_add(line, "\n");
  size_t done = 0;
  while (done < line->length) {
    ssize_t count = write(descriptor, line->data + done, line->length - done);
    if (count < 0 && errno != EINTR)
      return false;
    done += count > 0 ? (size_t)count : 0;
  }
  return true;
}

/* Drops an unfinished line; an empty file gets its column names. */
static bool prepare(int descriptor, const char *path, bool fresh) {
  struct text contents = {0};
  bool fine = fresh || file_read(path, &contents);
  size_t kept = fresh ? 0 : finished_length(text_get(&contents), contents.length);
  text_release(&contents);
  if (!fine || ftruncate(descriptor, (off_t)kept) != 0)
    return false;
  if (kept)
    return true;
  struct text line = {0};
  for (size_t c = 0; c < COLUMN_COUNT; c++)
    add_field(&line, column_names[c]);
  fine = write_line(descriptor, &line);
  text_release(&line);
  return fine;
}

struct results_file *results_open(const char *path, bool fresh, struct text *problem) {
  int descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor < 0) {
    text_format(problem, "%s: %s", path, strerror(errno));
    return NULL;
  }
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    text_format(problem, "%s: another run is writing it", path);
  } else if (!prepare(descriptor, path, fresh)) {
    text_format(problem, "%s: %s", path, strerror(errno));
  } else {
    struct results_file *file = memory_allocate(sizeof *file);
    file->descriptor = descriptor;
    return file;
  }
  close(descriptor);
  return NULL;
}

bool results_append(struct results_file *file, const struct result_row *row) {
  static const char *const expectations[] = {
      [EXPECT_UNKNOWN] = "", [EXPECT_TRUE] = "TRUE", [EXPECT_FALSE] = "FALSE"};
  struct text line = {0};
  add_field(&line, row->task);
  add_field(&line, row->property);
  struct text expected = {0};
  text_add(&expected, expectations[row->expected]);
  if (*row->subproperty)
    text_format(&expected, "(%s)", row->subproperty);
  add_field(&line, text_get(&expected));
  text_release(&expected);
  add_field(&line, answer_kind_name(row->answer));
  add_field(&line, row->reason);
  add_field(&line, row->engine);
  text_format(&line, ",%.3f,%.3f,%.1f", row->wall, row->cpu, row->memory);
  add_field(&line, row->tool);
  bool fine = write_line(file->descriptor, &line);
  text_release(&line);
  return fine;
}

void results_close(struct results_file *file) {
  close(file->descriptor);
  memory_release(file);
}
