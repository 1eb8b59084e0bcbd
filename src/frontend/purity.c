/* SPDX-License-Identifier: Apache-2.0 */
/* LLVM types have neither const nor the types of what pointers point to. clang's debug information
 * has them for functions that are called and declared with a prototype, in the mode that is used
 * when a function is undefined (CLANG_WITH_INLINE). A parameter without such information counts as
 * a pointer that is written through. */
#include "frontend/purity.h"

#include "frontend/debug.h"
#include "frontend/origin.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static bool is_in_list(const char *list, const char *name) {
  size_t length = strlen(name);
  for (const char *at = list; at && *at; at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && !strncmp(at, name, length))
      return true;
  return false;
}

bool purity_is_assumed_by_name(const struct frontend_options *options, const char *name) {
  return is_in_list(options->assume_pure, name);
}

bool purity_is_assumed(const struct frontend_options *options, const char *name) {
  return options->undefined == UNDEFINED_PURE || is_in_list(options->assume_pure, name) ||
         is_in_list(options->assume_pure, "all");
}

/* Could this use of a function put its address into memory? Not if it is called, or given to the
 * library, or if it is the library that uses it. */
static bool use_keeps(LLVMValueRef function, LLVMValueRef user) {
  if (!LLVMIsACallInst(user))
    return true;
  LLVMValueRef callee = LLVMGetCalledValue(user);
  if (origin_is_library(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user))))
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
    if (LLVMGetOperand(user, i) == function)
      return !LLVMIsAFunction(callee) || !origin_is_library(callee);
  return false;
}

/* Is there memory in which the address of a function could be? */
static bool keeps_functions(struct lowering *in) {
  if (in->keeps_functions)
    return in->keeps_functions > 0;
  in->keeps_functions = -1;
  for (LLVMValueRef f = LLVMGetFirstFunction(in->module); f; f = LLVMGetNextFunction(f))
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
      if (use_keeps(f, LLVMGetUser(use)))
        in->keeps_functions = 1;
  return in->keeps_functions > 0;
}

bool purity_has_threads(struct lowering *in) {
  static const char *const names[] = {"pthread_create", "thrd_create"};
  bool has = keeps_functions(in) || in->options->repeats ||
             (in->options->entry && strchr(in->options->entry, ','));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    has |= LLVMGetNamedFunction(in->module, names[i]) != NULL;
  return has;
}

static bool value_reaches(struct lowering *in, LLVMMetadataRef type, struct map *seen);

static bool members_reach(struct lowering *in, LLVMMetadataRef type, struct map *seen) {
  LLVMMetadataRef members = debug_operand(&in->debug, type, TYPE_ELEMENTS);
  unsigned count = members ? debug_operand_count(&in->debug, members) : 0;
  if (LLVMDITypeGetFlags(type) & LLVMDIFlagFwdDecl)
    return true;
  for (unsigned i = 0; i < count; i++) {
    LLVMMetadataRef member = debug_operand(&in->debug, members, i);
    unsigned tag = member ? LLVMGetDINodeTag(member) : 0;
    if ((tag == TAG_MEMBER || tag == TAG_INHERITANCE) &&
        value_reaches(in, debug_operand(&in->debug, member, TYPE_BASE), seen))
      return true;
  }
  return false;
}

/* With a pointer to this. */
static bool pointee_reaches(struct lowering *in, LLVMMetadataRef type, struct map *seen) {
  LLVMMetadataRef bare = debug_strip(&in->debug, type);
  if (bare && LLVMGetDINodeTag(bare) == TAG_SUBROUTINE)
    return keeps_functions(in);
  if (!debug_is_const(&in->debug, type))
    return true;
  return bare ? value_reaches(in, bare, seen) : keeps_functions(in);
}

/* Does a value of this type give access to writable memory or to a function? */
static bool value_reaches(struct lowering *in, LLVMMetadataRef type, struct map *seen) {
  type = debug_strip(&in->debug, type);
  if (!type || map_get(seen, (uintptr_t)type, NULL))
    return false;
  map_set(seen, (uintptr_t)type, 1);
  switch (LLVMGetDINodeTag(type)) {
  case TAG_BASE:
  case TAG_ENUMERATION:
    return false;
  case TAG_POINTER:
  case TAG_REFERENCE:
  case TAG_RVALUE_REFERENCE:
    return pointee_reaches(in, debug_operand(&in->debug, type, TYPE_BASE), seen);
  case TAG_ARRAY:
    return value_reaches(in, debug_operand(&in->debug, type, TYPE_BASE), seen);
  case TAG_STRUCTURE:
  case TAG_CLASS:
  case TAG_UNION:
    return members_reach(in, type, seen);
  default:
    return true;
  }
}

static bool type_reaches(struct lowering *in, LLVMMetadataRef type) {
  struct map seen = {0};
  bool reaches = value_reaches(in, type, &seen);
  map_release(&seen);
  return reaches;
}

static bool is_address_computation(LLVMValueRef value) {
  LLVMOpcode opcode = LLVMIsAInstruction(value)    ? LLVMGetInstructionOpcode(value)
                      : LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value)
                                                   : LLVMUnreachable;
  return opcode == LLVMGetElementPtr || opcode == LLVMBitCast;
}

