/* Functions that nobody defines. What is assumed of them is said to the user: they have no effect,
 * also none through the pointers they get, and return any value, a pointer to memory that is not
 * known, or NULL. An access to that memory is not modelled. Those that could call back, or that
 * synchronise, are unsupported. */
#include "frontend/lower.h"

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

void undefined_lower_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  struct lowering *in = b->lowering;
  size_t length;
  const char *name = arena_copy_text(in->arena, LLVMGetValueName2(callee, &length));
  LLVMTypeRef type = LLVMTypeOf(call);
  bool is_used = LLVMGetFirstUse(call) != NULL;
  if (synchronises(name) || is_well_known(name) || may_call_back(call) ||
      (is_used && !can_return(type))) {
    add_unsupported(b, name);
    values_set_dummy(b, call);
    return;
  }
  if (LLVMIsAUnreachableInst(LLVMGetNextInstruction(call))) {
    end_here(b, name);
    values_set_dummy(b, call);
    return;
  }
  assume_harmless(in, name, type);
  if (is_used && types_leaves(in, type)->count)
    add_results(b, type, name, values_add_registers(b, call));
}

void undefined_lower_body(struct builder *b, LLVMValueRef function) {
  struct lowering *in = b->lowering;
  const char *name = b->function->name;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  if (synchronises(name) || is_well_known(name) || !can_return(type)) {
    add_unsupported(b, name);
    return;
  }
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
