/* SPDX-License-Identifier: Apache-2.0 */
/* Violations become values of both documents at once, while their executions are still there. */
#include "report/answer.h"

#include "report/answer_parts.h"
#include "semantics/machine.h"

#include <string.h>

struct answer *answer_create(const char *version) {
  struct answer *answer = memory_allocate_zeroed(sizeof *answer);
  answer->arena = arena_create();
  answer->version = version;
  answer->statistics = json_object();
  answer->violations = json_array();
  answer->results = json_array();
  answer->artifacts = json_array();
  return answer;
}

void answer_destroy(struct answer *answer) {
  if (!answer)
    return;
  json_decref(answer->statistics);
  json_decref(answer->violations);
  json_decref(answer->results);
  json_decref(answer->artifacts);
  vector_release(&answer->notes);
  arena_destroy(answer->arena);
  memory_release(answer);
}

void answer_set_input(struct answer *answer, const struct trace *about) {
  answer->about = *about;
  answer->has_input = true;
}

void answer_add_note(struct answer *answer, enum note_kind kind, const char *id, const char *text) {
  struct answer_note note = {.kind = kind, .id = id, .text = arena_copy_text(answer->arena, text)};
  for (char *at = note.text; (at = strchr(at, '\n')); at++)
    *at = ' ';
  vector_push(&answer->notes, note);
}

void answer_set_engine(struct answer *answer, const char *engine) {
  answer->engine = arena_copy_text(answer->arena, engine);
}

void answer_set_statistic(struct answer *answer, const char *name, double value) {
  bool is_whole = value >= 0 && value < 9e15 && value == (double)(json_int_t)value;
  json_object_set_new(answer->statistics, name,
                      is_whole ? json_integer((json_int_t)value) : json_real(value));
}

void answer_set_proven(struct answer *answer, property_set proven) { answer->proven = proven; }

void answer_set_verdict(struct answer *answer, const char *verdict, const char *reason,
                        int exit_code) {
  answer->verdict = verdict;
  answer->reason = reason ? arena_copy_text(answer->arena, reason) : NULL;
  answer->exit_code = exit_code;
}

bool answer_has_verdict(const struct answer *answer) { return answer->verdict != NULL; }

void answer_clear_verdict(struct answer *answer) { answer->verdict = NULL; }

void answer_add_violation(struct answer *answer, const struct answer_violation *found) {
  answer->violated |= (property_set)1 << found->violation->property;
  json_array_append_new(answer->violations, answer_make_violation(found));
  json_array_append_new(answer->results, sarif_make_result(answer, found));
}

json_t *answer_make_properties(const struct answer *answer) {
  json_t *object = json_object();
  for (int i = 0; answer->has_input && i < PROPERTY_COUNT; i++) {
    enum property property = (enum property)i;
    if (!property_in(property, answer->about.properties))
      continue;
    const char *status = property_in(property, answer->violated) ? "violated"
                         : property_in(property, answer->proven) ? "holds"
                                                                 : "undecided";
    json_object_set_new(object, property_name(property), json_string(status));
  }
  return object;
}
