/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON of an account, as described by docs/check.schema.json. */
#include "base/text.h"
#include "engine/partial_result.h"
#include "report/account.h"
#include "report/account_parts.h"
#include "report/document.h"
#include "report/question.h"
#include "report/searched.h"
#include "report/story.h"

#include <string.h>

enum { VERSION = 1 };
static const char format_name[] = "heddle-check";

static void set_text(json_t *object, const char *name, const struct text *text) {
  json_object_set_new(object, name, json_text(text_get(text)));
}

json_t *account_make_violation(const struct account_violation *found) {
  const struct violation *violation = found->violation;
  json_t *object = document_violation(violation, found->story, found->state);
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
  json_object_set_new(object, "threads", document_threads(found->state));
  json_object_set_new(object, "steps_left_out",
                      json_integer((json_int_t)story_left_out(found->story)));
  json_object_set_new(object, "steps", document_steps(found->story, found->state, violation));
  return object;
}

static json_t *loops_of(const struct program *program, const struct guarantee *guarantee) {
  json_t *loops = json_array();
  for (uint32_t i = 0; i < guarantee->loop_count; i++) {
    const struct loop_bound *loop = &guarantee->loops[i];
    json_t *object = json_object();
    struct position at;
    json_object_set_new(object, "function", json_text(program->functions[loop->function]->name));
    if (loop->head != CALLS_OF_ITSELF &&
        searched_find_loop(program, loop->function, loop->head, &at))
      document_set_position(object, program, at);
    json_object_set_new(object, "iterations", json_integer(loop->iterations));
    json_array_append_new(loops, object);
  }
  return loops;
}

static json_t *guarantee_of(const struct program *program, const struct guarantee *guarantee,
                            property_set open) {
  json_t *object = json_object();
  struct text text = {0};
  json_object_set_new(object, "properties", document_properties(guarantee->properties & open));
  json_object_set_new(object, "preemptions",
                      guarantee->bounds_preemptions ? json_integer(guarantee->preemptions)
                                                    : json_null());
  json_object_set_new(object, "iterations",
                      guarantee->bounds_iterations ? json_integer(guarantee->iterations)
                                                   : json_null());
  json_object_set_new(object, "loops", loops_of(program, guarantee));
  json_object_set_new(object, "needs_fresh_addresses",
                      json_boolean(guarantee->needs_fresh_addresses));
  json_object_set_new(object, "under_sc", json_boolean(guarantee->under_sc));
  partial_result_print_guarantee(&text, guarantee, open);
  set_text(object, "text", &text);
  text_release(&text);
  return object;
}

void account_set_partial_result(struct account *account, const struct program *program,
                                const struct partial_result *partial, property_set open) {
  for (size_t i = 0; i < partial->guarantee_count; i++)
    if (partial->guarantees[i].properties & open)
      json_array_append_new(account->guarantees,
                            guarantee_of(program, &partial->guarantees[i], open));
  account->executions = partial->executions;
  const struct hot_spot *spot = &partial->spot;
  if (!spot->ways)
    return;
  json_decref(account->spot);
  account->spot = json_object();
  document_set_position(account->spot, program, spot->at);
  static const char *const kinds[] = {
      [SPOT_PLACE] = "place", [SPOT_LOOP] = "loop", [SPOT_VARIABLE] = "variable"};
  json_object_set_new(account->spot, "kind", json_string(kinds[spot->kind]));
  if (spot->kind == SPOT_VARIABLE)
    json_object_set_new(account->spot, "name", json_text(program->objects[spot->object].name));
  json_object_set_new(account->spot, "ways", json_integer(spot->ways));
  json_object_set_new(account->spot, "states", json_integer(spot->states));
}

const char *account_state_of(struct board_answer answer) {
  static const char *const states[] = {
      [BOARD_OPEN] = "open", [BOARD_PROVEN] = "proven", [BOARD_VIOLATED] = "violated"};
  bool is_accepted = answer.engine && strcmp(answer.engine, "accepted") == 0; /* by the user */
  return is_accepted ? "accepted" : states[answer.state];
}

static json_t *obligation_of(const struct program *program, const struct board *board,
                             uint32_t number) {
  const struct obligation *obligation = obligations_at(board_obligations(board), number);
  struct board_answer answer = board_at(board, number);
  struct text claim = {0};
  json_t *object = json_object();
  question_add_claim(&claim, program, obligation);
  json_object_set_new(object, "number", json_integer((json_int_t)number + 1));
  json_object_set_new(object, "property", json_string(question_property(obligation)));
  document_set_position(object, program, obligation->at);
  set_text(object, "claim", &claim);
  json_object_set_new(object, "state", json_string(account_state_of(answer)));
  if (answer.engine)
    json_object_set_new(object, "engine", json_text(answer.engine));
  if (answer.assumes & ALL_PROPERTIES)
    json_object_set_new(object, "until_violation_of",
                        document_properties(answer.assumes & ALL_PROPERTIES));
  text_release(&claim);
  return object;
}

void account_set_board(struct account *account, const struct program *program,
                       const struct board *board, property_set asked) {
  property_set set = asked | PROPERTY_BIT(NOT_MODELLED);
  json_array_clear(account->obligations);
  for (uint32_t i = 0; board && i < obligations_count(board_obligations(board)); i++)
    if (set >> obligations_at(board_obligations(board), i)->property & 1)
      json_array_append_new(account->obligations, obligation_of(program, board, i));
  json_decref(account->answers);
  account->answers = board ? sarif_make_answers(account, program, board, asked) : json_array();
}

static json_t *notes_of(const struct account *account) {
  static const char *const kinds[] = {
      [NOTE_WARNING] = "warning", [NOTE_ASSUMPTION] = "assumption", [NOTE_REMARK] = "remark"};
  json_t *list = json_array();
  vector_each (note, &account->notes) {
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(kinds[note->kind]));
    json_object_set_new(object, "id", json_string(note->id));
    json_object_set_new(object, "text", json_text(note->text));
    json_array_append_new(list, object);
  }
  return list;
}

void account_print_json(struct text *out, const struct account *account) {
  text_add(out, "{");
  document_print_field(out, "format", json_string(format_name));
  document_print_field(out, "version", json_integer(VERSION));
  document_print_field(out, "heddle", json_string(account->version));
  document_print_field(out, "verdict", json_string(account->verdict));
  document_print_field(out, "exit_code", json_integer(account->exit_code));
  document_print_field(out, "reason", account->reason ? json_text(account->reason) : json_null());
  document_print_field(out, "properties", account_make_properties(account));
  document_print_field(out, "engine", account->engine ? json_text(account->engine) : json_null());
  document_print_field(out, "notes", notes_of(account));
  document_print_field(out, "guarantees", json_incref(account->guarantees));
  document_print_field(out, "random_executions", json_integer((json_int_t)account->executions));
  document_print_field(out, "hot_spot", json_incref(account->spot));
  document_print_field(out, "obligations", json_incref(account->obligations));
  document_print_field(out, "violations", json_incref(account->violations));
  document_print_field(out, "statistics", json_incref(account->statistics));
  if (account->has_input)
    trace_print_settings(out, &account->about);
  text_add(out, "\n}\n");
}
