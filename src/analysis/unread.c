/* SPDX-License-Identifier: Apache-2.0 */
/* Finds unread values by elimination: everything counts as unread at first. Uses that matter, and
 * values that flow into values that are read, are taken away until nothing changes. */
#include "analysis/unread.h"

#include "base/memory.h"
#include "program/access.h"
#include "program/uses.h"
#include "term/walk.h"

#include <string.h>

struct unread {
  const struct program *program;
  bool **registers; /* by function: is the register read? */
  bool *variables;  /* by object: is it read? */
};

struct elimination {
  struct unread *unread;
  property_set properties;
  bool narrow;   /* values as wide as addresses count as read, since they keep blocks reachable */
  bool *results; /* by function: is the result read? */
  const struct function *function; /* that is looked at */
  bool changed;
};

static void read_register(uint32_t reg, void *context) {
  struct elimination *all = context;
  bool *registers = all->unread->registers[all->function->number];
  all->changed |= !registers[reg];
  registers[reg] = true;
}

static bool is_read(const struct elimination *all, uint32_t reg) {
  return reg != NO_REGISTER && all->unread->registers[all->function->number][reg];
}

static bool read_variable_of(const struct term *part, void *context) {
  if (part->kind == TERM_VARIABLE)
    read_register((uint32_t)part->value, context);
  return false;
}

static void read_term(struct elimination *all, const struct term *term) {
  if (term)
    term_any(term, read_variable_of, all);
}

static void read_variable(struct elimination *all, const struct object *variable) {
  bool *is_read = &all->unread->variables[variable - all->unread->program->objects];
  all->changed |= !*is_read;
  *is_read = true;
}

/* The variable that a constant address names, at most one after its end; NULL: none. */
static const struct object *named_by(const struct elimination *all, const struct term *term) {
  const struct program *program = all->unread->program;
  if (!term_is_constant(term) || term->width != program->pointer_width)
    return NULL;
  const struct object *found = program_find_object(program, term->value);
  return found || !term->value ? found : program_find_object(program, term->value - 1);
}

static bool read_named(const struct term *part, void *context) {
  struct elimination *all = context;
  const struct object *variable = named_by(all, part);
  if (variable)
    read_variable(all, variable);
  return false;
}

/* A variable whose address is computed with, stored or handed on. */
static void read_addresses(struct elimination *all, const struct term *term) {
  if (term)
    term_any(term, read_named, all);
}

/* The variable that an access at this address names if nothing else can be meant. */
static const struct object *accessed(struct elimination *all, const struct term *address,
                                     uint32_t size) {
  const struct object *variable = named_by(all, address);
  bool is_inside = variable && address->value >= variable->address &&
                   address->value + size <= variable->address + variable->size;
  if (is_inside && (!all->narrow || size * 8 < all->unread->program->pointer_width))
    return variable;
  read_term(all, address);
  read_addresses(all, address);
  return NULL;
}

static bool is_unread(const struct elimination *all, const struct object *variable) {
  return variable && !all->unread->variables[variable - all->unread->program->objects];
}

static void look_at_access(struct elimination *all, const struct edge_access *access) {
  const struct object *variable = accessed(all, access->address, access->size);
  read_addresses(all, access->stored);
  if (variable && access->loaded != NO_REGISTER && is_read(all, access->loaded))
    read_variable(all, variable);
  if (!is_unread(all, variable))
    read_term(all, access->stored);
}

static void look_at_assignments(struct elimination *all, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->assign.count; i++) {
    read_addresses(all, edge->assign.list[i].value);
    if (is_read(all, edge->assign.list[i].target))
      read_term(all, edge->assign.list[i].value);
  }
}

static void read_result(struct elimination *all, const struct function *function) {
  all->changed |= !all->results[function->number];
  all->results[function->number] = true;
}

/* Arguments are read if the parameters are, and results if some caller reads them. */
static void look_at_call(struct elimination *all, const struct edge *edge) {
  const struct function *callee = edge->call.callee;
  bool is_known = callee && callee->locations && !callee->is_variadic &&
                  edge->call.argument_count == callee->parameter_count;
  read_term(all, edge->call.address);
  read_addresses(all, edge->call.address);
  read_term(all, edge->call.variadic_area);
  read_addresses(all, edge->call.variadic_area);
  for (uint32_t i = 0; i < edge->call.argument_count; i++) {
    read_addresses(all, edge->call.arguments[i]);
    if (!is_known || all->unread->registers[callee->number][callee->parameters[i]])
      read_term(all, edge->call.arguments[i]);
  }
  for (uint32_t i = 0; callee && i < edge->call.result_count; i++)
    if (is_read(all, edge->call.results[i]))
      read_result(all, callee);
}

static void look_at_return(struct elimination *all, const struct edge *edge) {
  for (uint32_t i = 0; i < edge->ret.count; i++) {
    read_addresses(all, edge->ret.values[i]);
    if (all->results[all->function->number])
      read_term(all, edge->ret.values[i]);
  }
}

