/* SPDX-License-Identifier: Apache-2.0 */
/* Compiles the functions that observe_write.c writes, and calls them where events happen. */
#include "frontend/observe.h"

#include "base/limits.h"
#include "frontend/clang.h"
#include "frontend/observe_plan.h"
#include "frontend/origin.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static LLVMValueRef function_of_hook(struct observation *in, size_t number) {
  char name[64];
  snprintf(name, sizeof name, OBSERVE_PREFIX "%zu", number);
  return LLVMGetNamedFunction(in->module, name);
}

/* What is observed where the call of the hook is built; `at`: the call or return that is observed,
 * or NULL. */
static LLVMValueRef value_at(LLVMBuilderRef builder, const struct observed_value *value,
                             const struct observer_hook *hook, LLVMValueRef at) {
  bool is_call = at && LLVMIsACallInst(at);
  if (value->source == OBSERVED_LOCAL)
    return LLVMIsAAllocaInst(value->local)
               ? LLVMBuildLoad2(builder, LLVMGetAllocatedType(value->local), value->local, "")
               : value->local;
  if (value->source == OBSERVED_RESULT)
    return is_call ? at : LLVMGetOperand(at, 0);
  if (!is_call)
    return LLVMGetParam(hook->function, value->index);
  return value->index < LLVMGetNumArgOperands(at) ? LLVMGetOperand(at, value->index) : NULL;
}

/* Converts a value to the type of the parameter, where addresses are numbers. NULL: that is
 * impossible. */
static LLVMValueRef convert_value(LLVMBuilderRef builder, LLVMValueRef value, LLVMTypeRef wanted) {
  LLVMTypeKind kind = value ? LLVMGetTypeKind(LLVMTypeOf(value)) : LLVMVoidTypeKind;
  if (kind == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(builder, value, wanted, "");
  if (kind == LLVMIntegerTypeKind && LLVMGetTypeKind(wanted) == LLVMIntegerTypeKind)
    return LLVMBuildIntCast2(builder, value, wanted, true, "");
  return kind != LLVMVoidTypeKind && LLVMTypeOf(value) == wanted ? value : NULL;
}

/* Builds the call before an instruction. `at`: see value_at. */
static void build_call(struct observation *in, size_t number, LLVMValueRef before, LLVMValueRef at,
                       LLVMMetadataRef location) {
  const struct observer_hook *hook = &in->hooks.items[number];
  LLVMValueRef function = function_of_hook(in, number);
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(in->module));
  size_t count = hook->values.count;
  LLVMValueRef *arguments = arena_allocate(in->arena, (count + 1) * sizeof *arguments);
  LLVMPositionBuilderBefore(builder, before);
  LLVMSetCurrentDebugLocation2(builder, location);
  for (size_t i = 0; i < count && !in->failed; i++) {
    LLVMValueRef value = value_at(builder, &hook->values.items[i], hook, at);
    arguments[i] = convert_value(builder, value, LLVMTypeOf(LLVMGetParam(function, (unsigned)i)));
    if (!arguments[i])
      observe_fail(in, hook->transitions.items[0].transition->line,
                   "%s is called with other arguments than it is declared with",
                   hook->transitions.items[0].transition->event.function);
  }
  if (!in->failed)
    LLVMBuildCall2(builder, type, function, arguments, (unsigned)count, "");
  LLVMDisposeBuilder(builder);
}

static LLVMMetadataRef first_location(LLVMValueRef function) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (LLVMInstructionGetDebugLoc(i))
        return LLVMInstructionGetDebugLoc(i);
  return NULL;
}

/* Observes the function in its body, so that indirect calls count, too. */
static void observe_definition(struct observation *in, size_t number) {
  const struct observer_hook *hook = &in->hooks.items[number];
  LLVMValueRef function = hook->function;
  if (hook->kind == ON_CALL) {
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    while (LLVMIsAAllocaInst(first))
      first = LLVMGetNextInstruction(first);
    build_call(in, number, first, NULL, first_location(function));
    return;
  }
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (end && LLVMIsAReturnInst(end))
      build_call(in, number, end, end, LLVMInstructionGetDebugLoc(end));
  }
}

struct call_list {
  VECTOR(LLVMValueRef) list;
};

static bool is_direct_call(LLVMValueRef user, LLVMValueRef function) {
  if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
    return false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
    if (LLVMGetOperand(user, i) == function)
      return false;
  return true;
}

/* A function that only calls another one, for uses of that one's address. */
static LLVMValueRef build_wrapper(struct observation *in, LLVMValueRef function, const char *name) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMContextRef context = LLVMGetModuleContext(in->module);
  LLVMValueRef wrapper = LLVMAddFunction(in->module, name, type);
  LLVMSetLinkage(wrapper, LLVMInternalLinkage);
  LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
  LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(context, wrapper, "entry"));
  unsigned count = LLVMCountParams(wrapper);
  LLVMValueRef *arguments = arena_allocate(in->arena, (count + 1) * sizeof *arguments);
  LLVMGetParams(wrapper, arguments);
  LLVMValueRef call = LLVMBuildCall2(builder, type, function, arguments, count, "");
  if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
    LLVMBuildRetVoid(builder);
  else
    LLVMBuildRet(builder, call);
  LLVMDisposeBuilder(builder);
  return wrapper;
}

