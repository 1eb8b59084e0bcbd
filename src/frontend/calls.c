/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers calls: of defined functions, through pointers, and of undefined functions.
 *
 * Variadic arguments are in an area of the caller's frame, each at a multiple of the pointer size,
 * as both ABIs lay out arguments on the stack. The callee gets the address of the area. */
#include "frontend/lower.h"

#include "frontend/origin.h"

#include <string.h>

/* The arguments of a call instruction as terms. */
struct arguments {
  VECTOR(const struct term *) list;
};

static const char *name_of(LLVMValueRef value) {
  size_t length;
  return LLVMGetValueName2(value, &length);
}

static void add_argument(struct builder *b, struct arguments *all, LLVMValueRef argument) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(argument));
  const struct term *const *terms = values_leaves(b, argument);
  for (uint32_t i = 0; i < leaves->count; i++)
    vector_push(&all->list, values_defined(b, terms[i], &leaves->list[i]));
}

/* A slot of exactly this size, so that a read past the last argument is a memory error. Calls do
 * not overlap, so one slot serves all calls with equally many arguments. */
const struct term *calls_area(struct builder *b, uint64_t size) {
  for (size_t i = 0; i < b->areas.count; i++)
    if (b->areas.items[i].size == size)
      return builder_register_term(b, b->areas.items[i].target);
  uint32_t target = builder_add_temporary(b, b->lowering->pointer_width, "arguments");
  struct edge *edge = builder_add_prologue(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = values_pointer_constant(b, size);
  edge->allocate.alignment = 16;
  edge->allocate.name = "variadic arguments";
  vector_push(&b->areas, (struct slot){.size = size, .target = target});
  return builder_register_term(b, target);
}

struct variadic {
  uint64_t offset, size;
  uint32_t alignment;
  bool is_copied; /* a struct: its address is passed */
};

static struct variadic place_variadic(struct builder *b, LLVMValueRef call, unsigned i,
                                      uint64_t *end) {
  struct lowering *in = b->lowering;
  LLVMAttributeRef copied = LLVMGetCallSiteEnumAttribute(call, i + 1, in->byval_attribute);
  LLVMTypeRef type =
      copied ? LLVMGetTypeAttributeValue(copied) : LLVMTypeOf(LLVMGetOperand(call, i));
  struct variadic place = {.size = types_size(in, type),
                           .alignment = LLVMABIAlignmentOfType(in->layout, type),
                           .is_copied = copied != NULL};
  uint64_t step = in->pointer_size;
  if (place.alignment > step && in->pointer_size == 8)
    step = place.alignment;
  place.offset = (*end + step - 1) / step * step;
  *end = place.offset + (place.size + in->pointer_size - 1) / in->pointer_size * in->pointer_size;
  return place;
}

/* `as_words`: the callee reads every argument as a word, as a system call does, so that a narrower
 * integer fills one. */
static const struct term *store_variadic(struct builder *b, LLVMValueRef call, unsigned first,
                                         unsigned count, bool as_words) {
  uint64_t size = 0, end = 0;
  for (unsigned i = first; i < count; i++)
    place_variadic(b, call, i, &size);
  if (!size)
    return values_pointer_constant(b, 0);
  const struct term *area = calls_area(b, size);
  for (unsigned i = first; i < count; i++) {
    LLVMValueRef argument = LLVMGetOperand(call, i);
    struct variadic place = place_variadic(b, call, i, &end);
    const struct term *address = values_add_offset(b, area, place.offset);
    if (place.is_copied) {
      lower_add_copy(b, address, values_term(b, argument), place.size, place.alignment, false);
      continue;
    }
    const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(argument));
    const struct term *const *terms = values_leaves(b, argument);
    for (uint32_t k = 0; k < leaves->count; k++) {
      const struct term *value = values_defined(b, terms[k], &leaves->list[k]);
      uint32_t stored = leaves->list[k].size;
      if (as_words && leaves->count == 1 && stored < b->lowering->pointer_size) {
        value = term_resize(b->lowering->terms, b->lowering->pointer_width, value);
        stored = b->lowering->pointer_size;
      }
      lower_add_store(b, values_add_offset(b, address, leaves->list[k].offset), value, stored,
                      ORDER_PLAIN);
    }
  }
  return area;
}

static const struct term *const *kept_arguments(struct builder *b, const struct arguments *all) {
  return arena_copy(b->lowering->arena, all->list.items, all->list.count * sizeof *all->list.items);
}

static const uint32_t *result_registers(struct builder *b, LLVMValueRef call, uint32_t *count) {
  *count = types_leaves(b->lowering, LLVMTypeOf(call))->count;
  if (!*count)
    return NULL;
  if (LLVMGetFirstUse(call) || variables_find(&b->variables, call))
    return arena_copy(b->lowering->arena, values_add_registers(b, call), *count * sizeof(uint32_t));
  *count = 0;
  return NULL;
}

