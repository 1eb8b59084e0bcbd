/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers LLVM intrinsics that move memory, walk variadic arguments, or only inform the compiler.
 * math.c has those that compute. */
#include "frontend/lower.h"

#include <string.h>

static const struct term *argument(struct builder *b, LLVMValueRef call, unsigned i) {
  return values_term(b, LLVMGetOperand(call, i));
}

static bool has_prefix(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

static uint32_t alignment_of(LLVMValueRef call, unsigned parameter) {
  unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef found = LLVMGetCallSiteEnumAttribute(call, parameter + 1, kind);
  return found ? (uint32_t)LLVMGetEnumAttributeValue(found) : 1;
}

static void lower_copy(struct builder *b, LLVMValueRef call, bool overlap) {
  if (!overlap && copies_add_parts(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                                   LLVMGetOperand(call, 2)))
    return;
  const struct term *to = argument(b, call, 0), *from = argument(b, call, 1);
  LLVMValueRef size = LLVMGetOperand(call, 2);
  uint32_t one = alignment_of(call, 0), other = alignment_of(call, 1);
  if (LLVMIsAConstantInt(size)) {
    lower_add_copy(b, to, from, LLVMConstIntGetZExtValue(size), one < other ? one : other, overlap);
    return;
  }
  const struct term *arguments[] = {to, from, values_sized(b, size)};
  calls_add(b, overlap ? "memmove" : "memcpy", arguments, 3, NO_REGISTER);
}

static void lower_fill(struct builder *b, LLVMValueRef call) {
  if (copies_fill_parts(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1),
                        LLVMGetOperand(call, 2)))
    return;
  const struct term *to = argument(b, call, 0), *byte = argument(b, call, 1);
  LLVMValueRef size = LLVMGetOperand(call, 2);
  if (LLVMIsAConstantInt(size)) {
    lower_add_fill(b, to, byte, LLVMConstIntGetZExtValue(size), alignment_of(call, 0));
    return;
  }
  const struct term *arguments[] = {to, term_resize(b->lowering->terms, 32, byte),
                                    values_sized(b, size)};
  calls_add(b, "memset", arguments, 3, NO_REGISTER);
}

/* Sets up the va_list of x86-64 as if all register arguments were used up, so that clang's
 * expansion of va_arg reads the area. That of i386 is the pointer itself. */
static void lower_va_start(struct builder *b, LLVMValueRef call) {
  if (lower_is_arm(b->lowering) && !b->function->is_library) {
    builder_add_unsupported(b, "va_start on AArch64");
    return;
  }
  const struct term *list = argument(b, call, 0);
  const struct term *area = builder_register_term(b, b->variadic_register);
  if (b->lowering->pointer_size == 4) {
    lower_add_store(b, list, area, 4, ORDER_PLAIN);
    return;
  }
  lower_add_store(b, list, values_integer(b, 32, 48), 4, ORDER_PLAIN);
  lower_add_store(b, values_add_offset(b, list, 4), values_integer(b, 32, 176), 4, ORDER_PLAIN);
  lower_add_store(b, values_add_offset(b, list, 8), area, 8, ORDER_PLAIN);
  lower_add_store(b, values_add_offset(b, list, 16), values_integer(b, 64, 0), 8, ORDER_PLAIN);
}

static void lower_va_copy(struct builder *b, LLVMValueRef call) {
  const struct term *to = argument(b, call, 0), *from = argument(b, call, 1);
  uint32_t word = b->lowering->pointer_size;
  lower_add_copy(b, to, from, word == 4 ? 4 : 24, word, false);
}

static bool lower_memory(struct builder *b, LLVMValueRef call, const char *name) {
  if (has_prefix(name, "llvm.memcpy."))
    lower_copy(b, call, false);
  else if (has_prefix(name, "llvm.memmove."))
    lower_copy(b, call, true);
  else if (has_prefix(name, "llvm.memset."))
    lower_fill(b, call);
  else if (has_prefix(name, "llvm.va_start"))
    lower_va_start(b, call);
  else if (has_prefix(name, "llvm.va_copy"))
    lower_va_copy(b, call);
  else
    return false;
  return true;
}

