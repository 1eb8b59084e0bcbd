/* SPDX-License-Identifier: Apache-2.0 */
/* Parses the template of inline assembly into statements: labels, prefixes, mnemonics and operands.
 *
 * LLVM's escapes are resolved first: `$$` is a dollar, `$(att$|intel$)` is one of two dialects,
 * `$0` and `${0:b}` are operands of the template, which become three bytes each. */
#include "frontend/assembly.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

static bool add_reference(struct assembly *in, struct text *out, unsigned number, char modifier) {
  if (number >= in->constraint_count)
    return assembly_fail(in, "a reference to operand %u, which it does not have", number);
  char bytes[3] = {ASSEMBLY_REFERENCE, (char)(ASSEMBLY_FIRST_NUMBER + number), modifier};
  text_add_bytes(out, bytes, sizeof bytes);
  return true;
}

/* After `${`. */
static const char *resolve_braces(struct assembly *in, struct text *out, const char *at) {
  if (!strncmp(at, ":uid}", 5)) {
    text_add(out, "u");
    return at + 5;
  }
  if (!strncmp(at, ":comment}", 9) || !strncmp(at, ":private}", 9))
    return at + 9;
  unsigned number = 0;
  char modifier = ' ';
  const char *start = at;
  for (; isdigit((unsigned char)*at); at++)
    number = number * 10 + (unsigned)(*at - '0');
  if (at > start && at[0] == ':' && at[1] && at[2] == '}') {
    modifier = at[1];
    at += 2;
  }
  if (at == start || *at != '}') {
    assembly_fail(in, "the reference ${%.*s", (int)strcspn(start, "}"), start);
    return NULL;
  }
  return add_reference(in, out, number, modifier) ? at + 1 : NULL;
}

/* After a dollar. `variant`: the number of the dialect's alternative that the text is in, or -1. */
static const char *resolve_dollar(struct assembly *in, struct text *out, const char *at,
                                  int *variant) {
  int wanted = in->syntax == SYNTAX_INTEL ? 1 : 0;
  switch (*at) {
  case '(':
    *variant = 0;
    return at + 1;
  case '|':
    *variant += 1;
    return at + 1;
  case ')':
    *variant = -1;
    return at + 1;
  default:
    break;
  }
  struct text nothing = {0};
  struct text *to = *variant < 0 || *variant == wanted ? out : &nothing;
  const char *behind = NULL;
  if (*at == '$') {
    text_add(to, "$");
    behind = at + 1;
  } else if (*at == '{') {
    behind = resolve_braces(in, to, at + 1);
  } else if (isdigit((unsigned char)*at)) {
    unsigned number = 0;
    for (; isdigit((unsigned char)*at); at++)
      number = number * 10 + (unsigned)(*at - '0');
    behind = add_reference(in, to, number, ' ') ? at : NULL;
  } else {
    assembly_fail(in, "the escape $%c", *at);
  }
  text_release(&nothing);
  return behind;
}

static bool resolve(struct assembly *in, const char *text, struct text *out) {
  int variant = -1, wanted = in->syntax == SYNTAX_INTEL ? 1 : 0;
  for (const char *at = text; *at;) {
    if (*at == '$') {
      at = resolve_dollar(in, out, at + 1, &variant);
      if (!at)
        return false;
      continue;
    }
    if (variant < 0 || variant == wanted)
      text_add_bytes(out, at, 1);
    at++;
  }
  return true;
}

/* What is shown of a statement: references as `%0`. */
static const char *describe(struct assembly *in, const char *text) {
  struct text out = {0};
  for (const char *at = text; *at; at++) {
    if (*at == ASSEMBLY_REFERENCE) {
      text_format(&out, "%%%d", (unsigned char)at[1] - ASSEMBLY_FIRST_NUMBER);
      at += 2;
    } else if (!isspace((unsigned char)*at)) {
      text_add_bytes(&out, at, 1);
    } else if (out.length && out.data[out.length - 1] != ' ') {
      text_add(&out, " ");
    }
  }
  const char *kept = arena_copy_text(in->b->scratch, text_get(&out));
  text_release(&out);
  return kept;
}

static size_t word_length(const char *at) {
  size_t length = 0;
  while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.' ||
         (at[length] == '$' && length))
    length++;
  return length;
}

/* State over the statements of a template. */
struct statement_reader {
  struct assembly *in;
  enum assembly_syntax syntax;
  bool is_locked, is_repeated, is_elsewhere; /* elsewhere: in another section */
};

static bool is_word(const char *word, size_t length, const char *text) {
  return strlen(text) == length && !memcmp(text, word, length);
}

/* Assembler directives. Those of data in other sections (as Linux notes the places of its lock
 * prefixes) are no part of the execution. */