/* Does the call take the result of a library function, a pointer, for a narrower integer because a
 * declaration is missing? Compilers that know the function keep the upper half. */
static bool loses_pointer(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  LLVMTypeRef wanted = LLVMTypeOf(call), given = LLVMGetReturnType(LLVMGlobalGetValueType(callee));
  return origin_is_library(callee) && LLVMGetFirstUse(call) &&
         LLVMGetTypeKind(given) == LLVMPointerTypeKind &&
         LLVMGetTypeKind(wanted) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(wanted) < b->lowering->pointer_width;
}

/* `callee` NULL: a call through a pointer. A known callee determines how many arguments are fixed,
 * as a call without a prototype does not. */
static void lower_defined_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  LLVMTypeRef type = callee ? LLVMGlobalGetValueType(callee) : LLVMGetCalledFunctionType(call);
  const struct term *address = callee ? NULL : values_term(b, LLVMGetCalledValue(call));
  const struct term *area = NULL;
  struct arguments all = {0};
  unsigned count = LLVMGetNumArgOperands(call), fixed = count;
  if (LLVMIsFunctionVarArg(type) && LLVMCountParamTypes(type) < count)
    fixed = LLVMCountParamTypes(type);
  for (unsigned i = 0; i < fixed; i++)
    add_argument(b, &all, LLVMGetOperand(call, i));
  if (LLVMIsFunctionVarArg(type))
    area = store_variadic(b, call, fixed, count, callee && !strcmp(name_of(callee), "syscall"));
  uint32_t result_count;
  const uint32_t *results = result_registers(b, call, &result_count);
  const struct function *function = callee ? objects_function(b->lowering, callee) : NULL;
  if (callee && loses_pointer(b, call, callee))
    builder_add_unsupported(
        b, arena_format(b->scratch, "the result of %s, which is not declared,", name_of(callee)));
  struct edge *edge = builder_add_edge(b, OPERATION_CALL);
  edge->call.callee = function;
  edge->call.address = address;
  edge->call.argument_count = (uint32_t)all.list.count;
  edge->call.arguments = kept_arguments(b, &all);
  edge->call.result_count = result_count;
  edge->call.results = results;
  edge->call.variadic_area = area;
  vector_release(&all.list);
}

void calls_add(struct builder *b, const char *name, const struct term *const *arguments,
               uint32_t count, uint32_t result) {
  LLVMValueRef callee = LLVMGetNamedFunction(b->lowering->module, name);
  if (!callee || !objects_is_defined(callee)) {
    builder_add_unsupported(b, arena_format(b->scratch, "function %s", name));
    return;
  }
  const struct function *function = objects_function(b->lowering, callee);
  struct edge *edge = builder_add_edge(b, OPERATION_CALL);
  edge->call.callee = function;
  edge->call.argument_count = count;
  edge->call.arguments = arena_copy(b->lowering->arena, arguments, count * sizeof *arguments);
  if (result != NO_REGISTER) {
    edge->call.result_count = 1;
    edge->call.results = arena_copy(b->lowering->arena, &result, sizeof result);
  }
}

/* The name of what the library wants to run before the function of this name, or NULL. */
static const char *name_before(struct builder *b, const char *name) {
  static const char discarded[] = "__heddle_discarded_";
  if (!strncmp(name, discarded, sizeof discarded - 1))
    name += sizeof discarded - 1;
  const char *before = arena_format(b->scratch, "__heddle_before_%s", name);
  LLVMValueRef callee = LLVMGetNamedFunction(b->lowering->module, before);
  return callee && objects_is_defined(callee) ? before : NULL;
}

void calls_add_before(struct builder *b) {
  const struct function *function = b->function;
  const char *before =
      LLVMGetLinkage(b->llvm) == LLVMInternalLinkage ? NULL : name_before(b, function->name);
  if (!before)
    return;
  const struct term **arguments =
      arena_allocate(b->scratch, (function->parameter_count + 1) * sizeof *arguments);
  for (uint32_t i = 0; i < function->parameter_count; i++)
    arguments[i] = builder_register_term(b, function->parameters[i]);
  calls_add(b, before, arguments, function->parameter_count, NO_REGISTER);
}

static void lower_undefined_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  const char *before = name_before(b, name_of(callee));
  if (before) {
    struct arguments all = {0};
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
      add_argument(b, &all, LLVMGetOperand(call, i));
    calls_add(b, before, all.list.items, (uint32_t)all.list.count, NO_REGISTER);
    vector_release(&all.list);
  }
  undefined_lower_call(b, call, callee);
}

static bool is_setjmp(const char *name) {
  static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i]))
      return true;
  return false;
}

bool calls_need_frame(const char *name) { return is_setjmp(name) || !strcmp(name, "alloca"); }

