/* SPDX-License-Identifier: Apache-2.0 */
/* Reads debug information: positions, and names and types of variables. */
#include "frontend/debug.h"

#include "base/path.h"
#include "base/text.h"
#include "frontend/options.h"
#include "program/type.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* Operand `at` of a metadata node, or NULL. */
static LLVMValueRef operand_value(struct debug_info *debug, LLVMMetadataRef node, unsigned at) {
  enum { FEW = 16 };
  LLVMValueRef value = LLVMMetadataAsValue(debug->context, node), few[FEW];
  unsigned count = LLVMGetMDNodeNumOperands(value);
  if (at >= count)
    return NULL;
  if (count <= FEW) {
    LLVMGetMDNodeOperands(value, few);
    return few[at];
  }
  LLVMValueRef *all = memory_allocate(count * sizeof *all);
  LLVMGetMDNodeOperands(value, all);
  LLVMValueRef found = all[at];
  memory_release(all);
  return found;
}

unsigned debug_operand_count(struct debug_info *debug, LLVMMetadataRef node) {
  return (unsigned)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(debug->context, node));
}

LLVMMetadataRef debug_operand(struct debug_info *debug, LLVMMetadataRef node, unsigned at) {
  LLVMValueRef value = operand_value(debug, node, at);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

const char *debug_operand_text(struct debug_info *debug, LLVMMetadataRef node, unsigned at) {
  LLVMValueRef value = operand_value(debug, node, at);
  unsigned length = 0;
  const char *text = value ? LLVMGetMDString(value, &length) : NULL;
  return text ? arena_copy(debug->arena, text, length + 1) : "";
}

static const char *copy_text(struct debug_info *debug, const char *text, size_t length) {
  char *copy = arena_allocate(debug->arena, length + 1);
  if (length)
    memcpy(copy, text, length);
  return copy;
}

/* The name as the user knows it: as on the command line, else relative to the current directory. */
static const char *file_name(struct debug_info *debug, LLVMMetadataRef file) {
  unsigned length = 0;
  const char *text = LLVMDIFileGetFilename(file, &length);
  const char *name = copy_text(debug, text, length);
  if (name[0] == '<')
    return name;
  text = LLVMDIFileGetDirectory(file, &length);
  const char *directory = copy_text(debug, text, length);
  size_t here = strlen(debug->directory);
  const char *path = name[0] == '/' || directory[0] == '/'
                         ? file_path_resolve(debug->arena, directory, name)
                         : name;
  for (size_t i = 0; i < debug->options->file_count; i++) {
    const char *given = debug->options->files[i];
    if (given[0] == '/' ? !strcmp(given, path)
                        : !strncmp(path, debug->directory, here) && path[here] == '/' &&
                              !strcmp(path + here + 1, given))
      return arena_copy_text(debug->arena, given);
  }
  if (!strncmp(path, debug->directory, here) && path[here] == '/')
    return path + here + 1;
  return path;
}

static uint32_t file_index(struct debug_info *debug, LLVMMetadataRef file) {
  uint64_t known;
  if (map_get(&debug->files, (uintptr_t)file, &known))
    return (uint32_t)known;
  const char *name = file ? file_name(debug, file) : "";
  uint32_t index = 0;
  while (index < debug->file_list.count && strcmp(debug->file_list.items[index], name) != 0)
    index++;
  if (index == debug->file_list.count)
    vector_push(&debug->file_list, name);
  map_set(&debug->files, (uintptr_t)file, index);
  return index;
}

struct position debug_position_of_location(struct debug_info *debug, LLVMMetadataRef location) {
  if (!location || !LLVMDILocationGetLine(location))
    return (struct position){0};
  LLVMMetadataRef scope = LLVMDILocationGetScope(location);
  return (struct position){.file = file_index(debug, LLVMDIScopeGetFile(scope)),
                           .line = LLVMDILocationGetLine(location),
                           .column = LLVMDILocationGetColumn(location)};
}

struct position debug_position_of_function(struct debug_info *debug, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram)
    return (struct position){0};
  return (struct position){.file = file_index(debug, LLVMDIScopeGetFile(subprogram)),
                           .line = LLVMDISubprogramGetLine(subprogram)};
}

