/* SPDX-License-Identifier: Apache-2.0 */
/* Rounds, each of which is sound by itself, until nothing changes. A round finds the registers,
 * parameters and results that are constants (constancy.h) and writes these into the library
 * functions.
 *
 * Then fields of the library's objects that are expected to keep one value (expected.h) decide more
 * branches. The edge that is not expected to be taken stays, with its condition, but leads to an
 * operation that is not supported. So what is expected is checked in every execution, by every
 * engine, and the code after that edge is gone: the loads and all other terms are as before.
 *
 * Only functions of the library are changed, in which no step is shown to the user, and no access
 * to memory, call or check of theirs is removed or moved unless no execution reaches it. */
#include "transform/folding.h"

#include "analysis/obligations.h"
#include "analysis/sharing.h"
#include "base/memory.h"
#include "program/uses.h"
#include "term/walk.h"
#include "transform/constancy.h"
#include "transform/expected.h"
#include "transform/function_edit.h"

enum { MOST_ROUNDS = 16, MOST_CUTS = 4, DEEPEST_RESULT = 3 };

static bool is_known_register(const struct term *part, void *context) {
  const struct folding *folding = context;
  return part->kind == TERM_VARIABLE && constancy_is_known(folding->known[part->value]);
}

struct term_question {
  struct folding *folding;
  bool found;
};

static void look_for_known(const struct term *term, void *context) {
  struct term_question *question = context;
  question->found |= term_any(term, is_known_register, question->folding);
}

/* Registers that are constants need no assignments: all their uses become constants. */
static bool drop_assignments(const struct folding *folding, struct edge *edge) {
  struct arena *arena = folding->in->program->arena;
  struct assignment *list = arena_allocate(arena, edge->assign.count * sizeof *list);
  uint32_t count = 0;
  for (uint32_t i = 0; i < edge->assign.count; i++)
    if (!constancy_is_known(folding->known[edge->assign.list[i].target]))
      list[count++] = edge->assign.list[i];
  if (count == edge->assign.count)
    return false;
  edge->assign.count = count;
  edge->assign.list = list;
  if (!count)
    edge->op = OPERATION_SKIP;
  return true;
}

static bool fold_edge(struct folding *folding, struct edge *edge) {
  struct term_question question = {.folding = folding};
  bool changed = edge->op == OPERATION_ASSIGN && drop_assignments(folding, edge);
  edge_visit_terms(edge, look_for_known, &question);
  if (question.found)
    edge_map_terms(edge, folding->in->program->arena, constancy_fold, folding);
  return changed || question.found;
}

/* Of several assumptions exactly one holds: removes those that never do, and the last one left is
 * none any more. */
static bool fold_branch(struct function_edit *edit, struct location *location) {
  struct edge *edges = edit->edges.items + location->first_edge;
  if (location->edge_count < 2)
    return false;
  uint32_t count = 0;
  for (uint32_t i = 0; i < location->edge_count; i++)
    if (!term_is_false(edges[i].assume.condition))
      edges[count++] = edges[i];
  if (!count || count == location->edge_count)
    return false;
  location->edge_count = count;
  if (count == 1)
    edges[0].op = OPERATION_SKIP;
  return true;
}

/* Where an execution goes on from the location without doing anything. */
static uint32_t skip_from(const struct function_edit *edit, uint32_t at) {
  const struct location *location = &edit->locations.items[at];
  while (location->edge_count == 1 && !location->loop_head &&
         edit->edges.items[location->first_edge].op == OPERATION_SKIP) {
    at = edit->edges.items[location->first_edge].to;
    location = &edit->locations.items[at];
  }
  return at;
}

static void drop_skips(struct function_edit *edit) {
  edit->entry = skip_from(edit, edit->entry);
  for (size_t i = 0; i < edit->edges.count; i++)
    edit->edges.items[i].to = skip_from(edit, edit->edges.items[i].to);
}

static bool fold_function(struct constants *in, struct function *function) {
  struct folding folding = {in, function, in->values + in->registers[function->number]};
  struct function_edit edit;
  bool changed = false;
  function_edit_begin(&edit, in->program->arena, function);
  for (size_t i = 0; i < edit.edges.count; i++)
    changed |= fold_edge(&folding, &edit.edges.items[i]);
  for (size_t i = 0; i < edit.locations.count; i++)
    changed |= fold_branch(&edit, &edit.locations.items[i]);
  if (!changed) {
    function_edit_cancel(&edit);
    return false;
  }
  drop_skips(&edit);
  function_edit_drop_unreached(&edit);
  function_edit_finish(&edit, function);
  return true;
}

/* Keeps the functions that can be reached, those of the user, and the objects of all these. */
static void drop_functions(struct constants *in) {
  struct program *program = in->program;
  struct function **functions =
      arena_copy(program->arena, program->functions, program->function_count * sizeof *functions);
  struct object *objects =
      arena_copy(program->arena, program->objects, program->object_count * sizeof *objects);
  uint32_t count = 0, object_count = 0;
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct function *function = program->objects[i].function;
    if (function && function->is_library && !in->is_reached[function->number])
      continue;
    if (program->opaque == &program->objects[i])
      program->opaque = &objects[object_count];
    objects[object_count++] = program->objects[i];
  }
  for (uint32_t i = 0; i < program->function_count; i++)
    if (in->is_reached[i] || !functions[i]->is_library)
      functions[count++] = functions[i];
  for (uint32_t i = 0; i < count; i++)
    functions[i]->number = i;
  program->functions = functions;
  program->function_count = count;
  program->objects = objects;
  program->object_count = object_count;
}