static bool read_directive(struct statement_reader *r, const char *word, size_t length,
                           const char *text) {
  static const char *const ignored[] = {".align", ".balign",         ".p2align",
                                        ".arch",  ".arch_extension", ".cpu"};
  if (is_word(word, length, ".intel_syntax")) {
    r->syntax = SYNTAX_INTEL;
    return true;
  }
  if (is_word(word, length, ".att_syntax")) {
    r->syntax = SYNTAX_ATT;
    return true;
  }
  if (is_word(word, length, ".section") || is_word(word, length, ".pushsection")) {
    r->is_elsewhere = true;
    return true;
  }
  if (is_word(word, length, ".previous") || is_word(word, length, ".popsection") ||
      is_word(word, length, ".text")) {
    r->is_elsewhere = false;
    return true;
  }
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    if (r->is_elsewhere || is_word(word, length, ignored[i]))
      return true;
  return assembly_fail(r->in, "\"%s\"", text);
}

/* Prefixes, which may also be statements of their own. */
static bool take_prefix(struct statement_reader *r, const char *word) {
  if (!strcmp(word, "lock"))
    r->is_locked = true;
  else if (!strcmp(word, "rep") || !strcmp(word, "repe") || !strcmp(word, "repz"))
    r->is_repeated = true;
  else
    return !strcmp(word, "xacquire") || !strcmp(word, "xrelease");
  return true;
}

static bool read_operands(struct statement_reader *r, const char *text,
                          struct assembly_statement *s) {
  struct assembly_scanner scanner = {.in = r->in, .at = text, .syntax = r->syntax};
  assembly_skip_blanks(&scanner);
  while (*scanner.at) {
    if (s->count == ASSEMBLY_MAX_OPERANDS)
      return assembly_fail(r->in, "\"%s\"", s->text);
    if (!assembly_parse_operand(&scanner, &s->operands[s->count++]))
      return assembly_fail(r->in, "\"%s\"", s->text);
    assembly_skip_blanks(&scanner);
    if (*scanner.at == ',')
      scanner.at++;
    else if (*scanner.at)
      return assembly_fail(r->in, "\"%s\"", s->text);
    assembly_skip_blanks(&scanner);
  }
  if (r->syntax == SYNTAX_ATT) /* the target comes last */
    for (unsigned i = 0; i < s->count / 2; i++) {
      struct assembly_operand other = s->operands[i];
      s->operands[i] = s->operands[s->count - 1 - i];
      s->operands[s->count - 1 - i] = other;
    }
  return true;
}

/* Labels at the start of a statement: they become statements of their own. */
static const char *read_labels(struct statement_reader *r, const char *at) {
  for (;;) {
    at += strspn(at, " \t\r\f\v");
    size_t length = word_length(at);
    const char *behind = at + length + strspn(at + length, " \t");
    if (!length || *behind != ':')
      return at;
    if (!r->is_elsewhere) {
      struct assembly_statement s = {.label =
                                         arena_format(r->in->b->scratch, "%.*s", (int)length, at)};
      s.text = s.label;
      vector_push(&r->in->statements, s);
    }
    at = behind + 1;
  }
}

static bool read_statement(struct statement_reader *r, const char *text) {
  const char *at = read_labels(r, text);
  char *mnemonic;
  for (;;) {
    size_t length = word_length(at);
    if (!*at || (!length && r->is_elsewhere))
      return true;
    if (!length)
      return assembly_fail(r->in, "\"%s\"", describe(r->in, at));
    if (*at == '.')
      return read_directive(r, at, length, describe(r->in, at));
    if (r->is_elsewhere)
      return true;
    mnemonic = arena_format(r->in->b->scratch, "%.*s", (int)length, at);
    for (char *c = mnemonic; *c; c++)
      *c = (char)tolower((unsigned char)*c);
    if (r->syntax == SYNTAX_ARM || !take_prefix(r, mnemonic))
      break;
    at += length + strspn(at + length, " \t");
  }
  struct assembly_statement s = {.text = describe(r->in, at),
                                 .mnemonic = mnemonic,
                                 .syntax = r->syntax,
                                 .is_locked = r->is_locked};
  if (r->is_repeated && strcmp(mnemonic, "nop") != 0)
    return assembly_fail(r->in, "\"rep %s\"", s.text);
  r->is_locked = r->is_repeated = false;
  if (!read_operands(r, at + strlen(mnemonic), &s))
    return false;
  vector_push(&r->in->statements, s);
  return true;
}

/* Where the statement that starts at `at` ends. */
static size_t statement_length(enum assembly_syntax syntax, const char *at) {
  size_t length = 0;
  while (at[length] && at[length] != '\n' && at[length] != ';') {
    bool is_comment =
        syntax == SYNTAX_ARM ? at[length] == '/' && at[length + 1] == '/' : at[length] == '#';
    if (is_comment)
      break;
    length++;
  }
  return length;
}

