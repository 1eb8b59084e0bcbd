/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/variables.h"

#include "frontend/debug.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { VARIABLE_SCOPE = 0 };

/* The inner block that the variable belongs to, or NULL. */
static LLVMMetadataRef block_of(struct debug_info *debug, LLVMMetadataRef variable) {
  LLVMMetadataRef scope = debug_operand(debug, variable, VARIABLE_SCOPE);
  return scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind ? scope : NULL;
}

/* The value a debug call speaks of, or NULL. */
static LLVMValueRef described_value(LLVMValueRef call) {
  LLVMValueRef wrapped = LLVMGetOperand(call, 0), value = NULL;
  LLVMMetadataRef node = LLVMValueAsMetadata(wrapped);
  if (LLVMGetMetadataKind(node) != LLVMLocalAsMetadataMetadataKind)
    return NULL;
  LLVMGetMDNodeOperands(wrapped, &value);
  return value;
}

static bool is_void_pointer(struct debug_info *debug, LLVMMetadataRef type) {
  LLVMMetadataRef bare = debug_strip(debug, type);
  return bare && LLVMGetDINodeTag(bare) == TAG_POINTER &&
         !debug_strip(debug, debug_operand(debug, bare, TYPE_BASE));
}

static void collect_variable(struct debug_info *debug, LLVMValueRef call, struct arena *arena,
                             struct map *variables) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee))
    return;
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  if (strcmp(name, "llvm.dbg.value") != 0 && strcmp(name, "llvm.dbg.declare") != 0)
    return;
  LLVMValueRef value = described_value(call);
  LLVMMetadataRef node = LLVMValueAsMetadata(LLVMGetOperand(call, 1));
  uint64_t known;
  if (value && map_get(variables, (uintptr_t)value, &known)) {
    struct variable *first = (struct variable *)(uintptr_t)known;
    if (is_void_pointer(debug, first->node)) /* another one of the same value tells more */
      first->node = debug_operand(debug, node, VARIABLE_TYPE);
    return;
  }
  if (!value)
    return;
  struct variable *variable = arena_allocate(arena, sizeof *variable);
  variable->name = debug_operand_text(debug, node, VARIABLE_NAME);
  variable->type = debug_type(debug, debug_operand(debug, node, VARIABLE_TYPE));
  variable->node = debug_operand(debug, node, VARIABLE_TYPE);
  variable->block = block_of(debug, node);
  variable->line = LLVMDIVariableGetLine(node);
  if (variable->name[0])
    map_set(variables, (uintptr_t)value, (uintptr_t)variable);
}

void variables_collect(struct debug_info *debug, LLVMValueRef function, struct arena *arena,
                       struct map *variables) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsACallInst(i))
        collect_variable(debug, i, arena, variables);
}

const struct variable *variables_find(const struct map *variables, LLVMValueRef value) {
  uint64_t found;
  return map_get(variables, (uintptr_t)value, &found) ? (const struct variable *)(uintptr_t)found
                                                      : NULL;
}
