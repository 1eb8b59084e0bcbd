/* SPDX-License-Identifier: Apache-2.0 */
/* A suppression names a function, a file or a variable. As in ThreadSanitizer, every active
 * function of one of the threads counts, with its file. */
#include "semantics/ignore.h"

#include "program/suppress.h"

static bool is_suppressed_in(const struct machine *machine, enum property property,
                             const struct function *function, bool is_innermost) {
  const struct program *program = machine->program;
  const struct suppressions *suppressions = machine->known->suppressions;
  return suppressions_match(suppressions, property, function->name, is_innermost) ||
         (function->at.line && function->at.file < program->file_count &&
          suppressions_match(suppressions, property, program->files[function->at.file],
                             is_innermost));
}

static bool is_stack_suppressed(const struct machine *machine, enum property property,
                                const struct thread *thread) {
  bool is_innermost = true;
  for (size_t i = thread->frames.count; i-- > 0;) {
    const struct function *function = thread->frames.items[i].function;
    if (function->is_library)
      continue;
    if (is_suppressed_in(machine, property, function, is_innermost))
      return true;
    is_innermost = false;
  }
  return false;
}

static bool is_edge_suppressed(const struct machine *machine, enum property property,
                               const struct edge *edge) {
  for (uint32_t i = 0; i < machine->program->function_count; i++) {
    const struct function *function = machine->program->functions[i];
    if (function->edge_count && edge >= function->edges &&
        edge < function->edges + function->edge_count)
      return !function->is_library && is_suppressed_in(machine, property, function, true);
  }
  return false;
}

static bool is_suppressed(const struct machine *machine, enum property property,
                          const struct accused *accused, size_t count, uint64_t address) {
  const struct suppressions *suppressions = machine->known->suppressions;
  if (!property_in(property, suppressions_properties(suppressions)))
    return false;
  const struct object *object = address ? program_find_object(machine->program, address) : NULL;
  if (object && !object->is_library &&
      suppressions_match(suppressions, property, object->name, true))
    return true;
  for (size_t i = 0; i < count; i++)
    if (accused[i].thread ? is_stack_suppressed(machine, property, accused[i].thread)
                          : is_edge_suppressed(machine, property, accused[i].edge))
      return true;
  return false;
}

bool is_ignored(const struct machine *machine, const struct violation_site *site,
                const struct accused *accused, size_t count, uint64_t address) {
  const struct known_violations *known = machine->known;
  return known && (known_has(known, site) ||
                   is_suppressed(machine, site->property, accused, count, address));
}