const char *debug_name_of_function(struct debug_info *debug, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  const char *name = subprogram ? debug_operand_text(debug, subprogram, FUNCTION_NAME) : "";
  size_t length;
  return name[0] ? name : arena_copy_text(debug->arena, LLVMGetValueName2(function, &length));
}

static void describe_basic(struct type *type) {
  if (!strcmp(type->name, "_Bool") || !strcmp(type->name, "bool"))
    type->kind = TYPE_BOOL;
  else if (strstr(type->name, "float") || strstr(type->name, "double"))
    type->kind = TYPE_FLOAT;
  else
    type->kind = strstr(type->name, "unsigned") ? TYPE_UNSIGNED : TYPE_SIGNED;
}

/* In C++ a struct also has functions, and variables that are not in its objects. */
static bool is_field(LLVMMetadataRef member) {
  if (!member || LLVMGetMetadataKind(member) != LLVMDIDerivedTypeMetadataKind)
    return false;
  unsigned tag = LLVMGetDINodeTag(member);
  return (tag == TAG_MEMBER || tag == TAG_INHERITANCE) &&
         !(LLVMDITypeGetFlags(member) & LLVMDIFlagStaticMember);
}

static void describe_fields(struct debug_info *debug, struct type *type, LLVMMetadataRef node) {
  type->kind = TYPE_STRUCT;
  LLVMMetadataRef elements = debug_operand(debug, node, TYPE_ELEMENTS);
  unsigned count = elements ? debug_operand_count(debug, elements) : 0;
  struct type_field *fields = arena_allocate(debug->arena, count * sizeof *fields);
  type->fields = fields;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef member = debug_operand(debug, elements, i);
    if (!is_field(member))
      continue;
    uint64_t bit = LLVMDITypeGetOffsetInBits(member);
    if (bit % 8 != 0) /* a bit field that shares its byte with another one */
      continue;
    size_t length = 0;
    const char *name = LLVMDITypeGetName(member, &length);
    fields[type->field_count++] =
        (struct type_field){.name = copy_text(debug, name, length),
                            .offset = bit / 8,
                            .type = debug_type(debug, debug_operand(debug, member, TYPE_BASE)),
                            .is_bit_field = (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) != 0};
  }
}

/* Several dimensions become arrays of arrays. */
static void describe_array(struct debug_info *debug, struct type *type, LLVMMetadataRef node) {
  type->kind = TYPE_ARRAY;
  const struct type *element = debug_type(debug, debug_operand(debug, node, TYPE_BASE));
  LLVMMetadataRef ranges = debug_operand(debug, node, TYPE_ELEMENTS);
  unsigned count = ranges ? debug_operand_count(debug, ranges) : 0;
  for (unsigned i = count; i-- > 1 && element;) {
    LLVMMetadataRef range = debug_operand(debug, ranges, i);
    LLVMValueRef length = range ? operand_value(debug, range, 0) : NULL;
    struct type *inner = arena_allocate(debug->arena, sizeof *inner);
    *inner = (struct type){.kind = TYPE_ARRAY, .name = "", .element = element};
    if (length && LLVMIsAConstantInt(length))
      inner->size = element->size * LLVMConstIntGetZExtValue(length);
    element = inner;
  }
  type->element = element;
}

static void describe_type(struct debug_info *debug, struct type *type, LLVMMetadataRef node) {
  switch (LLVMGetDINodeTag(node)) {
  case TAG_BASE:
    describe_basic(type);
    break;
  case TAG_ENUMERATION:
    type->kind = TYPE_SIGNED;
    break;
  case TAG_POINTER:
  case TAG_REFERENCE:
  case TAG_RVALUE_REFERENCE:
    type->kind = TYPE_POINTER;
    type->element = debug_type(debug, debug_operand(debug, node, TYPE_BASE));
    break;
  case TAG_STRUCTURE:
  case TAG_CLASS:
  case TAG_UNION:
    describe_fields(debug, type, node);
    break;
  case TAG_ARRAY:
    describe_array(debug, type, node);
    break;
  default:
    type->kind = TYPE_OTHER;
  }
}

