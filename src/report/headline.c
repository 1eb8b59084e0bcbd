/* SPDX-License-Identifier: Apache-2.0 */
/* The short forms of a violation: one line for all of it, and the last step of each thread
 * involved. */
#include "base/text.h"
#include "report/relations.h"
#include "report/story.h"
#include "report/tell.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

struct position tell_position(const struct state *state, uint32_t thread, struct position at) {
  const struct thread *who = state_thread(state, thread);
  if (!who || !who->frames.count)
    return at;
  struct site site = describe_site(who);
  return site.library ? site.at : at;
}

static void add_at(struct text *out, const struct state *state, uint32_t thread,
                   struct position at) {
  at = tell_position(state, thread, at);
  if (!at.line)
    return;
  text_add(out, " at ");
  program_print_position(out, state->program, at);
}

/* Does `text` mention `name` other than as a part of a longer one, and as a value, not as the way
 * to one (`list->head`, `cells[2]`)? */
static bool mentions(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = text; length && (at = strstr(at, name)); at++) {
    bool starts = at == text || (!isalnum((unsigned char)at[-1]) && !strchr("_.>", at[-1]));
    const char *end = at + length;
    bool leads_on = *end == '[' || strncmp(end, "->", 2) == 0;
    bool ends = !isalnum((unsigned char)*end) && *end != '_' && !leads_on;
    if (starts && ends)
      return true;
  }
  return false;
}

/* Does the condition mention the member, or the element of it, that the name ends with, as in
 * `list->items[i].used`? */
static bool mentions_member(const char *condition, const char *name) {
  const char *dot = strrchr(name, '.'), *arrow = strstr(name, "->");
  for (const char *next = arrow; next; next = strstr(next + 1, "->"))
    arrow = next;
  const char *member = dot > arrow ? dot + 1 : arrow ? arrow + 2 : NULL;
  size_t length = member ? strcspn(member, "[") : 0;
  bool is_element = member && member[length];
  for (const char *at = length ? condition : ""; *at; at++) {
    const char *end = at + length;
    if (at == condition || !strchr(".>", at[-1]) || strncmp(at, member, length) != 0)
      continue;
    bool leads_on = *end == '[' || strncmp(end, "->", 2) == 0;
    if (is_element ? *end == '[' : !leads_on && !isalnum((unsigned char)*end) && *end != '_')
      return true;
  }
  return false;
}

/* Adds a value once. */
static void add_value(struct text *out, const char *name, const char *value) {
  struct text part = {0};
  text_format(&part, ", %s is %s", name, value);
  if (!strstr(text_get(out), text_get(&part)))
    text_add(out, text_get(&part));
  text_release(&part);
}

/* What the thread read in the line of the assertion just before it failed. */
static void add_values_read(struct text *out, const struct story *story,
                            const struct violation *violation, struct position at,
                            const char *condition) {
  size_t first = story_count(story);
  while (first > 0) {
    const struct story_step *step = story_step(story, first - 1);
    if (step->thread == violation->thread && (step->at.line != at.line || step->at.file != at.file))
      break;
    first--;
  }
  for (size_t i = first; i < story_count(story); i++) {
    const struct story_step *step = story_step(story, i);
    if (step->thread == violation->thread && *step->value &&
        (mentions(condition, step->name) || mentions_member(condition, step->name)) &&
        strcmp(step->operation, "reads") == 0)
      add_value(out, step->name, step->value);
  }
}

/* The only edge that leads to a location, past those that do nothing; NULL: there are several. */
static const struct edge *find_way_to(const struct function *function, uint32_t location) {
  for (uint32_t turns = 0; turns < function->edge_count; turns++) {
    const struct edge *only = NULL;
    for (uint32_t i = 0; i < function->edge_count; i++) {
      if (function->edges[i].to != location)
        continue;
      if (only)
        return NULL;
      only = &function->edges[i];
    }
    if (!only || only->op != OPERATION_SKIP)
      return only;
    location = only->from;
  }
  return NULL;
}

static void add_registers(struct text *out, struct snapshot snapshot, const struct thread *thread,
                          const struct frame *frame, const struct term *term,
                          const char *condition) {
  uint64_t bits;
  if (term->kind == TERM_VARIABLE) {
    const struct reg *reg = &frame->function->registers[term->value];
    if (!reg->is_source || !mentions(condition, reg->name) ||
        !describe_evaluate(snapshot.state, thread, frame, term, &bits))
      return;
    struct text value = {0};
    describe_value(&value, snapshot, reg->type, reg->width, bits);
    add_value(out, reg->name, text_get(&value));
    text_release(&value);
  }
  for (unsigned i = 0; term->kind != TERM_CONSTANT && i < term->arity; i++)
    add_registers(out, snapshot, thread, frame, term->operands[i], condition);
}

