/* SPDX-License-Identifier: Apache-2.0 */
/* Builds the type tables for library/environment.c from debug information: which parts of an object
 * are numbers, pointers and functions. A table may refer to itself through others, so it is
 * registered by its type before its contents are known. Locks and similar objects belong to the
 * library that defines them; the environment does not write to them. */
#include "frontend/environment.h"

#include "frontend/debug.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST_FIELDS = 256, MOST_PARAMETERS = 8, LONGEST_TEXT = 8 };

struct field_list {
  VECTOR(struct environment_field) items;
  bool is_strange; /* something in the type is not modelled */
};

static void add_fields(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                       uint64_t offset);

LLVMValueRef environment_word(struct lowering *in, uint64_t number) {
  LLVMTypeRef type =
      LLVMIntTypeInContext(LLVMGetModuleContext(in->module), (unsigned)in->pointer_width);
  return LLVMConstInt(type, number, 0);
}

static LLVMTypeRef pointer_type(struct lowering *in) {
  return LLVMPointerTypeInContext(LLVMGetModuleContext(in->module), 0);
}

static LLVMValueRef add_global(struct lowering *in, const char *name, LLVMTypeRef type,
                               bool is_constant) {
  LLVMValueRef global = LLVMAddGlobal(in->module, type, name);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  LLVMSetAlignment(global, 16);
  LLVMSetSection(global, "heddle-library");
  LLVMSetGlobalConstant(global, is_constant);
  return global;
}

LLVMValueRef environment_table(struct lowering *in, const char *name, LLVMValueRef contents) {
  LLVMValueRef global = add_global(in, name, LLVMTypeOf(contents), true);
  LLVMSetInitializer(global, contents);
  return global;
}

LLVMValueRef environment_field_constant(struct lowering *in,
                                        const struct environment_field *field) {
  LLVMValueRef parts[] = {environment_word(in, field->offset), environment_word(in, field->size),
                          environment_word(in, field->count), environment_word(in, field->kind),
                          field->type ? field->type : LLVMConstNull(pointer_type(in))};
  return LLVMConstStructInContext(LLVMGetModuleContext(in->module), parts, 5, 0);
}

static LLVMValueRef fields_constant(struct lowering *in, const struct field_list *list) {
  LLVMValueRef *constants =
      arena_allocate(in->scratch, (list->items.count + 1) * sizeof *constants);
  struct environment_field none = {0};
  constants[0] = environment_field_constant(in, &none);
  for (size_t i = 0; i < list->items.count; i++)
    constants[i] = environment_field_constant(in, &list->items.items[i]);
  return LLVMConstArray2(LLVMTypeOf(constants[0]), constants,
                         list->items.count ? list->items.count : 1);
}

static bool leads_to(LLVMValueRef table, enum field_kind wanted, struct map *seen) {
  if (!table || map_get(seen, (uintptr_t)table, NULL))
    return false;
  map_set(seen, (uintptr_t)table, 1);
  LLVMValueRef fields = LLVMGetInitializer(LLVMGetAggregateElement(LLVMGetInitializer(table), 2));
  uint64_t count = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(LLVMGetInitializer(table), 1));
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef field = LLVMGetAggregateElement(fields, i);
    uint64_t kind = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(field, 3));
    LLVMValueRef type = LLVMGetAggregateElement(field, 4);
    if (kind == wanted ||
        ((kind == FIELD_POINTER || kind == FIELD_CONSTANT) && leads_to(type, wanted, seen)))
      return true;
  }
  return false;
}

bool environment_leads_to(const struct environment_field *field, enum field_kind wanted) {
  struct map seen = {0};
  bool is_followed = field->kind == FIELD_POINTER || field->kind == FIELD_CONSTANT;
  bool leads = field->kind == wanted || (is_followed && leads_to(field->type, wanted, &seen));
  map_release(&seen);
  return leads;
}

bool environment_leads_further(const struct environment_field *field) {
  struct map seen = {0};
  bool is_followed = field->kind == FIELD_POINTER || field->kind == FIELD_CONSTANT;
  bool leads = is_followed && leads_to(field->type, FIELD_POINTER, &seen);
  map_release(&seen);
  return leads;
}

