/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the variables and functions that a specification names. */
#include "frontend/observe_plan.h"
#include "frontend/variables.h"
#include "program/type.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void observe_fail(struct observation *in, unsigned line, const char *format, ...) {
  if (in->failed)
    return;
  in->failed = true;
  char message[512];
  va_list list;
  va_start(list, format);
  vsnprintf(message, sizeof message, format, list);
  va_end(list);
  specification_complain(in->specification, line, 0, "%s", message);
}

LLVMValueRef observe_next_function(struct observation *in, const char *name, LLVMValueRef last) {
  LLVMValueRef f = last ? LLVMGetNextFunction(last) : LLVMGetFirstFunction(in->module);
  while (f && (LLVMGetIntrinsicID(f) || strcmp(debug_name_of_function(&in->debug, f), name) != 0))
    f = LLVMGetNextFunction(f);
  return f;
}

static const char *type_of_size(enum type_kind kind, uint64_t size) {
  static const char *const signed_names[] = {"signed char", "short", "int", "long long"};
  static const char *const unsigned_names[] = {"unsigned char", "unsigned short", "unsigned",
                                               "unsigned long long"};
  unsigned at = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : size == 8 ? 3 : 4;
  if (kind == TYPE_POINTER)
    return "__UINTPTR_TYPE__";
  if (kind == TYPE_FLOAT)
    return size == 4 ? "float" : size == 8 ? "double" : NULL;
  if (kind == TYPE_BOOL)
    return "_Bool";
  if (at == 4 || (kind != TYPE_SIGNED && kind != TYPE_UNSIGNED))
    return NULL;
  return kind == TYPE_UNSIGNED ? unsigned_names[at] : signed_names[at];
}

const char *observe_type_name(struct observation *in, LLVMTypeRef llvm, const struct type *type) {
  (void)in;
  switch (LLVMGetTypeKind(llvm)) {
  case LLVMPointerTypeKind:
    return "__UINTPTR_TYPE__";
  case LLVMFloatTypeKind:
    return "float";
  case LLVMDoubleTypeKind:
    return "double";
  case LLVMIntegerTypeKind: {
    unsigned width = LLVMGetIntTypeWidth(llvm);
    bool is_unsigned = type && (type->kind == TYPE_UNSIGNED || type->kind == TYPE_POINTER);
    if (width == 1)
      return "_Bool";
    return type_of_size(is_unsigned ? TYPE_UNSIGNED : TYPE_SIGNED, width % 8 ? 0 : width / 8);
  }
  default:
    return NULL;
  }
}

/* The one variable or function of the program that has this name in the source. */
static LLVMValueRef find_global(struct observation *in, const char *name, struct object *object,
                                unsigned line) {
  LLVMValueRef found = NULL;
  for (LLVMValueRef g = LLVMGetFirstGlobal(in->module); g; g = LLVMGetNextGlobal(g)) {
    size_t length;
    struct object described = {.name = LLVMGetValueName2(g, &length)};
    debug_describe_global(&in->debug, g, &described);
    if (strcmp(described.name, name) != 0)
      continue;
    if (found)
      observe_fail(in, line, "there are several variables '%s'", name);
    found = g;
    *object = described;
  }
  if (found)
    return found;
  found = observe_next_function(in, name, NULL);
  if (found && observe_next_function(in, name, found))
    observe_fail(in, line, "there are several functions '%s'", name);
  return found;
}

static size_t number_of_object(struct observation *in, LLVMValueRef global) {
  size_t i = 0;
  while (i < in->objects.count && in->objects.items[i] != global)
    i++;
  if (i == in->objects.count)
    vector_push(&in->objects, global);
  return i;
}

/* Where a path leads. */
struct named_place {
  LLVMValueRef global;
  const struct type *type; /* NULL: a function */
  uint64_t offset;
};

/* One step into a struct or array; false: it cannot be taken. */
static bool enter_field(struct named_place *place, const char *name, size_t length) {
  for (uint32_t i = 0; place->type->kind == TYPE_STRUCT && i < place->type->field_count; i++) {
    const struct type_field *field = &place->type->fields[i];
    if (strlen(field->name) != length || strncmp(field->name, name, length) != 0)
      continue;
    if (field->is_bit_field || !field->type)
      return false;
    place->offset += field->offset;
    place->type = field->type;
    return true;
  }
  return false;
}

