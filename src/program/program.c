/* SPDX-License-Identifier: Apache-2.0 */
/* Lookup functions for programs. */
#include "program/program.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

#define MEMORY PROPERTY_BIT(PROPERTY_MEMORY)
#define RACE PROPERTY_BIT(PROPERTY_RACE)
#define DEADLOCK PROPERTY_BIT(PROPERTY_DEADLOCK)
#define LEAK PROPERTY_BIT(PROPERTY_LEAK)
#define MEMCLEANUP PROPERTY_BIT(PROPERTY_MEMCLEANUP)
#define EVERYTHING ALL_PROPERTIES
#define NOTHING 0

const struct operation_row operation_rows[OPERATION_COUNT] = {
#define OPERATION(name, text, sorts, violates, operands, accesses) {text, sorts, violates},
    OPERATIONS
#undef OPERATION
};

property_set edge_violates(const struct edge *edge) {
  return edge->op == OPERATION_CHECK ? PROPERTY_BIT(edge->check.property)
                                     : operation_rows[edge->op].violates;
}

void program_destroy(const struct program *program) {
  if (!program)
    return;
  terms_destroy(program->terms);
  arena_destroy(program->arena); /* the program itself lives there */
}

const struct function *program_find_function(const struct program *program, const char *name) {
  for (uint32_t i = 0; i < program->function_count; i++)
    if (strcmp(program->functions[i]->name, name) == 0)
      return program->functions[i];
  return NULL;
}

const struct object *program_find_object(const struct program *program, uint64_t address) {
  uint32_t low = 0, high = program->object_count; /* the first object after `address` */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (program->objects[middle].address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == 0)
    return NULL;
  const struct object *object = &program->objects[low - 1];
  return address - object->address < object->size ? object : NULL;
}

bool program_is_opaque(const struct program *program, uint64_t address) {
  return program->opaque && address - program->opaque->address < program->opaque->size;
}

const struct function *program_function_at(const struct program *program, uint64_t address) {
  const struct object *object = program_find_object(program, address);
  return object && object->address == address ? object->function : NULL;
}

const char *program_function_name(const struct function *function) {
  static const char *const prefixes[] = {LIBRARY_DISCARDED, LIBRARY_PARTS};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (strncmp(function->name, prefixes[i], strlen(prefixes[i])) == 0)
      return function->name + strlen(prefixes[i]);
  return function->name;
}

bool program_function_has(const struct function *function, enum operation operation) {
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == operation)
      return true;
  return false;
}

property_set program_checks(const struct program *program, bool fatal) {
  property_set set = 0;
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0; j < program->functions[i]->edge_count; j++) {
      const struct edge *edge = &program->functions[i]->edges[j];
      if (edge->op == OPERATION_CHECK && edge->check.fatal == fatal)
        set |= PROPERTY_BIT(edge->check.property);
    }
  return set;
}

void program_print_position(struct text *out, const struct program *program, struct position at) {
  if (at.line && at.file < program->file_count)
    text_format(out, "%s:%u", program->files[at.file], at.line);
}