/* Locals that live in registers: those the branch to the assertion's failure looked at. */
static void add_values_tested(struct text *out, struct snapshot snapshot,
                              const struct violation *violation, const char *condition) {
  const struct thread *thread = state_thread(snapshot.state, violation->thread);
  struct site site = describe_site(thread);
  if (!site.call || !site.function)
    return;
  const struct edge *way = find_way_to(site.function, site.call->from);
  if (way && way->op == OPERATION_ASSUME)
    add_registers(out, snapshot, thread, site.library - 1, way->assume.condition, condition);
}

static void print_error(struct text *out, const struct story *story, struct snapshot snapshot,
                        const struct violation *violation) {
  struct text condition = {0};
  bool is_assertion = tell_assertion(&condition, snapshot, violation);
  if (is_assertion)
    text_format(out, "assertion '%s' fails", text_get(&condition));
  else {
    text_add(out, violation->message);
    tell_address(out, snapshot, violation);
  }
  add_at(out, snapshot.state, violation->thread, violation->at);
  if (is_assertion) {
    struct text values = {0};
    if (story)
      add_values_read(&values, story, violation,
                      tell_position(snapshot.state, violation->thread, violation->at),
                      text_get(&condition));
    add_values_tested(&values, snapshot, violation, text_get(&condition));
    text_add(out, text_get(&values));
    text_release(&values);
  }
  text_release(&condition);
}

static void print_race(struct text *out, struct snapshot snapshot,
                       const struct violation *violation) {
  text_add(out, "data race on ");
  describe_place(out, snapshot, violation->address);
  text_add(out, " between ");
  describe_thread(out, violation->thread);
  add_at(out, snapshot.state, violation->thread, violation->at);
  text_add(out, " and ");
  describe_thread(out, violation->other_thread);
  if (!violation->other_is_past) {
    add_at(out, snapshot.state, violation->other_thread, violation->other_at);
    return;
  }
  if (violation->other_at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, violation->other_at);
  }
  text_add(out, ", which nothing orders");
}

static void print_deadlock(struct text *out, const struct violation *violation) {
  text_add(out, violation->message);
  for (uint32_t i = 0; i < violation->waiting_count; i++) {
    text_add(out, !i ? ": " : i + 1 < violation->waiting_count ? ", " : " and ");
    describe_thread(out, violation->waiting[i]);
  }
}

void story_print_headline(struct text *out, const struct story *story, const struct state *state,
                          const struct violation *violation) {
  struct text raw = {0};
  struct snapshot snapshot = {state, story_blocks(story)};
  if (violation->property == PROPERTY_RACE && violation->other_edge)
    print_race(&raw, snapshot, violation);
  else if (violation->property == PROPERTY_DEADLOCK && violation->waiting_count)
    print_deadlock(&raw, violation);
  else
    print_error(&raw, story, snapshot, violation);
  text_format(out, "FALSE(%s): ", property_name(violation->property));
  describe_names(out, text_get(&raw), snapshot);
  if (story && *story_supposed(story))
    text_format(out, ", if %s", story_supposed(story));
  text_release(&raw);
}

/* "job#2->cells[3]" becomes "job->cells[]". */
static void add_without_numbers(struct text *out, const char *name) {
  for (; *name; name++) {
    if (*name == '#') {
      name += strspn(name + 1, "0123456789");
      continue;
    }
    text_add_bytes(out, name, 1);
    if (*name == '[')
      name += strcspn(name + 1, "]");
  }
}

void story_print_variable(struct text *out, const struct story *story, const struct state *state,
                          const struct violation *violation) {
  struct text raw = {0}, name = {0};
  struct snapshot snapshot = {state, story_blocks(story)};
  describe_place(&raw, snapshot, violation->address);
  describe_names(&name, text_get(&raw), snapshot);
  add_without_numbers(out, text_get(&name));
  text_release(&raw);
  text_release(&name);
}

static const char *name_threads(struct arena *arena, struct snapshot snapshot,
                                const struct text *raw) {
  struct text named = {0};
  describe_names(&named, text_get(raw), snapshot);
  const char *result = arena_copy_text(arena, text_get(&named));
  text_release(&named);
  return result;
}

static void add_ending(struct endings *endings, struct arena *arena, struct snapshot snapshot,
                       uint32_t thread, struct position at, const struct text *raw) {
  struct ending ending = {.thread = thread,
                          .at = tell_position(snapshot.state, thread, at),
                          .text = name_threads(arena, snapshot, raw)};
  struct text locks = {0};
  const struct thread *holder = state_thread(snapshot.state, thread);
  for (size_t i = 0; holder && i < holder->held.count; i++) {
    if (holder->held.items[i] == thread_record(snapshot.state, holder))
      continue;
    text_add(&locks, ending.lock_count++ ? ", " : "");
    describe_place(&locks, snapshot, holder->held.items[i]);
  }
  ending.locks = name_threads(arena, snapshot, &locks);
  vector_push(&endings->list, ending);
  text_release(&locks);
}