bool purity_is_number_of_pointer(LLVMValueRef value) {
  LLVMOpcode opcode = LLVMIsAInstruction(value)    ? LLVMGetInstructionOpcode(value)
                      : LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value)
                                                   : LLVMUnreachable;
  return opcode == LLVMPtrToInt;
}

LLVMValueRef purity_origin(LLVMValueRef address) {
  while (is_address_computation(address))
    address = LLVMGetOperand(address, 0);
  return objects_behind_alias(address);
}

/* Does a constant hold, directly or through constant variables, a function or the address of a
 * variable that is not constant? */
static bool constant_reaches(LLVMValueRef constant, unsigned depth) {
  enum { DEEPEST = 16 };
  constant = objects_behind_alias(constant);
  if (LLVMIsAFunction(constant) || depth > DEEPEST)
    return true;
  if (LLVMIsAGlobalVariable(constant)) {
    LLVMValueRef initial = LLVMGetInitializer(constant);
    return !LLVMIsGlobalConstant(constant) || !initial || constant_reaches(initial, depth + 1);
  }
  for (int i = 0; i < LLVMGetNumOperands(constant); i++)
    if (constant_reaches(LLVMGetOperand(constant, (unsigned)i), depth + 1))
      return true;
  return false;
}

bool purity_is_undefined_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMIsAFunction(callee) && LLVMIsDeclaration(callee) && !LLVMGetIntrinsicID(callee);
}

static bool is_harmless_intrinsic(LLVMValueRef call) {
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  return !strncmp(name, "llvm.lifetime.", 14) || !strncmp(name, "llvm.memset.", 12);
}

/* Does the program only write numbers to the variable and pass its address to undefined functions?
 */
static bool is_only_written(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_address_computation(user) && is_only_written(user))
      continue;
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) != address &&
        (purity_is_undefined_call(user) || is_harmless_intrinsic(user)))
      continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == address ||
        types_hold_pointers(LLVMTypeOf(LLVMGetOperand(user, 0))))
      return false;
  }
  return true;
}

/* A pointer to a variable of the program. */
static enum handing handing_of_variable(LLVMValueRef variable, LLVMTypeRef contents,
                                        bool read_only) {
  if (read_only && !types_hold_pointers(contents))
    return HANDS_NOTHING;
  if (LLVMIsAGlobalVariable(variable)) {
    LLVMValueRef initial = LLVMGetInitializer(variable);
    if (!initial || constant_reaches(initial, 0))
      return HANDS_MEMORY;
  }
  return is_only_written(variable) ? HANDS_NOTHING : HANDS_MEMORY;
}

static bool points_to_const(struct lowering *in, LLVMMetadataRef type) {
  type = debug_strip(&in->debug, type);
  unsigned tag = type ? LLVMGetDINodeTag(type) : 0;
  return (tag == TAG_POINTER || tag == TAG_REFERENCE) &&
         debug_is_const(&in->debug, debug_operand(&in->debug, type, TYPE_BASE));
}

static enum handing handing_of_pointer(struct lowering *in, LLVMValueRef value,
                                       LLVMMetadataRef type) {
  LLVMValueRef origin = purity_origin(value);
  if (LLVMIsNull(value) || LLVMIsUndef(value) || (type && !type_reaches(in, type)))
    return HANDS_NOTHING;
  if (LLVMIsAAllocaInst(origin))
    return handing_of_variable(origin, LLVMGetAllocatedType(origin), points_to_const(in, type));
  if (!LLVMIsAGlobalVariable(origin))
    return LLVMIsAFunction(origin) ? HANDS_MEMORY : HANDS_IF_KNOWN;
  if (LLVMIsGlobalConstant(origin))
    return constant_reaches(origin, 0) ? HANDS_MEMORY : HANDS_NOTHING;
  return handing_of_variable(origin, LLVMGlobalGetValueType(origin), points_to_const(in, type));
}

enum handing purity_of_argument(struct lowering *in, LLVMValueRef call, LLVMValueRef callee,
                                unsigned number) {
  LLVMValueRef value = LLVMGetOperand(call, number);
  LLVMMetadataRef type = debug_parameter_type(&in->debug, callee, number);
  LLVMAttributeRef copied = LLVMGetCallSiteEnumAttribute(call, number + 1, in->byval_attribute);
  if (LLVMGetCallSiteEnumAttribute(call, number + 1, in->sret_attribute))
    return HANDS_NOTHING;
  if (copied)
    return types_hold_pointers(LLVMGetTypeAttributeValue(copied)) &&
                   (!type || type_reaches(in, type))
               ? HANDS_MEMORY
               : HANDS_NOTHING;
  if (purity_is_number_of_pointer(value))
    return handing_of_pointer(in, LLVMGetOperand(value, 0), NULL);
  if (LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind)
    return handing_of_pointer(in, value, type);
  return types_hold_pointers(LLVMTypeOf(value)) ? HANDS_MEMORY : HANDS_NOTHING;
}

enum handing purity_of_parameter(struct lowering *in, LLVMValueRef function, unsigned number) {
  LLVMTypeRef type = LLVMTypeOf(LLVMGetParam(function, number));
  LLVMMetadataRef source = debug_parameter_type(&in->debug, function, number);
  if (!types_hold_pointers(type) || (source && !type_reaches(in, source)))
    return HANDS_NOTHING;
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? HANDS_IF_KNOWN : HANDS_MEMORY;
}
