/* SPDX-License-Identifier: Apache-2.0 */
/* Finds comments, literals and directives as the preprocessor does, but without trigraphs. */
#include "base/code_text.h"

#include "base/memory.h"

#include <ctype.h>
#include <string.h>

bool code_text_is_word(char byte) { return isalnum((unsigned char)byte) || byte == '_'; }

/* The end of a literal that begins at `at`. */
static size_t literal_end(const char *text, size_t at) {
  char quote = text[at++];
  while (text[at] && text[at] != quote && text[at] != '\n')
    at += text[at] == '\\' && text[at + 1] ? 2 : 1;
  return text[at] == quote ? at + 1 : at;
}

static size_t comment_end(const char *text, size_t at) {
  const char *end = text[at + 1] == '*' ? strstr(text + at + 2, "*/") : strchr(text + at, '\n');
  if (!end)
    return at + strlen(text + at);
  return (size_t)(end - text) + (text[at + 1] == '*' ? 2 : 0);
}

static size_t directive_end(const char *text, size_t at) {
  while (text[at] && text[at] != '\n')
    at += text[at] == '\\' && text[at + 1] ? 2 : 1;
  return at;
}

static void blank(char *code, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (code[i] != '\n')
      code[i] = ' ';
}

static char *mask(const char *text, bool keeps_directives) {
  size_t size = strlen(text) + 1;
  bool is_line_start = true;
  char *code = memory_allocate(size);
  memcpy(code, text, size);
  for (size_t at = 0; text[at];) {
    size_t end = at + 1;
    if (text[at] == '/' && (text[at + 1] == '*' || text[at + 1] == '/'))
      end = comment_end(text, at);
    else if (text[at] == '"' || text[at] == '\'')
      end = literal_end(text, at);
    else if (text[at] == '#' && is_line_start && !keeps_directives)
      end = directive_end(text, at);
    if (end > at + 1 || (text[at] == '\\' && text[at + 1] == '\n'))
      blank(code, at, end);
    is_line_start = text[at] == '\n' || (is_line_start && isspace((unsigned char)text[at]));
    at = end;
  }
  return code;
}

char *code_text_mask(const char *text) { return mask(text, false); }

char *code_text_mask_literals(const char *text) { return mask(text, true); }

bool code_text_has_directive(const char *text, const char *name) {
  for (const char *line = text; line; line = strchr(line, '\n')) {
    line += strspn(line, " \t\n");
    if (*line == '#') {
      line += 1 + strspn(line + 1, " \t");
      if (!strncmp(line, name, strlen(name)))
        return true;
    }
  }
  return false;
}
