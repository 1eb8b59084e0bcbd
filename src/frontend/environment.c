/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers calls of undefined functions to calls of the library's model, with descriptions of their
 * arguments. What a pointer points to has the type that the parameter says. If that is void or
 * bytes, it is the type of the variable whose address is passed. */
#include "frontend/environment.h"

#include "frontend/debug.h"
#include "frontend/purity.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

/* What the program does with a local variable besides reading it. */
struct local_uses {
  bool escapes, is_written;
  unsigned undefined_calls;
};

static bool is_mark_of_life(LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.dbg.", 9);
}

/* Of an intrinsic that copies or fills memory. */
static bool is_copy(LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  return !strncmp(name, "llvm.mem", 8);
}

static void find_uses(LLVMValueRef address, struct local_uses *uses) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) ||
        (LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
         is_mark_of_life(user)))
      continue;
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) {
      find_uses(user, uses);
    } else if (LLVMIsACallInst(user) && purity_is_undefined_call(user)) {
      uses->undefined_calls++;
    } else if ((LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
               (LLVMIsACallInst(user) && is_copy(user))) {
      uses->is_written = true;
    } else {
      uses->escapes = uses->is_written = true;
    }
  }
}

static struct local_uses uses_of(LLVMValueRef origin) {
  struct local_uses uses = {.escapes = true, .is_written = true};
  if (LLVMIsAAllocaInst(origin)) {
    uses = (struct local_uses){0};
    find_uses(origin, &uses);
  }
  return uses;
}

static bool tells_nothing(struct lowering *in, LLVMMetadataRef pointee) {
  LLVMMetadataRef bare = debug_strip(&in->debug, pointee);
  return !bare || (LLVMGetDINodeTag(bare) == TAG_BASE && LLVMDITypeGetSizeInBits(bare) == 8);
}

static LLVMMetadataRef type_of_function(struct lowering *in, LLVMValueRef function) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  return subprogram ? debug_operand(&in->debug, subprogram, FUNCTION_TYPE) : NULL;
}

/* A struct of nothing but a pointer is passed as that. */
static LLVMMetadataRef only_member(struct lowering *in, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  if (!bare || LLVMGetDINodeTag(bare) != TAG_STRUCTURE ||
      LLVMDITypeGetSizeInBits(bare) != in->pointer_width)
    return bare;
  LLVMMetadataRef members = debug_operand(&in->debug, bare, TYPE_ELEMENTS);
  LLVMMetadataRef member = members && debug_operand_count(&in->debug, members)
                               ? debug_operand(&in->debug, members, 0)
                               : NULL;
  return member ? only_member(in, debug_operand(&in->debug, member, TYPE_BASE)) : bare;
}

static bool is_pointer_type(LLVMMetadataRef bare) {
  unsigned tag = bare ? LLVMGetDINodeTag(bare) : 0;
  return tag == TAG_POINTER || tag == TAG_REFERENCE || tag == TAG_RVALUE_REFERENCE;
}

/* Is the declared type void *, or not known to be a pointer? */
static bool is_void_pointer(struct lowering *in, LLVMMetadataRef declared) {
  LLVMMetadataRef bare = debug_strip(&in->debug, declared);
  return !is_pointer_type(bare) ||
         !debug_strip(&in->debug, debug_operand(&in->debug, bare, TYPE_BASE));
}

/* What a pointer leads to, as far as the source tells. */
struct pointed {
  LLVMMetadataRef type; /* NULL: not known */
  uint64_t size; /* in bytes, where the pointer is into a member of a struct; 0: up to the end
                  * of the object */
};

static LLVMMetadataRef pointee(struct lowering *in, LLVMMetadataRef pointer) {
  LLVMMetadataRef bare = debug_strip(&in->debug, pointer);
  return is_pointer_type(bare) ? debug_operand(&in->debug, bare, TYPE_BASE) : NULL;
}

