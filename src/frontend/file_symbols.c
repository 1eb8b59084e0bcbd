/* SPDX-License-Identifier: Apache-2.0 */
/* Goes through the declarations at file level. A block after a parenthesis is the body of a
 * function: every name of the declaration that is followed by a parenthesis counts as defined.
 * Declarations that end with a semicolon define the names of their declarators, unless they are
 * typedefs, prototypes, or extern. What brackets and blocks contain is skipped. */
#include "frontend/file_symbols.h"

#include "base/vector.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

struct symbol_word {
  const char *begin;
  size_t length;
};

/* A declaration at file level, as far as it was read. */
struct symbol_declaration {
  VECTOR(struct symbol_word) called, named; /* names before a parenthesis, and other declarators */
  bool is_typedef, is_extern, has_value, is_alias;
  bool is_value;     /* what comes now is part of an initial value */
  bool is_old_style; /* a word follows the parameters, as in old C */
  bool is_empty;
  bool names_tag;          /* the last word was struct, union or enum */
  bool ends_in_call;       /* the last token was a closing parenthesis */
  struct symbol_word last; /* a name that may be a declarator, depending on what follows */
};

struct symbol_reader {
  const char *at;
  struct symbol_listener *listener;
  struct symbol_declaration now;
  /* Names of the function whose parameters are declared before its body, as in old C. */
  VECTOR(struct symbol_word) old_style;
};

static bool is_word(const struct symbol_word *word, const char *text) {
  return word->length == strlen(text) && memcmp(word->begin, text, word->length) == 0;
}

static bool is_one_of(const struct symbol_word *word, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (is_word(word, list[i]))
      return true;
  return false;
}

static const char *skip_literal(const char *at) {
  char quote = *at++;
  while (*at && *at != quote && *at != '\n')
    at += *at == '\\' && at[1] ? 2 : 1;
  return *at == quote ? at + 1 : at;
}

static const char *skip_comment(const char *at) {
  const char *end = at[1] == '*' ? strstr(at + 2, "*/") : strchr(at, '\n');
  return end ? end + (at[1] == '*' ? 2 : 0) : at + strlen(at);
}

static const char *skip_line(const char *at) {
  at += strcspn(at, "\n");
  return *at ? at + 1 : at;
}

/* A line that begins with #: `# 12 "file.c" 1` or `#pragma weak name`. */
static const char *read_directive(struct symbol_reader *in, const char *at) {
  static const char weak[] = "pragma weak ";
  const char *end = skip_line(at);
  for (at++; *at == ' '; at++) {
  }
  if (strncmp(at, weak, sizeof weak - 1) == 0) {
    at += sizeof weak - 1;
    in->listener->define(in->listener, at, strcspn(at, " =\n"));
  } else if (isdigit((unsigned char)*at) || strncmp(at, "line ", 5) == 0) {
    const char *begin = memchr(at, '"', (size_t)(end - at));
    const char *close = begin ? memchr(begin + 1, '"', (size_t)(end - begin - 1)) : NULL;
    if (close && begin[1] != '<')
      in->listener->depend(in->listener, begin + 1, (size_t)(close - begin - 1));
  }
  return end;
}

/* To the next token; directives on the way are read. */
static void skip_blanks(struct symbol_reader *in) {
  for (;;) {
    bool is_line = in->at[0] == '\n';
    if (isspace((unsigned char)*in->at))
      in->at++;
    else if (in->at[0] == '/' && (in->at[1] == '*' || in->at[1] == '/'))
      in->at = skip_comment(in->at);
    else
      return;
    while (is_line && *in->at == '#')
      in->at = read_directive(in, in->at);
  }
}

static bool begins_word(char c) { return isalpha((unsigned char)c) || c == '_' || c == '$'; }

static struct symbol_word read_word(struct symbol_reader *in) {
  struct symbol_word word = {in->at, 0};
  while (begins_word(*in->at) || isdigit((unsigned char)*in->at))
    in->at++;
  word.length = (size_t)(in->at - word.begin);
  return word;
}

