/* SPDX-License-Identifier: Apache-2.0 */
/* Separates the cleanup blocks of clang. Where several jumps leave the block of a local variable,
 * clang merges them: each stores the number of its target, the common block ends the lifetime of
 * the variable, and a switch continues from there. So unrelated paths meet, and return values and
 * loop exits would depend on that number. Here every jump gets its own copy of the common block and
 * goes straight to its target. No memory access of the program changes. */
#include "frontend/cleanups.h"

#include "base/vector.h"

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <string.h>

static bool ends_life(LLVMValueRef instruction) {
  static const char name[] = "llvm.lifetime.end";
  LLVMValueRef callee = LLVMIsACallInst(instruction) ? LLVMGetCalledValue(instruction) : NULL;
  size_t length;
  return callee && LLVMIsAFunction(callee) &&
         !strncmp(LLVMGetValueName2(callee, &length), name, sizeof name - 1);
}

/* The variable that holds the number, if the block only ends lifetimes and switches on that number;
 * else NULL. */
static LLVMValueRef slot_of_cleanup(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  while (at && ends_life(at))
    at = LLVMGetNextInstruction(at);
  LLVMValueRef jump = at ? LLVMGetNextInstruction(at) : NULL;
  if (!jump || !LLVMIsALoadInst(at) || !LLVMIsASwitchInst(jump) || LLVMGetOperand(jump, 0) != at)
    return NULL;
  LLVMValueRef slot = LLVMGetOperand(at, 0);
  return LLVMIsAAllocaInst(slot) ? slot : NULL;
}

/* The number that a block stores last, if it then jumps; else NULL. */
static LLVMValueRef stored_number(LLVMBasicBlockRef block, LLVMValueRef slot) {
  LLVMValueRef at = LLVMGetBasicBlockTerminator(block);
  if (!at || !LLVMIsABranchInst(at) || LLVMIsConditional(at))
    return NULL;
  while ((at = LLVMGetPreviousInstruction(at)))
    if (LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == slot)
      return LLVMIsAConstantInt(LLVMGetOperand(at, 0)) ? LLVMGetOperand(at, 0) : NULL;
  return NULL;
}

static LLVMBasicBlockRef goal(LLVMValueRef jump, LLVMValueRef number) {
  for (unsigned i = 1; i < LLVMGetNumSuccessors(jump); i++)
    if (LLVMGetOperand(jump, 2 * i) == number)
      return LLVMGetSuccessor(jump, i);
  return LLVMGetSwitchDefaultDest(jump);
}

static bool has_phi(LLVMBasicBlockRef block) {
  LLVMValueRef first = LLVMGetFirstInstruction(block);
  return first && LLVMIsAPHINode(first);
}

/* Does the block only return, without a result? */
static bool only_returns(LLVMBasicBlockRef block) {
  LLVMValueRef at = LLVMGetFirstInstruction(block);
  if (at && LLVMIsABranchInst(at) && !LLVMIsConditional(at))
    at = LLVMGetFirstInstruction(LLVMGetSuccessor(at, 0));
  return at && ((LLVMIsAReturnInst(at) && !LLVMGetNumOperands(at)) || LLVMIsAUnreachableInst(at));
}

/* Does the function end whatever the number is? Then copies are not worth while: a function with
 * many locals and returns would have a copy of each cleanup for each return. */
static bool always_returns(LLVMBasicBlockRef cleanup) {
  LLVMValueRef jump = LLVMGetBasicBlockTerminator(cleanup);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(jump); i++)
    if (!only_returns(LLVMGetSuccessor(jump, i)))
      return false;
  return true;
}

/* A copy of the cleanup for a jump that stored this number. The number is stored again, for the
 * cleanup of an outer block that may come next. */
static LLVMBasicBlockRef copy_cleanup(LLVMBuilderRef builder, LLVMBasicBlockRef cleanup,
                                      LLVMValueRef slot, LLVMValueRef number,
                                      LLVMBasicBlockRef to) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(slot));
  LLVMBasicBlockRef copy = LLVMInsertBasicBlockInContext(context, cleanup, "cleanup");
  LLVMPositionBuilderAtEnd(builder, copy);
  for (LLVMValueRef at = LLVMGetFirstInstruction(cleanup); ends_life(at);
       at = LLVMGetNextInstruction(at)) {
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(at));
    LLVMInsertIntoBuilder(builder, LLVMInstructionClone(at));
  }
  LLVMSetCurrentDebugLocation2(builder, NULL);
  LLVMBuildStore(builder, number, slot);
  LLVMBuildBr(builder, to);
  return copy;
}

struct jumps {
  VECTOR(LLVMValueRef) list;
};

static void list_jumps(LLVMBasicBlockRef to, struct jumps *jumps) {
  LLVMValueRef block = LLVMBasicBlockAsValue(to);
  for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use))
    vector_push(&jumps->list, LLVMGetUser(use));
}

/* Sends the jumps whose target is known to copies of the cleanup. True if there was one. */
static bool thread_cleanup(LLVMBuilderRef builder, LLVMBasicBlockRef cleanup) {
  LLVMValueRef slot = slot_of_cleanup(cleanup);
  struct jumps jumps = {0};
  bool changed = false;
  if (!slot || always_returns(cleanup))
    return false;
  list_jumps(cleanup, &jumps);
  for (size_t i = 0; i < jumps.list.count; i++) {
    LLVMValueRef jump = jumps.list.items[i];
    if (!LLVMIsATerminatorInst(jump))
      continue;
    LLVMValueRef number = stored_number(LLVMGetInstructionParent(jump), slot);
    LLVMBasicBlockRef to = number ? goal(LLVMGetBasicBlockTerminator(cleanup), number) : NULL;
    if (!to || to == cleanup || has_phi(to))
      continue;
    LLVMSetSuccessor(jump, 0, copy_cleanup(builder, cleanup, slot, number, to));
    changed = true;
  }
  vector_release(&jumps.list);
  return changed;
}

/* Deletes a cleanup that no jump leads to any more. */
static void remove_cleanup(LLVMBasicBlockRef block) {
  if (!LLVMGetFirstUse(LLVMBasicBlockAsValue(block)) && slot_of_cleanup(block))
    LLVMDeleteBasicBlock(block);
}

static void thread_function(LLVMBuilderRef builder, LLVMValueRef function) {
  for (bool again = true; again;) {
    again = false;
    for (LLVMBasicBlockRef at = LLVMGetFirstBasicBlock(function), next; at; at = next) {
      next = LLVMGetNextBasicBlock(at);
      again |= thread_cleanup(builder, at);
      if (at != LLVMGetEntryBasicBlock(function))
        remove_cleanup(at);
    }
  }
}

void cleanups_thread(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (LLVMCountBasicBlocks(f))
      thread_function(builder, f);
  LLVMDisposeBuilder(builder);
}
