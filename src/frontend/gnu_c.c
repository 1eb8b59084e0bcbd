/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the tokens of a preprocessed file and replaces by something that is not longer:
 *
 * - the types _Float32, ..., their literals (1.0f128) and builtins (__builtin_inff64);
 * - arguments of the attribute `malloc`, which say how to free the result;
 * - bodies of functions that are `extern inline` in the sense of GNU C: such a body is only for
 *   inlining, and the function itself is defined elsewhere, so a declaration says enough. This is
 *   done if the body passes on variable arguments (__builtin_va_arg_pack), and for functions of
 *   the C library, which headers declare before they define them: read(), which calls itself under
 *   another name or __read_chk(), becomes read() again.
 *
 * GCC's <stdatomic.h> calls builtins for objects that are _Atomic, for which clang's do not work:
 * macros of the same names take the qualifier away. Its atomic_flag, an _Atomic struct, which clang
 * does not initialise, is a struct.
 *
 * A type whose name a file defines (`typedef float _Float32;`, as headers do for clang and for old
 * versions of GCC) is left alone. */
#include "frontend/gnu_c.h"

#include "base/code_text.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <string.h>

struct token {
  size_t at, length;
};

static const struct float_type {
  const char *name;
  const char *suffix; /* of literals and builtins */
  const char *type;   /* NULL: too long, needs one of two names */
  const char *real_name, *complex_name;
  const char *literal_end, *builtin_end; /* NULL: clang has the builtins */
} float_types[] = {
    {"_Float32", "f32", "float", NULL, NULL, "f", "f"},
    {"_Float64", "f64", "double", NULL, NULL, "", ""},
    {"_Float32x", "f32x", "double", NULL, NULL, "", ""},
    {"_Float64x", "f64x", NULL, "__f64x", "__c64x", "l", "l"},
    {"_Float128", "f128", NULL, "__f128", "__c128", "q", NULL},
    {"__float80", "w", NULL, "__f80", "__c80", "l", NULL},
};
enum { FLOAT_TYPES = sizeof float_types / sizeof *float_types };

struct rewriting {
  char *source;
  char *code;               /* the same without literals, comments and directives */
  bool is_own[FLOAT_TYPES]; /* defined by the file */
  bool has_long_names[FLOAT_TYPES];
  bool in_system_header;
  bool is_gnu89;
  bool has_atomics;
  size_t depth;             /* of braces */
  size_t declaration, body; /* where the outermost ones begin */
};

static bool is_token(const struct rewriting *in, struct token token, const char *wanted) {
  return strlen(wanted) == token.length && !memcmp(in->code + token.at, wanted, token.length);
}

static size_t skip_space(const char *code, size_t at) {
  return at + strspn(code + at, " \t\r\n\f\v");
}

/* A number as the preprocessor reads it, a word, or one character. */
static struct token token_at(const char *code, size_t at) {
  size_t end = at;
  if (isdigit((unsigned char)code[at]) || (code[at] == '.' && isdigit((unsigned char)code[at + 1])))
    for (end++; code_text_is_word(code[end]) || code[end] == '.' ||
                ((code[end] == '+' || code[end] == '-') && strchr("eEpP", code[end - 1]));)
      end++;
  else
    while (code_text_is_word(code[end]) || code[end] == '$')
      end++;
  return (struct token){at, end > at ? end - at : 1};
}

static struct token next_token(const struct rewriting *in, struct token token) {
  return token_at(in->code, skip_space(in->code, token.at + token.length));
}

static struct token previous_word(const struct rewriting *in, struct token token) {
  size_t end = token.at;
  while (end && isspace((unsigned char)in->code[end - 1]))
    end--;
  size_t start = end;
  while (start && code_text_is_word(in->code[start - 1]))
    start--;
  return (struct token){start, end - start};
}

