/* SPDX-License-Identifier: Apache-2.0 */
/* Keeps whole files with the offsets of their lines, and parses them with just enough of C's
 * lexical rules. */
#include "report/source_text.h"

#include "base/file.h"
#include "base/text.h"
#include "base/vector.h"

#include <ctype.h>
#include <string.h>

struct source_lines {
  bool is_read;
  struct text contents;
  VECTOR(size_t) lines; /* where they begin */
};

struct source_texts {
  const char *const *files;
  uint32_t count;
  struct source_lines *sources;
};

struct source_texts *source_texts_create(const char *const *files, uint32_t count) {
  struct source_texts *texts = memory_allocate_zeroed(sizeof *texts);
  texts->files = files;
  texts->count = count;
  texts->sources = memory_allocate_zeroed(count * sizeof *texts->sources);
  return texts;
}

void source_texts_destroy(struct source_texts *texts) {
  for (uint32_t i = 0; i < texts->count; i++) {
    text_release(&texts->sources[i].contents);
    vector_release(&texts->sources[i].lines);
  }
  memory_release(texts->sources);
  memory_release(texts);
}

static void read_source(struct source_lines *source, const char *path) {
  source->is_read = true;
  if (!file_read(path, &source->contents))
    return;
  vector_push(&source->lines, 0);
  for (size_t i = 0; i < source->contents.length; i++)
    if (source->contents.data[i] == '\n')
      vector_push(&source->lines, i + 1);
}

static struct source_lines *find_source(struct source_texts *texts, uint32_t file) {
  struct source_lines *source = &texts->sources[file];
  if (!source->is_read)
    read_source(source, texts->files[file]);
  return source;
}

const char *source_texts_get(struct source_texts *texts, uint32_t file) {
  const struct source_lines *source = find_source(texts, file);
  return source->lines.count ? text_get(&source->contents) : NULL;
}

void source_texts_add_line(struct source_texts *texts, struct text *out, uint32_t file,
                           uint32_t line, bool trimmed) {
  const struct source_lines *source = find_source(texts, file);
  if (!line || line > source->lines.count)
    return;
  const char *start = source->contents.data + source->lines.items[line - 1];
  size_t length = strcspn(start, "\r\n");
  while (length > 0 && isspace((unsigned char)start[length - 1]))
    length--;
  while (trimmed && length > 0 && isspace((unsigned char)*start)) {
    start++;
    length--;
  }
  for (size_t i = 0; i < length; i++) {
    bool is_control = (unsigned char)start[i] < ' ' || start[i] == 0x7f;
    text_add_bytes(out, is_control ? " " : start + i, 1);
  }
}

/* The opening quote is at `at`; returns what follows the closing one. */
static const char *skip_literal(const char *at) {
  char quote = *at++;
  while (*at && *at != quote)
    at += *at == '\\' && at[1] ? 2 : 1;
  return at + (*at != '\0');
}

/* A slash is at `at`; returns what follows the comment it opens, or the slash. */
static const char *skip_slash(const char *at) {
  if (at[1] == '/')
    return at + strcspn(at, "\n");
  if (at[1] != '*')
    return at + 1;
  const char *end = strstr(at + 2, "*/");
  return end ? end + 2 : at + strlen(at);
}

/* The parenthesis that closes the first one opened after `at`, in the same statement, or NULL. */
static const char *find_end(const char *at) {
  unsigned depth = 0;
  while (*at && *at != ';') {
    if (*at == '"' || *at == '\'') {
      at = skip_literal(at);
      continue;
    }
    if (*at == '/') {
      at = skip_slash(at);
      continue;
    }
    if (*at == '(')
      depth++;
    else if (*at == ')' && depth && --depth == 0)
      return at;
    at++;
  }
  return NULL;
}

static const char *find_place(const struct source_lines *source, uint32_t line, uint32_t column) {
  if (!line || line > source->lines.count || !column)
    return NULL;
  size_t offset = source->lines.items[line - 1] + column - 1;
  return offset < source->contents.length ? source->contents.data + offset : NULL;
}

bool source_texts_find_call_end(struct source_texts *texts, uint32_t file, const char *name,
                                uint32_t *line, uint32_t *column) {
  const struct source_lines *source = find_source(texts, file);
  size_t length = strlen(name);
  const char *start = find_place(source, *line, *column);
  if (!start || strncmp(start, name, length) != 0 || isalnum((unsigned char)start[length]) ||
      start[length] == '_')
    return false;
  const char *end = find_end(start + length);
  if (!end)
    return false;
  for (const char *at = start; at < end; at++) {
    (*column)++;
    if (*at == '\n') {
      (*line)++;
      *column = 1;
    }
  }
  return true;
}
