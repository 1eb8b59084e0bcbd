/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that nobody defines. What is assumed of them is said to the user: they have no effect
 * and return any value, a pointer to memory that is not known, or NULL. An access to that memory is
 * not modelled. Those that could write to the program's memory (purity.c), call back, or
 * synchronise, are unsupported, unless the user says that they have no effect. */
#include "frontend/lower.h"

#include "frontend/purity.h"

#include <string.h>

/* How many different pointers such functions return, and how far apart; the pointers are in the
 * middle of the opaque memory, so that what is near them is in it too. */
enum { POINTER_BITS = 8, POINTER_STEP = 16 };

static bool begins_with(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

static bool is_one_of(const char *name, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, list[i]))
      return true;
  return false;
}

/* Functions whose results everybody knows, so that any value would be wrong, or that become another
 * program. */
static bool is_well_known(const char *name) {
  static const char *const names[] = {
      "fma",    "fmaf",   "fmal",  "remainder", "remquo", "y0",      "powl",       "sinl",
      "cosl",   "expl",   "logl",  "j0",        "tanl",   "lgammal", "nexttoward", "execl",
      "execle", "execlp", "execv", "execve",    "execvp", "execvpe", "fexecve"};
  return is_one_of(name, names, sizeof names / sizeof *names);
}

/* Functions of a library of threads: without their effect the program means something else. */
static bool synchronises(const char *name) {
  static const char *const prefixes[] = {
      "pthread_",  "__pthread_", "sem_",  "mtx_",    "cnd_",      "thrd_", "tss_",
      "__atomic_", "__sync_",    "GOMP_", "__kmpc_", "__heddle_", "omp_",  "__cilkrts_"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins_with(name, prefixes[i]))
      return true;
  return false;
}

/* The null pointer or one into the opaque memory. */
static const struct term *any_opaque_pointer(struct builder *b, const char *name) {
  struct lowering *in = b->lowering;
  uint32_t number = builder_add_temporary(b, POINTER_BITS, name);
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = number;
  edge->nondet.source = NONDET_EXTERNAL;
  edge->nondet.name = name;
  const struct term *which = builder_register_term(b, number);
  const struct term *step = values_pointer_constant(b, POINTER_STEP);
  const struct term *offset =
      values_apply(b, OP_MUL, term_resize(in->terms, in->pointer_width, which), step);
  const struct term *is_null = values_apply(b, OP_EQ, which, values_integer(b, POINTER_BITS, 0));
  return values_choose(b, is_null, values_pointer_constant(b, 0),
                       values_add_offset(b, offset, objects_opaque_address(in)));
}

/* Adds the registers' values: those of a result of this type. */
static void add_results(struct builder *b, LLVMTypeRef type, const char *name,
                        const uint32_t *targets) {
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
    builder_add_assign(b, targets[0], any_opaque_pointer(b, name));
    return;
  }
  const struct leaves *leaves = types_leaves(b->lowering, type);
  for (uint32_t i = 0; i < leaves->count; i++) {
    struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
    edge->nondet.target = targets[i];
    edge->nondet.source = NONDET_EXTERNAL;
    edge->nondet.name = name;
  }
}

/* Nothing goes on behind a function that does not return. */
static void end_here(struct builder *b, const char *name) {
  lower_add_assumption(b->lowering, arena_format(b->lowering->arena,
                                                 "%s, which is not defined, has no effect and "
                                                 "does not return",
                                                 name));
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_integer(b, 1, 0);
}

static void assume_harmless(struct lowering *in, const char *name, LLVMTypeRef result) {
  bool is_pointer = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  const char *returns = is_pointer ? " and returns NULL or memory that is not known"
                        : types_leaves(in, result)->count ? " and returns any value"
                                                          : "";
  lower_add_assumption(
      in, arena_format(in->arena, "%s, which is not defined, has no effect%s", name, returns));
}

/* A struct with a pointer in it would be an error wherever it is used. */
static bool can_return(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMPointerTypeKind || !types_hold_pointers(type);
}

static bool may_call_back(LLVMValueRef call) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMIsAFunction(objects_behind_alias(LLVMGetOperand(call, i))))
      return true;
  return false;
}