/* The operation of executions in which a field of the library has an unexpected value. */
static void add_cut(struct function_edit *edit, struct position at, uint32_t *cut) {
  if (*cut)
    return;
  *cut = function_edit_add_location(edit);
  struct edge edge = {.op = OPERATION_UNSUPPORTED, .at = at, .to = *cut + 1};
  edge.unsupported.what = UNEXPECTED_FIELD;
  function_edit_add_edge(edit, edge);
  function_edit_add_location(edit);
}

/* Ends the edges of a branch that no execution takes in which fields have their expected values.
 * `cut`: where they lead instead; 0: there is no such place yet. */
static void cut_branch(struct folding *folding, struct function_edit *edit, uint32_t location,
                       uint32_t *cut) {
  const struct location branch = edit->locations.items[location];
  uint32_t count = 0;
  bool *is_false = memory_allocate_zeroed(branch.edge_count * sizeof *is_false + 1);
  for (uint32_t i = 0; branch.edge_count > 1 && i < branch.edge_count; i++) {
    const struct edge *edge = &edit->edges.items[branch.first_edge + i];
    is_false[i] = (!*cut || edge->to != *cut) &&
                  term_is_false(constancy_fold(edge->assume.condition, folding));
    count += is_false[i];
  }
  for (uint32_t i = 0; count && count < branch.edge_count && i < branch.edge_count; i++)
    if (is_false[i]) {
      add_cut(edit, edit->edges.items[branch.first_edge + i].at, cut);
      edit->edges.items[branch.first_edge + i].to = *cut;
    }
  memory_release(is_false);
}

static bool cut_function(struct constants *in, struct function *function) {
  struct folding folding = {in, function, in->values + in->registers[function->number]};
  struct function_edit edit;
  uint32_t cut = 0;
  function_edit_begin(&edit, in->program->arena, function);
  for (uint32_t i = 0; i < function->location_count; i++)
    cut_branch(&folding, &edit, i, &cut);
  if (!cut) {
    function_edit_cancel(&edit);
    return false;
  }
  function_edit_drop_unreached(&edit);
  function_edit_finish(&edit, function);
  return true;
}

static bool change_functions(struct constants *in,
                             bool (*change)(struct constants *in, struct function *function)) {
  bool changed = false;
  for (uint32_t i = 0; i < in->program->function_count; i++)
    if (in->is_reached[i] && in->program->functions[i]->is_library)
      changed |= change(in, in->program->functions[i]);
  return changed;
}

static void fold_all(struct constants *in) {
  bool changed = true;
  for (unsigned rounds = 0; rounds < MOST_ROUNDS && changed; rounds++) {
    constancy_find_functions(in);
    constancy_find(in, NULL);
    changed = change_functions(in, fold_function);
  }
  constancy_find_functions(in);
}

/* What follows from the fields is only for these cuts: results are found anew afterwards. */
static bool cut_all(struct constants *in, struct expected *fields) {
  expected_find(fields, in->is_reached);
  for (unsigned calls = 0; calls < DEEPEST_RESULT; calls++) /* results of calls of calls */
    constancy_find(in, fields);
  bool changed = change_functions(in, cut_function);
  constancy_forget_results(in);
  return changed;
}

/* Can an operation call functions at arbitrary addresses? */
static bool calls_anything(const struct program *program) {
  struct sharing *sharing = sharing_create(program);
  bool anything = false;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t k = 0; k < program->functions[i]->edge_count && !anything; k++) {
      const struct edge *edge = &program->functions[i]->edges[k];
      if (edge->op == OPERATION_CALL && !edge->call.callee)
        anything = sharing_callees(sharing, edge, NULL, 0) == SHARING_ANY_FUNCTION;
      else if (edge->op == OPERATION_SPAWN)
        anything = sharing_started(sharing, edge, NULL, 0) == SHARING_ANY_FUNCTION;
    }
  sharing_destroy(sharing);
  return anything;
}

/* What no execution violates, whatever fields have; a cut edge might violate anything. */
static void note_impossible(struct program *program) {
  struct obligations *obligations = obligations_find(program, ALL_PROPERTIES);
  program->impossible = ALL_PROPERTIES & ~obligations_properties(obligations);
  obligations_destroy(obligations);
}

void folding_run(struct program *program, bool expects_fields) {
  if (calls_anything(program))
    return;
  struct constants in;
  constancy_begin(&in, program);
  fold_all(&in);
  if (expects_fields) {
    struct expected *fields = expected_create(program);
    note_impossible(program);
    for (unsigned rounds = 0; rounds < MOST_CUTS && cut_all(&in, fields); rounds++)
      fold_all(&in);
    expected_destroy(fields);
  }
  drop_functions(&in);
  constancy_release(&in);
}