static LLVMMetadataRef member_at(struct lowering *in, LLVMMetadataRef type, uint64_t offset) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  unsigned tag = bare ? LLVMGetDINodeTag(bare) : 0;
  LLVMMetadataRef members = tag == TAG_STRUCTURE || tag == TAG_CLASS
                                ? debug_operand(&in->debug, bare, TYPE_ELEMENTS)
                                : NULL;
  unsigned count = members ? debug_operand_count(&in->debug, members) : 0;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef member = debug_operand(&in->debug, members, i);
    if (member && LLVMGetDINodeTag(member) == TAG_MEMBER &&
        !(LLVMDITypeGetFlags(member) & (LLVMDIFlagBitField | LLVMDIFlagStaticMember)) &&
        LLVMDITypeGetOffsetInBits(member) == 8 * offset)
      return debug_operand(&in->debug, member, TYPE_BASE);
  }
  return NULL;
}

/* What is at an offset in an object of the type: the outermost thing that begins there, or a
 * pointer. NULL: that is not known. */
static LLVMMetadataRef part_at(struct lowering *in, LLVMMetadataRef type, uint64_t offset,
                               bool is_pointer) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  while (bare && (is_pointer ? !is_pointer_type(bare) : offset > 0)) {
    unsigned tag = LLVMGetDINodeTag(bare);
    LLVMMetadataRef next = NULL;
    if (tag == TAG_ARRAY) {
      next = debug_strip(&in->debug, debug_operand(&in->debug, bare, TYPE_BASE));
      uint64_t size = next ? LLVMDITypeGetSizeInBits(next) / 8 : 0;
      offset = size ? offset % size : offset;
    } else if (tag == TAG_STRUCTURE || tag == TAG_CLASS) {
      LLVMMetadataRef members = debug_operand(&in->debug, bare, TYPE_ELEMENTS);
      unsigned count = members ? debug_operand_count(&in->debug, members) : 0;
      uint64_t begin = 0;
      for (unsigned i = 0; i < count; i++) {
        LLVMMetadataRef member = debug_operand(&in->debug, members, i);
        if (LLVMGetDINodeTag(member) != TAG_MEMBER ||
            LLVMDITypeGetFlags(member) & LLVMDIFlagStaticMember ||
            LLVMDITypeGetOffsetInBits(member) > 8 * offset)
          continue;
        begin = LLVMDITypeGetOffsetInBits(member) / 8;
        next = debug_strip(&in->debug, debug_operand(&in->debug, member, TYPE_BASE));
      }
      offset -= begin;
    }
    bare = next;
  }
  return offset ? NULL : bare;
}

static struct pointed find_target(struct builder *b, LLVMValueRef value);

static bool is_union(struct lowering *in, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  return bare && LLVMGetDINodeTag(bare) == TAG_UNION;
}

/* The indices of an address computation, in the types of LLVM and of the source. */
static struct pointed find_part(struct builder *b, LLVMValueRef value) {
  struct lowering *in = b->lowering;
  struct pointed target = find_target(b, LLVMGetOperand(value, 0));
  unsigned operands = (unsigned)LLVMGetNumOperands(value);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(value);
  LLVMValueRef first = LLVMGetOperand(value, 1);
  if (types_size(in, type) == 1 && LLVMIsAConstantInt(first)) { /* an offset in bytes */
    LLVMMetadataRef part = part_at(in, target.type, LLVMConstIntGetZExtValue(first), false);
    target.type = part ? part : target.type;
  }
  for (unsigned i = 2; i < operands && !is_union(in, target.type); i++) {
    LLVMValueRef index = LLVMGetOperand(value, i);
    uint64_t number = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : 0;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      target.type =
          member_at(in, target.type, LLVMOffsetOfElement(in->layout, type, (unsigned)number));
      type = LLVMStructGetTypeAtIndex(type, (unsigned)number);
      target.size = types_size(in, type);
    } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
      LLVMMetadataRef bare = debug_strip(&in->debug, target.type);
      type = LLVMGetElementType(type);
      uint64_t before = number * types_size(in, type);
      target.size = target.size > before ? target.size - before : 0;
      if (LLVMGetTypeKind(type) != LLVMArrayTypeKind) /* of all dimensions at once */
        target.type = bare && LLVMGetDINodeTag(bare) == TAG_ARRAY
                          ? debug_operand(&in->debug, bare, TYPE_BASE)
                          : NULL;
    } else {
      return (struct pointed){0};
    }
  }
  return target;
}

