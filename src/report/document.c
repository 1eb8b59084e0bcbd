/* SPDX-License-Identifier: Apache-2.0 */
/* An execution and its violation, as JSON. */
#include "report/document.h"

#include "base/text.h"
#include "report/relations.h"
#include "report/story.h"
#include "report/tell.h"

json_t *document_strings(const char *const *texts, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++)
    json_array_append_new(list, json_text(texts[i]));
  return list;
}

json_t *document_properties(property_set set) {
  json_t *list = json_array();
  for (int i = 0; i < PROPERTY_COUNT; i++)
    if (property_in((enum property)i, set))
      json_array_append_new(list, json_string(property_name((enum property)i)));
  return list;
}

void document_set_position(json_t *object, const struct program *program, struct position at) {
  if (!at.line || at.file >= program->file_count)
    return;
  json_object_set_new(object, "file", json_text(program->files[at.file]));
  json_object_set_new(object, "line", json_integer(at.line));
  json_object_set_new(object, "column", json_integer(at.column));
}

static json_t *endings_of(struct snapshot snapshot, const struct violation *violation) {
  struct arena *arena = arena_create();
  struct endings endings = {0};
  json_t *list = json_array();
  tell_endings(&endings, arena, snapshot, violation);
  vector_each (ending, &endings.list) {
    json_t *object = json_object();
    json_object_set_new(object, "thread", json_integer(ending->thread));
    document_set_position(object, snapshot.state->program, ending->at);
    json_object_set_new(object, "text", json_text(ending->text));
    if (*ending->locks)
      json_object_set_new(object, "locks", json_text(ending->locks));
    json_array_append_new(list, object);
  }
  vector_release(&endings.list);
  arena_destroy(arena);
  return list;
}

json_t *document_violation(const struct violation *violation, const struct story *story,
                           const struct state *state) {
  json_t *object = json_object();
  json_object_set_new(object, "property", json_string(property_name(violation->property)));
  json_object_set_new(object, "message", json_text(violation->message ? violation->message : ""));
  if (!state)
    return object;
  struct text text = {0};
  json_object_set_new(object, "thread", json_integer(violation->thread));
  document_set_position(object, state->program,
                        tell_position(state, violation->thread, violation->at));
  if (story) {
    story_print_headline(&text, story, state, violation);
    json_object_set_new(object, "headline", json_text(text_get(&text)));
    json_object_set_new(object, "ending",
                        endings_of((struct snapshot){state, story_blocks(story)}, violation));
    text_release(&text);
  }
  story_print_violation(&text, story, state, violation);
  json_object_set_new(object, "explanation", json_text(text_get(&text)));
  text_release(&text);
  return object;
}

json_t *document_threads(const struct state *state) {
  json_t *list = json_array();
  for (size_t i = 0; state && i < state->thread_count; i++) {
    struct text name = {0};
    state_describe_thread(&name, state, state->threads[i]->number);
    json_t *thread = json_object();
    json_object_set_new(thread, "number", json_integer(state->threads[i]->number));
    json_object_set_new(thread, "name", json_text(text_get(&name)));
    json_array_append_new(list, thread);
    text_release(&name);
  }
  return list;
}

static json_t *step_of(const struct story_step *step, const struct program *program) {
  json_t *object = json_object();
  json_object_set_new(object, "thread", json_integer(step->thread));
  document_set_position(object, program, step->at);
  if (step->function)
    json_object_set_new(object, "function", json_text(step->function->name));
  json_object_set_new(object, "operation", json_text(step->operation));
  json_object_set_new(object, "name", json_text(step->name));
  if (*step->value)
    json_object_set_new(object, "value", json_text(step->value));
  if (*step->locks)
    json_object_set_new(object, "locks", json_text(step->locks));
  if (step->is_input)
    json_object_set_new(object, "input", json_true());
  return object;
}

/* Which steps a step gets its value from, and which it misses, as indexes. */
static void set_sources(json_t *object, const struct relations *relations, size_t step) {
  size_t source = relations_source(relations, step), missed = relations_missed(relations, step);
  if (source != RELATION_NONE)
    json_object_set_new(object, "reads_from",
                        source == RELATION_START ? json_null() : json_integer((json_int_t)source));
  if (missed != RELATION_NONE)
    json_object_set_new(object, "misses", json_integer((json_int_t)missed));
}

json_t *document_steps(const struct story *story, const struct state *state,
                       const struct violation *violation) {
  json_t *list = json_array();
  if (!story || !state)
    return list;
  struct relations *relations = relations_create(story, state, violation);
  for (size_t i = 0; i < story_count(story); i++) {
    json_t *object = step_of(story_step(story, i), state->program);
    if (*relations_remark(relations, i))
      json_object_set_new(object, "remark", json_text(relations_remark(relations, i)));
    set_sources(object, relations, i);
    if (relations_is_folded(relations, i))
      json_object_set_new(object, "folded", json_true());
    json_array_append_new(list, object);
  }
  relations_destroy(relations);
  return list;
}

void document_print_field(struct text *out, const char *name, json_t *value) {
  bool is_first = out->data[out->length - 1] == '{';
  text_format(out, "%s\n  \"%s\": ", is_first ? "" : ",", name);
  if (!json_is_array(value) || json_array_size(value) == 0) {
    json_print(out, value);
  } else {
    for (size_t i = 0; i < json_array_size(value); i++) {
      text_add(out, i ? ",\n    " : "[\n    ");
      json_print(out, json_array_get(value, i));
    }
    text_add(out, "\n  ]");
  }
  json_decref(value);
}
