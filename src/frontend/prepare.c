/* Runs LLVM's mem2reg, and nothing else: a pass that merges, moves or removes memory accesses would
 * do so under the assumption that there are no races.
 *
 * Every local that mem2reg may take gets a `freeze undef` stored at its allocation first. It stands
 * for one arbitrary value, whereas a bare `undef` may be another value at every use. */
#include "frontend/prepare.h"

#include <assert.h>
#include <llvm-c/Core.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>
#include <stddef.h>

/* Could mem2reg take it? Which it does take turns out as it goes: an address that is only kept in
 * another local is gone once that one is. */
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

static void initialise_locals(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    if (!LLVMIsAAllocaInst(i) || !LLVMGetFirstUse(i) || !is_scalar(i))
      continue;
    LLVMPositionBuilderBefore(in->builder, LLVMGetNextInstruction(i));
    LLVMSetCurrentDebugLocation2(in->builder, NULL);
    LLVMValueRef value = LLVMBuildFreeze(in->builder, LLVMGetUndef(LLVMGetAllocatedType(i)), "");
    LLVMSetMetadata(LLVMBuildStore(in->builder, value, i), in->mark, in->empty);
  }
}

/* Locals that stay in memory are arbitrary at first without it. */
static void remove_initialisations(const struct preparation *in, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
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

void prepare_module(LLVMModuleRef module) {
  static const char mark[] = "heddle.initialisation";
  LLVMContextRef context = LLVMGetModuleContext(module);
  struct preparation in = {
      .builder = LLVMCreateBuilderInContext(context),
      .mark = LLVMGetMDKindIDInContext(context, mark, sizeof mark - 1),
      .empty = LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)),
  };
  visit_blocks(&in, module, initialise_locals);
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error = LLVMRunPasses(module, "mem2reg", NULL, options);
  assert(!error);
  (void)error;
  LLVMDisposePassBuilderOptions(options);
  visit_blocks(&in, module, remove_initialisations);
  LLVMDisposeBuilder(in.builder);
  LLVMSetIsNewDbgInfoFormat(module, 0);
}