static struct pointed find_target(struct builder *b, LLVMValueRef value) {
  struct lowering *in = b->lowering;
  value = objects_behind_alias(value);
  const struct variable *variable = variables_find(&b->variables, value);
  if (LLVMIsAGlobalVariable(value))
    return (struct pointed){debug_type_of_global(&in->debug, value), 0};
  if (variable)
    return (struct pointed){LLVMIsAAllocaInst(value) ? variable->node : pointee(in, variable->node),
                            0};
  if (LLVMIsAGetElementPtrInst(value) ||
      (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr))
    return find_part(b, value);
  if (LLVMIsALoadInst(value)) {
    LLVMMetadataRef loaded = find_target(b, LLVMGetOperand(value, 0)).type;
    return (struct pointed){pointee(in, part_at(in, loaded, 0, true)), 0};
  }
  if (LLVMIsACallInst(value) && LLVMIsAFunction(LLVMGetCalledValue(value)))
    return (struct pointed){pointee(in, debug_result_type(&in->debug, LLVMGetCalledValue(value))),
                            0};
  return (struct pointed){0};
}

/* Uses the declared type of the parameter, or else the origin of the pointer. */
static struct environment_field describe_pointer(struct builder *b, LLVMValueRef value,
                                                 LLVMMetadataRef declared) {
  struct lowering *in = b->lowering;
  LLVMMetadataRef told = pointee(in, only_member(in, declared)), own = NULL;
  struct pointed target = find_target(b, value);
  if (tells_nothing(in, told)) {
    LLVMValueRef origin = purity_origin(value);
    own = LLVMIsAFunction(origin) ? type_of_function(in, origin) : target.type;
    if (!debug_strip(&in->debug, own))
      own = NULL;
  }
  bool is_constant =
      debug_is_const(&in->debug, debug_strip(&in->debug, told) || !own ? told : own) ||
      debug_is_const(&in->debug, told);
  struct environment_field field = environment_describe_pointer(in, own ? own : told, is_constant);
  field.offset = is_void_pointer(in, declared);
  field.count = environment_count_in(&field, target.size);
  if (!debug_strip(&in->debug, told) && !own && !is_constant)
    field.kind = FIELD_STRANGE; /* unless it is the user's data for a callback */
  return field;
}

static void append_argument(struct environment_arguments *all, struct environment_field field,
                            unsigned number) {
  vector_push(&all->fields, field);
  vector_push(&all->numbers, number);
}

void environment_add_strange(struct environment_arguments *all) {
  append_argument(all, (struct environment_field){.count = 1, .kind = FIELD_STRANGE}, NO_ARGUMENT);
}

void environment_release(struct environment_arguments *all) {
  vector_release(&all->fields);
  vector_release(&all->numbers);
}

/* Could another thread write or free what the function reads? */
static bool may_fail(struct lowering *in, LLVMValueRef value) {
  LLVMValueRef origin = purity_origin(value);
  if (LLVMIsNull(value) || LLVMIsUndef(value) || LLVMIsAAllocaInst(origin) ||
      LLVMIsAFunction(origin))
    return false;
  if (LLVMIsAGlobalVariable(origin))
    return purity_has_threads(in) && !LLVMIsGlobalConstant(origin);
  return true;
}

void environment_add_argument(struct builder *b, struct environment_arguments *all,
                              LLVMValueRef call, LLVMValueRef callee, unsigned number) {
  struct lowering *in = b->lowering;
  LLVMValueRef value = LLVMGetOperand(call, number);
  LLVMMetadataRef declared = debug_parameter_type(&in->debug, callee, number);
  bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
  if (LLVMGetCallSiteEnumAttribute(call, number + 1, in->sret_attribute))
    return;
  bool is_harmless = purity_of_argument(in, call, callee, number) == HANDS_NOTHING;
  if (is_harmless && !(is_pointer && may_fail(in, value)))
    return;
  if (purity_is_number_of_pointer(value)) {
    value = LLVMGetOperand(value, 0);
    declared = NULL;
  } else if (!is_pointer) {
    environment_add_strange(all);
    return;
  }
  struct environment_field field =
      LLVMGetCallSiteEnumAttribute(call, number + 1, in->byval_attribute)
          ? environment_describe_pointer(in, declared, true)
          : describe_pointer(b, value, declared);
  if (is_harmless && field.kind != FIELD_POINTER && field.kind != FIELD_CONSTANT)
    return;
  struct local_uses uses = uses_of(value);
  field.size = !uses.is_written && uses.undefined_calls == 1;
  append_argument(all, field, number);
}