/* Writes over these bytes, which are at least as many, and leaves lines as they are. */
static void replace(struct rewriting *in, size_t from, size_t to, const char *with) {
  for (size_t i = from; i < to; i++) {
    bool ends_line = in->code[i] == '\n' || in->source[i] == '\n';
    in->source[i] = ends_line ? '\n' : ' ';
    if (*with)
      in->source[i] = *with++;
    in->code[i] = in->source[i];
  }
}

/* The closing bracket that belongs to the opening one at this place; the end if there is none. */
static size_t closing(const struct rewriting *in, size_t at, char open, char close) {
  size_t depth = 0;
  for (; in->code[at]; at++) {
    depth += in->code[at] == open;
    depth -= in->code[at] == close;
    if (!depth)
      break;
  }
  return at;
}

static void blank_arguments(struct rewriting *in, struct token word) {
  struct token open = next_token(in, word);
  size_t close = closing(in, open.at, '(', ')');
  if (in->code[open.at] == '(' && in->code[close])
    replace(in, open.at, close + 1, "");
}

static bool is_malloc(const struct rewriting *in, struct token word) {
  return is_token(in, word, "malloc") || is_token(in, word, "__malloc__");
}

/* `__attribute__((...))`: the list is in the second pair of parentheses. */
static void rewrite_attributes(struct rewriting *in, struct token word) {
  struct token open = next_token(in, word);
  size_t end = closing(in, open.at, '(', ')'), depth = 0;
  for (struct token t = open; t.at < end; t = next_token(in, t)) {
    depth += in->code[t.at] == '(';
    depth -= in->code[t.at] == ')';
    if (depth == 2 && is_malloc(in, t))
      blank_arguments(in, t);
  }
}

static bool is_complex(const struct rewriting *in, struct token word) {
  return is_token(in, word, "_Complex") || is_token(in, word, "__complex__") ||
         is_token(in, word, "__complex");
}

static bool rewrite_type(struct rewriting *in, struct token word) {
  for (size_t i = 0; i < FLOAT_TYPES; i++) {
    const struct float_type *type = &float_types[i];
    if (!is_token(in, word, type->name))
      continue;
    if (in->is_own[i])
      return true;
    struct token before = previous_word(in, word), after = next_token(in, word);
    struct token complex = is_complex(in, before) ? before : after;
    bool has_complex = !type->type && is_complex(in, complex);
    if (has_complex)
      replace(in, complex.at, complex.at + complex.length, "");
    in->has_long_names[i] |= !type->type;
    replace(in, word.at, word.at + word.length,
            type->type    ? type->type
            : has_complex ? type->complex_name
                          : type->real_name);
    return true;
  }
  return false;
}

/* The type whose suffix the token has, in small or, for literals, in capital letters. */
static const struct float_type *type_of_suffix(const struct rewriting *in, struct token token,
                                               bool ignores_case) {
  for (size_t i = 0; i < FLOAT_TYPES; i++) {
    size_t length = strlen(float_types[i].suffix);
    const char *end = in->code + token.at + token.length - length;
    if (token.length > length &&
        (!strncmp(end, float_types[i].suffix, length) ||
         (ignores_case && !strncasecmp(end, float_types[i].suffix, length))))
      return &float_types[i];
  }
  return NULL;
}

/* 0xf32 is an integer; a hexadecimal number with a fraction has an exponent. */
static void rewrite_literal(struct rewriting *in, struct token number) {
  const char *text = in->code + number.at;
  bool is_hexadecimal = number.length > 1 && (text[1] == 'x' || text[1] == 'X');
  const struct float_type *type = type_of_suffix(in, number, true);
  size_t end = number.at + number.length;
  if (type &&
      (!is_hexadecimal || memchr(text, 'p', number.length) || memchr(text, 'P', number.length)))
    replace(in, end - strlen(type->suffix), end, type->literal_end);
}

static void rewrite_builtin(struct rewriting *in, struct token word) {
  const struct float_type *type = type_of_suffix(in, word, false);
  size_t end = word.at + word.length;
  if (type && type->builtin_end && strncmp(in->code + word.at, "__builtin_ia32_", 15) != 0)
    replace(in, end - strlen(type->suffix), end, type->builtin_end);
}