static void look_at_term(const struct term *term, void *context) {
  read_addresses(context, term);
  read_term(context, term);
}

static bool is_checked(const struct elimination *all, const struct edge *edge) {
  return edge->check.fatal || property_in(edge->check.property, all->properties);
}

static void look_at(struct elimination *all, const struct edge *edge) {
  struct edge_access access;
  if (edge->op == OPERATION_ASSIGN)
    look_at_assignments(all, edge);
  else if (edge_value_access(edge, &access) && access.kind != EDGE_EXCHANGE)
    look_at_access(all, &access);
  else if (edge->op == OPERATION_CALL)
    look_at_call(all, edge);
  else if (edge->op == OPERATION_RETURN)
    look_at_return(all, edge);
  else if (edge->op != OPERATION_CHECK || is_checked(all, edge))
    edge_visit_terms(edge, look_at_term, all);
  else
    read_addresses(all, edge->check.condition);
}

/* What is read whatever the edges say: registers of the library, and those as wide as addresses, if
 * these count; all variables but plain ones of the user; variables that others point to; results of
 * functions whose address is in memory. */
static void begin(struct elimination *all) {
  const struct program *program = all->unread->program;
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    bool *registers = all->unread->registers[i];
    bool reads_all = function->is_library || program_function_has(function, OPERATION_SETJMP);
    for (uint32_t reg = 0; reg < function->register_count; reg++)
      registers[reg] =
          reads_all || (all->narrow && function->registers[reg].width >= program->pointer_width);
  }
  unsigned width = program->pointer_width / 8;
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    all->unread->variables[i] |=
        object->is_constant || object->is_thread_local || object->is_library || object->function;
    for (uint64_t at = 0; object->bytes && at + width <= object->size; at++) {
      uint64_t number = 0;
      memcpy(&number, object->bytes + at, width);
      const struct object *target = number ? program_find_object(program, number) : NULL;
      if (target && target->function)
        all->results[target->function->number] = true;
      if (target)
        all->unread->variables[target - program->objects] = true;
    }
  }
}

/* Functions whose address a term has may be called from anywhere, also as the start of a thread. */
static bool read_results_at(const struct term *part, void *context) {
  struct elimination *all = context;
  const struct object *object = named_by(all, part);
  if (object && object->function)
    all->results[object->function->number] = true;
  return false;
}

static void read_results_of(const struct term *term, void *context) {
  term_any(term, read_results_at, context);
}

static void look_for_functions(struct elimination *all, const struct edge *edge) {
  edge_visit_terms(edge, read_results_of, all);
}

static void for_each_edge(struct elimination *all,
                          void (*look)(struct elimination *all, const struct edge *edge)) {
  const struct program *program = all->unread->program;
  for (uint32_t i = 0; i < program->function_count; i++) {
    all->function = program->functions[i];
    for (uint32_t j = all->function->edge_count; j-- > 0;)
      look(all, &all->function->edges[j]);
  }
}

static bool has_any(const struct unread *unread) {
  const struct program *program = unread->program;
  for (uint32_t i = 0; i < program->object_count; i++)
    if (!unread->variables[i])
      return true;
  for (uint32_t i = 0; i < program->function_count; i++)
    if (memchr(unread->registers[i], 0, program->functions[i]->register_count))
      return true;
  return false;
}

struct unread *unread_create(const struct program *program, property_set properties) {
  struct unread *unread = memory_allocate_zeroed(sizeof *unread);
  *unread = (struct unread){
      .program = program,
      .registers = memory_allocate_zeroed((program->function_count + 1) * sizeof(bool *)),
      .variables = memory_allocate_zeroed(program->object_count + 1)};
  for (uint32_t i = 0; i < program->function_count; i++)
    unread->registers[i] = memory_allocate_zeroed(program->functions[i]->register_count + 1);
  struct elimination all = {.unread = unread,
                            .properties = properties,
                            .narrow = property_in(PROPERTY_LEAK, properties) ||
                                      property_in(PROPERTY_MEMCLEANUP, properties),
                            .results = memory_allocate_zeroed(program->function_count + 1)};
  begin(&all);
  for_each_edge(&all, look_for_functions);
  do {
    all.changed = false;
    for_each_edge(&all, look_at);
  } while (all.changed);
  memory_release(all.results);
  if (has_any(unread))
    return unread;
  unread_destroy(unread);
  return NULL;
}

void unread_destroy(struct unread *unread) {
  if (!unread)
    return;
  for (uint32_t i = 0; i < unread->program->function_count; i++)
    memory_release(unread->registers[i]);
  memory_release(unread->registers);
  memory_release(unread->variables);
  memory_release(unread);
}

bool unread_has_register(const struct unread *unread, const struct function *function,
                         uint32_t reg) {
  return !unread->registers[function->number][reg];
}

bool unread_has_variable(const struct unread *unread, const struct object *variable) {
  return !unread->variables[variable - unread->program->objects];
}