static bool enter_element(struct named_place *place, const char *index) {
  const struct type *element = place->type->kind == TYPE_ARRAY ? place->type->element : NULL;
  unsigned long at = strtoul(index, NULL, 10);
  if (!element || !element->size || at >= place->type->size / element->size)
    return false;
  place->offset += at * element->size;
  place->type = element;
  return true;
}

static bool follow_path(struct observation *in, const char *path, size_t length, unsigned line,
                        struct named_place *place) {
  struct object object = {0};
  size_t name = strcspn(path, ".[");
  name = name < length ? name : length;
  const char *first = arena_format(in->arena, "%.*s", (int)name, path);
  place->global = find_global(in, first, &object, line);
  place->type = object.type;
  if (!place->global) {
    observe_fail(in, line, "the program has no variable or function '%s'", first);
    return false;
  }
  for (size_t at = name; at < length && !in->failed;) {
    bool is_element = path[at++] == '[';
    size_t part = 0;
    while (at + part < length && !strchr(is_element ? "]" : ".[", path[at + part]))
      part++;
    if (!place->type ||
        !(is_element ? enter_element(place, path + at) : enter_field(place, path + at, part)))
      observe_fail(in, line, "'%.*s' has no %s '%.*s' that can be observed", (int)(at - 1), path,
                   is_element ? "element" : "field", (int)part, path + at);
    at += part + is_element;
  }
  return !in->failed;
}

void observe_add_place(struct observation *in, struct text *out, const char *path, size_t length,
                       bool is_address, unsigned line) {
  struct named_place place = {0};
  if (!follow_path(in, path, length, line, &place))
    return;
  size_t number = number_of_object(in, place.global);
  if (is_address) {
    text_format(out, "((__UINTPTR_TYPE__)(__heddle_observe_object_%zu + %llu))", number,
                (unsigned long long)place.offset);
    return;
  }
  const char *type = place.type ? type_of_size(place.type->kind, place.type->size) : NULL;
  if (!type) {
    observe_fail(in, line, "'%.*s' is neither a number nor a pointer", (int)length, path);
    return;
  }
  text_format(out, "(*(const %s *)(__heddle_observe_object_%zu + %llu))", type, number,
              (unsigned long long)place.offset);
}

void observe_check_mutex(struct observation *in, const char *path, size_t length, unsigned line) {
  struct named_place place = {0};
  if (!follow_path(in, path, length, line, &place))
    return;
  if (!place.type ||
      (strcmp(place.type->name, "pthread_mutex_t") != 0 && strcmp(place.type->name, "mtx_t") != 0))
    observe_fail(in, line, "'%.*s' is no mutex (pthread_mutex_t or mtx_t)", (int)length, path);
}

enum { SCOPE_PARENT = 1 };

/* How far out from the location's scope the variable's block is; -1: it does not enclose it. */
static int scope_distance(struct observation *in, LLVMMetadataRef location, LLVMMetadataRef block) {
  LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : NULL;
  int steps = 0;
  for (; scope && scope != block; steps++) {
    if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind)
      return block ? -1 : steps;
    scope = debug_operand(&in->debug, scope, SCOPE_PARENT);
  }
  return scope ? steps : -1;
}

LLVMValueRef observe_find_local(struct observation *in, LLVMValueRef instruction, const char *name,
                                const struct type **type) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  struct map variables = {0};
  LLVMValueRef found = NULL;
  int nearest = -1;
  variables_collect(&in->debug, function, in->arena, &variables);
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
      const struct variable *variable = LLVMIsAAllocaInst(i) ? variables_find(&variables, i) : NULL;
      if (!variable || strcmp(variable->name, name) != 0 ||
          variable->line >= LLVMDILocationGetLine(location)) /* it does not live yet */
        continue;
      int far = scope_distance(in, location, variable->block);
      if (far < 0 || (nearest >= 0 && far >= nearest))
        continue;
      nearest = far;
      found = i;
      *type = variable->type;
    }
  map_release(&variables);
  return found;
}
