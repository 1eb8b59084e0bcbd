/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for calls of atomic functions of the right kind in the arguments and in the definition. */
#include "orders/macros.h"

#include "base/code_text.h"
#include "orders/syntax.h"

#include <ctype.h>
#include <string.h>

enum { MOST_NESTED = 4 };

/* Where an access can be. */
struct macro_place {
  uint32_t file;
  size_t at;
  const char *macro; /* of the definition; NULL: an argument */
};

struct macro_places {
  struct macro_place *items;
  size_t count, capacity;
};

static bool has_kind(enum slot_kind kind, enum slot_kind of_call) {
  return kind == of_call || (kind == SLOT_CAS_FAILURE && of_call == SLOT_CAS);
}

/* What a call does, by its name. */
static enum slot_kind kind_of_call(const char *code, const struct atomic_call *call) {
  static const struct {
    const char *part;
    enum slot_kind kind;
  } rows[] = {{"compare_exchange", SLOT_CAS},
              {"thread_fence", SLOT_FENCE},
              {"load", SLOT_LOAD},
              {"store", SLOT_STORE},
              {"clear", SLOT_STORE}};
  char name[64] = "";
  size_t length = call->name.end - call->name.start;
  if (*call->modern)
    strcpy(name, call->modern);
  else if (length < sizeof name)
    memcpy(name, code + call->name.start, length);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (strstr(name, rows[i].part))
      return rows[i].kind;
  return SLOT_RMW;
}

/* Are the orders of the call written in the macro, rather than parameters of it? */
static bool has_own_orders(const char *code, const struct atomic_call *call) {
  for (size_t i = 0; i < call->orders && !call->is_implicit; i++) {
    struct source_span order = call->arguments[call->count - 1 - i];
    if (!syntax_has_prefix(code, order, "memory_order_") &&
        !syntax_has_prefix(code, order, "__ATOMIC_"))
      return false;
  }
  return true;
}

static bool begins_word(const char *code, size_t at) {
  return code_text_is_word(code[at]) && !isdigit((unsigned char)code[at]) &&
         (!at || !code_text_is_word(code[at - 1]));
}

static void add_calls(struct macro_places *places, const char *code, uint32_t file,
                      struct source_span span, enum slot_kind kind, const char *macro) {
  struct atomic_call call;
  for (size_t at = span.start; at < span.end; at++)
    if (begins_word(code, at) && syntax_find_call(code, at, &call) && call.whole.end <= span.end &&
        has_kind(kind, kind_of_call(code, &call)) && (!macro || has_own_orders(code, &call)))
      vector_push(places, (struct macro_place){file, at, macro});
}

/* The end of a directive: that of the first line without a backslash. */
static size_t directive_end(const char *text, size_t at) {
  while (text[at] && (text[at] != '\n' || (at && text[at - 1] == '\\')))
    at++;
  return at;
}

/* The text of the macro after `#define name`, if it begins at this word "define". */
static bool find_body(const struct source_file *file, size_t define, const char *name,
                      struct source_span *body) {
  const char *code = file->definitions;
  size_t hash = define, at = syntax_skip_space(code, define + strlen("define"));
  while (hash && (code[hash - 1] == ' ' || code[hash - 1] == '\t'))
    hash--;
  if (!hash || code[hash - 1] != '#' || strncmp(code + at, name, strlen(name)) != 0 ||
      code_text_is_word(code[at + strlen(name)]))
    return false;
  size_t end = at + strlen(name);
  *body = (struct source_span){code[end] == '(' ? syntax_skip_parentheses(code, end) : end,
                               directive_end(text_get(&file->text), end)};
  return true;
}

static void add_definition(struct sources *sources, const char *name, enum slot_kind kind,
                           unsigned depth, struct macro_places *places);

/* Calls in the definition, and in those of the macros that it uses. */
static void add_body(struct sources *sources, uint32_t number, const char *name,
                     struct source_span body, enum slot_kind kind, unsigned depth,
                     struct macro_places *places) {
  const char *code = sources->files.items[number].definitions;
  add_calls(places, code, number, body, kind, name);
  for (size_t at = body.start; at < body.end && depth < MOST_NESTED; at++)
    if (begins_word(code, at)) {
      size_t length = syntax_word_end(code, at) - at;
      add_definition(sources, arena_format(sources->arena, "%.*s", (int)length, code + at), kind,
                     depth + 1, places);
    }
}

static void add_definition(struct sources *sources, const char *name, enum slot_kind kind,
                           unsigned depth, struct macro_places *places) {
  for (uint32_t i = 0; i < sources->files.count; i++) {
    const struct source_file *file = sources_open(sources, i);
    struct source_span body;
    for (const char *at = file ? file->definitions : NULL; at && (at = strstr(at, "define")); at++)
      if (find_body(file, (size_t)(at - file->definitions), name, &body))
        add_body(sources, i, name, body, kind, depth, places);
  }
}

