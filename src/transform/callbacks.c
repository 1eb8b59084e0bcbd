/* SPDX-License-Identifier: Apache-2.0 */
/* The model (library/environment.c) chooses whether a function is kept, and assumes that it may be:
 * the result of this function. */
#include "transform/callbacks.h"

#include "transform/function_edit.h"

static const char answer[] = "__library_may_keep_functions";

bool callbacks_can_be_kept(const struct program *program) {
  return program_find_function(program, answer) != NULL;
}

void callbacks_allow_keeping(struct program *program, bool is_allowed) {
  const struct function *function = program_find_function(program, answer);
  struct function_edit edit;
  function_edit_begin(&edit, program->arena, function);
  vector_each (edge, &edit.edges) {
    if (edge->op != OPERATION_RETURN)
      continue;
    const struct term **value = arena_allocate(program->arena, sizeof *value);
    *value = term_constant(program->terms, function->result_widths[0], is_allowed);
    edge->ret.values = value;
  }
  function_edit_finish(&edit, program->functions[function->number]);
}