/* The calls of a function that is not defined here; other uses go to a function that calls it. */
static void find_calls(struct observation *in, const struct observer_hook *hook,
                       struct call_list *calls) {
  LLVMValueRef function = hook->function;
  bool is_taken = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    bool is_direct = is_direct_call(LLVMGetUser(use), function);
    is_taken |= !is_direct;
    if (is_direct)
      vector_push(&calls->list, LLVMGetUser(use));
  }
  if (!is_taken)
    return;
  const char *name = hook->transitions.items[0].transition->event.function;
  if (LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) {
    observe_fail(in, hook->transitions.items[0].transition->line,
                 "%s has a variable number of arguments, and the program uses its address: its "
                 "calls cannot be observed",
                 name);
    return;
  }
  LLVMValueRef dummy = LLVMAddFunction(in->module, "", LLVMGlobalGetValueType(function));
  LLVMReplaceAllUsesWith(function, dummy);
  for (size_t i = 0; i < calls->list.count; i++) {
    LLVMValueRef call = calls->list.items[i];
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, function);
  }
  LLVMValueRef wrapper =
      build_wrapper(in, function, arena_format(in->arena, "%s (by its address)", name));
  LLVMReplaceAllUsesWith(dummy, wrapper);
  LLVMDeleteFunction(dummy);
  vector_push(&calls->list, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(wrapper)));
}

static void observe_calls(struct observation *in, size_t number) {
  const struct observer_hook *hook = &in->hooks.items[number];
  struct call_list calls = {0};
  find_calls(in, hook, &calls);
  for (size_t i = 0; i < calls.list.count && !in->failed; i++) {
    LLVMValueRef call = calls.list.items[i];
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(call);
    build_call(in, number, hook->kind == ON_CALL ? call : LLVMGetNextInstruction(call), call,
               location);
  }
  vector_release(&calls.list);
}

static void call_hooks(struct observation *in) {
  for (size_t i = 0; i < in->hooks.count && !in->failed; i++) {
    const struct observer_hook *hook = &in->hooks.items[i];
    if (hook->before)
      build_call(in, i, hook->before, NULL,
                 LLVMInstructionGetDebugLoc(hook->before) ? LLVMInstructionGetDebugLoc(hook->before)
                                                          : first_location(hook->function));
    else if (hook->function && LLVMIsDeclaration(hook->function))
      observe_calls(in, i);
    else if (hook->function)
      observe_definition(in, i);
  }
}

/* Replaces the names in the written functions by the objects of the program. */
static void name_objects(struct observation *in) {
  for (size_t i = 0; i < in->objects.count; i++) {
    char name[64];
    snprintf(name, sizeof name, "__heddle_observe_object_%zu", i);
    LLVMValueRef declared = LLVMGetNamedGlobal(in->module, name);
    if (!declared)
      continue;
    LLVMReplaceAllUsesWith(declared, in->objects.items[i]);
    LLVMDeleteGlobal(declared);
  }
}

static enum status compile_hooks(struct observation *in, struct frontend_times *times) {
  const struct frontend_options *options = in->options;
  struct frontend_options own = {.data_model = options->data_model, .limits = options->limits};
  LLVMMemoryBufferRef buffer = NULL;
  LLVMModuleRef part = NULL;
  double start = clock_seconds();
  enum status status = clang_compile_text(&own, in->specification->path, &in->code, &buffer);
  times->clang += clock_seconds() - start;
  if (status != STATUS_OK)
    return status;
  bool failed = LLVMParseBitcodeInContext2(LLVMGetModuleContext(in->module), buffer, &part);
  LLVMDisposeMemoryBuffer(buffer);
  if (failed)
    return STATUS_BAD_INPUT;
  origin_mark_all(part);
  LLVMSetTarget(part, LLVMGetTarget(in->module));
  LLVMSetDataLayout(part, LLVMGetDataLayoutStr(in->module));
  return LLVMLinkModules2(in->module, part) ? STATUS_BAD_INPUT : STATUS_OK;
}

static void release(struct observation *in) {
  for (size_t i = 0; i < in->hooks.count; i++) {
    vector_release(&in->hooks.items[i].values);
    vector_release(&in->hooks.items[i].transitions);
  }
  vector_release(&in->hooks);
  vector_release(&in->objects);
  text_release(&in->code);
  debug_release(&in->debug);
  arena_destroy(in->arena);
}

enum status observe_add(const struct frontend_options *options, LLVMModuleRef module,
                        struct frontend_times *times) {
  char directory[4096];
  if (!options->specification)
    return STATUS_OK;
  LLVMSetIsNewDbgInfoFormat(module, 0); /* debug.c reads the old one */
  struct arena *arena = arena_create();
  struct observation in = {
      .debug = {.context = LLVMGetModuleContext(module),
                .arena = arena,
                .options = options,
                .directory = getcwd(directory, sizeof directory) ? directory : ""},
      .options = options,
      .module = module,
      .arena = arena,
      .specification = options->specification,
  };
  enum status status = STATUS_OK;
  observe_plan(&in);
  if (!in.failed && in.hooks.count) {
    observe_write(&in);
    if (!in.failed)
      status = compile_hooks(&in, times);
    if (!in.failed && status == STATUS_OK) {
      name_objects(&in);
      call_hooks(&in);
    }
  }
  status = in.failed ? STATUS_BAD_INPUT : status;
  release(&in);
  return status;
}