/* The name of the variable that a load reads, if it is one as a whole. */
static const char *variable_of(const struct sources *sources, const struct order_slot *slot) {
  const struct edge *edge = slot->edges.items[0];
  if (slot->kind != SLOT_LOAD || edge->op != OPERATION_LOAD ||
      !term_is_constant(edge->load.address))
    return NULL;
  const struct object *object = program_find_object(sources->program, edge->load.address->value);
  return object && object->address == edge->load.address->value && object->size == edge->load.size
             ? object->name
             : NULL;
}

/* Where the variable is read by name. */
static void add_readings(struct macro_places *places, const char *code, uint32_t file,
                         struct source_span span, const char *variable) {
  for (size_t at = span.start; at < span.end; at++) {
    size_t end = syntax_word_end(code, at), next = syntax_skip_space(code, end), before = at;
    while (before && isspace((unsigned char)code[before - 1]))
      before--;
    if (begins_word(code, at) && end - at == strlen(variable) &&
        strncmp(code + at, variable, end - at) == 0 && !strchr("([.", code[next]) &&
        strncmp(code + next, "->", 2) != 0 && !(before && strchr(".>&", code[before - 1])))
      vector_push(places, (struct macro_place){file, at, NULL});
  }
}

static struct position position_of(const struct source_file *file, struct macro_place place) {
  const char *text = text_get(&file->text);
  struct position at = {.file = place.file, .line = 1, .column = 1};
  for (size_t i = 0; i < place.at; i++) {
    at.line += text[i] == '\n';
    at.column = text[i] == '\n' ? 1 : at.column + 1;
  }
  return at;
}

static bool is_same_place(struct position a, struct position b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* The only access of its kind at this place of its function? */
static bool is_alone(const struct order_slots *slots, const struct order_slot *slot) {
  for (size_t i = 0; i < slots->given_count; i++) {
    const struct order_slot *other = &slots->list.items[i];
    if (other != slot && other->kind == slot->kind && other->function == slot->function &&
        is_same_place(other->at, slot->at))
      return false;
  }
  return true;
}

static void find_places(struct sources *sources, const struct order_slots *slots,
                        const struct order_slot *slot, struct macro_places *places) {
  size_t at;
  struct atomic_call call;
  const struct source_file *file = sources_open_at(sources, slot->at, &at);
  if (!file || !begins_word(file->code, at) || syntax_find_call(file->code, at, &call))
    return;
  size_t end = syntax_word_end(file->code, at), open = syntax_skip_space(file->code, end);
  struct source_span arguments = {open, open};
  if (file->code[open] == '(')
    arguments.end = syntax_skip_parentheses(file->code, open);
  const char *variable = variable_of(sources, slot);
  if (is_alone(slots, slot)) {
    add_calls(places, file->code, slot->at.file, arguments, slot->kind, NULL);
    add_definition(sources, arena_format(sources->arena, "%.*s", (int)(end - at), file->code + at),
                   slot->kind, 0, places);
  }
  if (!places->count && variable)
    add_readings(places, file->code, slot->at.file, arguments, variable);
}

/* Joins a slot with one of the first `count` ones, at the same place of a definition. */
static bool joins(struct order_slots *slots, struct order_slot *slot, size_t count) {
  for (size_t i = 0; slot->macro && i < count; i++) {
    struct order_slot *other = &slots->list.items[i];
    if (!other->macro || other->kind != slot->kind || !is_same_place(other->at, slot->at))
      continue;
    other->is_computed |= other->given != slot->given;
    vector_append(&other->edges, slot->edges.items, slot->edges.count);
    vector_release(&slot->edges);
    return true;
  }
  return false;
}

void macros_resolve(struct sources *sources, struct order_slots *slots) {
  VECTOR(struct macro_place) found = {0};
  for (size_t i = 0; i < slots->given_count; i++) {
    struct macro_places places = {0};
    find_places(sources, slots, &slots->list.items[i], &places);
    struct macro_place none = {.file = UINT32_MAX};
    vector_push(&found, places.count == 1 ? places.items[0] : none);
    vector_release(&places);
  }
  for (size_t i = 0; i < slots->given_count; i++) {
    struct order_slot *slot = &slots->list.items[i];
    if (found.items[i].file == UINT32_MAX)
      continue;
    slot->at = position_of(&sources->files.items[found.items[i].file], found.items[i]);
    slot->macro = found.items[i].macro;
    slot->ordinal = 0;
  }
  vector_release(&found);
  size_t kept = 0, given = slots->given_count;
  for (size_t i = 0; i < slots->list.count; i++) {
    if (i < given && joins(slots, &slots->list.items[i], kept)) {
      slots->given_count--;
      continue;
    }
    slots->list.items[kept++] = slots->list.items[i];
  }
  slots->list.count = kept;
}
