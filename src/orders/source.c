/* SPDX-License-Identifier: Apache-2.0 */
/* Parses as little C as needed: calls of atomic functions with their arguments, assignments and
 * plain names. Everything else is left to the user. */
#include "orders/source.h"

#include "base/code_text.h"
#include "base/file.h"
#include "base/path.h"
#include "orders/strength.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 8 };

struct source_span {
  size_t start, end;
};

/* A call of an atomic function. */
struct atomic_call {
  struct source_span name, whole;
  struct source_span arguments[MOST_ARGUMENTS];
  size_t count, orders;
  bool is_implicit; /* it has no arguments for orders: seq_cst */
};

struct sources *sources_create(const struct program *program) {
  struct sources *sources = memory_allocate_zeroed(sizeof *sources);
  sources->program = program;
  sources->arena = arena_create();
  for (uint32_t i = 0; i < program->file_count; i++)
    vector_push(&sources->files, (struct source_file){.path = program->files[i]});
  return sources;
}

void sources_destroy(struct sources *sources) {
  for (size_t i = 0; sources && i < sources->files.count; i++) {
    text_release(&sources->files.items[i].text);
    memory_release(sources->files.items[i].code);
    vector_release(&sources->files.items[i].edits);
  }
  if (!sources)
    return;
  vector_release(&sources->files);
  arena_destroy(sources->arena);
  memory_release(sources);
}

