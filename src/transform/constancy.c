/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/constancy.h"

#include "analysis/liveness.h"
#include "base/memory.h"
#include "program/address.h"
#include "program/uses.h"
#include "term/walk.h"
#include "transform/expected.h"

#include <string.h>

/* The value of a register, parameter or result: NULL while none was found, a constant, or … */
static const struct term varies = {.kind = TERM_VARIABLE};

static const struct term *meet(const struct term *a, const struct term *b) {
  return !a || a == b ? b : &varies;
}

bool constancy_is_known(const struct term *value) { return value && value != &varies; }

/* Functions. */

static void reach(struct constants *in, const struct function *function) {
  if (in->is_reached[function->number])
    return;
  in->is_reached[function->number] = true;
  vector_push(&in->left, function);
}

static void open_function(struct constants *in, const struct function *function) {
  in->is_open[function->number] = true;
  reach(in, function);
}

/* An address near that of a function may become it. */
static void note_address(struct constants *in, uint64_t address) {
  if (address + ADDRESS_GAP < in->first_address || address > in->last_address + ADDRESS_GAP)
    return;
  for (uint32_t i = 0; i < in->program->function_count; i++) {
    const struct function *function = in->program->functions[i];
    if (address + ADDRESS_GAP >= function->address && address <= function->address + ADDRESS_GAP)
      open_function(in, function);
  }
}

static bool note_constant(const struct term *part, void *context) {
  if (term_is_constant(part))
    note_address(context, part->value);
  return false;
}

static void note_constants(const struct term *term, void *context) {
  term_any(term, note_constant, context);
}

static void note_contents(struct constants *in, const struct object *objects, uint32_t count) {
  size_t size = in->program->pointer_width / 8;
  for (uint32_t i = 0; i < count; i++)
    for (uint64_t at = 0; objects[i].bytes && at + size <= objects[i].size; at++) {
      uint64_t address = 0;
      memcpy(&address, objects[i].bytes + at, size);
      note_address(in, address);
    }
}

static void reach_callees(struct constants *in, const struct function *function) {
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_CALL && edge->call.callee)
      reach(in, edge->call.callee);
    if (edge->op == OPERATION_WAIT)
      reach(in, edge->wait.condition);
    edge_visit_terms(edge, note_constants, in);
  }
}

static void reach_all(struct constants *in) {
  while (in->left.count)
    reach_callees(in, vector_pop(&in->left));
}

void constancy_find_functions(struct constants *in) {
  const struct program *program = in->program;
  memset(in->is_reached, 0, program->function_count);
  memset(in->is_open, 0, program->function_count);
  open_function(in, program->start);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->is_observer)
      open_function(in, program->functions[i]);
  note_contents(in, program->objects, program->object_count);
  note_contents(in, program->thread_locals, program->thread_local_count);
  reach_all(in);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (!in->is_reached[i] && !program->functions[i]->is_library) { /* it is kept, see below */
      open_function(in, program->functions[i]);
      reach_all(in);
    }
}

/* Values. */

static void note_value(struct constants *in, const struct function *function, uint32_t number,
                       const struct term *value) {
  const struct term **known = &in->values[in->registers[function->number] + number];
  *known = meet(*known, value);
}

static void note_argument(struct constants *in, const struct function *callee, uint32_t index,
                          const struct term *argument) {
  if (index >= callee->parameter_count)
    return;
  uint32_t parameter = callee->parameters[index];
  const struct term *value = &varies;
  if (argument && term_is_constant(argument))
    value = term_resize(in->program->terms, callee->registers[parameter].width, argument);
  note_value(in, callee, parameter, value);
}

static void note_call(struct constants *in, const struct edge *edge) {
  const struct function *callee = edge->call.callee;
  for (uint32_t i = 0; i < callee->parameter_count; i++) {
    bool is_area = callee->is_variadic && i + 1 == callee->parameter_count;
    bool is_given = !is_area && i < edge->call.argument_count;
    note_argument(in, callee, i, is_given ? edge->call.arguments[i] : NULL);
  }
}

/* What the calls of reached functions give to parameters. */
static void find_arguments(struct constants *in) {
  memset(in->values, 0, in->value_count * sizeof *in->values);
  for (uint32_t i = 0; i < in->program->function_count; i++) {
    const struct function *function = in->program->functions[i];
    for (uint32_t k = 0; in->is_open[i] && k < function->parameter_count; k++)
      note_value(in, function, function->parameters[k], &varies);
    for (uint32_t k = 0; in->is_reached[i] && k < function->edge_count; k++) {
      const struct edge *edge = &function->edges[k];
      if (edge->op == OPERATION_CALL && edge->call.callee) {
        note_call(in, edge);
      } else if (edge->op == OPERATION_WAIT) {
        note_argument(in, edge->wait.condition, 0, edge->wait.object);
        note_argument(in, edge->wait.condition, 1, edge->wait.argument);
      }
    }
  }
}

static const struct term *known_value(const struct term *variable, void *context) {
  const struct folding *folding = context;
  const struct term *value = folding->known[variable->value];
  return constancy_is_known(value) ? value : variable;
}

const struct term *constancy_fold(const struct term *term, void *context) {
  const struct folding *folding = context;
  return term_map(folding->in->program->terms, term, known_value, context);
}

static void define_unknown(uint32_t number, void *context) {
  const struct folding *folding = context;
  note_value(folding->in, folding->function, number, &varies);
}

