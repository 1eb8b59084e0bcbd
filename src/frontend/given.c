/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the library's declarations of the variables, which leave their sizes open, by
 * definitions. */
#include "frontend/given.h"

#include "base/memory.h"

#include <llvm-c/Core.h>
#include <string.h>

const char *given_start(const struct frontend_options *options) {
  return options->any_arguments ? "__heddle_start_with_any_arguments"
         : options->arguments   ? "__heddle_start_with_arguments"
                                : "__heddle_start";
}

static LLVMValueRef add_variable(LLVMModuleRef module, LLVMValueRef value, const char *name) {
  LLVMValueRef variable = LLVMAddGlobal(module, LLVMTypeOf(value), name);
  LLVMSetInitializer(variable, value);
  LLVMSetLinkage(variable, LLVMInternalLinkage);
  LLVMSetAlignment(variable, 16);
  return variable;
}

/* `name` is the library's, `shown` the user's. */
static void define_variable(LLVMModuleRef module, const char *name, LLVMValueRef value,
                            const char *shown, bool is_constant) {
  LLVMValueRef declared = LLVMGetNamedGlobal(module, name);
  if (!declared)
    return;
  LLVMValueRef variable = add_variable(module, value, shown);
  LLVMSetGlobalConstant(variable, is_constant);
  LLVMReplaceAllUsesWith(declared, variable);
  LLVMDeleteGlobal(declared);
}

static LLVMValueRef text_of(LLVMModuleRef module, const char *bytes, size_t size) {
  return LLVMConstStringInContext2(LLVMGetModuleContext(module), bytes, size, 0);
}

static LLVMValueRef number_of(LLVMModuleRef module, const char *name, size_t number) {
  LLVMValueRef declared = LLVMGetNamedGlobal(module, name);
  return declared ? LLVMConstInt(LLVMGlobalGetValueType(declared), number, 0) : NULL;
}

static void define_arguments(const struct frontend_options *options, LLVMModuleRef module) {
  struct arena *arena = arena_create();
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  size_t count = options->argument_count + 1;
  LLVMValueRef *list = arena_allocate(arena, (count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    const char *word = i == 0 ? "program" : options->arguments[i - 1];
    list[i] = add_variable(module, text_of(module, word, strlen(word)),
                           arena_format(arena, "argument %zu", i));
  }
  list[count] = LLVMConstNull(pointer);
  define_variable(module, "__heddle_arguments", LLVMConstArray2(pointer, list, count + 1), "argv",
                  false);
  LLVMValueRef number = number_of(module, "__heddle_argument_count", count);
  if (number)
    define_variable(module, "__heddle_argument_count", number, "argc", true);
  arena_destroy(arena);
}

/* Texts of their own, since the program may change them. */
static void define_variables(const struct frontend_options *options, LLVMModuleRef module) {
  struct arena *arena = arena_create();
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(module), 0);
  size_t count = options->variable_count;
  LLVMValueRef *list = arena_allocate(arena, (count + 1) * sizeof *list);
  for (size_t i = 0; i < count; i++)
    list[i] =
        add_variable(module, text_of(module, options->variables[i], strlen(options->variables[i])),
                     arena_format(arena, "variable %.*s", (int)strcspn(options->variables[i], "="),
                                  options->variables[i]));
  list[count] = LLVMConstNull(pointer);
  define_variable(module, "__library_variables", LLVMConstArray2(pointer, list, count + 1),
                  "environment", false);
  arena_destroy(arena);
}

void given_define(const struct frontend_options *options, LLVMModuleRef module) {
  if (options->arguments)
    define_arguments(options, module);
  if (options->variables)
    define_variables(options, module);
  if (!options->input)
    return;
  define_variable(module, "__heddle_input", text_of(module, options->input, options->input_size),
                  "standard input", true);
  LLVMValueRef size = number_of(module, "__heddle_input_size", options->input_size);
  if (size)
    define_variable(module, "__heddle_input_size", size, "size of standard input", true);
}
