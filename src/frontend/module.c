/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the user's files, links them with the needed part of the library, and promotes local
 * variables to registers. */
#include "frontend/module.h"

#include "base/memory.h"
#include "frontend/library.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/observe.h"
#include "frontend/prepare.h"
#include "frontend/reachable.h"
#include "frontend/select.h"
#include "frontend/symbol_index.h"
#include "frontend/user_file.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

static void report_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *context) {
  (void)context;
  if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError)
    return;
  char *message = LLVMGetDiagInfoDescription(diagnostic);
  fprintf(stderr, "heddle: %s\n", message);
  LLVMDisposeMessage(message);
}

static enum status load_user_files(const struct frontend_options *options, enum clang_mode mode,
                                   LLVMContextRef context, LLVMModuleRef library,
                                   struct symbol_index **index, LLVMModuleRef *module,
                                   struct frontend_times *times) {
  struct linked whole = {0};
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->file_count && status == STATUS_OK; i++) {
    LLVMModuleRef part = NULL;
    status = user_file_load(options, options->files[i], mode, context, &part, times);
    if (status == STATUS_OK)
      status = user_file_link(options, options->files[i], part, &whole);
  }
  if (status == STATUS_OK && options->command_count)
    status = select_files(options, mode, context, library, index, &whole, times);
  if (status == STATUS_OK)
    status = user_file_check_main(&whole);
  *module = whole.module;
  return status;
}

static enum status find_entry(const struct frontend_options *options, LLVMModuleRef module,
                              const char *name) {
  LLVMValueRef entry = LLVMGetNamedFunction(module, name);
  if (entry && !LLVMIsDeclaration(entry))
    return STATUS_OK;
  fprintf(stderr, "heddle: %s%s: no function %s\n", options->files[0],
          options->file_count > 1 || options->command_count ? " and the other files" : "", name);
  return STATUS_BAD_INPUT;
}

static enum status find_entries(const struct frontend_options *options, LLVMModuleRef module) {
  enum status status = STATUS_OK;
  struct arena *arena = arena_create();
  struct name_list names = {options->entry ? options->entry : "main"};
  for (const char *name; status == STATUS_OK && (name = names_next(&names, arena));)
    status = find_entry(options, module, name);
  arena_destroy(arena);
  return status;
}

/* Is something needed that neither the files nor the library define? */
static bool lacks_function(const struct frontend_options *options, LLVMModuleRef module,
                           LLVMModuleRef library) {
  struct reachable reachable;
  bool lacks = false;
  reachable_find(&reachable, module, options->entry ? options->entry : "main");
  for (size_t i = 0; i < reachable.globals.count && !lacks; i++) {
    LLVMValueRef f = reachable.globals.items[i];
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    lacks = LLVMIsAFunction(f) && LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) &&
            strncmp(name, "__heddle_", 9) != 0 && !calls_need_frame(name) &&
            !library_defines(library, name);
  }
  reachable_release(&reachable);
  return lacks;
}

/* In C99, `inline` without `extern` defines no external function, and clang omits its body. Many
 * programs rely on that body, though. */
static enum status reload_with_inline(const struct frontend_options *options,
                                      LLVMContextRef context, LLVMModuleRef library,
                                      struct symbol_index **index, LLVMModuleRef *module,
                                      struct frontend_times *times) {
  LLVMModuleRef fuller = NULL;
  enum status status =
      load_user_files(options, CLANG_WITH_INLINE, context, library, index, &fuller, times);
  if (*module)
    LLVMDisposeModule(*module);
  *module = fuller;
  return status;
}

enum status module_load(const struct frontend_options *options, LLVMContextRef context,
                        LLVMModuleRef *module, struct frontend_times *times) {
  LLVMContextSetDiagnosticHandler(context, report_diagnostic, NULL);
  /* Which files of a build belong to the program depends on what the library has. */
  LLVMModuleRef library = options->command_count ? library_open(options, NULL, context) : NULL;
  struct symbol_index *index = NULL; /* of a build */
  enum status status =
      load_user_files(options, CLANG_PLAIN, context, library, &index, module, times);
  if (status == STATUS_OK)
    status = find_entries(options, *module);
  if (status == STATUS_OK && !library)
    library = library_open(options, user_file_starts_elsewhere(options) ? NULL : *module, context);
  bool lacks = status == STATUS_OK && lacks_function(options, *module, library);
  if (lacks)
    status = reload_with_inline(options, context, library, &index, module, times);
  symbol_index_destroy(index);
  if (status == STATUS_OK)
    status = observe_add(options, *module, times);
  if (status == STATUS_OK)
    status = library_link(options, *module, library,
                          (lacks && options->undefined == UNDEFINED_ENVIRONMENT) ||
                              user_file_starts_elsewhere(options));
  else if (library)
    LLVMDisposeModule(library);
  if (status == STATUS_OK)
    prepare_module(*module);
  return status;
}
