/* SPDX-License-Identifier: Apache-2.0 */
/* Undefined functions. heddle prints what it assumes about them. By default they use what they can
 * reach in any way (environment.c). Functions that the user declares pure have no effect and return
 * any value: a pointer to unknown memory, or NULL. An access to that memory is not modelled.
 * Functions that synchronise are unsupported. */
#include "frontend/lower.h"

#include "frontend/debug.h"
#include "frontend/environment.h"
#include "frontend/purity.h"

#include <llvm-c/DebugInfo.h>
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

/* Functions with fixed results, for which any value would be wrong, and functions that execute
 * another program. */
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

/* One of GCC's builtins, whose results are fixed. */
static bool is_builtin(const char *name) { return begins_with(name, "__builtin_"); }

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

/* Execution ends at a function that does not return. */
static void end_here(struct builder *b, const char *name) {
  lower_add_assumption(b->lowering, arena_format(b->lowering->arena,
                                                 "the undefined function %s has no effect and "
                                                 "does not return",
                                                 name));
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_integer(b, 1, 0);
}

static void assume_harmless(struct lowering *in, const char *name, LLVMTypeRef result) {
  bool is_pointer = LLVMGetTypeKind(result) == LLVMPointerTypeKind;
  const char *returns = is_pointer ? " and returns NULL or a pointer to unknown memory"
                        : types_leaves(in, result)->count ? " and returns any value"
                                                          : "";
  lower_add_assumption(
      in, arena_format(in->arena, "the undefined function %s has no effect%s", name, returns));
}

/* A struct with pointers is not modelled: every use of an arbitrary pointer would be an error. */
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
  const char *text =
      begins_with(name, "__kmpc_") || begins_with(name, "omp_")
          ? arena_format(b->scratch, "OpenMP, which is not modelled, by a call of %s,", name)
      : is_builtin(name) ? arena_format(b->scratch, "GCC's %s, which clang lacks,", name)
                         : arena_format(b->scratch, "the undefined function %s,", name);
  builder_add_unsupported(b, text);
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
  const struct frontend_options *options = b->lowering->options;
  if (purity_is_assumed_by_name(options, name))
    return false;
  return options->undefined == UNDEFINED_STOP || synchronises(name) || is_well_known(name) ||
         is_builtin(name) || throws(name) ||
         (purity_is_assumed(options, name) && may_call_back(call));
}

/* A struct with pointers that is returned through a pointer. */
static void add_struct_result(struct builder *b, struct environment_arguments *all,
                              LLVMValueRef call, LLVMValueRef callee) {
  struct lowering *in = b->lowering;
  LLVMAttributeRef attribute = LLVMGetNumArgOperands(call)
                                   ? LLVMGetCallSiteEnumAttribute(call, 1, in->sret_attribute)
                                   : NULL;
  if (!attribute || !types_hold_pointers(LLVMGetTypeAttributeValue(attribute)))
    return;
  struct environment_field field =
      environment_describe_pointer(in, debug_result_type(&in->debug, callee), false);
  field.size = field.count = 1;
  vector_push(&all->fields, field);
  vector_push(&all->numbers, 0);
}

/* Returns from a function made by heddle: the registers' values. */
static void add_return(struct builder *b, const uint32_t *targets, uint32_t count) {
  const struct term **values = arena_allocate(b->lowering->arena, (count + 1) * sizeof *values);
  for (uint32_t i = 0; i < count; i++)
    values[i] = builder_register_term(b, targets[i]);
  struct edge *edge = builder_add_edge(b, OPERATION_RETURN);
  edge->ret.count = count;
  edge->ret.values = values;
}

/* Registers for what a function of this type returns. */
static uint32_t *add_result_registers(struct builder *b, LLVMTypeRef type) {
  const struct leaves *leaves = types_leaves(b->lowering, type);
  uint32_t *targets = arena_allocate(b->lowering->arena, (leaves->count + 1) * sizeof *targets);
  for (uint32_t i = 0; i < leaves->count; i++)
    targets[i] = builder_add_temporary(b, leaves->list[i].width, b->function->name);
  return targets;
}

/* A function that stands for the undefined one in one of its calls; it has that call's arguments.
 */
static struct function *add_stand_in(struct lowering *in, LLVMValueRef call, const char *name) {
  struct function *function = arena_allocate(in->arena, sizeof *function);
  const struct leaves *leaves = types_leaves(in, LLVMTypeOf(call));
  uint8_t *widths = arena_allocate(in->arena, leaves->count + 1);
  for (uint32_t i = 0; i < leaves->count; i++)
    widths[i] = leaves->list[i].width;
  function->name = name;
  function->number = (uint32_t)in->functions.list.count;
  function->is_library = true;
  function->result_count = leaves->count;
  function->result_widths = widths;
  vector_push(&in->functions.list, function);
  vector_push(&in->functions.values, NULL);
  return function;
}

/* The leaves of a call's arguments, and the first of each. */
struct call_values {
  VECTOR(const struct term *) list;
  VECTOR(unsigned) first;
};

static void collect_values(struct builder *b, LLVMValueRef call, struct call_values *all) {
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(LLVMGetOperand(call, i)));
    const struct term *const *terms = values_leaves(b, LLVMGetOperand(call, i));
    vector_push(&all->first, (unsigned)all->list.count);
    for (uint32_t k = 0; k < leaves->count; k++)
      vector_push(&all->list, values_defined(b, terms[k], &leaves->list[k]));
  }
}

