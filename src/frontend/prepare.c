/* SPDX-License-Identifier: Apache-2.0 */
/* Runs LLVM's mem2reg and nothing else: a pass that merges, moves or removes memory accesses would
 * assume that there are no races. Only in modules with vector computations of more than 64 bits,
 * the scalarizer splits these computations; it leaves accesses as they are, and values that it
 * could remove have a temporary use.
 *
 * Every local variable that mem2reg may promote first gets a `freeze undef` stored at its
 * allocation, and wherever its lifetime begins again, as in every iteration of a loop. It is one
 * arbitrary value, whereas a bare `undef` may be another value at every use. */
#include "frontend/prepare.h"

#include "frontend/cleanups.h"

#include <assert.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Could mem2reg promote it? That may depend on other locals: an address that is only stored in
 * another local disappears with that one. */
static bool is_scalar(LLVMValueRef alloca) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(alloca));
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && LLVMIsAConstantInt(count) &&
         LLVMConstIntGetZExtValue(count) == 1;
}

struct preparation {
  LLVMBuilderRef builder;
  unsigned mark; /* kind of metadata that tells these stores from those of the program */
  LLVMValueRef empty;
};

static void initialise(const struct preparation *in, LLVMValueRef alloca, LLVMValueRef behind) {
  LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(behind));
  LLVMSetCurrentDebugLocation2(in->builder, NULL);
  LLVMValueRef value = LLVMBuildFreeze(in->builder, LLVMGetUndef(LLVMGetAllocatedType(alloca)), "");
  LLVMSetMetadata(LLVMBuildStore(in->builder, value, alloca), in->mark, in->empty);
}

/* Is it a call of this intrinsic? */
static bool is_marker(LLVMValueRef instruction, const char *name) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), name, strlen(name));
}

static void initialise_locals(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i) || !is_scalar(i))
      continue;
    initialise(in, i, i);
    for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
      if (is_marker(LLVMGetUser(use), "llvm.lifetime.start"))
        initialise(in, i, LLVMGetUser(use));
  }
}

static bool loads_result(LLVMValueRef instruction) {
  LLVMUseRef use = LLVMIsALoadInst(instruction) ? LLVMGetFirstUse(instruction) : NULL;
  return use && LLVMIsAReturnInst(LLVMGetUser(use)) &&
         LLVMIsAAllocaInst(LLVMGetOperand(instruction, 0));
}

/* Does the function do more than return after the end of a local's lifetime? */
static bool does_more_than_return(LLVMValueRef end) {
  enum { FEW = 64 };
  LLVMValueRef at = LLVMGetNextInstruction(end);
  for (int i = 0; i < FEW && at; i++) {
    if (LLVMIsAReturnInst(at))
      return false;
    if (LLVMIsABranchInst(at) && !LLVMIsConditional(at))
      at = LLVMGetFirstInstruction(LLVMGetSuccessor(at, 0));
    else if (is_marker(at, "llvm.lifetime.end") || loads_result(at))
      at = LLVMGetNextInstruction(at);
    else
      return true;
  }
  return true;
}

/* mem2reg would promote a local that is used only through a pointer in another local, also after
 * the end of its lifetime. A use that mem2reg cannot remove keeps such a local of an inner block in
 * memory, where late accesses are found. */
static void keep_pointed_to(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    bool is_kept = false, ends = false;
    if (!LLVMIsAAllocaInst(i) || !is_scalar(i))
      continue;
    for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use)) {
      LLVMValueRef user = LLVMGetUser(use);
      is_kept |= LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == i;
      ends |= is_marker(user, "llvm.lifetime.end") && does_more_than_return(user);
    }
    if (!is_kept || !ends)
      continue;
    LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(in->builder, NULL);
    LLVMValueRef number = LLVMBuildPtrToInt(
        in->builder, i, LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(i))), "");
    LLVMSetMetadata(number, in->mark, in->empty);
  }
}