/* Keeps in the buffer whether siglongjmp is to restore the signal mask, and which. */
static void keep_mask(struct builder *b, LLVMValueRef call) {
  const struct term *arguments[] = {values_term(b, LLVMGetOperand(call, 0)),
                                    LLVMGetNumArgOperands(call) > 1
                                        ? values_term(b, LLVMGetOperand(call, 1))
                                        : values_integer(b, 32, 0)};
  calls_add(b, "__library_keep_mask", arguments, 2, NO_REGISTER);
}

static bool lower_frame_call(struct builder *b, LLVMValueRef call, const char *name) {
  if (is_setjmp(name) && LLVMGetNamedFunction(b->lowering->module, "siglongjmp"))
    keep_mask(b, call);
  if (is_setjmp(name))
    return primitives_lower(b, call, "__heddle_setjmp");
  if (strcmp(name, "alloca") != 0 || LLVMGetNumArgOperands(call) != 1)
    return false;
  const struct term *size = values_sized(b, LLVMGetOperand(call, 0));
  uint32_t target = values_add_register(b, call);
  struct edge *edge = builder_add_edge(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = size;
  edge->allocate.alignment = 16;
  edge->allocate.name = "alloca";
  return true;
}

/* The function that is really called. */
static LLVMValueRef redirect(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  struct lowering *in = b->lowering;
  const char *name = name_of(callee);
  if (b->function->is_library && !strcmp(name, "main"))
    return in->entry;
  if (error_calls_ends_quietly(b, call, name) && origin_is_library(callee))
    return LLVMGetNamedFunction(in->module, "__library_end_quietly");
  if (in->options->input && origin_is_library(callee)) {
    LLVMValueRef other =
        LLVMGetNamedFunction(in->module, arena_format(b->scratch, "__heddle_given_%s", name));
    if (other && objects_is_defined(other) && strcmp(b->function->name, name_of(other)) != 0)
      return other;
  }
  if (!LLVMGetFirstUse(call) && (origin_is_library(callee) || !objects_is_defined(callee))) {
    LLVMValueRef other =
        LLVMGetNamedFunction(in->module, arena_format(b->scratch, "__heddle_discarded_%s", name));
    if (other && objects_is_defined(other) && strcmp(b->function->name, name_of(other)) != 0)
      return other;
  }
  return callee;
}

static bool is_debug_call(const char *name) { return !strncmp(name, "llvm.dbg.", 9); }

/* Without --args the library's start passes the program's name only. */
static void suppose_no_arguments(struct lowering *in, LLVMValueRef entry) {
  if (in->options->arguments || in->options->any_arguments)
    return;
  for (unsigned i = 0; i < LLVMCountParams(entry) && i < 2; i++)
    if (!strcmp(name_of(entry), "main") && LLVMGetFirstUse(LLVMGetParam(entry, i))) {
      lower_add_assumption(in, "the program is started without arguments");
      in->program->lacks_arguments = true;
      return;
    }
}

/* A function that no file defines, unless assembly outside of functions does. */
static void lower_bodiless_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  if (!assembly_defines(b->lowering, name_of(callee))) {
    lower_undefined_call(b, call, callee);
    return;
  }
  builder_add_unsupported(b,
                          arena_format(b->scratch, "%s, which assembly defines", name_of(callee)));
  values_set_dummy(b, call);
}

static void lower_direct_call(struct builder *b, LLVMValueRef call, LLVMValueRef callee) {
  const char *name = name_of(callee);
  if (LLVMGetIntrinsicID(callee)) {
    if (!is_debug_call(name) && !intrinsics_lower(b, call, name) && !math_lower(b, call, name)) {
      builder_add_unsupported(b, name);
      values_set_dummy(b, call);
    }
    return;
  }
  callee = redirect(b, call, callee);
  if (b->function->is_library && callee == b->lowering->entry)
    suppose_no_arguments(b->lowering, callee);
  if (b->function->is_library && callee == b->lowering->entry && b->lowering->options->entry &&
      strcmp(b->lowering->options->entry, "main") != 0) {
    entry_lower_call(b, call);
    return;
  }
  if (copies_lower_call(b, call, callee))
    return;
  if (objects_is_defined(callee))
    lower_defined_call(b, call, callee);
  else if (!primitives_lower(b, call, name) && !lower_frame_call(b, call, name) &&
           !math_lower_function(b, call, name))
    lower_bodiless_call(b, call, callee);
}

void calls_lower(struct builder *b, LLVMValueRef call) {
  LLVMValueRef callee = objects_behind_alias(LLVMGetCalledValue(call));
  if (LLVMIsAInlineAsm(callee))
    assembly_lower(b, call, callee, NULL);
  else if (LLVMIsAFunction(callee))
    lower_direct_call(b, call, callee);
  else
    lower_defined_call(b, call, NULL);
}
