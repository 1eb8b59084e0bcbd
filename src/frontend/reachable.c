/* SPDX-License-Identifier: Apache-2.0 */
/* Follows operands: of instructions, of initial values of variables, and of constants inside
 * them. */
#include "frontend/reachable.h"

#include "frontend/names.h"

#include <llvm-c/Core.h>

static void add_global(struct reachable *reachable, LLVMValueRef value) {
  if (!value || map_get(&reachable->seen, (uintptr_t)value, NULL) || !LLVMIsAConstant(value))
    return;
  map_set(&reachable->seen, (uintptr_t)value, 1);
  if (LLVMIsAGlobalValue(value)) {
    vector_push(&reachable->globals, value);
    return;
  }
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    add_global(reachable, LLVMGetOperand(value, (unsigned)i));
}

static void add_body(struct reachable *reachable, LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at; at = LLVMGetNextInstruction(at))
      for (int i = 0; i < LLVMGetNumOperands(at); i++)
        add_global(reachable, LLVMGetOperand(at, (unsigned)i));
}

void reachable_find(struct reachable *reachable, LLVMModuleRef module, const char *entry) {
  *reachable = (struct reachable){0};
  struct arena *arena = arena_create();
  struct name_list names = {entry};
  for (const char *name; (name = names_next(&names, arena));)
    add_global(reachable, LLVMGetNamedFunction(module, name));
  arena_destroy(arena);
  add_global(reachable, LLVMGetNamedGlobal(module, "llvm.global_ctors"));
  add_global(reachable, LLVMGetNamedGlobal(module, "llvm.global_dtors"));
  for (size_t i = 0; i < reachable->globals.count; i++) {
    LLVMValueRef global = reachable->globals.items[i];
    if (LLVMIsAFunction(global))
      add_body(reachable, global);
    else if (LLVMIsAGlobalVariable(global))
      add_global(reachable, LLVMGetInitializer(global));
    else /* an alias */
      for (int k = 0; k < LLVMGetNumOperands(global); k++)
        add_global(reachable, LLVMGetOperand(global, (unsigned)k));
  }
}

void reachable_release(struct reachable *reachable) {
  vector_release(&reachable->globals);
  map_release(&reachable->seen);
}