void environment_add_parameter(struct builder *b, struct environment_arguments *all,
                               LLVMValueRef function, unsigned number) {
  struct lowering *in = b->lowering;
  LLVMValueRef parameter = LLVMGetParam(function, number);
  if (purity_of_parameter(in, function, number) == HANDS_NOTHING &&
      !(LLVMGetTypeKind(LLVMTypeOf(parameter)) == LLVMPointerTypeKind && may_fail(in, parameter)))
    return;
  struct environment_field field = {.count = 1, .kind = FIELD_STRANGE};
  LLVMMetadataRef declared = debug_parameter_type(&in->debug, function, number);
  if (LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMPointerTypeKind) {
    environment_add_strange(all);
    return;
  }
  if (LLVMGetEnumAttributeAtIndex(function, number + 1, in->byval_attribute))
    field = environment_describe_pointer(in, declared, true);
  else if (declared)
    field = describe_pointer(b, parameter, declared);
  field.size = field.count = 0;
  append_argument(all, field, number);
}

bool environment_makes(struct lowering *in, LLVMMetadataRef result) {
  LLVMMetadataRef bare = debug_strip(&in->debug, result);
  if (!bare || LLVMGetDINodeTag(bare) != TAG_POINTER)
    return false;
  enum field_kind kind = environment_describe(in, result).kind;
  return kind == FIELD_POINTER || kind == FIELD_CONSTANT;
}

bool environment_is_watched(struct builder *b, LLVMValueRef call,
                            const struct environment_arguments *all) {
  bool is_watched = false;
  for (size_t i = 0; i < all->fields.count; i++)
    is_watched |= environment_leads_further(&all->fields.items[i]);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && !is_watched; i++) {
    LLVMValueRef origin = purity_origin(LLVMGetOperand(call, i));
    is_watched = LLVMGetTypeKind(LLVMTypeOf(origin)) == LLVMPointerTypeKind &&
                 !(LLVMIsAGlobalVariable(origin) && LLVMIsGlobalConstant(origin)) &&
                 uses_of(origin).escapes;
  }
  return is_watched && purity_has_threads(b->lowering);
}

/* A void pointer next to a function that takes one is the user's data for that function. */
static void find_data_of_user(struct environment_arguments *all) {
  bool has_function = false;
  for (size_t i = 0; i < all->fields.count; i++)
    has_function |= all->fields.items[i].kind == FIELD_FUNCTION;
  for (size_t i = 0; i < all->fields.count && has_function; i++)
    if (all->fields.items[i].offset && all->fields.items[i].kind != FIELD_FUNCTION)
      all->fields.items[i].kind = FIELD_HANDLE;
}

static LLVMValueRef arguments_table(struct lowering *in, const struct environment_arguments *all) {
  LLVMValueRef *list = arena_allocate(in->scratch, (all->fields.count + 1) * sizeof *list);
  struct environment_field none = {0};
  list[0] = environment_field_constant(in, &none);
  for (size_t i = 0; i < all->fields.count; i++)
    list[i] = environment_field_constant(in, &all->fields.items[i]);
  return environment_table(
      in, "arguments of an undefined function",
      LLVMConstArray2(LLVMTypeOf(list[0]), list, all->fields.count ? all->fields.count : 1));
}

