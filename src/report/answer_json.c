/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of an answer. docs/answer.schema.json says what it looks like. */
#include "base/text.h"
#include "report/answer_parts.h"
#include "report/json_values.h"
#include "report/story.h"

enum { VERSION = 1 };
static const char format_name[] = "heddle-answer";

static void set_text(json_t *object, const char *name, const struct text *text) {
  json_object_set_new(object, name, json_text(text_get(text)));
}

json_t *answer_make_violation(const struct answer_violation *found) {
  const struct violation *violation = found->violation;
  json_t *object = json_of_violation(violation, found->story, found->state);
  struct text text = {0};
  if (violation->property == PROPERTY_RACE && violation->address) {
    story_print_variable(&text, found->story, found->state, violation);
    set_text(object, "variable", &text);
    text_release(&text);
  }
  story_print_inputs(&text, found->story, found->state);
  set_text(object, "inputs", &text);
  text_release(&text);
  json_object_set_new(object, "context_switches", json_integer((json_int_t)found->switches));
  if (found->trace_file)
    json_object_set_new(object, "trace", json_text(found->trace_file));
  json_object_set_new(object, "threads", json_of_threads(found->state));
  json_object_set_new(object, "steps_left_out",
                      json_integer((json_int_t)story_left_out(found->story)));
  json_object_set_new(object, "steps", json_of_steps(found->story, found->state, violation));
  return object;
}

static json_t *notes_of(const struct answer *answer) {
  static const char *const kinds[] = {
      [NOTE_WARNING] = "warning", [NOTE_ASSUMPTION] = "assumption", [NOTE_REMARK] = "remark"};
  json_t *list = json_array();
  for (size_t i = 0; i < answer->notes.count; i++) {
    const struct answer_note *note = &answer->notes.items[i];
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(kinds[note->kind]));
    json_object_set_new(object, "id", json_string(note->id));
    json_object_set_new(object, "text", json_text(note->text));
    json_array_append_new(list, object);
  }
  return list;
}

void answer_print_json(struct text *out, const struct answer *answer) {
  text_add(out, "{");
  json_print_field(out, "format", json_string(format_name));
  json_print_field(out, "version", json_integer(VERSION));
  json_print_field(out, "heddle", json_string(answer->version));
  json_print_field(out, "verdict", json_string(answer->verdict));
  json_print_field(out, "exit_code", json_integer(answer->exit_code));
  json_print_field(out, "reason", answer->reason ? json_text(answer->reason) : json_null());
  json_print_field(out, "properties", answer_make_properties(answer));
  json_print_field(out, "engine", answer->engine ? json_text(answer->engine) : json_null());
  json_print_field(out, "notes", notes_of(answer));
  json_print_field(out, "violations", json_incref(answer->violations));
  json_print_field(out, "statistics", json_incref(answer->statistics));
  if (answer->has_input)
    trace_print_settings(out, &answer->about);
  text_add(out, "\n}\n");
}