/* An entry of in->environment_types for a type whose contents are not known yet. */
static LLVMValueRef reserve_table(struct lowering *in, LLVMMetadataRef type) {
  LLVMTypeRef word = LLVMTypeOf(environment_word(in, 0)), pointer = pointer_type(in);
  LLVMTypeRef members[] = {word, word, pointer, pointer, word, word, word};
  LLVMTypeRef shape = LLVMStructTypeInContext(LLVMGetModuleContext(in->module), members, 7, 0);
  LLVMValueRef table = add_global(in, "type of the environment", shape, true);
  map_set(&in->environment_types, (uintptr_t)type, (uintptr_t)table);
  return table;
}

static void fill_table(struct lowering *in, LLVMValueRef table, const struct field_list *list,
                       uint64_t size, uint64_t characters) {
  bool has_pointers = false;
  for (size_t i = 0; i < list->items.count; i++)
    has_pointers |= list->items.items[i].kind != FIELD_BYTES;
  LLVMValueRef made = add_global(in, "objects of the environment", pointer_type(in), false);
  LLVMSetInitializer(made, LLVMConstNull(pointer_type(in)));
  LLVMValueRef parts[] = {environment_word(in, size),
                          environment_word(in, list->items.count),
                          environment_table(in, "fields", fields_constant(in, list)),
                          made,
                          environment_word(in, characters),
                          environment_word(in, list->is_strange),
                          environment_word(in, has_pointers)};
  LLVMSetInitializer(table,
                     LLVMConstStructInContext(LLVMGetModuleContext(in->module), parts, 7, 0));
}

static void add_field(struct field_list *list, enum field_kind kind, uint64_t offset, uint64_t size,
                      LLVMValueRef type) {
  struct environment_field *last =
      list->items.count ? &list->items.items[list->items.count - 1] : NULL;
  if (last && last->kind == kind && last->type == type && last->size == size &&
      last->offset + last->count * size == offset) {
    last->count++;
    return;
  }
  if (list->items.count == MOST_FIELDS) {
    list->is_strange = true;
    return;
  }
  vector_push(&list->items, (struct environment_field){offset, size, 1, kind, type});
}

/* Words, and the bytes that are left. */
static void add_bytes(struct field_list *list, uint64_t offset, uint64_t size) {
  uint64_t word = offset % 8 == 0 ? 8 : offset % 4 == 0 ? 4 : 1;
  for (; size >= word; offset += word, size -= word)
    add_field(list, FIELD_BYTES, offset, word, NULL);
  for (; size; offset++, size--)
    add_field(list, FIELD_BYTES, offset, 1, NULL);
}

static const char *name_of(LLVMMetadataRef type) {
  size_t length = 0;
  const char *name = LLVMDITypeGetName(type, &length);
  return length ? name : "";
}

/* Objects that only their library accesses. All zeros is their initial state. */
static bool is_lock(LLVMMetadataRef type) {
  static const char *const names[] = {"pthread_mutex_t",
                                      "pthread_cond_t",
                                      "pthread_rwlock_t",
                                      "pthread_spinlock_t",
                                      "pthread_barrier_t",
                                      "pthread_once_t",
                                      "pthread_key_t",
                                      "pthread_t",
                                      "pthread_attr_t",
                                      "pthread_mutexattr_t",
                                      "pthread_condattr_t",
                                      "sem_t",
                                      "mtx_t",
                                      "cnd_t",
                                      "thrd_t",
                                      "tss_t",
                                      "once_flag",
                                      "fpos_t",
                                      "jmp_buf",
                                      "sigjmp_buf",
                                      "fd_set",
                                      "__va_list_tag",
                                      "va_list",
                                      "_IO_FILE",
                                      "FILE",
                                      "__dirstream",
                                      "atomic_flag"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name_of(type), names[i]))
      return true;
  return false;
}

bool environment_is_lock(struct lowering *in, LLVMMetadataRef type) {
  while (type && !is_lock(type) && LLVMGetDINodeTag(type) == TAG_TYPEDEF)
    type = debug_operand(&in->debug, type, TYPE_BASE);
  return type && is_lock(type);
}

