/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/obstacle.h"

#include "base/memory.h"
#include "base/text.h"

const char obstacle_any_function[] = "a call through a pointer whose functions are not known";

void obstacle_note(struct obstacle *obstacle, const char *what, const struct function *function,
                   const struct edge *edge) {
  if (!obstacle->what)
    *obstacle = (struct obstacle){what, function, edge};
}

/* The function that an edge calls, if the edge names it. */
static const struct function *callee_of(const struct edge *edge) {
  return edge->op == OPERATION_CALL   ? edge->call.callee
         : edge->op == OPERATION_WAIT ? edge->wait.condition
                                      : NULL;
}

/* A call by the user that leads to a function of the library, maybe through others; NULL: none. */
static const struct edge *find_user_call(const struct program *program,
                                         const struct function *inside) {
  bool *leads = memory_allocate_zeroed(program->function_count * sizeof *leads);
  const struct edge *found = NULL;
  leads[inside->number] = true;
  for (bool changed = true; changed && !found;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count && !found; i++) {
      const struct function *function = program->functions[i];
      for (uint32_t j = 0; j < function->edge_count && !found; j++) {
        const struct function *callee = callee_of(&function->edges[j]);
        if (!callee || !leads[callee->number] || leads[i])
          continue;
        if (!function->is_library)
          found = &function->edges[j];
        changed = leads[i] = true;
      }
    }
  }
  memory_release(leads);
  return found;
}

void obstacle_print(struct text *out, const struct program *program,
                    const struct obstacle *obstacle) {
  const struct edge *edge = obstacle->edge;
  text_add(out, obstacle->what);
  if (!edge)
    return;
  if (obstacle->function->is_library) {
    edge = find_user_call(program, obstacle->function);
    text_format(out, " in %s", program_function_name(edge ? callee_of(edge) : obstacle->function));
  }
  if (!edge || !edge->at.line)
    return;
  text_add(out, " at ");
  program_print_position(out, program, edge->at);
}