static void add_access(struct endings *endings, struct arena *arena, struct snapshot snapshot,
                       uint32_t thread, struct position at, const struct edge *edge,
                       uint64_t address) {
  struct text raw = {0};
  text_format(&raw, "%s ", tell_access_verb(edge));
  describe_place(&raw, snapshot, address);
  text_add(&raw, ": data race");
  add_ending(endings, arena, snapshot, thread, at, &raw);
  text_release(&raw);
}

void tell_endings(struct endings *endings, struct arena *arena, struct snapshot snapshot,
                  const struct violation *violation) {
  struct text raw = {0};
  if (violation->property == PROPERTY_RACE && violation->other_edge) {
    add_access(endings, arena, snapshot, violation->thread, violation->at, violation->edge,
               violation->address);
    if (!violation->other_is_past) /* which the story has told */
      add_access(endings, arena, snapshot, violation->other_thread, violation->other_at,
                 violation->other_edge, violation->address);
    return;
  }
  for (uint32_t i = 0; i < violation->waiting_count; i++) {
    const struct thread *thread = state_thread(snapshot.state, violation->waiting[i]);
    struct text waits = {0};
    if (tell_waiting(&waits, snapshot, violation->waiting[i]))
      add_ending(endings, arena, snapshot, violation->waiting[i], thread_next_edge(thread)->at,
                 &waits);
    text_release(&waits);
  }
  if (violation->waiting_count)
    return;
  struct text condition = {0};
  if (tell_assertion(&condition, snapshot, violation))
    text_format(&raw, "assertion '%s' fails", text_get(&condition));
  else {
    text_add(&raw, violation->message);
    tell_address(&raw, snapshot, violation);
  }
  add_ending(endings, arena, snapshot, violation->thread, violation->at, &raw);
  text_release(&condition);
  text_release(&raw);
}

enum { MOST_INPUTS = 8 };

static void add_input(struct text *out, struct snapshot snapshot, struct position at,
                      const char *raw, size_t number) {
  if (number > MOST_INPUTS)
    return;
  text_add(out, number > 1 ? ", " : "");
  describe_names(out, raw, snapshot);
  if (at.line) {
    text_add(out, " at ");
    program_print_position(out, snapshot.state->program, at);
  }
}

/* The value of an input of this name; false: it has another one. */
static bool read_input(const struct story *story, size_t index, const char *name, int *value) {
  size_t length = strlen(name);
  if (index >= story_input_count(story))
    return false;
  const char *text = story_input(story, index).text;
  return strncmp(text, name, length) == 0 && sscanf(text + length, " = %d", value) == 1;
}

/* What --args any chose, as the words of a command line: that many inputs are passed over. The
 * names are those of the functions in library/start.c. */
static size_t add_arguments(struct text *out, const struct story *story) {
  int count, byte = 0;
  if (!read_input(story, 0, "number_of_arguments", &count) || count < 0)
    return 0;
  size_t at = 1, characters = 0;
  while (read_input(story, at + characters, "character_of_an_argument", &byte))
    characters++;
  size_t length = count > 0 ? characters / (size_t)count : 0;
  text_format(out, "%d argument%s", count, count == 1 ? "" : "s");
  for (size_t word = 0; word < (size_t)count; word++) {
    text_add(out, " \"");
    for (size_t i = 0; i < length; i++) {
      read_input(story, at + word * length + i, "character_of_an_argument", &byte);
      if (!byte)
        break;
      text_format(out, byte < ' ' || byte > '~' ? "\\x%02x" : "%c", (unsigned)byte & 0xff);
    }
    text_add(out, "\"");
  }
  return 1 + characters;
}

void story_print_inputs(struct text *out, const struct story *story, const struct state *state) {
  struct snapshot snapshot = {state, story_blocks(story)};
  size_t words = add_arguments(out, story), count = words != 0;
  for (size_t i = words; i < story_input_count(story); i++) {
    struct story_input input = story_input(story, i);
    add_input(out, snapshot, input.at, input.text, ++count);
  }
  struct relations *relations = relations_create(story, state, NULL);
  for (size_t i = 0; i < story_count(story); i++)
    if (relations_is_spurious(relations, i))
      add_input(out, snapshot, story_step(story, i)->at, "a spurious wake-up", ++count);
  relations_destroy(relations);
  if (count > MOST_INPUTS)
    text_format(out, " and %zu more", count - MOST_INPUTS);
  if (!count)
    text_add(out, "none");
}