/* The file of a slot, and where in it; NULL: there is no such place. */
static struct source_file *open_at(struct sources *sources, struct position at, size_t *offset) {
  if (!at.line || !at.column || at.file >= sources->files.count)
    return NULL;
  struct source_file *file = &sources->files.items[at.file];
  if (!file->is_read && file_read(file->path, &file->text))
    file->code = code_text_mask(text_get(&file->text));
  file->is_read = true;
  if (!file->code)
    return NULL;
  const char *text = text_get(&file->text), *line = text;
  for (uint32_t i = 1; i < at.line && line; i++) {
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
  if (!line || strcspn(line, "\n") < at.column - 1)
    return NULL;
  *offset = (size_t)(line - text) + at.column - 1;
  return file;
}

static size_t word_end(const char *code, size_t at) {
  while (code_text_is_word(code[at]))
    at++;
  return at;
}

static bool has_prefix(const char *code, struct source_span span, const char *prefix) {
  size_t length = strlen(prefix);
  return span.end - span.start >= length && strncmp(code + span.start, prefix, length) == 0;
}

static bool has_part(const char *code, struct source_span span, const char *part) {
  size_t length = strlen(part);
  for (size_t i = span.start; i + length <= span.end; i++)
    if (strncmp(code + i, part, length) == 0)
      return true;
  return false;
}

/* How many orders a function of this name takes; 0: it is no atomic function. */
static size_t count_orders(const char *code, struct source_span name) {
  static const char *const parts[] = {"_load",  "_store",        "_exchange",    "_fetch",
                                      "_clear", "_test_and_set", "_thread_fence"};
  if (!has_prefix(code, name, "atomic_") && !has_prefix(code, name, "__atomic_") &&
      !has_prefix(code, name, "__c11_atomic_"))
    return 0;
  if (has_part(code, name, "_compare_exchange"))
    return 2;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (has_part(code, name, parts[i]))
      return 1;
  return 0;
}

static struct source_span trim(const char *code, struct source_span span) {
  while (span.start < span.end && isspace((unsigned char)code[span.start]))
    span.start++;
  while (span.end > span.start && isspace((unsigned char)code[span.end - 1]))
    span.end--;
  return span;
}

/* The arguments in the parentheses that open at `at`. */
static bool split_arguments(const char *code, size_t at, struct atomic_call *call) {
  size_t depth = 0, start = at + 1;
  call->count = 0;
  for (; code[at]; at++) {
    bool ends = (code[at] == ',' && depth == 1) || (code[at] == ')' && depth == 1);
    depth += code[at] == '(' || code[at] == '[' || code[at] == '{';
    if (code[at] == ';' && depth == 1)
      return false;
    if (ends && call->count == MOST_ARGUMENTS)
      return false;
    if (ends) {
      struct source_span argument = trim(code, (struct source_span){start, at});
      if (argument.start < argument.end)
        call->arguments[call->count++] = argument;
      start = at + 1;
    }
    if (code[at] == ')' || code[at] == ']' || code[at] == '}')
      depth--;
    if (depth == 0)
      break;
  }
  call->whole.end = at + 1;
  return code[at] == ')';
}

static bool find_call(const char *code, size_t at, struct atomic_call *call) {
  *call = (struct atomic_call){.name = {at, word_end(code, at)}};
  call->orders = count_orders(code, call->name);
  size_t open = call->name.end;
  while (isspace((unsigned char)code[open]))
    open++;
  call->whole.start = at;
  if (!call->orders || code[open] != '(' || !split_arguments(code, open, call))
    return false;
  static const char explicitly[] = "_explicit";
  bool is_standard = has_prefix(code, call->name, "atomic_");
  size_t length = sizeof explicitly - 1, name = call->name.end - call->name.start;
  bool is_explicit =
      name > length && strncmp(code + call->name.end - length, explicitly, length) == 0;
  call->is_implicit =
      is_standard && !is_explicit && !has_part(code, call->name, "atomic_thread_fence");
  return call->is_implicit ? call->count > 0 : call->count >= call->orders;
}

bool sources_is_call(struct sources *sources, const struct order_slot *slot) {
  size_t at;
  struct atomic_call call;
  const struct source_file *file = open_at(sources, slot->at, &at);
  return file && find_call(file->code, at, &call);
}

/* The path of names that ends with the one at `at`: "queue->head", "slots[i].state". */
static size_t path_start(const char *code, size_t at) {
  for (;;) {
    size_t before = at;
    while (before && isspace((unsigned char)code[before - 1]))
      before--;
    if (before && code[before - 1] == '.')
      before--;
    else if (before > 1 && code[before - 1] == '>' && code[before - 2] == '-')
      before -= 2;
    else
      return at;
    while (before && code[before - 1] == ']') {
      size_t depth = 0;
      do {
        before--;
        depth += code[before] == ']';
        depth -= code[before] == '[';
      } while (before && depth);
    }
    size_t end = before;
    while (before && code_text_is_word(code[before - 1]))
      before--;
    if (before == end)
      return SIZE_MAX; /* a parenthesis or the like: not understood */
    at = before;
  }
}

/* The statement around an access, if it is one expression: between ; { } or ) and ;. */
static bool find_statement(const char *code, size_t at, struct source_span *statement) {
  static const char *const keywords[] = {"if",     "while", "for",  "do",      "switch", "return",
                                         "else",   "case",  "goto", "default", "break",  "continue",
                                         "sizeof", "int",   "void", "struct"};
  size_t start = at, end = at, depth = 0;
  while (start && !strchr(";{}", code[start - 1])) {
    depth += code[start - 1] == ')';
    if (code[start - 1] == '(' && !depth--)
      return false; /* inside of something */
    start--;
  }
  for (depth = 0; code[end] && (code[end] != ';' || depth); end++) {
    depth += code[end] == '(';
    if (code[end] == ')' && !depth--)
      return false;
    if (strchr("{}", code[end]))
      return false;
  }
  while (isspace((unsigned char)code[start]))
    start++;
  struct source_span word = {start, word_end(code, start)};
  for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (word.end - word.start == strlen(keywords[i]) && has_prefix(code, word, keywords[i]))
      return false;
  *statement = (struct source_span){start, end};
  return code[end] == ';' && start < end;
}

static void add_edit(struct source_file *file, size_t start, size_t end, const char *replacement) {
  struct source_edit edit = {start, end, replacement};
  size_t at = file->edits.count;
  vector_push(&file->edits, edit);
  for (; at && file->edits.items[at - 1].start > start; at--)
    file->edits.items[at] = file->edits.items[at - 1];
  file->edits.items[at] = edit;
}

static const char *copy_span(struct sources *sources, const struct source_file *file,
                             struct source_span span) {
  return arena_format(sources->arena, "%.*s", (int)(span.end - span.start),
                      text_get(&file->text) + span.start);
}

/* Writes an order where one stands. */
static const char *replace_order(struct sources *sources, struct source_file *file,
                                 struct source_span argument, enum memory_order order) {
  const char *code = file->code;
  bool is_standard = has_prefix(code, argument, "memory_order_");
  if (!is_standard && !has_prefix(code, argument, "__ATOMIC_"))
    return arena_format(sources->arena, "the order is behind %s",
                        copy_span(sources, file, argument));
  char *name = arena_format(sources->arena, "%s%s", is_standard ? "memory_order_" : "__ATOMIC_",
                            strength_name(order));
  for (char *at = name + strlen("__ATOMIC_"); !is_standard && *at; at++)
    *at = (char)toupper((unsigned char)*at);
  add_edit(file, argument.start, argument.end, name);
  return NULL;
}

/* A fence without effect is taken out, with its line if nothing else is there. */
static void remove_fence(struct source_file *file, const struct atomic_call *call) {
  const char *text = text_get(&file->text);
  size_t start = call->whole.start, end = call->whole.end;
  struct source_span statement;
  if (!find_statement(file->code, start, &statement) || statement.start != start ||
      statement.end != end) {
    add_edit(file, start, end, "(void)0");
    return;
  }
  size_t before = start;
  while (before && isspace((unsigned char)file->code[before - 1]))
    before--;
  if (!before || !strchr(";{}", file->code[before - 1])) {
    add_edit(file, start, end, ""); /* the statement of a condition: ; is left */
    return;
  }
  end++;
  size_t line = start, rest = end;
  while (line && (text[line - 1] == ' ' || text[line - 1] == '\t'))
    line--;
  while (text[rest] == ' ' || text[rest] == '\t')
    rest++;
  bool is_alone = (!line || text[line - 1] == '\n') && text[rest] == '\n';
  add_edit(file, is_alone ? line : start, is_alone ? rest + 1 : end, "");
}

/* atomic_store(a, b) becomes atomic_store_explicit(a, b, order). */
static void make_explicit(struct sources *sources, struct source_file *file,
                          const struct atomic_call *call, enum memory_order order,
                          enum memory_order failure) {
  for (size_t i = 0; i < file->edits.count; i++)
    if (file->edits.items[i].start == call->name.end)
      return; /* for the other order of a compare-exchange */
  add_edit(file, call->name.end, call->name.end, "_explicit");
  const char *more = call->orders == 2
                         ? arena_format(sources->arena, ", memory_order_%s, memory_order_%s",
                                        strength_name(order), strength_name(failure))
                         : arena_format(sources->arena, ", memory_order_%s", strength_name(order));
  add_edit(file, call->whole.end - 1, call->whole.end - 1, more);
}

static const char *rewrite_call(struct sources *sources, struct source_file *file,
                                const struct order_slot *slot, const struct atomic_call *call,
                                enum memory_order order, enum memory_order sibling) {
  bool is_failure = slot->kind == SLOT_CAS_FAILURE;
  if (slot->kind == SLOT_FENCE && order == ORDER_RELAXED) {
    remove_fence(file, call);
    return NULL;
  }
  if (call->is_implicit) {
    make_explicit(sources, file, call, is_failure ? sibling : order, is_failure ? order : sibling);
    return NULL;
  }
  size_t number = call->count - (call->orders == 2 && !is_failure ? 2 : 1);
  return replace_order(sources, file, call->arguments[number], order);
}

/* Is it a name with members and indices, perhaps behind stars? */
static bool is_simple(const char *code, struct source_span span) {
  for (size_t i = span.start; i < span.end; i++)
    if (!code_text_is_word(code[i]) && !strchr("->.[]*", code[i]))
      return false;
  return span.start < span.end;
}

/* The function that does what an operator does; NULL: there is none. `length`: of the operator. */
static const char *function_of(const char *at, size_t *length) {
  static const struct {
    const char *operator, * function;
  } rows[] = {{"++", "atomic_fetch_add_explicit"}, {"--", "atomic_fetch_sub_explicit"},
              {"+=", "atomic_fetch_add_explicit"}, {"-=", "atomic_fetch_sub_explicit"},
              {"|=", "atomic_fetch_or_explicit"},  {"&=", "atomic_fetch_and_explicit"},
              {"^=", "atomic_fetch_xor_explicit"}, {"=", "atomic_store_explicit"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    *length = strlen(rows[i].operator);
    if (strncmp(at, rows[i].operator, * length) == 0)
      return rows[i].function;
  }
  return NULL;
}

/* x = 1, x += 1 and x++ as statements, where x is _Atomic. */
static bool rewrite_statement(struct sources *sources, struct source_file *file, size_t at,
                              enum memory_order order) {
  const char *code = file->code;
  size_t length;
  struct source_span statement;
  const char *function = function_of(code + at, &length);
  if (!function || !find_statement(code, at, &statement))
    return false;
  struct source_span left = trim(code, (struct source_span){statement.start, at});
  struct source_span right = trim(code, (struct source_span){at + length, statement.end});
  bool is_step = code[at] == code[at + 1]; /* ++ and -- */
  if (!is_simple(code, left) || is_step != (right.start == right.end))
    return false;
  add_edit(file, statement.start, statement.end,
           arena_format(sources->arena, "%s(&%s, %s, memory_order_%s)", function,
                        copy_span(sources, file, left),
                        is_step ? "1" : copy_span(sources, file, right), strength_name(order)));
  return true;
}

/* x where it is read. */
static bool rewrite_reading(struct sources *sources, struct source_file *file, size_t at,
                            enum memory_order order) {
  const char *code = file->code;
  size_t start = path_start(code, at), end = word_end(code, at), next = end;
  while (isspace((unsigned char)code[next]))
    next++;
  if (!code_text_is_word(code[at]) || isdigit((unsigned char)code[at]) || start == SIZE_MAX ||
      code[next] == '(' || code[next] == '[')
    return false;
  add_edit(file, start, end,
           arena_format(sources->arena, "atomic_load_explicit(&%s, memory_order_%s)",
                        copy_span(sources, file, (struct source_span){start, end}),
                        strength_name(order)));
  return true;
}

/* Operators on objects that are _Atomic. */
static const char *rewrite_operator(struct sources *sources, struct source_file *file, size_t at,
                                    const struct order_slot *slot, enum memory_order order) {
  const char *code = file->code;
  bool is_done = slot->kind == SLOT_LOAD ? rewrite_reading(sources, file, at, order)
                 : slot->kind == SLOT_STORE || slot->kind == SLOT_RMW
                     ? rewrite_statement(sources, file, at, order)
                     : false;
  if (is_done)
    return NULL;
  size_t end = word_end(code, at), next = end;
  while (isspace((unsigned char)code[next]))
    next++;
  if (code_text_is_word(code[at]))
    return arena_format(sources->arena, "it is behind %s%s", code[next] == '(' ? "the macro " : "",
                        copy_span(sources, file, (struct source_span){at, end}));
  return "it is an operator";
}

/* Is a statement that begins here one of a block, not the body of an if or a loop? */
static bool is_in_block(const char *code, size_t start) {
  while (start && isspace((unsigned char)code[start - 1]))
    start--;
  return !start || strchr(";{}", code[start - 1]);
}

static size_t indentation(const char *text, size_t at, size_t *line) {
  *line = at;
  while (*line && text[*line - 1] != '\n')
    --*line;
  size_t end = *line;
  while (text[end] == ' ' || text[end] == '\t')
    end++;
  return end - *line;
}

/* A fence as a statement of its own, beside the one that the access is. */
static void fence_statement(struct sources *sources, struct source_file *file,
                            struct source_span statement, bool before, const char *fence) {
  const char *text = text_get(&file->text);
  size_t line, indent = indentation(text, statement.start, &line);
  if (!is_in_block(file->code, statement.start)) {
    add_edit(file, statement.start, statement.start,
             before ? arena_format(sources->arena, "{ %s; ", fence) : "{ ");
    add_edit(file, statement.end + 1, statement.end + 1,
             before ? " }" : arena_format(sources->arena, " %s; }", fence));
  } else if (before) {
    bool begins_line = line + indent == statement.start;
    add_edit(file, statement.start, statement.start,
             begins_line
                 ? arena_format(sources->arena, "%s;\n%.*s", fence, (int)indent, text + line)
                 : arena_format(sources->arena, "%s; ", fence));
  } else {
    size_t end = statement.end + 1;
    bool ends_line = text[end] == '\n';
    add_edit(file, end, end,
             ends_line ? arena_format(sources->arena, "\n%.*s%s;", (int)indent, text + line, fence)
                       : arena_format(sources->arena, " %s;", fence));
  }
}

static const char *add_fence(struct sources *sources, struct source_file *file, size_t at,
                             const struct order_slot *slot, enum memory_order order) {
  bool before = slot->kind == SLOT_BEFORE;
  const char *code = file->code;
  struct source_span statement;
  struct atomic_call call;
  bool is_call = find_call(code, at, &call);
  bool has_header = strstr(text_get(&file->text), "<stdatomic.h>") ||
                    (is_call && has_prefix(code, call.name, "atomic_"));
  char *name = arena_format(sources->arena, "%s", strength_name(order));
  for (char *c = name; !has_header && *c; c++)
    *c = (char)toupper((unsigned char)*c);
  const char *fence = arena_format(sources->arena,
                                   has_header ? "atomic_thread_fence(memory_order_%s)"
                                              : "__atomic_thread_fence(__ATOMIC_%s)",
                                   name);
  if (find_statement(code, at, &statement)) {
    fence_statement(sources, file, statement, before, fence);
    return NULL;
  }
  if (is_call && before) {
    add_edit(file, call.whole.start, call.whole.start,
             arena_format(sources->arena, "(%s, ", fence));
    add_edit(file, call.whole.end, call.whole.end, ")");
    return NULL;
  }
  return "the access is part of a larger statement";
}

const char *sources_rewrite(struct sources *sources, const struct order_slot *slot,
                            enum memory_order order, enum memory_order sibling) {
  size_t at;
  struct atomic_call call;
  struct source_file *file = open_at(sources, slot->at, &at);
  if (!file)
    return "its place in the source is not known";
  if (slots_is_new_fence(slot))
    return add_fence(sources, file, at, slot, order);
  if (find_call(file->code, at, &call))
    return rewrite_call(sources, file, slot, &call, order, sibling);
  if (file_path_is_cplusplus(file->path))
    return "it is C++";
  if (strncmp(file->code + at, "__sync_", strlen("__sync_")) == 0)
    return "the functions __sync_... have no orders";
  return rewrite_operator(sources, file, at, slot, order);
}

bool sources_can_rewrite(struct sources *sources, const struct order_slot *slot) {
  size_t at;
  struct source_file *file = open_at(sources, slot->at, &at);
  if (!file)
    return false;
  struct source_file kept = *file;
  memset(&file->edits, 0, sizeof file->edits);
  bool can = !sources_rewrite(sources, slot, ORDER_SEQ_CST, ORDER_SEQ_CST);
  vector_release(&file->edits);
  *file = kept;
  return can;
}

void sources_describe(struct sources *sources, const struct order_slot *slot, struct text *out) {
  size_t at;
  struct atomic_call call;
  struct source_span what = {0};
  struct source_file *file = open_at(sources, slot->at, &at);
  if (!file || slot->kind == SLOT_FENCE)
    return;
  struct source_span statement;
  if (find_call(file->code, at, &call)) {
    what = call.arguments[0];
    if (file->code[what.start] == '&')
      what.start++;
  } else if (code_text_is_word(file->code[at])) {
    size_t start = path_start(file->code, at);
    what = (struct source_span){start == SIZE_MAX ? at : start, word_end(file->code, at)};
  } else if (find_statement(file->code, at, &statement) && statement.start < at) {
    what = trim(file->code, (struct source_span){statement.start, at});
  }
  if (what.end - what.start <= 40)
    text_add_bytes(out, text_get(&file->text) + what.start, what.end - what.start);
}

void sources_print_edited(struct sources *sources, struct source_file *file, struct text *out) {
  (void)sources;
  const char *text = text_get(&file->text);
  size_t at = 0;
  for (size_t i = 0; i < file->edits.count; i++) {
    const struct source_edit *edit = &file->edits.items[i];
    if (edit->start < at)
      continue; /* two edits of the same text: the first counts */
    text_add_bytes(out, text + at, edit->start - at);
    text_add(out, edit->replacement);
    at = edit->end;
  }
  text_add(out, text + at);
}