/* Does the current outermost declaration contain one of these words before its body? */
static bool declaration_has(const struct rewriting *in, const char *const *words) {
  for (struct token t = token_at(in->code, skip_space(in->code, in->declaration)); t.at < in->body;
       t = next_token(in, t))
    for (size_t i = 0; words[i]; i++)
      if (is_token(in, t, words[i]))
        return true;
  return false;
}

static bool is_extern_inline(const struct rewriting *in) {
  static const char *const external[] = {"extern", NULL};
  static const char *const inlined[] = {"inline", "__inline", "__inline__", NULL};
  return declaration_has(in, external) && declaration_has(in, inlined);
}

/* At the brace that opens the body of a function. Returns where to continue reading: after the
 * brace, or after the whole body if that is dropped. */
static size_t drop_body(struct rewriting *in) {
  size_t close = closing(in, in->body, '{', '}');
  if (!in->code[close])
    return close;
  replace(in, in->body, close + 1, ";");
  in->depth = 0;
  in->declaration = close + 1;
  return close + 1;
}

/* The name of the function whose body begins: before the first parameters. */
static struct token declared_name(const struct rewriting *in) {
  struct token name = {in->declaration, 0};
  struct token t = token_at(in->code, skip_space(in->code, in->declaration));
  for (; t.at < in->body && in->code[t.at] != '('; t = next_token(in, t)) {
    name = t;
    if (!is_token(in, t, "__attribute__"))
      continue;
    size_t close = closing(in, next_token(in, t).at, '(', ')');
    t = (struct token){close, 1};
  }
  return name;
}

/* Does the file mention the name before this declaration, with a parenthesis after it? */
static bool is_declared_before(const struct rewriting *in, struct token name) {
  const char *word = in->code + name.at, *end = in->code + in->declaration;
  for (const char *at = in->code; (at = memmem(at, (size_t)(end - at), word, name.length)); at++) {
    struct token found = {(size_t)(at - in->code), name.length};
    if ((at == in->code || !code_text_is_word(at[-1])) && !code_text_is_word(at[name.length]) &&
        in->code[next_token(in, found).at] == '(')
      return true;
  }
  return false;
}

/* The place from which to go on. */
static size_t enter_body(struct rewriting *in, size_t at) {
  static const char *const gnu[] = {"gnu_inline", "__gnu_inline__", NULL};
  in->body = at;
  if (!in->in_system_header || !is_extern_inline(in))
    return at + 1;
  in->is_gnu89 |= !declaration_has(in, gnu);
  struct token name = declared_name(in);
  return name.length && is_declared_before(in, name) ? drop_body(in) : at + 1;
}

static size_t read_character(struct rewriting *in, size_t at) {
  char byte = in->code[at];
  if (byte == '{' && in->depth++ == 0)
    return enter_body(in, at);
  if (byte == '}' && in->depth)
    in->depth--;
  if (!in->depth && (byte == '}' || byte == ';'))
    in->declaration = at + 1;
  return at + 1;
}

/* `# 12 "file.h" 1 3` of a line marker: 3 says that the file is a header of the system. */
static void note_marker(struct rewriting *in, size_t at) {
  const char *line = in->source + at, *end = line + strcspn(line, "\n"), *quote = end;
  line += strspn(line, " \t");
  if (*line != '#' || !isdigit((unsigned char)line[1 + strspn(line + 1, " \t")]))
    return;
  while (quote > line && *quote != '"')
    quote--;
  in->in_system_header = quote > line && memmem(quote, (size_t)(end - quote), " 3", 2);
}

/* `typedef _Atomic struct {...} atomic_flag;` */
static void rewrite_flag(struct rewriting *in, struct token word) {
  struct token kind = next_token(in, word), open = next_token(in, kind);
  if (!is_token(in, kind, "struct") || in->code[open.at] != '{')
    return;
  struct token close = {closing(in, open.at, '{', '}'), 1};
  if (in->code[close.at] && is_token(in, next_token(in, close), "atomic_flag"))
    replace(in, word.at, word.at + word.length, "");
}

