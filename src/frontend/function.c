/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers the blocks of a function: their order, phis as parallel assignments on the edge into a
 * block, and branches as assumptions of which exactly one holds. */
#include "frontend/lower.h"

#include "frontend/doubt.h"
#include "frontend/purity.h"
#include "frontend/sequential.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static LLVMBasicBlockRef successor(LLVMValueRef terminator, unsigned i) {
  return LLVMGetSuccessor(terminator, i);
}

struct block_list {
  VECTOR(LLVMBasicBlockRef) items;
};

struct block_visit {
  LLVMBasicBlockRef block;
  unsigned next;
};

/* Reverse postorder: every definition comes before its uses, but for phis. */
static void order_blocks(LLVMValueRef function, struct block_list *list) {
  struct map seen = {0};
  VECTOR(struct block_visit) path = {0};
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  vector_push(&path, (struct block_visit){entry, 0});
  map_set(&seen, (uintptr_t)entry, 1);
  while (path.count) {
    struct block_visit *top = &vector_last(&path);
    LLVMValueRef terminator = LLVMGetBasicBlockTerminator(top->block);
    if (top->next < LLVMGetNumSuccessors(terminator)) {
      LLVMBasicBlockRef to = successor(terminator, top->next++);
      if (!map_get(&seen, (uintptr_t)to, NULL)) {
        map_set(&seen, (uintptr_t)to, 1);
        vector_push(&path, (struct block_visit){to, 0});
      }
    } else {
      vector_push(&list->items, top->block);
      (void)vector_pop(&path);
    }
  }
  vector_release(&path);
  map_release(&seen);
}

static uint32_t location_of_block(struct builder *b, LLVMBasicBlockRef block) {
  uint64_t location = 0;
  map_get(&b->blocks, (uintptr_t)block, &location);
  return (uint32_t)location;
}

static void announce_block(struct builder *b, LLVMBasicBlockRef block) {
  map_set(&b->blocks, (uintptr_t)block, builder_add_location(b));
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    values_add_registers(b, i);
}

static LLVMValueRef incoming_value(LLVMValueRef phi, LLVMBasicBlockRef from) {
  unsigned count = LLVMCountIncoming(phi);
  for (unsigned i = 0; i < count; i++)
    if (LLVMGetIncomingBlock(phi, i) == from)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

/* From the current location into a block. */
static void enter_block(struct builder *b, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  VECTOR(struct assignment) list = {0};
  for (LLVMValueRef i = LLVMGetFirstInstruction(to); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i)) {
    const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(i));
    const struct term *const *values = values_leaves(b, incoming_value(i, from));
    const struct term *const *targets = values_leaves(b, i);
    for (uint32_t k = 0; k < leaves->count; k++)
      if (values[k] != targets[k])
        vector_push(&list, (struct assignment){(uint32_t)targets[k]->value,
                                               values_defined(b, values[k], &leaves->list[k])});
  }
  uint32_t target = location_of_block(b, to);
  if (list.count) {
    struct edge *edge = builder_add_edge_to(b, OPERATION_ASSIGN, target);
    edge->assign.count = (uint32_t)list.count;
    edge->assign.list = arena_copy(b->lowering->arena, list.items, list.count * sizeof *list.items);
  } else {
    builder_add_edge_to(b, OPERATION_SKIP, target);
  }
  vector_release(&list);
}

/* From `origin` into a block if the condition holds. */
static void branch(struct builder *b, uint32_t origin, const struct term *condition,
                   LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  b->current = origin;
  if (term_is_false(condition))
    return;
  if (!term_is_true(condition))
    builder_add_edge(b, OPERATION_ASSUME)->assume.condition = condition;
  enter_block(b, from, to);
}

static void lower_branch(struct builder *b, LLVMValueRef instruction, LLVMBasicBlockRef block) {
  if (!LLVMIsConditional(instruction)) {
    enter_block(b, block, successor(instruction, 0));
    return;
  }
  const struct term *condition = values_term(b, LLVMGetCondition(instruction));
  uint32_t origin = b->current;
  if (successor(instruction, 0) == successor(instruction, 1)) {
    enter_block(b, block, successor(instruction, 0));
    return;
  }
  branch(b, origin, condition, block, successor(instruction, 0));
  branch(b, origin, values_not(b, condition), block, successor(instruction, 1));
}