uint64_t environment_call_table(struct lowering *in, const struct environment_arguments *all,
                                const struct environment_field *result, bool repeats) {
  struct environment_field none = {0};
  uint64_t middle = objects_opaque_address(in), size = 2 * (middle - in->objects.opaque_address);
  LLVMValueRef parts[] = {environment_word(in, all->fields.count),
                          arguments_table(in, all),
                          environment_field_constant(in, result ? result : &none),
                          environment_word(in, in->objects.opaque_address),
                          environment_word(in, size),
                          environment_word(in, repeats)};
  return objects_variable(
      in,
      environment_table(in, "call of an undefined function",
                        LLVMConstStructInContext(LLVMGetModuleContext(in->module), parts, 6, 0)));
}

static void add_problem(struct builder *b, uint32_t status, const char *name) {
  const struct term *fine =
      values_apply(b, OP_EQ, builder_register_term(b, status), values_integer(b, 32, 0));
  uint32_t origin = b->current, behind = builder_add_location(b);
  builder_add_edge_to(b, OPERATION_ASSUME, behind)->assume.condition = fine;
  b->current = origin;
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, fine);
  builder_add_unsupported(
      b, arena_format(b->scratch,
                      "the undefined function %s, which gets memory of an unknown type,", name));
  builder_add_edge_to(b, OPERATION_SKIP, behind);
  b->current = behind;
}

/* Adds the assumption once for each function. */
static void suppose(struct lowering *in, const struct environment_arguments *all, const char *name,
                    const struct environment_field *result, bool is_text) {
  bool writes = false, calls = false;
  for (size_t i = 0; i < all->fields.count; i++) {
    writes |= environment_leads_to(&all->fields.items[i], FIELD_POINTER);
    calls |= environment_leads_to(&all->fields.items[i], FIELD_FUNCTION);
  }
  const char *effect =
      writes && calls ? "may write to all memory that its pointers lead to, and call functions "
                        "that it finds there, also later from its own thread"
      : writes        ? "may write to all memory that its pointers lead to, and to no other"
      : calls         ? "may call functions that it finds, also later from its own thread"
                      : "has no side effects";
  const char *returns =
      result->kind == FIELD_BYTES ? ""
      : is_text ? "; it returns NULL, a pointer that it got, or a new text of at most 8 characters"
      : result->kind == FIELD_POINTER || result->kind == FIELD_CONSTANT
          ? "; it returns NULL, a pointer that it got, or a pointer to a new object"
          : "; it returns NULL, a pointer that it got, or a pointer to unknown memory";
  lower_add_assumption(
      in, arena_format(in->arena, "the undefined function %s %s%s", name, effect, returns));
}

void environment_act(struct builder *b, struct environment_arguments *all,
                     const struct term *const *values, LLVMMetadataRef result, uint32_t target,
                     bool repeats) {
  struct lowering *in = b->lowering;
  const char *name = b->function->name;
  struct environment_field returned = {0};
  if (target != NO_REGISTER)
    returned = environment_describe(in, result);
  if (target != NO_REGISTER && !environment_makes(in, result))
    returned.kind = FIELD_HANDLE;
  find_data_of_user(all);
  suppose(in, all, name, &returned,
          target != NO_REGISTER && environment_is_text_pointer(in, result));
  const struct term *area = calls_area(b, (all->fields.count + 1) * in->pointer_size);
  for (size_t i = 0; i < all->fields.count; i++) {
    unsigned number = all->numbers.items[i];
    const struct term *value = number == NO_ARGUMENT
                                   ? values_pointer_constant(b, 1)
                                   : term_resize(in->terms, in->pointer_width, values[number]);
    lower_add_store(b, values_add_offset(b, area, i * in->pointer_size), value, in->pointer_size,
                    ORDER_PLAIN);
  }
  const struct term *arguments[] = {
      values_pointer_constant(b, environment_call_table(in, all, &returned, repeats)), area};
  uint32_t status = builder_add_temporary(b, 32, name);
  calls_add(b, "__library_environment", arguments, 2, status);
  add_problem(b, status, name);
  if (target != NO_REGISTER)
    lower_add_load(b, target, values_add_offset(b, area, all->fields.count * in->pointer_size),
                   in->pointer_size, ORDER_PLAIN);
}