static void add_unsupported(struct builder *b, const char *name) {
  builder_add_unsupported(b, arena_format(b->scratch, "function %s, which is not defined,", name));
}

static void add_impure(struct builder *b, const char *name) {
  lower_add_assumption(b->lowering,
                       arena_format(b->lowering->arena,
                                    "%s, which is not defined, could write through a pointer "
                                    "(--assume-pure %s: it does not)",
                                    name, name));
  builder_add_unsupported(
      b,
      arena_format(b->scratch,
                   "function %s, which is not defined and could write through a pointer,", name));
}

/* Is it NULL, or memory that such functions returned? */
static const struct term *is_strange(struct builder *b, const struct term *pointer) {
  struct lowering *in = b->lowering;
  objects_opaque_address(in);
  const struct object *opaque = NULL;
  for (size_t i = 0; i < in->object_list.count && !opaque; i++)
    if (in->object_list.items[i].address == in->opaque_address)
      opaque = &in->object_list.items[i];
  const struct term *offset =
      values_apply(b, OP_SUB, pointer, values_pointer_constant(b, opaque->address));
  return values_apply(b, OP_OR, values_apply(b, OP_EQ, pointer, values_pointer_constant(b, 0)),
                      values_apply(b, OP_ULT, offset, values_pointer_constant(b, opaque->size)));
}

/* Goes on where this holds; otherwise the function could write to the program's memory. */
static void add_purity_check(struct builder *b, const struct term *is_pure, const char *name) {
  if (term_is_true(is_pure))
    return;
  is_pure = values_settle(b, is_pure);
  uint32_t origin = b->current, behind = builder_add_location(b);
  builder_add_edge_to(b, OPERATION_ASSUME, behind)->assume.condition = is_pure;
  b->current = origin;
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, is_pure);
  add_impure(b, name);
  builder_add_edge_to(b, OPERATION_SKIP, behind);
  b->current = behind;
}

void undefined_guard_access(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode != LLVMLoad && opcode != LLVMStore)
    return;
  LLVMValueRef pointer = LLVMGetOperand(instruction, opcode == LLVMStore), base = pointer;
  while (LLVMIsAGetElementPtrInst(base))
    base = LLVMGetOperand(base, 0);
  LLVMTypeRef type = LLVMIsAGlobalVariable(base) ? LLVMGlobalGetValueType(base)
                     : LLVMIsAAllocaInst(base)   ? LLVMGetAllocatedType(base)
                                                 : NULL;
  if (!type || (LLVMIsAAllocaInst(base) && !LLVMIsAConstantInt(LLVMGetOperand(base, 0))))
    return;
  LLVMTypeRef accessed =
      LLVMTypeOf(opcode == LLVMStore ? LLVMGetOperand(instruction, 0) : instruction);
  uint64_t size = types_size(b->lowering, type), part = types_size(b->lowering, accessed);
  if (part > size)
    return;
  const struct term *offset =
      values_apply(b, OP_SUB, values_term(b, pointer), values_term(b, base));
  const struct term *fits =
      values_apply(b, OP_ULT, offset, values_pointer_constant(b, size - part + 1));
  builder_add_check(b, fits, PROPERTY_MEMORY, true, "access out of bounds");
}

/* False if a call hands over memory of the program for certain. */
static bool check_arguments(struct builder *b, LLVMValueRef call, LLVMValueRef callee,
                            const char *name) {
  const struct term *is_pure = values_integer(b, 1, 1);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    enum handing handing = purity_of_argument(b->lowering, call, callee, i);
    if (handing == HANDS_MEMORY)
      return false;
    if (handing == HANDS_IF_KNOWN)
      is_pure =
          values_apply(b, OP_AND, is_pure, is_strange(b, values_sized(b, LLVMGetOperand(call, i))));
  }
  add_purity_check(b, is_pure, name);
  return true;
}

