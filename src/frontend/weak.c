/* SPDX-License-Identifier: Apache-2.0 */
/* Finds weak compare-exchanges whose spurious failures need not be explored.
 *
 * Most of them end a loop that repeats until they succeed. An iteration that ends with a spurious
 * failure can be left out of an execution if it returns to the head of the loop with everything as
 * before, and has only read memory: all later steps stay possible. Everything that happens in the
 * iteration before the failure happens in the executions without it, too.
 *
 * A plain store in the iteration, such as `node->next` in a push, does no harm if the next
 * iteration writes the same location again. A thread that accesses that location in between would
 * race with the first store, which nothing releases.
 *
 * Without this rule, engines that unwind loops would unwind these forever. */
#include "frontend/lower.h"

#include <string.h>

enum { MOST_BLOCKS = 32 };

struct retry_blocks {
  LLVMBasicBlockRef list[MOST_BLOCKS];
  unsigned count;
  bool overflow;
};

/* The loop around a compare-exchange. */
struct retry_loop {
  LLVMValueRef exchange;
  LLVMBasicBlockRef head, last;     /* last: that goes back to the head when it failed */
  struct retry_blocks all, failing; /* failing: those passed on the way back */
};

static bool contains(const struct retry_blocks *blocks, LLVMBasicBlockRef block) {
  for (unsigned i = 0; i < blocks->count; i++)
    if (blocks->list[i] == block)
      return true;
  return false;
}

static void add_block(struct retry_blocks *blocks, LLVMBasicBlockRef block) {
  if (contains(blocks, block))
    return;
  if (blocks->count == MOST_BLOCKS)
    blocks->overflow = true;
  else
    blocks->list[blocks->count++] = block;
}

static void add_reachable(struct retry_blocks *blocks, LLVMBasicBlockRef from) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
  unsigned first = blocks->count;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    add_block(blocks, LLVMGetSuccessor(end, i));
  for (unsigned i = first; i < blocks->count; i++) {
    end = LLVMGetBasicBlockTerminator(blocks->list[i]);
    for (unsigned j = 0; j < LLVMGetNumSuccessors(end); j++)
      add_block(blocks, LLVMGetSuccessor(end, j));
  }
}

/* All blocks on a way from the compare-exchange back to it, and the only one of them that is
 * entered from elsewhere. Fails if there are many blocks. */
static bool find_loop(struct retry_loop *loop) {
  LLVMBasicBlockRef home = LLVMGetInstructionParent(loop->exchange);
  struct retry_blocks ahead = {0};
  add_reachable(&ahead, home);
  for (unsigned i = 0; i < ahead.count; i++) {
    struct retry_blocks behind = {0};
    add_reachable(&behind, ahead.list[i]);
    if (ahead.list[i] == home || contains(&behind, home))
      add_block(&loop->all, ahead.list[i]);
    loop->all.overflow |= behind.overflow;
  }
  if (ahead.overflow || loop->all.overflow || !contains(&loop->all, home))
    return false;
  LLVMValueRef function = LLVMGetBasicBlockParent(home);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    for (unsigned i = 0; !contains(&loop->all, b) && i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef entered = LLVMGetSuccessor(end, i);
      if (contains(&loop->all, entered) && loop->head && loop->head != entered)
        return false;
      if (contains(&loop->all, entered))
        loop->head = entered;
    }
  }
  return loop->head;
}

static bool is_part(const struct retry_loop *loop, LLVMValueRef value, unsigned index) {
  return LLVMIsAExtractValueInst(value) && LLVMGetOperand(value, 0) == loop->exchange &&
         *LLVMGetIndices(value) == index;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
    if (LLVMGetIncomingBlock(phi, i) == from)
      return LLVMGetIncomingValue(phi, i);
  return NULL;
}

