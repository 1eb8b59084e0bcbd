/* SPDX-License-Identifier: Apache-2.0 */
/* Follows operands backwards: through computations, and from a load of a variable to all stores
 * into it. Values that pass through the heap or through parameters are not followed. */
#include "frontend/doubt.h"

#include "base/map.h"
#include "frontend/environment.h"
#include "frontend/origin.h"

#include <string.h>

enum { DEEPEST = 24, MOST_VALUES = 256 };

struct walk {
  struct lowering *in;
  struct map seen;
  bool is_indexed; /* the address is not that of a single object of a pointer's type */
};

static const char *find_undefined(struct walk *walk, LLVMValueRef value, int depth);

static const char *find_in_operands(struct walk *walk, LLVMValueRef value, int depth) {
  const char *found = NULL;
  for (int i = 0; i < LLVMGetNumOperands(value) && !found; i++)
    found = find_undefined(walk, LLVMGetOperand(value, (unsigned)i), depth);
  return found;
}

/* The undefined function that a call calls, or NULL: its result is not in doubt. A pointer is in
 * doubt only if it is a text or is used as an array. Otherwise it is NULL or leads to an object of
 * its type, which a caller has to expect. */
static const char *find_in_call(const struct walk *walk, LLVMValueRef call) {
  LLVMValueRef callee = objects_behind_alias(LLVMGetCalledValue(call));
  if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) || objects_is_defined(callee))
    return NULL;
  LLVMMetadataRef result = debug_result_type(&walk->in->debug, callee);
  if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && !walk->is_indexed &&
      environment_makes(walk->in, result) && !environment_is_text_pointer(walk->in, result))
    return NULL;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  return strncmp(name, "__heddle_", 9) == 0 || calls_need_frame(name) ? NULL : name;
}

/* What is stored at an address, or at addresses computed from it. */
static const char *find_in_stores(struct walk *walk, LLVMValueRef address, int depth) {
  const char *found = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(address); use && !found && depth < DEEPEST;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address)
      found = find_undefined(walk, LLVMGetOperand(user, 0), depth + 1);
    else if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address)
      found = find_in_stores(walk, user, depth + 1);
  }
  return found;
}

static const char *find_in_variable(struct walk *walk, LLVMValueRef address, int depth) {
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address) || LLVMIsAGlobalVariable(address)
             ? find_in_stores(walk, address, depth)
             : NULL;
}

static bool computes(LLVMValueRef value) {
  return LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value) ||
         LLVMIsABinaryOperator(value) || LLVMIsAPHINode(value) || LLVMIsASelectInst(value) ||
         LLVMIsAFreezeInst(value) || LLVMIsAExtractValueInst(value);
}

static const char *find_undefined(struct walk *walk, LLVMValueRef value, int depth) {
  if (depth > DEEPEST || walk->seen.count > MOST_VALUES || !LLVMIsAInstruction(value) ||
      map_get(&walk->seen, (uintptr_t)value, NULL))
    return NULL;
  map_set(&walk->seen, (uintptr_t)value, 1);
  if (LLVMIsACallInst(value))
    return find_in_call(walk, value);
  if (LLVMIsAGetElementPtrInst(value) && !LLVMIsNull(LLVMGetOperand(value, 1)))
    walk->is_indexed = true;
  if (LLVMIsALoadInst(value))
    return find_in_variable(walk, LLVMGetOperand(value, 0), depth + 1);
  return computes(value) ? find_in_operands(walk, value, depth + 1) : NULL;
}

/* The library's functions access as much as their arguments say. */
static const char *find_in_arguments(struct walk *walk, LLVMValueRef call) {
  const char *found = NULL;
  LLVMValueRef callee = objects_behind_alias(LLVMGetCalledValue(call));
  walk->is_indexed = LLVMIsAFunction(callee) && origin_is_library(callee);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && !found; i++)
    found = find_undefined(walk, LLVMGetOperand(call, i), 0);
  return found ? found : find_undefined(walk, LLVMGetCalledValue(call), 0);
}

const char *doubt_of_instruction(struct lowering *in, LLVMValueRef instruction) {
  struct walk walk = {.in = in};
  const char *found = NULL;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMLoad || opcode == LLVMAtomicRMW || opcode == LLVMAtomicCmpXchg)
    found = find_undefined(&walk, LLVMGetOperand(instruction, 0), 0);
  else if (opcode == LLVMStore)
    found = find_undefined(&walk, LLVMGetOperand(instruction, 1), 0);
  else if (opcode == LLVMCall)
    found = find_in_arguments(&walk, instruction);
  map_release(&walk.seen);
  return found;
}
