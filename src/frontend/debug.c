/* SPDX-License-Identifier: Apache-2.0 */
/* Reads debug information: positions, and names and types of variables. */
#include "frontend/debug_nodes.h"

#include "base/path.h"
#include "base/text.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static LLVMContextRef context_of(struct lowering *in) { return LLVMGetModuleContext(in->module); }

/* Operand `at` of a metadata node, or NULL. */
static LLVMValueRef operand_value(struct lowering *in, LLVMMetadataRef node, unsigned at) {
  enum { FEW = 16 };
  LLVMValueRef value = LLVMMetadataAsValue(context_of(in), node), few[FEW];
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

unsigned debug_operand_count(struct lowering *in, LLVMMetadataRef node) {
  return (unsigned)LLVMGetMDNodeNumOperands(LLVMMetadataAsValue(context_of(in), node));
}

LLVMMetadataRef debug_operand(struct lowering *in, LLVMMetadataRef node, unsigned at) {
  LLVMValueRef value = operand_value(in, node, at);
  return value ? LLVMValueAsMetadata(value) : NULL;
}

static const char *operand_text(struct lowering *in, LLVMMetadataRef node, unsigned at) {
  LLVMValueRef value = operand_value(in, node, at);
  unsigned length = 0;
  const char *text = value ? LLVMGetMDString(value, &length) : NULL;
  return text ? arena_copy(in->arena, text, length + 1) : "";
}

static const char *copy_text(struct lowering *in, const char *text, size_t length) {
  char *copy = arena_allocate(in->arena, length + 1);
  if (length)
    memcpy(copy, text, length);
  return copy;
}

/* The way the user wrote it: as on the command line, else relative to where he stands. */
static const char *file_name(struct lowering *in, LLVMMetadataRef file) {
  unsigned length = 0;
  const char *text = LLVMDIFileGetFilename(file, &length);
  const char *name = copy_text(in, text, length);
  if (name[0] == '<')
    return name;
  text = LLVMDIFileGetDirectory(file, &length);
  const char *directory = copy_text(in, text, length);
  size_t here = strlen(in->current_directory);
  const char *path =
      name[0] == '/' || directory[0] == '/' ? file_path_resolve(in->arena, directory, name) : name;
  for (size_t i = 0; i < in->options->file_count; i++) {
    const char *given = in->options->files[i];
    if (given[0] == '/' ? !strcmp(given, path)
                        : !strncmp(path, in->current_directory, here) && path[here] == '/' &&
                              !strcmp(path + here + 1, given))
      return arena_copy_text(in->arena, given);
  }
  if (!strncmp(path, in->current_directory, here) && path[here] == '/')
    return path + here + 1;
  return path;
}

static uint32_t file_index(struct lowering *in, LLVMMetadataRef file) {
  uint64_t known;
  if (map_get(&in->files, (uintptr_t)file, &known))
    return (uint32_t)known;
  const char *name = file ? file_name(in, file) : "";
  uint32_t index = 0;
  while (index < in->file_list.count && strcmp(in->file_list.items[index], name) != 0)
    index++;
  if (index == in->file_list.count)
    vector_push(&in->file_list, name);
  map_set(&in->files, (uintptr_t)file, index);
  return index;
}

struct position debug_position_of_location(struct lowering *in, LLVMMetadataRef location) {
  if (!location || !LLVMDILocationGetLine(location))
    return (struct position){0};
  LLVMMetadataRef scope = LLVMDILocationGetScope(location);
  return (struct position){.file = file_index(in, LLVMDIScopeGetFile(scope)),
                           .line = LLVMDILocationGetLine(location),
                           .column = LLVMDILocationGetColumn(location)};
}

struct position debug_position_of_function(struct lowering *in, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  if (!subprogram)
    return (struct position){0};
  return (struct position){.file = file_index(in, LLVMDIScopeGetFile(subprogram)),
                           .line = LLVMDISubprogramGetLine(subprogram)};
}

const char *debug_name_of_function(struct lowering *in, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  const char *name = subprogram ? operand_text(in, subprogram, FUNCTION_NAME) : "";
  size_t length;
  return name[0] ? name : arena_copy_text(in->arena, LLVMGetValueName2(function, &length));
}

static const struct type *convert(struct lowering *in, LLVMMetadataRef node);

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

static void describe_fields(struct lowering *in, struct type *type, LLVMMetadataRef node) {
  type->kind = TYPE_STRUCT;
  LLVMMetadataRef elements = debug_operand(in, node, TYPE_ELEMENTS);
  unsigned count = elements ? debug_operand_count(in, elements) : 0;
  struct type_field *fields = arena_allocate(in->arena, count * sizeof *fields);
  type->fields = fields;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef member = debug_operand(in, elements, i);
    if (!is_field(member))
      continue;
    uint64_t bit = LLVMDITypeGetOffsetInBits(member);
    if (bit % 8 != 0) /* a bit field that shares its byte with another one */
      continue;
    size_t length = 0;
    const char *name = LLVMDITypeGetName(member, &length);
    fields[type->field_count++] =
        (struct type_field){.name = copy_text(in, name, length),
                            .offset = bit / 8,
                            .type = convert(in, debug_operand(in, member, TYPE_BASE)),
                            .is_bit_field = (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField) != 0};
  }
}