const struct type *debug_type(struct debug_info *debug, LLVMMetadataRef node) {
  uint64_t known;
  if (!node)
    return NULL;
  if (map_get(&debug->types, (uintptr_t)node, &known))
    return (const struct type *)(uintptr_t)known;
  struct type *type = arena_allocate(debug->arena, sizeof *type);
  map_set(&debug->types, (uintptr_t)node,
          (uintptr_t)type); /* before its parts: types are recursive */
  size_t length = 0;
  const char *name = LLVMDITypeGetName(node, &length);
  type->name = copy_text(debug, name, length);
  type->size = LLVMDITypeGetSizeInBits(node) / 8;
  switch (LLVMGetDINodeTag(node)) {
  case TAG_TYPEDEF:
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ATOMIC: {
    const struct type *base = debug_type(debug, debug_operand(debug, node, TYPE_BASE));
    const char *own = type->name;
    if (base)
      *type = *base;
    else
      type->kind = TYPE_OTHER;
    if (own[0])
      type->name = own;
    break;
  }
  default:
    describe_type(debug, type, node);
  }
  return type;
}

void debug_describe_global(struct debug_info *debug, LLVMValueRef variable, struct object *object) {
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef source = LLVMDIGlobalVariableExpressionGetVariable(node);
    const char *name = debug_operand_text(debug, source, VARIABLE_NAME);
    if (name[0])
      object->name = name;
    object->type = debug_type(debug, debug_operand(debug, source, VARIABLE_TYPE));
    object->at = (struct position){.file = file_index(debug, LLVMDIVariableGetFile(source)),
                                   .line = LLVMDIVariableGetLine(source)};
  }
  if (entries)
    LLVMDisposeValueMetadataEntries(entries);
}

LLVMMetadataRef debug_type_of_global(struct debug_info *debug, LLVMValueRef variable) {
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  LLVMMetadataRef type = NULL;
  for (unsigned i = 0; i < count && !type; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      type = debug_operand(debug, LLVMDIGlobalVariableExpressionGetVariable(node), VARIABLE_TYPE);
  }
  if (entries)
    LLVMDisposeValueMetadataEntries(entries);
  return type;
}

static bool is_wrapper(LLVMMetadataRef type) {
  unsigned tag = LLVMGetDINodeTag(type);
  return tag == TAG_TYPEDEF || tag == TAG_CONST || tag == TAG_VOLATILE || tag == TAG_RESTRICT ||
         tag == TAG_ATOMIC;
}

LLVMMetadataRef debug_strip(struct debug_info *debug, LLVMMetadataRef type) {
  while (type && is_wrapper(type))
    type = debug_operand(debug, type, TYPE_BASE);
  return type;
}

bool debug_is_const(struct debug_info *debug, LLVMMetadataRef type) {
  while (type && LLVMGetDINodeTag(type) != TAG_CONST &&
         (is_wrapper(type) || LLVMGetDINodeTag(type) == TAG_ARRAY))
    type = debug_operand(debug, type, TYPE_BASE);
  return type && LLVMGetDINodeTag(type) == TAG_CONST;
}

/* NULL also where a struct is passed in several registers, so that the numbers of parameters
 * differ. */
LLVMMetadataRef debug_parameter_type(struct debug_info *debug, LLVMValueRef function,
                                     unsigned number) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef type = subprogram ? debug_operand(debug, subprogram, FUNCTION_TYPE) : NULL;
  LLVMMetadataRef list = type ? debug_operand(debug, type, TYPE_BASE) : NULL;
  unsigned count = list ? debug_operand_count(debug, list) : 0, skipped = 1;
  unsigned fixed = LLVMCountParams(function);
  if (count && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    count--;
  if (fixed && LLVMGetEnumAttributeAtIndex(function, 1, LLVMGetEnumAttributeKindForName("sret", 4)))
    skipped = 0;
  if (number >= fixed || count < 1 || count - 1 != fixed + skipped - 1)
    return NULL;
  return debug_operand(debug, list, number + skipped);
}

LLVMMetadataRef debug_result_type(struct debug_info *debug, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef type = subprogram ? debug_operand(debug, subprogram, FUNCTION_TYPE) : NULL;
  LLVMMetadataRef list = type ? debug_operand(debug, type, TYPE_BASE) : NULL;
  return list ? debug_operand(debug, list, 0) : NULL;
}

void debug_release(struct debug_info *debug) {
  map_release(&debug->types);
  map_release(&debug->files);
  vector_release(&debug->file_list);
}