/* The value of a term in the next iteration, given that the exchange found what it expected. */
static LLVMValueRef trace(const struct retry_loop *loop, LLVMValueRef value) {
  for (unsigned i = 0; value && i < MOST_BLOCKS; i++) {
    if (is_part(loop, value, 0)) {
      value = LLVMGetOperand(loop->exchange, 1);
    } else if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) != loop->head &&
               contains(&loop->failing, LLVMGetInstructionParent(value))) {
      unsigned at = 0;
      while (loop->failing.list[at] != LLVMGetInstructionParent(value))
        at++;
      if (!at) /* the block of the exchange, passed before it */
        return value;
      value = incoming(value, loop->failing.list[at - 1]);
    } else {
      return value;
    }
  }
  return NULL;
}

/* The value of a condition when the exchange failed: 0 or 1, or -1 if that does not decide it. */
static int decide(const struct retry_loop *loop, LLVMValueRef value) {
  value = trace(loop, value);
  if (!value)
    return -1;
  if (is_part(loop, value, 1))
    return 0;
  if (LLVMIsAConstantInt(value))
    return LLVMConstIntGetZExtValue(value) != 0;
  if (!LLVMIsAInstruction(value))
    return -1;
  LLVMOpcode op = LLVMGetInstructionOpcode(value);
  if (op == LLVMZExt || op == LLVMTrunc || op == LLVMFreeze)
    return decide(loop, LLVMGetOperand(value, 0));
  if (op != LLVMXor && op != LLVMICmp)
    return -1;
  int first = decide(loop, LLVMGetOperand(value, 0)),
      second = decide(loop, LLVMGetOperand(value, 1));
  if (first < 0 || second < 0)
    return -1;
  if (op == LLVMXor)
    return first ^ second;
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
  return predicate == LLVMIntNE ? first != second : predicate == LLVMIntEQ ? first == second : -1;
}

/* Is the instruction only debug information, or the end of a lifetime? */
static bool is_marker(LLVMValueRef instruction) {
  size_t length;
  const char *name = LLVMIsAIntrinsicInst(instruction)
                         ? LLVMGetValueName2(LLVMGetCalledValue(instruction), &length)
                         : "";
  return strncmp(name, "llvm.dbg.", 9) == 0 || strncmp(name, "llvm.lifetime.", 14) == 0;
}

static bool is_harmless(LLVMValueRef instruction) {
  return LLVMIsALoadInst(instruction) || LLVMIsAPHINode(instruction) || is_marker(instruction) ||
         LLVMIsAExtractValueInst(instruction) || LLVMIsACastInst(instruction) ||
         LLVMIsABinaryOperator(instruction) || LLVMIsACmpInst(instruction) ||
         LLVMIsAGetElementPtrInst(instruction) || LLVMIsASelectInst(instruction) ||
         LLVMIsABranchInst(instruction) || LLVMIsAFreezeInst(instruction);
}

/* Does it store the value that the exchange found, which is the expected one, where that was loaded
 * from? */
static bool writes_expected_back(const struct retry_loop *loop, LLVMValueRef instruction) {
  LLVMValueRef expected = LLVMGetOperand(loop->exchange, 1);
  if (!LLVMIsAStoreInst(instruction) || !is_part(loop, LLVMGetOperand(instruction, 0), 0) ||
      LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic || !LLVMIsALoadInst(expected) ||
      LLVMGetOperand(expected, 0) != LLVMGetOperand(instruction, 1) ||
      LLVMGetInstructionParent(expected) != LLVMGetInstructionParent(loop->exchange))
    return false;
  for (LLVMValueRef i = expected; i != loop->exchange; i = LLVMGetNextInstruction(i))
    if (!is_harmless(i))
      return false;
  return true;
}

