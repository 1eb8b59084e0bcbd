/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables of inner blocks. clang marks the beginning and end of their lifetimes. Variables
 * of the outermost block live as long as the frame. An inner variable whose address cannot be known
 * outside its block may live on: it has one slot for the whole frame. Other variables get a new
 * slot whenever their block is entered, which ends with the block.
 *
 * clang gives no marks to a variable whose declaration a jump can bypass. */
#include "frontend/lower.h"
#include "frontend/origin.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { BLOCK_SCOPE = 1 };

static bool is_call_of(LLVMValueRef user, const char *prefix) {
  if (!LLVMIsACallInst(user) || !LLVMIsAFunction(LLVMGetCalledValue(user)))
    return false;
  size_t length;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &length);
  return !strncmp(name, prefix, strlen(prefix));
}

/* Is the instruction in the source between the braces of the variable's block? */
static bool is_within(struct builder *b, LLVMValueRef instruction, LLVMMetadataRef block) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc(instruction);
  LLVMMetadataRef scope = location ? LLVMDILocationGetScope(location) : block;
  while (scope && scope != block && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind)
    scope = debug_operand(&b->lowering->debug, scope, BLOCK_SCOPE);
  return scope == block;
}

/* Does a function of the library remember the pointers it gets, or return them? */
static bool library_keeps(LLVMValueRef callee) {
  static const char *const keepers[] = {"pthread_create",
                                        "thrd_create",
                                        "pthread_setspecific",
                                        "tss_set",
                                        "on_exit",
                                        "setvbuf",
                                        "setbuf",
                                        "putenv",
                                        "sigaction",
                                        "sigaltstack",
                                        "_pthread_cleanup_push",
                                        "__pthread_register_cancel",
                                        "__cxa_atexit",
                                        "setjmp",
                                        "_setjmp",
                                        "__sigsetjmp",
                                        "sigsetjmp"};
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  for (size_t i = 0; i < sizeof keepers / sizeof *keepers; i++)
    if (!strcmp(name, keepers[i]))
      return true;
  return types_hold_pointers(LLVMGetReturnType(LLVMGlobalGetValueType(callee)));
}

static bool leaves_block(struct builder *b, LLVMValueRef address, LLVMMetadataRef block,
                         unsigned depth);

/* Could the address be used after the call that gets it? */
static bool call_keeps(struct builder *b, LLVMValueRef call, LLVMValueRef address, unsigned depth) {
  enum { DEEPEST = 4 };
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee))
    return true;
  if (LLVMGetIntrinsicID(callee))
    return is_call_of(call, "llvm.ptr.") || is_call_of(call, "llvm.launder.") ||
           is_call_of(call, "llvm.strip.");
  if (origin_is_library(callee))
    return library_keeps(callee);
  if (LLVMIsDeclaration(callee) || depth == DEEPEST)
    return true;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == address &&
        (i >= LLVMCountParams(callee) || leaves_block(b, LLVMGetParam(callee, i), NULL, depth + 1)))
      return true;
  return false;
}

/* Could this address of the variable be used outside its block? NULL: the variable is a parameter,
 * and outside means after the call. */
static bool leaves_block(struct builder *b, LLVMValueRef address, LLVMMetadataRef block,
                         unsigned depth) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_call_of(user, "llvm.lifetime."))
      continue;
    if (!LLVMIsAInstruction(user) || (block && !is_within(b, user, block)))
      return true;
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMGetElementPtr:
    case LLVMBitCast:
      if (leaves_block(b, user, block, depth))
        return true;
      break;
    case LLVMLoad:
    case LLVMICmp:
      break;
    case LLVMStore:
      if (LLVMGetOperand(user, 0) == address)
        return true;
      break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
      if (LLVMGetOperand(user, 0) != address)
        return true;
      break;
    case LLVMCall:
      if (call_keeps(b, user, address, depth))
        return true;
      break;
    default:
      return true;
    }
  }
  return false;
}

static bool has_marks(LLVMValueRef alloca) {
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
    if (is_call_of(LLVMGetUser(use), "llvm.lifetime.start"))
      return true;
  return false;
}

bool scopes_end(struct builder *b, LLVMValueRef alloca) {
  const struct variable *variable = variables_find(&b->variables, alloca);
  if (!variable || !variable->block || !has_marks(alloca))
    return false;
  uint64_t known;
  if (map_get(&b->scoped, (uintptr_t)alloca, &known))
    return known != 0;
  bool leaves = leaves_block(b, alloca, variable->block, 0);
  map_set(&b->scoped, (uintptr_t)alloca, leaves);
  return leaves;
}

bool scopes_lower_mark(struct builder *b, LLVMValueRef call, const char *name) {
  LLVMValueRef alloca = LLVMGetOperand(call, 1);
  bool begins = !strncmp(name, "llvm.lifetime.start", 19);
  if (!LLVMIsAAllocaInst(alloca) || !scopes_end(b, alloca))
    return false;
  if (begins) {
    lower_add_slot(b, alloca, true);
    return true;
  }
  struct edge *edge = builder_add_edge(b, OPERATION_FREE);
  edge->free.address = values_term(b, alloca);
  edge->free.is_slot = true;
  return true;
}
