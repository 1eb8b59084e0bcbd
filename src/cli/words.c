/* SPDX-License-Identifier: Apache-2.0 */
/* One pass over the text; a word may contain several quoted parts. */
#include "cli/words.h"

#include "base/memory.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }

/* Copies the word at `*text` to `to` and moves past it; false: a quotation does not end. */
static bool take_word(const char **text, char *to) {
  char quote = 0;
  for (; **text && (quote || !is_blank(**text)); ++*text) {
    char c = **text;
    if (c == quote) {
      quote = 0;
    } else if (!quote && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\\' && quote != '\'' && (*text)[1] &&
               (!quote || (*text)[1] == '"' || (*text)[1] == '\\')) {
      *to++ = *++*text;
    } else {
      *to++ = c;
    }
  }
  *to = '\0';
  return !quote;
}

bool words_split(struct arena *arena, const char *text, const char *const **words, size_t *count) {
  size_t room = strlen(text) / 2 + 2;
  const char **list = arena_allocate(arena, room * sizeof *list);
  *count = 0;
  for (;;) {
    while (is_blank(*text))
      text++;
    if (!*text)
      break;
    char *word = arena_allocate(arena, strlen(text) + 1);
    if (!take_word(&text, word))
      return false;
    list[(*count)++] = word;
  }
  list[*count] = NULL;
  *words = list;
  return true;
}