/* The scalarizer removes computations of unused parts of vectors. */
static bool has_effect(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMLoad:
  case LLVMSDiv:
  case LLVMUDiv:
  case LLVMSRem:
  case LLVMURem:
    return true;
  case LLVMCall:
    return LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMVoidTypeKind &&
           LLVMGetTailCallKind(instruction) != LLVMTailCallKindMustTail &&
           !is_marker(instruction, "llvm.");
  default:
    return false;
  }
}

/* Adds a use to instructions that can fail or race, so that the scalarizer keeps them. */
static void keep_results(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!has_effect(i))
      continue;
    LLVMTypeRef type = LLVMTypeOf(i);
    LLVMTypeRef wrapper = LLVMStructTypeInContext(LLVMGetTypeContext(type), &type, 1, false);
    LLVMPositionBuilderBefore(in->builder, next);
    LLVMSetCurrentDebugLocation2(in->builder, NULL);
    LLVMValueRef use = LLVMBuildInsertValue(in->builder, LLVMGetUndef(wrapper), i, 0, "");
    LLVMSetMetadata(use, in->mark, in->empty);
  }
}

/* Locals that stay in memory are arbitrary at first without it. */
static void remove_initialisations(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if ((LLVMIsAPtrToIntInst(i) || LLVMIsAInsertValueInst(i)) && LLVMGetMetadata(i, in->mark)) {
      LLVMInstructionEraseFromParent(i);
      continue;
    }
    if (!LLVMIsAStoreInst(i) || !LLVMGetMetadata(i, in->mark))
      continue;
    LLVMValueRef value = LLVMGetOperand(i, 0);
    LLVMInstructionEraseFromParent(i);
    LLVMInstructionEraseFromParent(value);
  }
}

static void visit_blocks(const struct preparation *in, LLVMModuleRef module,
                         void (*visit)(const struct preparation *, LLVMBasicBlockRef)) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      visit(in, b);
}

static bool is_wide(LLVMTypeRef type) {
  enum { REGISTER_BITS = 64 };
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return false;
  LLVMTypeRef element = LLVMGetElementType(type);
  unsigned bits = LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element)
                  : LLVMGetTypeKind(element) == LLVMFloatTypeKind ? REGISTER_BITS / 2
                                                                  : REGISTER_BITS;
  return LLVMGetVectorSize(type) * bits > REGISTER_BITS;
}

static bool block_has_wide_vectors(LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (is_wide(LLVMTypeOf(i)))
      return true;
    for (int k = 0; k < LLVMGetNumOperands(i); k++) {
      LLVMValueRef operand = LLVMGetOperand(i, (unsigned)k);
      if (operand && !LLVMValueIsBasicBlock(operand) && is_wide(LLVMTypeOf(operand)))
        return true;
    }
  }
  return false;
}

static bool has_wide_vectors(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      if (block_has_wide_vectors(b))
        return true;
  return false;
}

static void run_pass(LLVMModuleRef module, const char *name) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, name, NULL, options);
  assert(!error);
  (void)error;
  LLVMDisposePassBuilderOptions(options);
}

void prepare_module(LLVMModuleRef module) {
  static const char mark[] = "heddle.initialisation";
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct preparation in = {
      .builder = LLVMCreateBuilderInContext(context),
      .mark = LLVMGetMDKindIDInContext(context, mark, sizeof mark - 1),
      .empty = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)),
  };
  cleanups_thread(module);
  visit_blocks(&in, module, initialise_locals);
  visit_blocks(&in, module, keep_pointed_to);
  run_pass(module, "mem2reg");
  if (has_wide_vectors(module)) {
    visit_blocks(&in, module, keep_results);
    run_pass(module, "scalarizer");
  }
  visit_blocks(&in, module, remove_initialisations);
  LLVMDisposeBuilder(in.builder);
  LLVMSetIsNewDbgInfoFormat(module, 0);
}