/* From the failed exchange to the head, which must be the only way and have no effect. */
static bool goes_back(struct retry_loop *loop) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(loop->exchange);
  LLVMValueRef instruction = LLVMGetNextInstruction(loop->exchange);
  for (;;) {
    add_block(&loop->failing, block);
    loop->last = block;
    for (; instruction; instruction = LLVMGetNextInstruction(instruction))
      if ((!is_harmless(instruction) && !writes_expected_back(loop, instruction)) ||
          LLVMIsALoadInst(instruction))
        return false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end))
      return false;
    int holds = LLVMIsConditional(end) ? decide(loop, LLVMGetCondition(end)) : 1;
    if (holds < 0)
      return false;
    block = LLVMGetSuccessor(end, holds ? 0 : 1);
    if (block == loop->head)
      return true;
    if (contains(&loop->failing, block) || loop->failing.overflow)
      return false;
    instruction = LLVMGetFirstInstruction(block);
  }
}

/* Do all phis of the head get the values that they had? */
static bool is_unchanged(const struct retry_loop *loop) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(loop->head); i && LLVMIsAPHINode(i);
       i = LLVMGetNextInstruction(i))
    if (LLVMGetFirstUse(i) && trace(loop, incoming(i, loop->last)) != i)
      return false;
  return true;
}

/* The same in every round? */
static bool is_steady(const struct retry_loop *loop, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !contains(&loop->all, LLVMGetInstructionParent(value)))
    return true;
  if (LLVMIsAPHINode(value))
    return LLVMGetInstructionParent(value) == loop->head;
  if (!LLVMIsAGetElementPtrInst(value) && !LLVMIsACastInst(value) &&
      !LLVMIsABinaryOperator(value) && !LLVMIsACmpInst(value) && !LLVMIsASelectInst(value))
    return false;
  for (int i = 0; i < LLVMGetNumOperands(value); i++)
    if (!is_steady(loop, LLVMGetOperand(value, (unsigned)i)))
      return false;
  return true;
}

static bool is_repeated_store(const struct retry_loop *loop, LLVMValueRef instruction) {
  return LLVMIsAStoreInst(instruction) &&
         LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
         is_steady(loop, LLVMGetOperand(instruction, 1));
}

/* Does the store write a local variable that only this block accesses, and only after the store? */
static bool is_scratch(const struct retry_loop *loop, LLVMValueRef store) {
  LLVMValueRef variable = LLVMGetOperand(store, 1);
  LLVMBasicBlockRef home = LLVMGetInstructionParent(loop->exchange);
  if (!LLVMIsAAllocaInst(variable) || LLVMGetInstructionParent(store) != home)
    return false;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (is_marker(user))
      continue;
    bool is_access =
        LLVMIsALoadInst(user) || (user == store && LLVMGetOperand(store, 0) != variable);
    if (!is_access || LLVMGetInstructionParent(user) != home)
      return false;
  }
  for (LLVMValueRef i = LLVMGetFirstInstruction(home); i != store; i = LLVMGetNextInstruction(i))
    if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == variable)
      return false;
  return true;
}

/* From the head to the exchange: nothing but reads, or one way with stores that are repeated. */
static bool only_reads(const struct retry_loop *loop) {
  bool stores = false, branches = false;
  LLVMBasicBlockRef home = LLVMGetInstructionParent(loop->exchange);
  for (unsigned i = 0; i < loop->all.count; i++) {
    LLVMBasicBlockRef block = loop->all.list[i];
    if (block != home && contains(&loop->failing, block) && block != loop->head)
      continue;
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    for (; instruction && instruction != loop->exchange;
         instruction = LLVMGetNextInstruction(instruction)) {
      if (is_harmless(instruction) ||
          (LLVMIsAStoreInst(instruction) && is_scratch(loop, instruction)))
        continue;
      if (!is_repeated_store(loop, instruction))
        return false;
      stores = true;
    }
    branches |= block != home && LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(block)) > 1;
  }
  return !stores || !branches;
}

bool weak_failure_only_repeats(LLVMValueRef exchange) {
  struct retry_loop loop = {.exchange = exchange};
  return find_loop(&loop) && goes_back(&loop) && is_unchanged(&loop) && only_reads(&loop);
}