static size_t rewrite_token(struct rewriting *in, struct token token) {
  size_t behind = token.at + token.length;
  char first = in->code[token.at];
  if (isdigit((unsigned char)first) || (first == '.' && token.length > 1))
    rewrite_literal(in, token);
  else if (!code_text_is_word(first))
    return read_character(in, token.at);
  else if (is_token(in, token, "__attribute__") || is_token(in, token, "__attribute"))
    rewrite_attributes(in, token);
  else if (is_token(in, token, "_Atomic"))
    rewrite_flag(in, token);
  else if (!strncmp(in->code + token.at, "__atomic_", 9))
    in->has_atomics = true;
  else if (!strncmp(in->code + token.at, "__builtin_va_arg_pack", 21)) {
    if (in->depth && is_extern_inline(in))
      return drop_body(in);
  } else if (!strncmp(in->code + token.at, "__builtin_", 10))
    rewrite_builtin(in, token);
  else
    rewrite_type(in, token);
  return behind;
}

/* Does a definition of a type end with this name? */
static bool defines_type(const struct rewriting *in, const char *name) {
  for (const char *at = in->code; (at = strstr(at, name)); at += strlen(name)) {
    size_t from = (size_t)(at - in->code);
    struct token word = token_at(in->code, from);
    if ((!from || !code_text_is_word(at[-1])) && is_token(in, word, name) &&
        in->code[next_token(in, word).at] == ';')
      return true;
  }
  return false;
}

static void declare_types(const struct rewriting *in, bool is_arm, struct text *types) {
  for (size_t i = 0; i < FLOAT_TYPES; i++) {
    const struct float_type *type = &float_types[i];
    bool is_quad = !is_arm && !strcmp(type->suffix, "f128");
    const char *stands_for = is_quad ? "__float128" : "long double";
    if (in->has_long_names[i])
      text_format(types, "typedef %s %s; typedef _Complex %s %s; ", stands_for, type->real_name,
                  stands_for, type->complex_name);
  }
}

/* An atomic type of another size than the plain one is refused. */
static void define_atomics(struct text *types) {
  static const char *const names[] = {"load",      "store",      "exchange",   "compare_exchange",
                                      "load_n",    "store_n",    "exchange_n", "compare_exchange_n",
                                      "fetch_add", "fetch_sub",  "fetch_and",  "fetch_or",
                                      "fetch_xor", "fetch_nand", "add_fetch",  "sub_fetch",
                                      "and_fetch", "or_fetch",   "xor_fetch",  "nand_fetch"};
  text_add(types, "\n");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    text_format(types,
                "#define __atomic_%s(p, ...) __atomic_%s((__typeof__((void)0, *(p)) *)(p) + "
                "0 * sizeof(char[sizeof *(p) == sizeof(__typeof__((void)0, *(p))) ? 1 : -1]), "
                "__VA_ARGS__)\n",
                names[i], names[i]);
}

struct gnu_c gnu_c_rewrite(char *source, bool is_arm, bool is_cplusplus, struct text *types) {
  struct rewriting in = {.source = source, .code = code_text_mask(source)};
  for (size_t i = 0; i < FLOAT_TYPES; i++)
    in.is_own[i] = defines_type(&in, float_types[i].name);
  note_marker(&in, 0);
  for (size_t at = 0; in.code[at];) {
    if (in.code[at] == '\n')
      note_marker(&in, at + 1);
    at = isspace((unsigned char)in.code[at]) ? at + 1 : rewrite_token(&in, token_at(in.code, at));
  }
  declare_types(&in, is_arm, types);
  in.has_atomics &= !is_cplusplus;
  if (in.has_atomics)
    define_atomics(types);
  memory_release(in.code);
  return (struct gnu_c){.is_gnu89 = in.is_gnu89, .has_macros = in.has_atomics};
}