/* Its parameters; the result has a term for each argument of the call. */
static const struct term **add_parameters(struct builder *b, const struct call_values *all) {
  size_t count = all->first.count;
  uint32_t *parameters =
      arena_allocate(b->lowering->arena, (all->list.count + 1) * sizeof *parameters);
  const struct term **values = arena_allocate(b->scratch, (count + 1) * sizeof *values);
  for (size_t i = 0; i < all->list.count; i++)
    parameters[i] = builder_add_temporary(b, all->list.items[i]->width, "argument");
  for (size_t i = 0; i < count; i++)
    if (all->first.items[i] < all->list.count)
      values[i] = builder_register_term(b, parameters[all->first.items[i]]);
  b->function->parameters = parameters;
  b->function->parameter_count = (uint32_t)all->list.count;
  return values;
}

static void add_call(struct builder *b, LLVMValueRef call, const struct function *function,
                     const struct call_values *all) {
  struct lowering *in = b->lowering;
  bool is_used = LLVMGetFirstUse(call) != NULL;
  const uint32_t *results = is_used && function->result_count
                                ? arena_copy(in->arena, values_add_registers(b, call),
                                             function->result_count * sizeof *results)
                                : NULL;
  struct edge *edge = builder_add_edge(b, OPERATION_CALL);
  edge->call.callee = function;
  edge->call.argument_count = (uint32_t)all->list.count;
  edge->call.arguments =
      arena_copy(in->arena, all->list.items, all->list.count * sizeof *all->list.items);
  edge->call.result_count = results ? function->result_count : 0;
  edge->call.results = results;
}

/* What it does with its arguments, and its result. */
static void call_environment(struct builder *b, LLVMValueRef call, LLVMValueRef callee,
                             struct environment_arguments *given, const char *name) {
  struct lowering *in = b->lowering;
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  struct call_values all = {0};
  collect_values(b, call, &all);
  struct function *function = add_stand_in(in, call, name);
  struct builder inside = {.lowering = in, .scratch = arena_create(), .function = function};
  inside.entry = inside.current = builder_add_location(&inside);
  const struct term **values = add_parameters(&inside, &all);
  uint32_t *targets = add_result_registers(&inside, type);
  environment_act(&inside, given, values, debug_result_type(&in->debug, callee),
                  is_pointer ? targets[0] : NO_REGISTER, environment_is_watched(b, call, given));
  if (!is_pointer)
    add_results(&inside, type, name, targets);
  add_return(&inside, targets, function->result_count);
  builder_finish(&inside);
  arena_destroy(inside.scratch);
  add_call(b, call, function, &all);
  vector_release(&all.list);
  vector_release(&all.first);
}

/* Adds the effects of a call. False if the function gets nothing to access and makes no objects. */
static bool add_effects(struct builder *b, LLVMValueRef call, LLVMValueRef callee,
                        const char *name) {
  struct environment_arguments given = {0};
  bool makes = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind && LLVMGetFirstUse(call) &&
               environment_makes(b->lowering, debug_result_type(&b->lowering->debug, callee));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    environment_add_argument(b, &given, call, callee, i);
  add_struct_result(b, &given, call, callee);
  bool acts = given.fields.count || makes;
  if (acts)
    call_environment(b, call, callee, &given, name);
  environment_release(&given);
  return acts;
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
  bool acts = !purity_is_assumed(in->options, name) && add_effects(b, call, callee, name);
  if (LLVMIsAUnreachableInst(LLVMGetNextInstruction(call))) {
    end_here(b, name);
    if (!acts)
      values_set_dummy(b, call);
    return;
  }
  if (!acts)
    assume_harmless(in, name, type);
  if (!return_in_memory(b, call, name) && !acts)
    add_unsupported(b, name);
  if (is_used && types_leaves(in, type)->count && !acts)
    add_results(b, type, name, values_add_registers(b, call));
}

/* Adds the effect of a function that is called through a pointer; `target`: the register for a
 * pointer that it returns. */
static void add_effects_of_body(struct builder *b, LLVMValueRef function, uint32_t target) {
  struct environment_arguments given = {0};
  unsigned count = LLVMCountParams(function);
  const struct term **values = arena_allocate(b->scratch, (count + 1) * sizeof *values);
  function_add_parameters(b);
  for (unsigned i = 0; i < count; i++) {
    values[i] = values_leaves(b, LLVMGetParam(function, i))[0];
    environment_add_parameter(b, &given, function, i);
  }
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) /* what is passed is not known */
    environment_add_strange(&given);
  bool makes = target != NO_REGISTER;
  if (given.fields.count || makes)
    environment_act(b, &given, values, debug_result_type(&b->lowering->debug, function), target,
                    purity_has_threads(b->lowering));
  else
    assume_harmless(b->lowering, b->function->name,
                    LLVMGetReturnType(LLVMGlobalGetValueType(function)));
  environment_release(&given);
}

void undefined_lower_body(struct builder *b, LLVMValueRef function) {
  struct lowering *in = b->lowering;
  const char *name = b->function->name;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  error_calls_add_undefined(b, name);
  bool is_named = purity_is_assumed_by_name(in->options, name);
  bool is_pure = purity_is_assumed(in->options, name);
  if ((!is_named &&
       (in->options->undefined == UNDEFINED_STOP || synchronises(name) || is_well_known(name))) ||
      !can_return(type)) {
    add_unsupported(b, name);
    return;
  }
  bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
  uint32_t *targets = add_result_registers(b, type), count = types_leaves(in, type)->count;
  b->function->is_library = !is_pure;
  if (is_pure)
    assume_harmless(in, name, type);
  else
    add_effects_of_body(b, function, is_pointer ? targets[0] : NO_REGISTER);
  if (count && (is_pure || !is_pointer))
    add_results(b, type, name, targets);
  add_return(b, targets, count);
}
