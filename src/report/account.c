/* SPDX-License-Identifier: Apache-2.0 */
/* A violation is converted to both formats when it is added, since its execution is released
 * afterwards. */
#include "report/account.h"

#include "report/account_parts.h"
#include "semantics/machine.h"

#include <string.h>

struct account *account_create(const char *version) {
  struct account *account = memory_allocate_zeroed(sizeof *account);
  account->arena = arena_create();
  account->version = version;
  account->statistics = json_object();
  account->violations = json_array();
  account->results = json_array();
  account->artifacts = json_array();
  account->guarantees = json_array();
  account->spot = json_null();
  account->obligations = json_array();
  account->answers = json_array();
  return account;
}

void account_destroy(struct account *account) {
  if (!account)
    return;
  json_decref(account->statistics);
  json_decref(account->violations);
  json_decref(account->results);
  json_decref(account->artifacts);
  json_decref(account->guarantees);
  json_decref(account->spot);
  json_decref(account->obligations);
  json_decref(account->answers);
  vector_release(&account->notes);
  arena_destroy(account->arena);
  memory_release(account);
}

void account_set_input(struct account *account, const struct trace *about) {
  account->about = *about;
  account->has_input = true;
}

void account_add_note(struct account *account, enum note_kind kind, const char *id,
                      const char *text) {
  struct account_note note = {
      .kind = kind, .id = id, .text = arena_copy_text(account->arena, text)};
  for (char *at = note.text; (at = strchr(at, '\n')); at++)
    *at = ' ';
  vector_push(&account->notes, note);
}

void account_set_engine(struct account *account, const char *engine) {
  account->engine = arena_copy_text(account->arena, engine);
}

void account_set_statistic(struct account *account, const char *name, double value) {
  bool is_whole = value >= 0 && value < 9e15 && value == (double)(json_int_t)value;
  json_object_set_new(account->statistics, name,
                      is_whole ? json_integer((json_int_t)value) : json_real(value));
}

void account_set_proven(struct account *account, property_set proven) { account->proven = proven; }

void account_set_verdict(struct account *account, const char *verdict, const char *reason,
                         int exit_code) {
  account->verdict = verdict;
  account->reason = reason ? arena_copy_text(account->arena, reason) : NULL;
  account->exit_code = exit_code;
}

bool account_has_verdict(const struct account *account) { return account->verdict != NULL; }

void account_clear_verdict(struct account *account) { account->verdict = NULL; }

void account_add_violation(struct account *account, const struct account_violation *found) {
  account->violated |= (property_set)1 << found->violation->property;
  json_array_append_new(account->violations, account_make_violation(found));
  json_array_append_new(account->results, sarif_make_result(account, found));
}

json_t *account_make_properties(const struct account *account) {
  json_t *object = json_object();
  for (int i = 0; account->has_input && i < PROPERTY_COUNT; i++) {
    enum property property = (enum property)i;
    if (!property_in(property, account->about.properties))
      continue;
    const char *status = property_in(property, account->violated) ? "violated"
                         : property_in(property, account->proven) ? "holds"
                                                                  : "undecided";
    json_object_set_new(object, property_name(property), json_string(status));
  }
  return object;
}
