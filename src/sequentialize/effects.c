/* SPDX-License-Identifier: Apache-2.0 */
/* The effects of functions, callees included: which functions run in one step, so that they can
 * stay C functions, and which operations other threads can observe. */
#include "base/bits.h"
#include "program/access.h"
#include "program/paths.h"
#include "program/uses.h"
#include "sequentialize/flat.h"

#include <string.h>

/* May the access be to memory that another thread uses and that some thread changes? */
static bool may_be_shared(const struct sequentializer *s, const struct function *function,
                          const struct term *address) {
  uint32_t count = sharing_object_count(s->sharing);
  size_t words = (count + 63) / 64;
  uint64_t *set = memory_allocate_zeroed((words + 1) * sizeof *set);
  sharing_add_pointees(s->sharing, function, address, set);
  bool found = false, any = false;
  for (uint32_t i = 0; i < count && !found; i++) {
    if (!bits_has(set, i))
      continue;
    any = true;
    if (!sharing_is_shared(s->sharing, i))
      continue;
    found =
        i >= s->program->object_count || sharing_is_written(s->sharing, &s->program->objects[i]);
  }
  memory_release(set);
  return found || !any;
}

bool flat_is_visible(struct sequentializer *s, const struct function *function,
                     const struct edge *edge) {
  if (!operation_is(edge->op, IS_VISIBLE))
    return false;
  if (!s->options->reduces_local)
    return true;
  if (edge->op == OPERATION_FENCE ||
      (edge->op == OPERATION_PRINT && !property_in(PROPERTY_RACE, s->options->properties)))
    return false;
  if (edge->op == OPERATION_FREE && edge->free.is_slot && function->is_library)
    return false;
  struct edge_access list[MOST_ACCESSES];
  uint64_t value;
  if (edge->op == OPERATION_LOAD &&
      kept_value(s->kept, function, edge->load.address, edge->load.size, &value))
    return false;
  unsigned count = edge_accesses(edge, list);
  if (!count)
    return true;
  for (unsigned i = 0; i < count; i++)
    if (may_be_shared(s, function, list[i].address))
      return true;
  return false;
}

static uint8_t edge_effects(struct sequentializer *s, const struct function *function,
                            const struct edge *edge) {
  uint8_t effects = flat_is_visible(s, function, edge) ? EFFECT_VISIBLE : 0;
  if (edge->op == OPERATION_ALLOCATE && edge->allocate.in_block && !function->is_library &&
      mortal_is_lent(s, edge)) /* it ends with its block */
    return effects | EFFECT_BLOCKS;
  if (edge->op == OPERATION_UNSUPPORTED)
    return function->is_library ? 0 : EFFECT_BLOCKS;
  if (edge->op == OPERATION_ASSUME)
    return function->locations[edge->from].edge_count == 1 && !term_is_true(edge->assume.condition)
               ? EFFECT_STOPS
               : 0;
  if (edge->op == OPERATION_CHECK)
    return edge->check.fatal && !property_in(edge->check.property, s->options->properties)
               ? EFFECT_STOPS
               : 0;
  return operation_is(edge->op, IS_CONTROL) ? effects | EFFECT_BLOCKS : effects;
}

static void take_address(struct sequentializer *s, uint64_t address) {
  const struct function *function = program_function_at(s->program, address);
  if (function && function != s->program->start) /* the program cannot name the start function */
    s->facts.is_taken[function->number] = true;
}

static void take_addresses(const struct term *term, void *context) {
  struct sequentializer *s = context;
  if (term_is_constant(term))
    take_address(s, term->value);
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    take_addresses(term->operands[i], s);
}

static void find_taken_in_objects(struct sequentializer *s) {
  unsigned word = s->program->pointer_width / 8;
  for (uint32_t i = 0; i < s->program->object_count + s->program->thread_local_count; i++) {
    const struct object *object = i < s->program->object_count
                                      ? &s->program->objects[i]
                                      : &s->program->thread_locals[i - s->program->object_count];
    for (uint64_t at = 0; object->bytes && at + word <= object->size; at += word) {
      uint64_t value = 0;
      memcpy(&value, object->bytes + at, word);
      take_address(s, value);
    }
  }
}

size_t flat_callees(const struct sequentializer *s, const struct edge *edge,
                    const struct function **out, size_t most) {
  if (edge->call.callee) {
    out[0] = edge->call.callee;
    return 1;
  }
  size_t count = sharing_callees(s->sharing, edge, out, most);
  if (count != SHARING_ANY_FUNCTION)
    return count;
  count = 0;
  for (uint32_t i = 0; i < s->program->function_count; i++) {
    const struct function *function = s->program->functions[i];
    if (!s->facts.is_taken[i] || !function->locations || function->is_variadic ||
        function->parameter_count != edge->call.argument_count ||
        function->result_count < edge->call.result_count)
      continue;
    if (count < most)
      out[count] = function;
    count++;
  }
  return count;
}