static void lower_switch(struct builder *b, LLVMValueRef instruction, LLVMBasicBlockRef block) {
  const struct term *value = values_term(b, LLVMGetOperand(instruction, 0));
  const struct term *otherwise = values_integer(b, 1, 1);
  uint32_t origin = b->current;
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  for (unsigned i = 2; i + 1 < count; i += 2) {
    const struct term *label = values_term(b, LLVMGetOperand(instruction, i));
    const struct term *equal = values_apply(b, OP_EQ, value, label);
    branch(b, origin, equal, block, LLVMValueAsBasicBlock(LLVMGetOperand(instruction, i + 1)));
    otherwise = values_apply(b, OP_AND, otherwise, values_not(b, equal));
  }
  branch(b, origin, otherwise, block, LLVMGetSwitchDefaultDest(instruction));
}

static void lower_indirect_branch(struct builder *b, LLVMValueRef instruction,
                                  LLVMBasicBlockRef block) {
  const struct term *value = values_term(b, LLVMGetOperand(instruction, 0));
  const struct term *otherwise = values_integer(b, 1, 1);
  uint32_t origin = b->current;
  unsigned count = LLVMGetNumSuccessors(instruction);
  for (unsigned i = 0; i < count; i++) {
    bool repeated = false;
    for (unsigned k = 0; k < i; k++)
      repeated = repeated || successor(instruction, k) == successor(instruction, i);
    if (repeated)
      continue;
    LLVMBasicBlockRef to = successor(instruction, i);
    uint64_t address = objects_block_address(b->lowering, b->llvm, to);
    const struct term *equal = values_apply(b, OP_EQ, value, values_pointer_constant(b, address));
    branch(b, origin, equal, block, to);
    otherwise = values_apply(b, OP_AND, otherwise, values_not(b, equal));
  }
  b->current = origin;
  if (!term_is_false(otherwise)) {
    if (!term_is_true(otherwise))
      builder_add_edge(b, OPERATION_ASSUME)->assume.condition = otherwise;
    builder_add_unsupported(b, "a jump to an address that is no label of the function");
  }
}

/* `asm goto`: the labels, and what follows. */
static void lower_assembly_goto(struct builder *b, LLVMValueRef instruction,
                                LLVMBasicBlockRef block) {
  unsigned count = LLVMGetCallBrNumIndirectDests(instruction);
  uint32_t *exits = arena_allocate(b->scratch, (count + 1) * sizeof *exits);
  for (unsigned i = 0; i < count; i++)
    exits[i] = builder_add_location(b);
  assembly_lower(b, instruction, LLVMGetCalledValue(instruction), exits);
  enter_block(b, block, LLVMGetCallBrDefaultDest(instruction));
  for (unsigned i = 0; i < count; i++) {
    b->current = exits[i];
    enter_block(b, block, LLVMGetCallBrIndirectDest(instruction, i));
  }
}

static void lower_return(struct builder *b, LLVMValueRef instruction) {
  const struct term **values = NULL;
  uint32_t count = 0;
  if (LLVMGetNumOperands(instruction) == 1) {
    LLVMValueRef operand = LLVMGetOperand(instruction, 0);
    const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(operand));
    const struct term *const *terms = values_leaves(b, operand);
    count = leaves->count;
    values = arena_allocate(b->lowering->arena, count * sizeof *values);
    for (uint32_t i = 0; i < count; i++)
      values[i] = values_defined(b, terms[i], &leaves->list[i]);
  }
  if (b->is_atomic)
    builder_add_edge(b, OPERATION_ATOMIC_END);
  struct edge *edge = builder_add_edge(b, OPERATION_RETURN);
  edge->ret.count = count;
  edge->ret.values = values;
}

/* The unsupported type among those of an instruction's result and operands, or NULL. */
static const char *find_unsupported(struct builder *b, LLVMValueRef instruction) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  for (unsigned i = 0; i < count && !leaves->unsupported; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    if (!LLVMValueIsBasicBlock(operand))
      leaves = types_leaves(b->lowering, LLVMTypeOf(operand));
  }
  return leaves->unsupported;
}

