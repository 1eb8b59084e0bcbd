/* SPDX-License-Identifier: Apache-2.0 */
/* Lookup functions for programs. */
#include "program/program.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

const char *operation_name(enum operation op) {
  static const char *const names[] = {
#define OPERATION(name, text, visible, operands) text,
      OPERATIONS
#undef OPERATION
  };
  return names[op];
}

bool operation_is_visible(enum operation op) {
  static const bool visibles[] = {
#define OPERATION(name, text, visible, operands) visible,
      OPERATIONS
#undef OPERATION
  };
  return visibles[op];
}

void program_destroy(struct program *program) {
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
  uint32_t low = 0, high = program->object_count; /* the first object behind `address` */
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

void program_print_position(struct text *out, const struct program *program, struct position at) {
  if (at.line && at.file < program->file_count)
    text_format(out, "%s:%u", program->files[at.file], at.line);
}
