/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the bitcode of the library and links it.
 *
 * Its definitions become `linkonce` before linking. So a definition of the user has precedence, and
 * the linker reads only the function bodies that are needed from the (lazily read) library.
 * Declarations and debug information are always read, which would take most of the time for a small
 * program. So there is a smaller library with what most programs need (src/library/common.txt), and
 * a list of its names. It is closed under dependencies, so linking it gives the same result as
 * linking the whole library. */
#include "frontend/library.h"

#include "frontend/given.h"
#include "frontend/origin.h"
#include "frontend/shapes.h"

#include <assert.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/Linker.h>
#include <stdio.h>
#include <string.h>

struct embedded {
  const char *start, *end;
};

extern const char library_lp64[], library_lp64_end[], library_ilp32[], library_ilp32_end[];
extern const char common_lp64[], common_lp64_end[], common_ilp32[], common_ilp32_end[];
/* A name on every line but the first. */
extern const char names_lp64[], names_lp64_end[], names_ilp32[], names_ilp32_end[];

/* The functions that lowering itself refers to. */
static const char *const lowered[] = {"memcpy",
                                      "memmove",
                                      "memset",
                                      "__library_trap",
                                      "__library_end_quietly",
                                      "__library_divide_wide",
                                      "__library_product_overflows"};

static bool is_common(struct embedded names, const char *name) {
  char line[128];
  int length = snprintf(line, sizeof line, "\n%s\n", name);
  return (size_t)length < sizeof line &&
         memmem(names.start, (size_t)(names.end - names.start), line, (size_t)length);
}

/* Does the program do without the full library for this symbol? It does if the symbol is defined,
 * is none of the library, or is in the smaller library. */
static bool is_provided(struct embedded names, LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  return !LLVMIsDeclaration(global) || strncmp(name, "llvm.", 5) == 0 ||
         strncmp(name, "__heddle_", 9) == 0 || is_common(names, name);
}

/* Is the smaller library enough for the program? Not if threads can be cancelled, input is given or
 * a specification is checked: then more is linked than the program refers to. */
static bool is_enough(const struct frontend_options *options, LLVMModuleRef module,
                      struct embedded names) {
  bool is_enough = !options->input && !options->specification &&
                   is_common(names, given_start(options)) &&
                   !LLVMGetNamedFunction(module, "pthread_cancel");
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && is_enough; f = LLVMGetNextFunction(f))
    is_enough = is_provided(names, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && is_enough; g = LLVMGetNextGlobal(g))
    is_enough = is_provided(names, g);
  return is_enough;
}

static LLVMModuleRef open_embedded(struct embedded code, LLVMContextRef context) {
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      code.start, (size_t)(code.end - code.start), "library", 0);
  LLVMModuleRef library = NULL;
  bool failed = LLVMGetBitcodeModuleInContext2(context, buffer, &library);
  assert(!failed);
  (void)failed;
  return library;
}

LLVMModuleRef library_open(const struct frontend_options *options, LLVMModuleRef module,
                           LLVMContextRef context) {
  bool is_lp64 = options->data_model == DATA_MODEL_LP64;
  struct embedded whole = is_lp64 ? (struct embedded){library_lp64, library_lp64_end}
                                  : (struct embedded){library_ilp32, library_ilp32_end};
  struct embedded common = is_lp64 ? (struct embedded){common_lp64, common_lp64_end}
                                   : (struct embedded){common_ilp32, common_ilp32_end};
  struct embedded names = is_lp64 ? (struct embedded){names_lp64, names_lp64_end}
                                  : (struct embedded){names_ilp32, names_ilp32_end};
  return open_embedded(module && is_enough(options, module, names) ? common : whole, context);
}

/* Static functions of the models do not count, as they may have any name. */
bool library_defines(LLVMModuleRef library, const char *name) {
  LLVMValueRef function = LLVMGetNamedFunction(library, name);
  return function && !LLVMIsDeclaration(function) &&
         LLVMGetLinkage(function) != LLVMInternalLinkage;
}

static bool is_named(LLVMModuleRef module, const char *name) {
  return LLVMGetNamedFunction(module, name) || LLVMGetNamedGlobal(module, name);
}

/* Declares the function, so that the linker adds the library's definition, if there is one. */
static void want_function(LLVMModuleRef module, LLVMModuleRef library, const char *name) {
  LLVMValueRef found = LLVMGetNamedFunction(library, name);
  if (found && !is_named(module, name))
    LLVMAddFunction(module, name, LLVMGlobalGetValueType(found));
}

/* A function that the library adds to another one of the module, by its name: its version for calls
 * without a use of the result, for an input that is given, or what comes before it if threads can
 * be cancelled. */
static bool is_addition(const struct frontend_options *options, const char *name,
                        LLVMModuleRef module) {
  static const char discarded[] = "__heddle_discarded_", before[] = "__heddle_before_";
  static const char given[] = "__heddle_given_";
  if (options->input && !strncmp(name, given, sizeof given - 1))
    return true;
  if (!strncmp(name, discarded, sizeof discarded - 1))
    return LLVMGetNamedFunction(module, name + sizeof discarded - 1);
  return !strncmp(name, before, sizeof before - 1) &&
         LLVMGetNamedFunction(module, name + sizeof before - 1) &&
         LLVMGetNamedFunction(module, "pthread_cancel");
}

static void mark_library(const struct frontend_options *options, LLVMModuleRef library,
                         LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    origin_mark(f);
    if (LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceAnyLinkage);
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    if (is_addition(options, name, module))
      want_function(module, library, name);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(library); g; g = LLVMGetNextGlobal(g)) {
    if (LLVMIsDeclaration(g))
      continue;
    origin_mark(g);
    if (LLVMGetLinkage(g) == LLVMExternalLinkage)
      LLVMSetLinkage(g, LLVMLinkOnceAnyLinkage);
  }
}

enum status library_link(const struct frontend_options *options, LLVMModuleRef module,
                         LLVMModuleRef library, bool is_open) {
  mark_library(options, library, module);
  want_function(module, library, given_start(options));
  for (size_t i = 0; i < sizeof lowered / sizeof *lowered; i++)
    want_function(module, library, lowered[i]);
  if (shapes_matter(module)) {
    want_function(module, library, "__heddle_parts_memcpy");
    want_function(module, library, "__heddle_parts_memset");
  }
  if (is_named(module, "siglongjmp"))
    want_function(module, library, "__library_keep_mask");
  if (is_open) {
    want_function(module, library, "__library_environment");
    want_function(module, library, "__library_environment_object");
    want_function(module, library, "__library_start_entry");
    want_function(module, library, "__library_join_entries");
  }
  LLVMValueRef size = LLVMGetNamedGlobal(library, "__heddle_record_size");
  if (size && !is_named(module, "__heddle_record_size"))
    LLVMAddGlobal(module, LLVMGlobalGetValueType(size), "__heddle_record_size");
  LLVMSetTarget(library, LLVMGetTarget(module));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(module));
  if (LLVMLinkModules2(module, library))
    return STATUS_BAD_INPUT;
  given_define(options, module);
  return STATUS_OK;
}