/* "instruction va_arg". */
static const char *describe_instruction(struct builder *b, LLVMValueRef instruction) {
  char *text = LLVMPrintValueToString(instruction);
  const char *equals = strstr(text, " = "), *word = equals ? equals + 3 : text;
  word += strspn(word, " ");
  const char *what = arena_format(b->scratch, "instruction %.*s", (int)strcspn(word, " "), word);
  LLVMDisposeMessage(text);
  return what;
}

static const char *describe_callee(struct builder *b, LLVMValueRef call) {
  size_t length;
  return arena_copy_text(b->scratch, LLVMGetValueName2(LLVMGetCalledValue(call), &length));
}

static void lower_instruction(struct builder *b, LLVMValueRef instruction,
                              LLVMBasicBlockRef block) {
  const char *unsupported = find_unsupported(b, instruction);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (!unsupported && wide_concerns(instruction)) {
    if (wide_lower(b, instruction))
      return;
    unsupported = "this operation on integers of more than 64 bits";
  }
  if (!unsupported && vectors_concern(b, instruction)) {
    if (vectors_lower(b, instruction))
      return;
    unsupported = LLVMIsACallInst(instruction) ? describe_callee(b, instruction)
                                               : "this operation on vectors of more than 64 bits";
  }
  if (unsupported) {
    builder_add_unsupported(b, unsupported);
    values_set_dummy(b, instruction);
    if (!LLVMIsATerminatorInst(instruction))
      return;
    if (opcode == LLVMRet) /* the path has to end somehow */
      return;
  }
  switch (opcode) {
  case LLVMPHI:
    break;
  case LLVMBr:
    lower_branch(b, instruction, block);
    break;
  case LLVMSwitch:
    if (!unsupported)
      lower_switch(b, instruction, block);
    break;
  case LLVMIndirectBr:
    lower_indirect_branch(b, instruction, block);
    break;
  case LLVMCallBr:
    lower_assembly_goto(b, instruction, block);
    break;
  case LLVMRet:
    lower_return(b, instruction);
    break;
  case LLVMUnreachable:
    builder_add_unsupported(b, "code that the compiler takes to be unreachable");
    break;
  case LLVMCall:
    calls_lower(b, instruction);
    break;
  default:
    if (!instructions_lower(b, instruction) && !lower_memory_access(b, instruction)) {
      builder_add_unsupported(b, describe_instruction(b, instruction));
      values_set_dummy(b, instruction);
    }
  }
}

static struct position position_of(struct builder *b, LLVMValueRef instruction) {
  return debug_position_of_location(&b->lowering->debug, LLVMInstructionGetDebugLoc(instruction));
}

/* The undefined function that puts the access in doubt, or NULL. Under the rules of SV-COMP, where
 * an undefined function returns any value, no access is in doubt. */
static const char *find_doubt(struct builder *b, LLVMValueRef instruction) {
  if (b->function->is_library || purity_is_assumed(b->lowering->options, "all"))
    return NULL;
  const char *doubt = doubt_of_instruction(b->lowering, instruction);
  return doubt ? arena_copy_text(b->lowering->arena, doubt) : NULL;
}

static void lower_block(struct builder *b, LLVMBasicBlockRef block) {
  b->current = location_of_block(b, block);
  b->at = b->function->at; /* until an instruction of the block has a position */
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (position_of(b, i).line) {
      b->at = position_of(b, i);
      break;
    }
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    struct position at = position_of(b, i);
    if (at.line)
      b->at = at;
    b->doubt = find_doubt(b, i);
    if (b->doubt)
      undefined_guard_access(b, i);
    lower_instruction(b, i, block);
    b->doubt = NULL;
  }
}

/* The attribute's type, if the parameter is a copy of the caller's struct; else NULL. */
static LLVMTypeRef copied_type(struct builder *b, unsigned parameter) {
  LLVMAttributeRef attribute =
      LLVMGetEnumAttributeAtIndex(b->llvm, parameter + 1, b->lowering->byval_attribute);
  return attribute ? LLVMGetTypeAttributeValue(attribute) : NULL;
}

/* The caller passes the address of the original; the copy is made here, so that it dies with this
 * frame. */