static bool is_without_effect(const char *name) {
  static const char *const prefixes[] = {
      "llvm.va_end",         "llvm.lifetime.",
      "llvm.assume",         "llvm.prefetch",
      "llvm.donothing",      "llvm.stackrestore",
      "llvm.sideeffect",     "llvm.experimental.noalias.scope.decl",
      "llvm.invariant.end",  "llvm.var.annotation",
      "llvm.x86.sse2.pause", "llvm.x86.sse2.lfence",
      "llvm.x86.sse.sfence", "llvm.pseudoprobe",
      "llvm.clear_cache",    "llvm.codeview.annotation"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (has_prefix(name, prefixes[i]))
      return true;
  return false;
}

static bool is_first_operand(const char *name) {
  return has_prefix(name, "llvm.expect.") || has_prefix(name, "llvm.ptr.annotation") ||
         has_prefix(name, "llvm.annotation.") || has_prefix(name, "llvm.launder.") ||
         has_prefix(name, "llvm.strip.") || has_prefix(name, "llvm.arithmetic.fence") ||
         has_prefix(name, "llvm.ssa.copy") || has_prefix(name, "llvm.threadlocal.address");
}

/* Answers of the hardware that C leaves open: any value. */
static bool is_arbitrary(const char *name) {
  return has_prefix(name, "llvm.readcyclecounter") || has_prefix(name, "llvm.readsteadycounter") ||
         !strcmp(name, "llvm.x86.rdtsc");
}

/* The address of the running function's frame, whose contents are not modelled. */
static bool lower_frame(struct builder *b, LLVMValueRef call, const char *name) {
  bool is_return = has_prefix(name, "llvm.returnaddress");
  bool is_frame = has_prefix(name, "llvm.frameaddress");
  if (!is_return && !is_frame && !has_prefix(name, "llvm.addressofreturnaddress"))
    return false;
  if ((is_return || is_frame) && LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)) != 0) {
    builder_add_unsupported(b, "the frame of a caller");
    values_set_dummy(b, call);
    return true;
  }
  if (is_return) {
    uint32_t number = builder_add_temporary(b, b->lowering->pointer_width, name);
    struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
    edge->nondet.target = number;
    edge->nondet.source = NONDET_INPUT;
    edge->nondet.name = "__builtin_return_address";
    values_set_term(
        b, call,
        values_apply(b, OP_OR, builder_register_term(b, number), values_pointer_constant(b, 1)));
    return true;
  }
  if (!b->has_frame) {
    b->has_frame = true;
    b->frame_register = builder_add_temporary(b, b->lowering->pointer_width, "frame");
    struct edge *edge = builder_add_prologue(b, OPERATION_ALLOCATE);
    edge->allocate.target = b->frame_register;
    edge->allocate.size = values_pointer_constant(b, 2 * b->lowering->pointer_size);
    edge->allocate.alignment = 16;
    edge->allocate.name = "__builtin_frame_address";
  }
  values_set_term(b, call, builder_register_term(b, b->frame_register));
  return true;
}

static void set_integer(struct builder *b, LLVMValueRef call, uint64_t bits) {
  unsigned width = types_leaves(b->lowering, LLVMTypeOf(call))->list[0].width;
  values_set_term(b, call, values_integer(b, width, bits));
}

static void lower_arbitrary(struct builder *b, LLVMValueRef call, const char *name) {
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = NONDET_INPUT;
  edge->nondet.name = arena_copy_text(b->lowering->arena, name);
}

bool intrinsics_lower(struct builder *b, LLVMValueRef call, const char *name) {
  if (has_prefix(name, "llvm.lifetime.") && scopes_lower_mark(b, call, name))
    return true;
  if (is_without_effect(name) || lower_memory(b, call, name))
    return true;
  if (is_first_operand(name)) {
    values_set_term(b, call, argument(b, call, 0));
    return true;
  }
  if (lower_frame(b, call, name))
    return true;
  if (is_arbitrary(name)) {
    lower_arbitrary(b, call, name);
    return true;
  }
  if (has_prefix(name, "llvm.objectsize.")) {
    bool smallest = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
    set_integer(b, call, smallest ? 0 : UINT64_MAX); /* as when nothing is known */
    return true;
  }
  if (has_prefix(name, "llvm.is.constant.") || has_prefix(name, "llvm.stacksave") ||
      has_prefix(name, "llvm.eh.typeid.for")) {
    set_integer(b, call, 0);
    return true;
  }
  if (has_prefix(name, "llvm.get.rounding") || has_prefix(name, "llvm.flt.rounds")) {
    set_integer(b, call, 1); /* to nearest */
    return true;
  }
  if (has_prefix(name, "llvm.trap") || has_prefix(name, "llvm.ubsantrap") ||
      has_prefix(name, "llvm.debugtrap")) {
    calls_add(b, "__library_trap", NULL, 0, NO_REGISTER);
    return true;
  }
  if (has_prefix(name, "llvm.x86.sse2.mfence")) {
    builder_add_edge(b, OPERATION_FENCE)->fence.order = ORDER_SEQ_CST;
    return true;
  }
  return false;
}