/* A struct that is returned through a pointer; false if its values are not modelled. */
static bool return_in_memory(struct builder *b, LLVMValueRef call, const char *name) {
  struct lowering *in = b->lowering;
  LLVMAttributeRef attribute = LLVMGetNumArgOperands(call)
                                   ? LLVMGetCallSiteEnumAttribute(call, 1, in->sret_attribute)
                                   : NULL;
  if (!attribute)
    return true;
  LLVMTypeRef type = LLVMGetTypeAttributeValue(attribute);
  const struct leaves *leaves = types_leaves(in, type);
  if (leaves->unsupported || types_hold_pointers(type))
    return false;
  const struct term *address = values_term(b, LLVMGetOperand(call, 0));
  for (uint32_t i = 0; i < leaves->count; i++) {
    const struct leaf *leaf = &leaves->list[i];
    uint32_t target = builder_add_temporary(b, leaf->width, name);
    struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
    edge->nondet.target = target;
    edge->nondet.source = NONDET_EXTERNAL;
    edge->nondet.name = name;
    lower_add_store(b, values_add_offset(b, address, leaf->offset),
                    builder_register_term(b, target), leaf->size, ORDER_PLAIN);
  }
  return true;
}

/* Does the C++ library throw an exception with it (std::__throw_out_of_range)? */
static bool throws(const char *name) {
  return begins_with(name, "__cxa_throw") ||
         (begins_with(name, "_ZSt") && strstr(name, "__throw_") != NULL);
}

/* Is it one whose effect cannot be guessed? */
static bool is_strange_call(struct builder *b, LLVMValueRef call, const char *name) {
  if (purity_is_assumed_by_name(b->lowering->options, name))
    return false;
  return synchronises(name) || is_well_known(name) || throws(name) || may_call_back(call);
}

void undefined_lower_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  struct lowering *in = b->lowering;
  size_t length;
  const char *name = arena_copy_text(in->arena, LLVMGetValueName2(callee, &length));
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_used = LLVMGetFirstUse(call) != NULL;
  error_calls_add_undefined(b, name);
  if (is_strange_call(b, call, name) || (is_used && !can_return(type))) {
    add_unsupported(b, name);
    values_set_dummy(b, call);
    return;
  }
  if (LLVMIsAUnreachableInst(LLVMGetNextInstruction(call))) {
    end_here(b, name);
    values_set_dummy(b, call);
    return;
  }
  if (!purity_is_assumed(in->options, name) && !check_arguments(b, call, callee, name)) {
    add_impure(b, name);
    values_set_dummy(b, call);
    return;
  }
  assume_harmless(in, name, type);
  if (!return_in_memory(b, call, name))
    add_unsupported(b, name);
  if (is_used && types_leaves(in, type)->count)
    add_results(b, type, name, values_add_registers(b, call));
}

/* The parameters of a function that is called through a pointer. */
static void check_parameters(struct builder *b, LLVMValueRef function) {
  const struct term *is_pure = values_integer(b, 1, 1);
  function_add_parameters(b);
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    enum handing handing = purity_of_parameter(b->lowering, function, i);
    if (handing == HANDS_MEMORY)
      is_pure = values_integer(b, 1, 0);
    else if (handing == HANDS_IF_KNOWN)
      is_pure = values_apply(b, OP_AND, is_pure,
                             is_strange(b, values_term(b, LLVMGetParam(function, i))));
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)))
    is_pure = values_integer(b, 1, 0); /* what is passed is not known */
  add_purity_check(b, is_pure, b->function->name);
}

void undefined_lower_body(struct builder *b, LLVMValueRef function) {
  struct lowering *in = b->lowering;
  const char *name = b->function->name;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  error_calls_add_undefined(b, name);
  bool is_named = purity_is_assumed_by_name(in->options, name);
  if ((!is_named && (synchronises(name) || is_well_known(name))) || !can_return(type)) {
    add_unsupported(b, name);
    return;
  }
  if (!purity_is_assumed(in->options, name))
    check_parameters(b, function);
  assume_harmless(in, name, type);
  const struct leaves *leaves = types_leaves(in, type);
  uint32_t *targets = arena_allocate(b->scratch, (leaves->count + 1) * sizeof *targets);
  const struct term **values = arena_allocate(in->arena, (leaves->count + 1) * sizeof *values);
  for (uint32_t i = 0; i < leaves->count; i++) {
    targets[i] = builder_add_temporary(b, leaves->list[i].width, name);
    values[i] = builder_register_term(b, targets[i]);
  }
  if (leaves->count)
    add_results(b, type, name, targets);
  struct edge *edge = builder_add_edge(b, OPERATION_RETURN);
  edge->ret.count = leaves->count;
  edge->ret.values = values;
}