static bool is_jump(const struct assembly_statement *s) {
  const char *name = s->mnemonic;
  if (!name)
    return false;
  if (s->syntax != SYNTAX_ARM)
    return name[0] == 'j';
  return !strcmp(name, "b") || !strncmp(name, "b.", 2) || !strncmp(name, "cb", 2) ||
         !strncmp(name, "tb", 2);
}

/* Finds the directions of the jumps. A numeric label means the nearest definition before or after
 * the jump. */
static bool check_jumps(struct assembly *in) {
  for (size_t i = 0; i < in->statements.count; i++)
    for (unsigned k = 0; k < in->statements.items[i].count; k++) {
      const struct assembly_operand *operand = &in->statements.items[i].operands[k];
      if (operand->kind != OPERAND_LABEL || !is_jump(&in->statements.items[i]))
        continue;
      in->jumps.any = true;
      if (operand->constraint >= 0)
        continue;
      bool is_back = false, is_forward = false;
      for (size_t j = 0; j < in->statements.count; j++) {
        const char *label = in->statements.items[j].label;
        if (label && !strcmp(label, operand->label)) {
          is_back |= j < i && operand->direction != 'f';
          is_forward |= j > i && operand->direction != 'b';
        }
      }
      if (!is_back && !is_forward)
        return assembly_fail(in, "a jump out of it to %s", operand->label);
      in->jumps.back |= is_back;
      in->jumps.forward |= is_forward;
    }
  return true;
}

static bool names(const struct assembly *in, const struct assembly_statement *s, unsigned slot) {
  for (unsigned i = 0; i < s->count; i++) {
    const struct assembly_operand *o = &s->operands[i];
    const struct assembly_register *parts[] = {&o->reg, &o->base, &o->index};
    for (size_t k = 0; k < 3; k++)
      if (parts[k]->is_present && parts[k]->constraint >= 0 &&
          in->constraints[parts[k]->constraint].slot == slot)
        return true;
  }
  return false;
}

/* Does the program use an output after the assembly? Results are parts of the call's value. */
static bool is_used(const struct assembly *in, unsigned output) {
  unsigned number = 0;
  if (in->constraints[output].address)
    return true;
  for (unsigned i = 0; i < output; i++)
    number += in->constraints[i].is_output && !in->constraints[i].is_memory &&
              !in->constraints[i].address;
  for (LLVMUseRef use = LLVMGetFirstUse(in->call); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAExtractValueInst(user) ||
        (LLVMGetIndices(user)[0] == number && LLVMGetFirstUse(user)))
      return true;
  }
  return false;
}

/* Instructions also write fixed registers that they do not name. */
bool assembly_may_be_skipped(const struct assembly *in, unsigned output) {
  const struct assembly_constraint *c = &in->constraints[output];
  size_t first = 0, count = in->statements.count;
  if (c->machine >= 0 || c->is_pair)
    return true;
  while (first < count && !names(in, &in->statements.items[first], c->slot))
    first++;
  for (size_t i = 0; i < first && i < count; i++)
    for (unsigned k = 0; k < in->statements.items[i].count; k++) {
      const struct assembly_operand *operand = &in->statements.items[i].operands[k];
      if (operand->kind != OPERAND_LABEL || operand->constraint >= 0)
        continue;
      for (size_t to = first + 1; to < count; to++) {
        const char *label = in->statements.items[to].label;
        if (!label || strcmp(label, operand->label) != 0)
          continue;
        for (size_t later = to; later < count; later++)
          if (names(in, &in->statements.items[later], c->slot))
            return true;
        if (is_used(in, output))
          return true;
      }
    }
  return false;
}

/* Comments of C's kind are blanks. */
static void blank_comments(char *text) {
  for (char *open = strstr(text, "/*"), *close; open; open = strstr(open, "/*")) {
    close = strstr(open + 2, "*/");
    size_t length = close ? (size_t)(close + 2 - open) : strlen(open);
    memset(open, ' ', length);
  }
}

bool assembly_parse(struct assembly *in, const char *text, size_t length) {
  struct text resolved = {0};
  char *copy = arena_format(in->b->scratch, "%.*s", (int)length, text);
  blank_comments(copy);
  struct statement_reader r = {.in = in, .syntax = in->syntax};
  bool understood = resolve(in, copy, &resolved);
  for (const char *at = text_get(&resolved); understood && *at;) {
    size_t count = statement_length(in->syntax, at);
    understood = read_statement(&r, arena_format(in->b->scratch, "%.*s", (int)count, at));
    at += count;
    if (*at && *at != '\n' && *at != ';') /* a comment, up to the end of its line */
      at += strcspn(at, "\n");
    at += *at != 0;
  }
  text_release(&resolved);
  if (understood && (r.is_locked || r.is_repeated))
    return assembly_fail(in, "a prefix without an instruction");
  return understood && check_jumps(in);
}