static void copy_parameter(struct builder *b, LLVMValueRef parameter, LLVMTypeRef type) {
  const struct term *original = values_term(b, parameter);
  const struct variable *variable = variables_find(&b->variables, parameter);
  uint32_t alignment = LLVMABIAlignmentOfType(b->lowering->layout, type);
  uint64_t size = types_size(b->lowering, type);
  uint32_t target = values_add_register(b, parameter); /* from now on the copy's address */
  struct edge *edge = builder_add_edge(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = values_pointer_constant(b, size);
  edge->allocate.alignment = alignment;
  edge->allocate.name = variable ? variable->name : "parameter";
  edge->allocate.type = variable ? variable->type : NULL;
  copies_add_value(b, builder_register_term(b, target), original, type);
}

void function_add_parameters(struct builder *b) {
  struct function *function = b->function;
  VECTOR(uint32_t) registers = {0};
  unsigned count = LLVMCountParams(b->llvm);
  for (unsigned i = 0; i < count; i++) {
    LLVMValueRef parameter = LLVMGetParam(b->llvm, i);
    const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(parameter));
    const uint32_t *targets = values_add_registers(b, parameter);
    for (uint32_t k = 0; k < leaves->count; k++)
      vector_push(&registers, targets[k]);
  }
  if (function->is_variadic) {
    b->variadic_register = builder_add_temporary(b, b->lowering->pointer_width, "...");
    vector_push(&registers, b->variadic_register);
  }
  function->parameter_count = (uint32_t)registers.count;
  function->parameters =
      arena_copy(b->lowering->arena, registers.items, registers.count * sizeof *registers.items);
  vector_release(&registers);
}

static bool has_prefix(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

/* Begins an atomic section if the function's name promises one. */
static void begin_named_function(struct builder *b) {
  const char *name = b->function->name;
  error_calls_begin_function(b);
  if (b->function->is_library) {
    calls_add_before(b);
    return;
  }
  const char *bound = sequential_bound(b->scratch, name);
  if (bound)
    builder_add_unsupported(b, bound);
  if (!strcmp(name, "reach_error") || !strcmp(name, "__VERIFIER_error"))
    builder_add_check(b, values_integer(b, 1, 0), PROPERTY_REACH, false,
                      arena_format(b->lowering->arena, "%s is called", name));
  /* The library's begin and end delimit a section. If the program defines them itself, their bodies
   * run without interruption, like every function with such a name. */
  b->is_atomic = has_prefix(name, "__VERIFIER_atomic_");
  if (b->is_atomic)
    builder_add_edge(b, OPERATION_ATOMIC_BEGIN);
}

static void begin_function(struct builder *b, struct lowering *in, LLVMValueRef llvm,
                           struct function *function) {
  *b = (struct builder){.lowering = in,
                        .scratch = arena_create(),
                        .llvm = llvm,
                        .function = function,
                        .at = function->at};
  b->entry = b->current = builder_add_location(b);
}

static void end_function(struct builder *b) {
  builder_finish(b);
  arena_destroy(b->scratch);
}

void function_lower(struct lowering *in, LLVMValueRef llvm, struct function *function) {
  struct builder b;
  struct block_list blocks = {0};
  begin_function(&b, in, llvm, function);
  variables_collect(&in->debug, llvm, b.scratch, &b.variables);
  function_add_parameters(&b);
  begin_named_function(&b);
  for (unsigned i = 0; i < LLVMCountParams(llvm); i++)
    if (copied_type(&b, i))
      copy_parameter(&b, LLVMGetParam(llvm, i), copied_type(&b, i));
  order_blocks(llvm, &blocks);
  for (size_t i = blocks.items.count; i-- > 0;)
    announce_block(&b, blocks.items.items[i]);
  builder_add_edge_to(&b, OPERATION_SKIP, location_of_block(&b, LLVMGetEntryBasicBlock(llvm)));
  for (size_t i = blocks.items.count; i-- > 0;)
    lower_block(&b, blocks.items.items[i]);
  vector_release(&blocks.items);
  end_function(&b);
}

void function_lower_undefined(struct lowering *in, LLVMValueRef llvm, struct function *function) {
  struct builder b;
  begin_function(&b, in, llvm, function);
  calls_add_before(&b);
  if (assembly_defines(in, function->name))
    builder_add_unsupported(&b,
                            arena_format(b.scratch, "%s, which assembly defines", function->name));
  undefined_lower_body(&b, llvm);
  end_function(&b);
}