/* Past the bracket or brace that closes the one here. `word`, if not NULL, hears of words. */
static void skip_group(struct symbol_reader *in,
                       void (*hear)(struct symbol_declaration *declaration,
                                    const struct symbol_word *word)) {
  unsigned depth = 0;
  do {
    skip_blanks(in);
    char c = *in->at;
    if (!c)
      return;
    if (c == '"' || c == '\'') {
      in->at = skip_literal(in->at);
    } else if (begins_word(c)) {
      struct symbol_word word = read_word(in);
      if (hear)
        hear(&in->now, &word);
    } else {
      depth += strchr("([{", c) != NULL;
      depth -= strchr(")]}", c) && depth ? 1 : 0;
      in->at++;
    }
  } while (depth);
}

/* In an attribute. */
static void hear_attribute(struct symbol_declaration *declaration, const struct symbol_word *word) {
  static const char *const aliases[] = {"alias", "__alias__", "ifunc", "__ifunc__", "weakref"};
  declaration->is_alias |= is_one_of(word, aliases, sizeof aliases / sizeof *aliases);
}

static void tell(struct symbol_reader *in, const struct symbol_word *word) {
  in->listener->define(in->listener, word->begin, word->length);
}

static void begin_declaration(struct symbol_reader *in) {
  in->now.called.count = in->now.named.count = 0;
  in->now.is_typedef = in->now.is_extern = in->now.has_value = in->now.is_alias = false;
  in->now.names_tag = in->now.ends_in_call = false;
  in->now.is_value = in->now.is_old_style = false;
  in->now.is_empty = true;
  in->now.last = (struct symbol_word){0};
}

/* The word before this place is a declarator. */
static void take_last(struct symbol_declaration *now) {
  if (now->last.length && !now->is_value)
    vector_push(&now->named, now->last);
  now->last = (struct symbol_word){0};
}

static void end_declaration(struct symbol_reader *in) {
  struct symbol_declaration *now = &in->now;
  bool defines = !now->is_typedef && (!now->is_extern || now->has_value || now->is_alias);
  take_last(now);
  for (size_t i = 0; defines && i < now->named.count; i++)
    tell(in, &now->named.items[i]);
  for (size_t i = 0; now->is_alias && i < now->called.count; i++)
    tell(in, &now->called.items[i]);
  if (now->is_old_style || now->called.count)
    in->old_style.count = 0;
  for (size_t i = 0; now->is_old_style && i < now->called.count; i++)
    vector_push(&in->old_style, now->called.items[i]);
  begin_declaration(in);
}

/* The label of a declarator is the name that the linker sees. */
static void read_label(struct symbol_reader *in) {
  skip_blanks(in);
  const char *begin = in->at;
  if (*begin != '(')
    return;
  skip_group(in, NULL);
  const char *open = memchr(begin, '"', (size_t)(in->at - begin));
  const char *close = open ? memchr(open + 1, '"', (size_t)(in->at - open - 1)) : NULL;
  if (close && !in->now.is_extern)
    vector_push(&in->now.named, (struct symbol_word){open + 1, (size_t)(close - open - 1)});
}

static void read_declaration_word(struct symbol_reader *in) {
  static const char *const attributes[] = {"__attribute__", "__attribute", "__declspec", "_Alignas",
                                           "__extension__"};
  static const char *const typeofs[] = {"__typeof__", "typeof", "__typeof", "_Atomic",
                                        "typeof_unqual"};
  static const char *const labels[] = {"asm", "__asm__", "__asm"};
  static const char *const tags[] = {"struct", "union", "enum"};
  struct symbol_declaration *now = &in->now;
  struct symbol_word word = read_word(in);
  now->is_empty = false;
  if (is_one_of(&word, attributes, sizeof attributes / sizeof *attributes) ||
      is_one_of(&word, typeofs, sizeof typeofs / sizeof *typeofs)) {
    skip_blanks(in);
    if (*in->at == '(')
      skip_group(in, hear_attribute);
    return; /* what comes before it may still be a declarator, or the head of a function */
  }
  if (is_one_of(&word, labels, sizeof labels / sizeof *labels)) {
    read_label(in);
    return;
  }
  now->is_old_style |= now->ends_in_call;
  now->ends_in_call = false;
  now->is_typedef |= is_word(&word, "typedef");
  now->is_extern |= is_word(&word, "extern");
  bool is_tag = now->names_tag;
  now->names_tag = is_one_of(&word, tags, sizeof tags / sizeof *tags);
  now->last = word;
  if (is_tag || now->names_tag)
    now->last = (struct symbol_word){0};
}