static uint64_t size_of(struct lowering *in, LLVMMetadataRef type) {
  while (type && (LLVMGetDINodeTag(type) == TAG_TYPEDEF || LLVMGetDINodeTag(type) == TAG_CONST ||
                  LLVMGetDINodeTag(type) == TAG_VOLATILE || LLVMGetDINodeTag(type) == TAG_ATOMIC))
    type = debug_operand(&in->debug, type, TYPE_BASE);
  return type ? LLVMDITypeGetSizeInBits(type) / 8 : 0;
}

/* A struct whose members are not known? */
static bool is_incomplete(LLVMMetadataRef type) {
  unsigned tag = LLVMGetDINodeTag(type);
  return (tag == TAG_STRUCTURE || tag == TAG_UNION || tag == TAG_CLASS) &&
         (LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl || !LLVMDITypeGetSizeInBits(type));
}

static void add_members(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                        uint64_t offset) {
  LLVMMetadataRef members = debug_operand(&in->debug, type, TYPE_ELEMENTS);
  unsigned count = members ? debug_operand_count(&in->debug, members) : 0;
  for (unsigned i = 0; i < count && !list->is_strange; i++) {
    LLVMMetadataRef member = debug_operand(&in->debug, members, i);
    unsigned tag = member ? LLVMGetDINodeTag(member) : 0;
    if ((tag != TAG_MEMBER && tag != TAG_INHERITANCE) ||
        LLVMDITypeGetFlags(member) & LLVMDIFlagStaticMember)
      continue;
    uint64_t bit = LLVMDITypeGetOffsetInBits(member), bits = LLVMDITypeGetSizeInBits(member);
    if (LLVMDITypeGetFlags(member) & LLVMDIFlagBitField)
      add_bytes(list, offset + bit / 8, (bit % 8 + bits + 7) / 8);
    else
      add_fields(in, list, debug_operand(&in->debug, member, TYPE_BASE), offset + bit / 8);
  }
}

/* A union of numbers is bytes. A union with anything else is not modelled, since the valid member
 * is not known. */
static void add_union(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                      uint64_t offset) {
  struct field_list inside = {0};
  add_members(in, &inside, type, 0);
  list->is_strange |= inside.is_strange;
  for (size_t i = 0; i < inside.items.count; i++)
    list->is_strange |= inside.items.items[i].kind != FIELD_BYTES;
  vector_release(&inside.items);
  if (!list->is_strange)
    add_bytes(list, offset, LLVMDITypeGetSizeInBits(type) / 8);
}

static void add_array(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                      uint64_t offset) {
  LLVMMetadataRef element = debug_operand(&in->debug, type, TYPE_BASE);
  uint64_t size = size_of(in, element), whole = LLVMDITypeGetSizeInBits(type) / 8;
  if (!size || !whole) { /* an array at the end of a struct that is as long as memory allows */
    list->is_strange = true;
    return;
  }
  for (uint64_t at = 0; at + size <= whole && !list->is_strange; at += size)
    add_fields(in, list, element, offset + at);
}

static void add_atomic(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                       uint64_t offset) {
  struct field_list inside = {0};
  add_fields(in, &inside, debug_operand(&in->debug, type, TYPE_BASE), offset);
  if (inside.items.count == 1 && inside.items.items[0].kind == FIELD_BYTES &&
      inside.items.items[0].count == 1)
    add_field(list, FIELD_ATOMIC, offset, inside.items.items[0].size, NULL);
  else
    list->is_strange = true; /* a pointer that others change meanwhile */
  vector_release(&inside.items);
}

static void add_fields(struct lowering *in, struct field_list *list, LLVMMetadataRef type,
                       uint64_t offset) {
  if (!type)
    return;
  if (is_lock(type)) {
    add_field(list, FIELD_LOCK, offset, size_of(in, type), NULL);
    return;
  }
  switch (LLVMGetDINodeTag(type)) {
  case TAG_BASE:
  case TAG_ENUMERATION:
    add_field(list, FIELD_BYTES, offset, LLVMDITypeGetSizeInBits(type) / 8, NULL);
    break;
  case TAG_TYPEDEF:
  case TAG_CONST:
  case TAG_VOLATILE:
  case TAG_RESTRICT:
    add_fields(in, list, debug_operand(&in->debug, type, TYPE_BASE), offset);
    break;
  case TAG_ATOMIC:
    add_atomic(in, list, type, offset);
    break;
  case TAG_POINTER:
  case TAG_REFERENCE:
  case TAG_RVALUE_REFERENCE: {
    struct environment_field field = environment_describe(in, type);
    add_field(list, field.kind, offset, in->pointer_size, field.type);
    break;
  }
  case TAG_STRUCTURE:
  case TAG_CLASS:
    add_members(in, list, type, offset);
    break;
  case TAG_UNION:
    add_union(in, list, type, offset);
    break;
  case TAG_ARRAY:
    add_array(in, list, type, offset);
    break;
  default:
    list->is_strange = true;
  }
}

