/* SPDX-License-Identifier: Apache-2.0 */
/* Follows the callers of a function up to the start of the program. */
#include "frontend/repetition.h"

#include "base/map.h"
#include "base/vector.h"

enum { MOST_CALLERS = 64 }; /* recursion ends here, too */

struct loop_blocks {
  VECTOR(LLVMBasicBlockRef) list;
  struct map seen;
};

static void add_successors(struct loop_blocks *blocks, LLVMBasicBlockRef block) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
    LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
    if (map_get(&blocks->seen, (uintptr_t)next, NULL))
      continue;
    map_set(&blocks->seen, (uintptr_t)next, 1);
    vector_push(&blocks->list, next);
  }
}

static bool is_in_loop(LLVMBasicBlockRef block) {
  struct loop_blocks blocks = {0};
  add_successors(&blocks, block);
  for (size_t i = 0; i < blocks.list.count; i++)
    add_successors(&blocks, blocks.list.items[i]);
  bool found = map_get(&blocks.seen, (uintptr_t)block, NULL);
  vector_release(&blocks.list);
  map_release(&blocks.seen);
  return found;
}

/* longjmp goes back without a loop. */
static bool jumps_back(LLVMModuleRef module) {
  static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (LLVMGetNamedFunction(module, names[i]))
      return true;
  return false;
}

bool repetition_is_called_again(LLVMValueRef function) {
  if (jumps_back(LLVMGetGlobalParent(function)))
    return true;
  for (int depth = 0; depth < MOST_CALLERS; depth++) {
    LLVMUseRef use = LLVMGetFirstUse(function);
    if (!use)
      return false; /* no function but the start of the program calls it */
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMGetNextUse(use) || !LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
      return true;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
    if (is_in_loop(block))
      return true;
    function = LLVMGetBasicBlockParent(block);
  }
  return true;
}
