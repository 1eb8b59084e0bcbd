/* SPDX-License-Identifier: Apache-2.0 */
/* Edits calls of atomic functions, assignments and plain names. Everything else is left to the
 * user. */
#include "orders/source.h"

#include "base/code_text.h"
#include "base/file.h"
#include "base/path.h"
#include "orders/syntax.h"
#include "transform/strength.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
    memory_release(sources->files.items[i].definitions);
    vector_release(&sources->files.items[i].edits);
  }
  if (!sources)
    return;
  vector_release(&sources->files);
  arena_destroy(sources->arena);
  memory_release(sources);
}

struct source_file *sources_open(struct sources *sources, uint32_t number) {
  struct source_file *file = &sources->files.items[number];
  if (!file->is_read && file_read(file->path, &file->text)) {
    file->code = code_text_mask(text_get(&file->text));
    file->definitions = code_text_mask_literals(text_get(&file->text));
  }
  file->is_read = true;
  return file->code ? file : NULL;
}

struct source_file *sources_open_at(struct sources *sources, struct position at, size_t *offset) {
  if (!at.line || !at.column || at.file >= sources->files.count)
    return NULL;
  struct source_file *file = sources_open(sources, at.file);
  if (!file)
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

/* The text that the place of a slot is in. */
static const char *code_of(const struct source_file *file, const struct order_slot *slot) {
  return slot->macro ? file->definitions : file->code;
}

bool sources_is_call(struct sources *sources, const struct order_slot *slot) {
  size_t at;
  struct atomic_call call;
  const struct source_file *file = sources_open_at(sources, slot->at, &at);
  return file && syntax_find_call(code_of(file, slot), at, &call);
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

static const char *order_name(struct sources *sources, bool is_standard, enum memory_order order) {
  char *name = arena_format(sources->arena, "%s%s", is_standard ? "memory_order_" : "__ATOMIC_",
                            strength_name(order));
  for (char *at = name; !is_standard && *at; at++)
    *at = (char)toupper((unsigned char)*at);
  return name;
}

/* Writes an order where one stands. */
static const char *replace_order(struct sources *sources, struct source_file *file,
                                 const char *code, const struct atomic_call *call, size_t number,
                                 enum memory_order order) {
  struct source_span argument = call->arguments[number];
  bool is_standard = syntax_has_prefix(code, argument, "memory_order_"),
       is_named = syntax_word_end(code, argument.start) == argument.end;
  if (is_named && !is_standard) /* by a constant of the user, perhaps, which others may need */
    is_standard = syntax_has_prefix(code, call->name, "atomic_") &&
                  !syntax_has_prefix(code, argument, "__ATOMIC_");
  else if (!is_named)
    return arena_format(sources->arena, "the order is %s", copy_span(sources, file, argument));
  add_edit(file, argument.start, argument.end, order_name(sources, is_standard, order));
  return NULL;
}

/* A fence without effect is taken out, with its line if nothing else is there. */
static void remove_fence(struct source_file *file, const struct atomic_call *call) {
  const char *text = text_get(&file->text);
  size_t start = call->whole.start, end = call->whole.end;
  struct source_span statement;
  if (!syntax_find_statement(file->code, start, &statement) || statement.start != start ||
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

/* atomic_store(a, b) becomes atomic_store_explicit(a, b, order), and __sync_fetch_and_add(a, b)
 * becomes __atomic_fetch_add(a, b, order). */
static void make_explicit(struct sources *sources, struct source_file *file,
                          const struct atomic_call *call, enum memory_order order,
                          enum memory_order failure) {
  bool is_standard = !*call->modern;
  size_t name = is_standard ? call->name.end : call->name.start;
  for (size_t i = 0; i < file->edits.count; i++)
    if (file->edits.items[i].start == name)
      return; /* for the other order of a compare-exchange */
  add_edit(file, name, call->name.end,
           is_standard ? "_explicit" : arena_copy_text(sources->arena, call->modern));
  const char *more = arena_format(sources->arena, "%s%s", is_standard ? ", " : call->more,
                                  order_name(sources, is_standard, order));
  if (call->orders == 2)
    more = arena_format(sources->arena, "%s, %s", more, order_name(sources, is_standard, failure));
  add_edit(file, call->whole.end - 1, call->whole.end - 1, more);
}

static const char *rewrite_call(struct sources *sources, struct source_file *file,
                                const struct order_slot *slot, const struct atomic_call *call,
                                enum memory_order order, enum memory_order sibling) {
  bool is_failure = slot->kind == SLOT_CAS_FAILURE;
  if (slot->kind == SLOT_FENCE && order == ORDER_RELAXED) {
    if (slot->macro)
      add_edit(file, call->whole.start, call->whole.end, "(void)0");
    else
      remove_fence(file, call);
    return NULL;
  }
  if (call->is_implicit) {
    make_explicit(sources, file, call, is_failure ? sibling : order, is_failure ? order : sibling);
    return NULL;
  }
  size_t number = call->count - (call->orders == 2 && !is_failure ? 2 : 1);
  return replace_order(sources, file, code_of(file, slot), call, number, order);
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
  if (!function || !syntax_find_statement(code, at, &statement))
    return false;
  struct source_span left = syntax_trim(code, (struct source_span){statement.start, at});
  struct source_span right = syntax_trim(code, (struct source_span){at + length, statement.end});
  bool is_step = code[at] == code[at + 1]; /* ++ and -- */
  if (!syntax_is_simple(code, left) || is_step != (right.start == right.end))
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
  size_t start = syntax_path_start(code, at), end = syntax_word_end(code, at);
  size_t next = syntax_skip_space(code, end);
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
  size_t end = syntax_word_end(code, at), next = syntax_skip_space(code, end);
  if (code_text_is_word(code[at]))
    return arena_format(sources->arena, "it is behind %s%s", code[next] == '(' ? "the macro " : "",
                        copy_span(sources, file, (struct source_span){at, end}));
  return "it is an operator";
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
  if (!syntax_is_in_block(file->code, statement.start)) {
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

/* Where a call, also of a macro, or a name ends. */
static size_t access_end(const char *code, size_t at, const struct atomic_call *call) {
  size_t end = syntax_word_end(code, at), open = syntax_skip_space(code, end);
  return call ? call->whole.end : code[open] == '(' ? syntax_skip_parentheses(code, open) : end;
}

static const char *add_fence(struct sources *sources, struct source_file *file, size_t at,
                             const struct order_slot *slot, enum memory_order order) {
  bool before = slot->kind == SLOT_BEFORE;
  const char *code = file->code;
  struct source_span statement;
  struct atomic_call call;
  bool is_call = syntax_find_call(code, at, &call);
  bool has_header = strstr(text_get(&file->text), "<stdatomic.h>") ||
                    (is_call && syntax_has_prefix(code, call.name, "atomic_"));
  const char *fence = arena_format(sources->arena, "%s(%s)",
                                   has_header ? "atomic_thread_fence" : "__atomic_thread_fence",
                                   order_name(sources, has_header, order));
  if (syntax_find_statement(code, at, &statement) &&
      (before ? syntax_is_first(code, statement, at)
              : access_end(code, at, is_call ? &call : NULL) == syntax_trim(code, statement).end ||
                    !code_text_is_word(code[at]))) {
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
  struct source_file *file = sources_open_at(sources, slot->at, &at);
  if (!file)
    return "its place in the source is not known";
  if (slots_is_new_fence(slot))
    return add_fence(sources, file, at, slot, order);
  if (syntax_find_call(code_of(file, slot), at, &call))
    return rewrite_call(sources, file, slot, &call, order, sibling);
  if (file_path_is_cplusplus(file->path))
    return "it is C++";
  if (strncmp(file->code + at, "__sync_", strlen("__sync_")) == 0)
    return "it has no order, and no function with one does the same";
  return rewrite_operator(sources, file, at, slot, order);
}

bool sources_can_rewrite(struct sources *sources, const struct order_slot *slot) {
  size_t at;
  struct source_file *file = sources_open_at(sources, slot->at, &at);
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
  struct source_file *file = sources_open_at(sources, slot->at, &at);
  if (!file || slot->kind == SLOT_FENCE)
    return;
  struct source_span statement;
  if (syntax_find_call(code_of(file, slot), at, &call)) {
    what = call.arguments[0];
    if (code_of(file, slot)[what.start] == '&')
      what.start++;
  } else if (code_text_is_word(file->code[at])) {
    size_t start = syntax_path_start(file->code, at);
    what = (struct source_span){start == SIZE_MAX ? at : start, syntax_word_end(file->code, at)};
  } else if (syntax_find_statement(file->code, at, &statement) && statement.start < at) {
    what = syntax_trim(file->code, (struct source_span){statement.start, at});
  }
  if (what.end - what.start <= 40)
    text_add_bytes(out, text_get(&file->text) + what.start, what.end - what.start);
}

void sources_print_edited(struct sources *sources, struct source_file *file, struct text *out) {
  (void)sources;
  const char *text = text_get(&file->text);
  size_t at = 0;
  vector_each (edit, &file->edits) {
    if (edit->start < at)
      continue; /* two edits of the same text: the first counts */
    text_add_bytes(out, text + at, edit->start - at);
    text_add(out, edit->replacement);
    at = edit->end;
  }
  text_add(out, text + at);
}