/* In `(*name`, `((name` and `(name)`: the name. */
static struct symbol_word find_inner_name(struct symbol_reader *in) {
  static const char *const qualifiers[] = {"const", "volatile", "restrict", "__restrict"};
  struct symbol_word word = {0};
  bool is_pointer = false;
  for (;; in->at++) {
    skip_blanks(in);
    if (begins_word(*in->at)) {
      word = read_word(in);
      if (!is_one_of(&word, qualifiers, sizeof qualifiers / sizeof *qualifiers))
        break;
      in->at--;
    } else if (*in->at != '*' && *in->at != '(') {
      return (struct symbol_word){0};
    }
    is_pointer |= *in->at == '*' || *in->at == '(';
  }
  skip_blanks(in);
  return is_pointer || *in->at == ')' ? word : (struct symbol_word){0};
}

/* The parameters of a function, or brackets around a declarator. */
static void read_parenthesis(struct symbol_reader *in) {
  struct symbol_declaration *now = &in->now;
  const char *begin = in->at++;
  struct symbol_word inner = find_inner_name(in);
  if (now->last.length)
    vector_push(&now->called, now->last);
  if (inner.length)
    vector_push(&now->called, inner);
  if (inner.length && begin[1] == '*')
    vector_push(&now->named, inner);
  now->last = (struct symbol_word){0};
  in->at = begin;
  skip_group(in, NULL);
  now->ends_in_call = true;
  now->is_empty = now->names_tag = false;
}

static void read_block(struct symbol_reader *in) {
  struct symbol_declaration *now = &in->now;
  bool is_old_style = now->is_empty && in->old_style.count;
  bool is_body = is_old_style || (now->ends_in_call && now->called.count && !now->has_value);
  skip_group(in, NULL);
  now->last = (struct symbol_word){0};
  now->names_tag = now->ends_in_call = false;
  if (!is_body)
    return;
  for (size_t i = 0; i < now->called.count; i++)
    tell(in, &now->called.items[i]);
  for (size_t i = 0; is_old_style && i < in->old_style.count; i++)
    tell(in, &in->old_style.items[i]);
  in->old_style.count = 0;
  begin_declaration(in);
}

static void read_token(struct symbol_reader *in) {
  struct symbol_declaration *now = &in->now;
  char c = *in->at;
  if (begins_word(c)) {
    read_declaration_word(in);
  } else if (c == '(') {
    read_parenthesis(in);
  } else if (c == '{') {
    read_block(in);
  } else if (c == '"' || c == '\'') {
    in->at = skip_literal(in->at);
  } else if (c == ';') {
    in->at++;
    end_declaration(in);
  } else if (c == '[') {
    take_last(now);
    skip_group(in, NULL);
  } else {
    if (c == '=' || c == ',')
      take_last(now);
    now->has_value |= c == '=';
    now->is_value = c == '=' || (now->is_value && c != ',');
    now->ends_in_call = false;
    in->at++;
  }
}

void file_symbols_find(const char *text, struct symbol_listener *listener) {
  struct symbol_reader in = {.at = text, .listener = listener};
  begin_declaration(&in);
  while (*in.at == '#')
    in.at = read_directive(&in, in.at);
  for (skip_blanks(&in); *in.at; skip_blanks(&in))
    read_token(&in);
  vector_release(&in.now.called);
  vector_release(&in.now.named);
  vector_release(&in.old_style);
}
