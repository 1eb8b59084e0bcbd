/* Runs LLVM's mem2reg, and nothing else: a pass that merges, moves or removes memory accesses would
 * do so under the assumption that there are no races.
 *
 * Every local that mem2reg takes gets a `freeze undef` stored at its allocation first. It stands
 * for one arbitrary value, whereas a bare `undef` may be another value at every use. */
#include "frontend/prepare.h"

#include <assert.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>
#include <stddef.h>

/* The conditions of mem2reg itself. */
static bool is_promotable(LLVMValueRef alloca) {
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  if (!LLVMIsAConstantInt(count) || LLVMConstIntGetZExtValue(count) != 1)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool fine = false;
    if (LLVMIsALoadInst(user))
      fine = LLVMTypeOf(user) == type && !LLVMGetVolatile(user);
    else if (LLVMIsAStoreInst(user))
      fine = LLVMGetOperand(user, 0) != alloca && !LLVMGetVolatile(user) &&
             LLVMTypeOf(LLVMGetOperand(user, 0)) == type;
    if (!fine)
      return false;
  }
  return true;
}

static void initialise_locals(LLVMBuilderRef builder, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i) || !is_promotable(i))
      continue;
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(builder, NULL);
    LLVMValueRef value = LLVMBuildFreeze(builder, LLVMGetUndef(LLVMGetAllocatedType(i)), "");
    LLVMBuildStore(builder, value, i);
  }
}

void prepare_module(LLVMModuleRef module) {
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      initialise_locals(builder, b);
  LLVMDisposeBuilder(builder);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, "mem2reg", NULL, options);
  assert(!error);
  (void)error;
  LLVMDisposePassBuilderOptions(options);
  LLVMSetIsNewDbgInfoFormat(module, 0);
}