static void define_results(const struct folding *folding, const struct edge *edge) {
  const struct function *callee = edge->call.callee;
  for (uint32_t i = 0; i < edge->call.result_count; i++) {
    uint32_t target = edge->call.results[i];
    if (target == NO_REGISTER)
      continue;
    const struct term *value = &varies;
    if (callee && i < callee->result_count)
      value = folding->in->returned[folding->in->results[callee->number] + i];
    if (constancy_is_known(value))
      value = term_resize(folding->in->program->terms, folding->function->registers[target].width,
                          value);
    note_value(folding->in, folding->function, target, value ? value : &varies);
  }
}

static void define_registers(struct folding *folding, const struct edge *edge) {
  if (edge->op == OPERATION_CALL) {
    define_results(folding, edge);
    return;
  }
  const struct term *expected = edge->op == OPERATION_LOAD && folding->in->fields
                                    ? expected_value(folding->in->fields, edge)
                                    : NULL;
  if (expected) {
    note_value(folding->in, folding->function, edge->load.target, expected);
    return;
  }
  if (edge->op != OPERATION_ASSIGN) {
    edge_visit_definitions(edge, define_unknown, folding);
    return;
  }
  for (uint32_t i = 0; i < edge->assign.count; i++) {
    const struct term *value = constancy_fold(edge->assign.list[i].value, folding);
    note_value(folding->in, folding->function, edge->assign.list[i].target,
               term_is_constant(value) ? value : &varies);
  }
}

/* Begins with the parameters that are known, and looks at all definitions as often as more
 * registers turn out to be constant. */
static void find_registers(struct constants *in, const struct function *function) {
  size_t size = function->register_count * sizeof *in->values;
  const struct term **values = in->values + in->registers[function->number];
  const struct term **given = memory_allocate_zeroed(size + 1);
  struct folding folding = {in, function, memory_allocate_zeroed(size + 1)};
  struct live_registers live = in->unwritten[function->number];
  for (uint32_t i = 0; i < function->register_count; i++) {
    given[i] = values[i];
    folding.known[i] = &varies;
  }
  for (uint32_t i = 0; i < live.count; i++) /* registers that are read before they get a value */
    given[live.registers[i]] = meet(&varies, given[live.registers[i]]);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    uint32_t parameter = function->parameters[i];
    given[parameter] = values[parameter] ? values[parameter] : &varies;
  }
  for (bool changed = true; changed;) {
    memcpy(values, given, size);
    for (uint32_t i = 0; i < function->edge_count; i++)
      define_registers(&folding, &function->edges[i]);
    changed = memcmp(values, folding.known, size) != 0;
    memcpy(folding.known, values, size);
  }
  memory_release(folding.known);
  memory_release(given);
}

static void find_results(struct constants *in, const struct function *function) {
  const struct term **returned = in->returned + in->results[function->number];
  struct folding folding = {in, function, in->values + in->registers[function->number]};
  memset(returned, 0, function->result_count * sizeof *returned);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    for (uint32_t k = 0; edge->op == OPERATION_RETURN && k < function->result_count; k++) {
      const struct term *value =
          k < edge->ret.count ? constancy_fold(edge->ret.values[k], &folding) : &varies;
      returned[k] = meet(returned[k], term_is_constant(value) ? value : &varies);
    }
  }
}

void constancy_find(struct constants *in, const struct expected *fields) {
  const struct program *program = in->program;
  in->fields = fields;
  find_arguments(in);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (in->is_reached[i])
      find_registers(in, program->functions[i]);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (in->is_reached[i])
      find_results(in, program->functions[i]);
}

void constancy_forget_results(struct constants *in) {
  memset(in->returned, 0, in->result_count * sizeof *in->returned);
}

void constancy_begin(struct constants *in, struct program *program) {
  uint32_t count = program->function_count;
  *in = (struct constants){.program = program, .first_address = UINT64_MAX};
  in->is_reached = memory_allocate_zeroed(count);
  in->is_open = memory_allocate_zeroed(count);
  in->registers = memory_allocate_zeroed(count * sizeof *in->registers);
  in->results = memory_allocate_zeroed(count * sizeof *in->results);
  for (uint32_t i = 0; i < count; i++) {
    const struct function *function = program->functions[i];
    in->registers[i] = (uint32_t)in->value_count;
    in->results[i] = (uint32_t)in->result_count;
    in->value_count += function->register_count;
    in->result_count += function->result_count;
    if (function->address < in->first_address)
      in->first_address = function->address;
    if (function->address > in->last_address)
      in->last_address = function->address;
  }
  in->values = memory_allocate_zeroed(in->value_count * sizeof *in->values + 1);
  in->liveness = liveness_create(program);
  in->unwritten = memory_allocate_zeroed(count * sizeof *in->unwritten + 1);
  for (uint32_t i = 0; i < count; i++)
    if (program->functions[i]->locations)
      in->unwritten[i] =
          liveness_at(in->liveness, program->functions[i], program->functions[i]->entry);
  in->returned = memory_allocate_zeroed(in->result_count * sizeof *in->returned + 1);
}

void constancy_release(struct constants *in) {
  memory_release(in->is_reached);
  memory_release(in->is_open);
  memory_release(in->registers);
  memory_release(in->results);
  memory_release(in->values);
  memory_release(in->returned);
  memory_release(in->unwritten);
  liveness_destroy(in->liveness);
  vector_release(&in->left);
}