/* Several dimensions become arrays of arrays. */
static void describe_array(struct lowering *in, struct type *type, LLVMMetadataRef node) {
  type->kind = TYPE_ARRAY;
  const struct type *element = convert(in, debug_operand(in, node, TYPE_BASE));
  LLVMMetadataRef ranges = debug_operand(in, node, TYPE_ELEMENTS);
  unsigned count = ranges ? debug_operand_count(in, ranges) : 0;
  for (unsigned i = count; i-- > 1 && element;) {
    LLVMMetadataRef range = debug_operand(in, ranges, i);
    LLVMValueRef length = range ? operand_value(in, range, 0) : NULL;
    struct type *inner = arena_allocate(in->arena, sizeof *inner);
    *inner = (struct type){.kind = TYPE_ARRAY, .name = "", .element = element};
    if (length && LLVMIsAConstantInt(length))
      inner->size = element->size * LLVMConstIntGetZExtValue(length);
    element = inner;
  }
  type->element = element;
}

static void describe_type(struct lowering *in, struct type *type, LLVMMetadataRef node) {
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
    type->element = convert(in, debug_operand(in, node, TYPE_BASE));
    break;
  case TAG_STRUCTURE:
  case TAG_CLASS:
  case TAG_UNION:
    describe_fields(in, type, node);
    break;
  case TAG_ARRAY:
    describe_array(in, type, node);
    break;
  default:
    type->kind = TYPE_OTHER;
  }
}

static const struct type *convert(struct lowering *in, LLVMMetadataRef node) {
  uint64_t known;
  if (!node)
    return NULL;
  if (map_get(&in->types, (uintptr_t)node, &known))
    return (const struct type *)(uintptr_t)known;
  struct type *type = arena_allocate(in->arena, sizeof *type);
  map_set(&in->types, (uintptr_t)node, (uintptr_t)type); /* before its parts: types are recursive */
  size_t length = 0;
  const char *name = LLVMDITypeGetName(node, &length);
  type->name = copy_text(in, name, length);
  type->size = LLVMDITypeGetSizeInBits(node) / 8;
  switch (LLVMGetDINodeTag(node)) {
  case TAG_TYPEDEF:
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
  case TAG_ATOMIC: {
    const struct type *base = convert(in, debug_operand(in, node, TYPE_BASE));
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
    describe_type(in, type, node);
  }
  return type;
}

const struct type *debug_type(struct lowering *in, LLVMMetadataRef node) {
  return convert(in, node);
}

void debug_describe_global(struct lowering *in, LLVMValueRef variable, struct object *object) {
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef source = LLVMDIGlobalVariableExpressionGetVariable(node);
    const char *name = operand_text(in, source, VARIABLE_NAME);
    if (name[0])
      object->name = name;
    object->type = convert(in, debug_operand(in, source, VARIABLE_TYPE));
    object->at = (struct position){.file = file_index(in, LLVMDIVariableGetFile(source)),
                                   .line = LLVMDIVariableGetLine(source)};
  }
  if (entries)
    LLVMDisposeValueMetadataEntries(entries);
}

LLVMMetadataRef debug_type_of_global(struct lowering *in, LLVMValueRef variable) {
  size_t count = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(variable, &count);
  LLVMMetadataRef type = NULL;
  for (unsigned i = 0; i < count && !type; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) == LLVMDIGlobalVariableExpressionMetadataKind)
      type = debug_operand(in, LLVMDIGlobalVariableExpressionGetVariable(node), VARIABLE_TYPE);
  }
  if (entries)
    LLVMDisposeValueMetadataEntries(entries);
  return type;
}

/* The value a debug call speaks of, or NULL. */
static LLVMValueRef described_value(LLVMValueRef call) {
  LLVMValueRef wrapped = LLVMGetOperand(call, 0), value = NULL;
  LLVMMetadataRef node = LLVMValueAsMetadata(wrapped);
  if (LLVMGetMetadataKind(node) != LLVMLocalAsMetadataMetadataKind)
    return NULL;
  LLVMGetMDNodeOperands(wrapped, &value);
  return value;
}

static void collect_variable(struct builder *b, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee))
    return;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  if (strcmp(name, "llvm.dbg.value") != 0 && strcmp(name, "llvm.dbg.declare") != 0)
    return;
  LLVMValueRef value = described_value(call);
  if (!value || map_get(&b->variables, (uintptr_t)value, NULL))
    return;
  LLVMMetadataRef node = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  struct variable *variable = arena_allocate(b->scratch, sizeof *variable);
  variable->name = operand_text(b->lowering, node, VARIABLE_NAME);
  variable->type = convert(b->lowering, debug_operand(b->lowering, node, VARIABLE_TYPE));
  variable->node = debug_operand(b->lowering, node, VARIABLE_TYPE);
  variable->block = scopes_block(b->lowering, node);
  variable->line = LLVMDIVariableGetLine(node);
  if (variable->name[0])
    map_set(&b->variables, (uintptr_t)value, (uintptr_t)variable);
}

void debug_collect_variables(struct builder *b) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(b->llvm); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i))
        collect_variable(b, i);
}

const struct variable *debug_variable(const struct builder *b, LLVMValueRef value) {
  uint64_t found;
  return map_get(&b->variables, (uintptr_t)value, &found)
             ? (const struct variable *)(uintptr_t)found
             : NULL;
}