static uint8_t callee_effects(const struct sequentializer *s, const struct edge *edge) {
  const struct function *callees[FLAT_CALLEES];
  uint8_t effects = 0;
  size_t count = flat_callees(s, edge, callees, FLAT_CALLEES);
  if (count > FLAT_CALLEES)
    return EFFECT_BLOCKS;
  for (size_t i = 0; i < count; i++)
    effects |= callees[i]->locations ? s->facts.effects[callees[i]->number] : EFFECT_BLOCKS;
  return effects & (uint8_t)~EFFECT_RETURNS;
}

/* Can the thread continue after the edge? */
static bool goes_on(const struct edge *edge, void *context) {
  const struct sequentializer *s = context;
  const struct function *callees[FLAT_CALLEES];
  if (edge->op == OPERATION_CHECK)
    return !term_is_false(edge->check.condition) ||
           !(edge->check.fatal || property_in(edge->check.property, s->options->properties));
  if (edge->op == OPERATION_CALL) {
    size_t count = flat_callees(s, edge, callees, FLAT_CALLEES);
    bool returns = count > FLAT_CALLEES;
    for (size_t i = 0; i < count && !returns; i++)
      returns = !callees[i]->locations || s->facts.effects[callees[i]->number] & EFFECT_RETURNS;
    return returns;
  }
  return !operation_is(edge->op, IS_LAST);
}

static bool may_return(struct sequentializer *s, const struct function *function) {
  if (!function->locations)
    return false;
  bool *reached = paths_from(function, function->entry, goes_on, s), found = false;
  for (uint32_t i = 0; i < function->edge_count; i++)
    found |= function->edges[i].op == OPERATION_RETURN && reached[function->edges[i].from];
  memory_release(reached);
  return found;
}

static void find_returning(struct sequentializer *s) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < s->program->function_count; i++)
      if (!(s->facts.effects[i] & EFFECT_RETURNS) && may_return(s, s->program->functions[i])) {
        s->facts.effects[i] |= EFFECT_RETURNS;
        changed = true;
      }
  }
}

/* Finds the functions whose address is stored, kept in a register, or passed on. */
void flat_find_taken(struct sequentializer *s) {
  s->facts.is_taken = arena_allocate(s->arena, s->program->function_count + 1);
  find_taken_in_objects(s);
  for (uint32_t i = 0; i < s->program->function_count; i++)
    for (uint32_t k = 0; k < s->program->functions[i]->edge_count; k++)
      edge_visit_values(&s->program->functions[i]->edges[k], take_addresses, s);
}

/* Does the function itself leave as many atomic sections as it enters, on every way? */
static bool is_balanced(const struct function *function) {
  VECTOR(uint32_t) work = {0};
  int *depth = memory_allocate((function->location_count + 1) * sizeof *depth);
  bool fine = true;
  for (uint32_t i = 0; i < function->location_count; i++)
    depth[i] = -1;
  if (function->locations) {
    depth[function->entry] = 0;
    vector_push(&work, function->entry);
  }
  while (work.count && fine) {
    uint32_t from = vector_pop(&work);
    const struct location *at = &function->locations[from];
    for (uint32_t i = 0; i < at->edge_count && fine; i++) {
      const struct edge *edge = &function->edges[at->first_edge + i];
      int behind =
          depth[from] + (edge->op == OPERATION_ATOMIC_BEGIN) - (edge->op == OPERATION_ATOMIC_END);
      if (edge->op == OPERATION_RETURN || edge->to >= function->location_count) {
        fine = edge->op != OPERATION_RETURN || depth[from] == 0;
        continue;
      }
      fine = behind >= 0 && (depth[edge->to] < 0 || depth[edge->to] == behind);
      if (fine && depth[edge->to] < 0)
        vector_push(&work, edge->to);
      depth[edge->to] = behind;
    }
  }
  vector_release(&work);
  memory_release(depth);
  return fine;
}

void flat_find_effects(struct sequentializer *s) {
  const struct program *program = s->program;
  s->facts.effects = arena_allocate(s->arena, program->function_count + 1);
  s->facts.is_recursive = arena_allocate(s->arena, program->function_count + 1);
  for (uint32_t i = 0; i < program->function_count; i++) {
    if (program->functions[i]->result_count > 1 || !is_balanced(program->functions[i]))
      s->facts.effects[i] |= EFFECT_BLOCKS; /* a C function returns one value, and a section ends in
                                               the case that begins it */
    for (uint32_t k = 0; k < program->functions[i]->edge_count; k++) {
      const struct edge *edge = &program->functions[i]->edges[k];
      if (!s->facts.reached[i].locations[edge->from])
        continue;
      s->facts.effects[i] |= edge_effects(s, program->functions[i], edge);
      s->facts.has_setjmp |= edge->op == OPERATION_SETJMP;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < program->function_count; i++)
      for (uint32_t k = 0; k < program->functions[i]->edge_count; k++) {
        const struct edge *edge = &program->functions[i]->edges[k];
        uint8_t more = edge->op == OPERATION_CALL && s->facts.reached[i].locations[edge->from]
                           ? callee_effects(s, edge)
                           : 0;
        changed |= (more | s->facts.effects[i]) != s->facts.effects[i];
        s->facts.effects[i] |= more;
      }
  }
  find_returning(s);
}