bool environment_is_text(struct lowering *in, LLVMMetadataRef pointee) {
  LLVMMetadataRef type = debug_strip(&in->debug, pointee);
  return type && LLVMGetDINodeTag(type) == TAG_BASE && !strcmp(name_of(type), "char");
}

bool environment_is_text_pointer(struct lowering *in, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  return bare && LLVMGetDINodeTag(bare) == TAG_POINTER &&
         environment_is_text(in, debug_operand(&in->debug, bare, TYPE_BASE));
}

static LLVMValueRef table_of_object(struct lowering *in, LLVMMetadataRef type) {
  uint64_t known;
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  if (map_get(&in->environment_types, (uintptr_t)bare, &known))
    return (LLVMValueRef)(uintptr_t)known;
  LLVMValueRef table = reserve_table(in, bare);
  struct field_list list = {0};
  add_fields(in, &list, type, 0);
  fill_table(in, table, &list, size_of(in, bare), environment_is_text(in, bare) ? LONGEST_TEXT : 0);
  vector_release(&list.items);
  return table;
}

/* The table of a type of functions: what they are called with. */
static LLVMValueRef table_of_function(struct lowering *in, LLVMMetadataRef type) {
  uint64_t known;
  if (map_get(&in->environment_types, (uintptr_t)type, &known))
    return (LLVMValueRef)(uintptr_t)known;
  LLVMValueRef table = reserve_table(in, type);
  LLVMMetadataRef types = debug_operand(&in->debug, type, TYPE_BASE);
  unsigned count = types ? debug_operand_count(&in->debug, types) : 0;
  struct field_list list = {0};
  for (unsigned i = 1; i < count; i++) {
    LLVMMetadataRef parameter = debug_operand(&in->debug, types, i);
    if (!parameter) /* further ones */
      continue;
    struct environment_field field = environment_describe(in, parameter);
    list.is_strange |= i > MOST_PARAMETERS || field.kind == FIELD_STRANGE || field.size > 8;
    field.offset = i; /* each of them by itself */
    vector_push(&list.items, field);
  }
  fill_table(in, table, &list, 1, 0);
  vector_release(&list.items);
  return table;
}

uint64_t environment_count_in(const struct environment_field *field, uint64_t size) {
  if (!size || !field->type)
    return 0;
  LLVMValueRef table = LLVMGetInitializer(field->type);
  uint64_t each = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(table, 0));
  return each && size >= each ? size / each : 1;
}

struct environment_field environment_describe_pointer(struct lowering *in, LLVMMetadataRef pointee,
                                                      bool is_constant) {
  struct environment_field field = {.size = in->pointer_size, .count = 1, .kind = FIELD_HANDLE};
  LLVMMetadataRef bare = debug_strip(&in->debug, pointee);
  if (!bare || is_incomplete(bare) || is_lock(bare) || is_lock(pointee))
    return field;
  bool is_function = LLVMGetDINodeTag(bare) == TAG_SUBROUTINE;
  field.type = is_function ? table_of_function(in, bare) : table_of_object(in, pointee);
  field.kind = is_function ? FIELD_FUNCTION : is_constant ? FIELD_CONSTANT : FIELD_POINTER;
  return field;
}

struct environment_field environment_describe(struct lowering *in, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  unsigned tag = bare ? LLVMGetDINodeTag(bare) : 0;
  if (tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE) {
    LLVMMetadataRef pointee = debug_operand(&in->debug, bare, TYPE_BASE);
    return environment_describe_pointer(in, pointee, debug_is_const(&in->debug, pointee));
  }
  struct environment_field number = {.size = size_of(in, bare), .count = 1, .kind = FIELD_BYTES};
  if (tag != TAG_BASE && tag != TAG_ENUMERATION)
    number.kind = FIELD_STRANGE;
  return number;
}
