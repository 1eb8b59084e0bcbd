/* SPDX-License-Identifier: Apache-2.0 */
/* Reads the user's files, links them with the needed part of the library, and promotes local
 * variables to registers. */
#include "frontend/module.h"

#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "frontend/clang.h"
#include "frontend/library.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/observe.h"
#include "frontend/prepare.h"
#include "frontend/reachable.h"
#include "frontend/select.h"

#include <assert.h>
#include <limits.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The sections of src/library/heddle.h. */
static const char library_section[] = "heddle-library";
static const char apart_section[] = "heddle-library-apart";
static const struct {
  const char *section;
  enum library_effect effect;
} effects[] = {
    {"heddle-library-takes", EFFECT_TAKES}, {"heddle-library-takes-shared", EFFECT_TAKES_SHARED},
    {"heddle-library-tries", EFFECT_TRIES}, {"heddle-library-tries-shared", EFFECT_TRIES_SHARED},
    {"heddle-library-gives", EFFECT_GIVES}, {"heddle-library-waits", EFFECT_WAITS},
    {"heddle-library-once", EFFECT_ONCE},   {"heddle-library-destroys", EFFECT_DESTROYS},
    {"heddle-library-joins", EFFECT_JOINS}, {"heddle-library-tries-join", EFFECT_TRIES_JOIN},
};

bool module_tells_threads_apart(LLVMValueRef function) {
  const char *section = LLVMGetSection(function);
  return section && !strcmp(section, apart_section);
}

enum library_effect module_effect_of(LLVMValueRef function) {
  const char *section = LLVMGetSection(function);
  for (size_t i = 0; section && i < sizeof effects / sizeof *effects; i++)
    if (!strcmp(section, effects[i].section))
      return effects[i].effect;
  return EFFECT_NONE;
}

bool module_is_library(LLVMValueRef global) {
  const char *section = LLVMGetSection(global);
  return section && (!strcmp(section, library_section) || module_tells_threads_apart(global) ||
                     module_effect_of(global) != EFFECT_NONE);
}

void module_mark_as_library(LLVMValueRef global) {
  if (!module_is_library(global))
    LLVMSetSection(global, library_section);
}

void module_mark_library(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      module_mark_as_library(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g))
      module_mark_as_library(g);
}

static void report_diagnostic(LLVMDiagnosticInfoRef diagnostic, void *context) {
  (void)context;
  if (LLVMGetDiagInfoSeverity(diagnostic) != LLVMDSError)
    return;
  char *message = LLVMGetDiagInfoDescription(diagnostic);
  fprintf(stderr, "heddle: %s\n", message);
  LLVMDisposeMessage(message);
}

static bool is_bitcode_name(const char *file) {
  return file_path_has_ending(file, ".bc") || file_path_has_ending(file, ".ll");
}

/* Takes `buffer`. */
static enum status parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, const char *file,
                         LLVMModuleRef *module) {
  char *message = NULL;
  if (!LLVMParseIRInContext(context, buffer, module, &message))
    return STATUS_OK;
  fprintf(stderr, "heddle: %s: %s\n", file, message ? message : "not LLVM bitcode");
  LLVMDisposeMessage(message);
  return STATUS_BAD_INPUT;
}

static enum status read_bitcode(const char *file, LLVMMemoryBufferRef *buffer) {
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(file, buffer, &message)) {
    fprintf(stderr, "heddle: cannot read %s: %s\n", file, message);
    LLVMDisposeMessage(message);
    return STATUS_BAD_INPUT;
  }
  if (LLVMGetBufferSize(*buffer) > 0)
    return STATUS_OK;
  fprintf(stderr, "heddle: %s is empty\n", file);
  LLVMDisposeMemoryBuffer(*buffer);
  return STATUS_BAD_INPUT;
}

static enum status check_data_model(const struct frontend_options *options, const char *file,
                                    LLVMModuleRef module) {
  unsigned wanted = options->data_model == DATA_MODEL_LP64 ? 8 : 4;
  unsigned found = LLVMPointerSize(LLVMGetModuleDataLayout(module));
  if (found == wanted)
    return STATUS_OK;
  fprintf(stderr, "heddle: %s has pointers of %u bits, but the data model is %s\n", file, found * 8,
          wanted == 8 ? "LP64" : "ILP32");
  return STATUS_BAD_INPUT;
}

enum status module_load_file(const struct frontend_options *options, const char *file,
                             enum clang_mode mode, LLVMContextRef context, LLVMModuleRef *module,
                             struct frontend_times *times) {
  LLVMMemoryBufferRef buffer = NULL;
  double start = clock_seconds();
  enum status status = is_bitcode_name(file) ? read_bitcode(file, &buffer)
                                             : clang_compile(options, file, mode, &buffer);
  times->clang += clock_seconds() - start;
  if (status == STATUS_OK)
    status = parse(context, buffer, file, module);
  return status == STATUS_OK ? check_data_model(options, file, *module) : status;
}

static bool starts_elsewhere(const struct frontend_options *options) {
  return options->entry && strcmp(options->entry, "main") != 0;
}

/* Where the program does not start in main, several files may define one for themselves; only the
 * first is seen by others. */
static void note_main(const struct frontend_options *options, const char *file, LLVMModuleRef part,
                      struct linked *whole) {
  LLVMValueRef function = LLVMGetNamedFunction(part, "main");
  if (!function || !starts_elsewhere(options))
    return;
  if (LLVMIsDeclaration(function)) {
    whole->main_caller = file;
  } else if (!whole->main) {
    whole->main = file;
  } else {
    whole->other_main = file;
    LLVMSetLinkage(function, LLVMInternalLinkage);
  }
}

static enum status complain_about_two(const char *first, const char *second, const char *name) {
  fprintf(stderr, "heddle: both %s and %s define %s: leave one of them out\n", first, second, name);
  return STATUS_BAD_INPUT;
}

/* By what debug information says; "another file" without it. In the arena. */
static const char *file_that_defines(LLVMValueRef function, struct arena *arena) {
  LLVMMetadataRef subprogram = LLVMGetSubprogram(function);
  LLVMMetadataRef file = subprogram ? LLVMDIScopeGetFile(subprogram) : NULL;
  unsigned length = 0;
  const char *text = file ? LLVMDIFileGetFilename(file, &length) : NULL;
  if (!text || !length)
    return "another file";
  const char *name = arena_format(arena, "%.*s", (int)length, text);
  text = LLVMDIFileGetDirectory(file, &length);
  const char *directory = arena_format(arena, "%.*s", (int)length, text);
  char here[PATH_MAX]; /* clang splits a path where it leaves the current directory */
  if (name[0] == '/' || (getcwd(here, sizeof here) && strcmp(here, directory) == 0))
    return name;
  return file_path_resolve(arena, directory, name);
}

/* Two files may have a static function of an entry's name. */
static enum status note_entry(const char *name, const char *file, LLVMModuleRef part,
                              const struct linked *whole, struct arena *arena) {
  LLVMValueRef entry = LLVMGetNamedFunction(part, name);
  if (!entry || LLVMIsDeclaration(entry) || LLVMGetLinkage(entry) != LLVMInternalLinkage)
    return STATUS_OK;
  LLVMValueRef other = whole->module ? LLVMGetNamedFunction(whole->module, name) : NULL;
  if (other && !LLVMIsDeclaration(other) && LLVMGetLinkage(other) == LLVMInternalLinkage)
    return complain_about_two(file_that_defines(other, arena), file, name);
  return STATUS_OK;
}

static enum status note_entries(const struct frontend_options *options, const char *file,
                                LLVMModuleRef part, struct linked *whole) {
  enum status status = STATUS_OK;
  struct arena *arena = arena_create();
  struct name_list names = {options->entry ? options->entry : "main"};
  for (const char *name; status == STATUS_OK && (name = names_next(&names, arena));)
    status = note_entry(name, file, part, whole, arena);
  arena_destroy(arena);
  return status;
}

enum status module_link_file(const struct frontend_options *options, const char *file,
                             LLVMModuleRef part, struct linked *whole) {
  enum status status = note_entries(options, file, part, whole);
  if (status != STATUS_OK) {
    LLVMDisposeModule(part);
    return status;
  }
  note_main(options, file, part, whole);
  if (!whole->module)
    whole->module = part;
  else if (LLVMLinkModules2(whole->module, part)) { /* the diagnostic handler told why */
    fprintf(stderr, "heddle: cannot link %s\n", file);
    return STATUS_BAD_INPUT;
  }
  return STATUS_OK;
}

static enum status load_user_files(const struct frontend_options *options, enum clang_mode mode,
                                   LLVMContextRef context, LLVMModuleRef library,
                                   LLVMModuleRef *module, struct frontend_times *times) {
  struct linked whole = {0};
  enum status status = STATUS_OK;
  for (size_t i = 0; i < options->file_count && status == STATUS_OK; i++) {
    LLVMModuleRef part = NULL;
    status = module_load_file(options, options->files[i], mode, context, &part, times);
    if (status == STATUS_OK)
      status = module_link_file(options, options->files[i], part, &whole);
  }
  if (status == STATUS_OK && options->command_count)
    status = select_files(options, mode, context, library, &whole, times);
  if (status == STATUS_OK && whole.other_main && whole.main_caller)
    status = complain_about_two(whole.main, whole.other_main, "main");
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

/* In C99, `inline` without `extern` is no definition others can link with, and clang leaves it out
 * where it does not inline. Programs that rely on it being found are common. */
static enum status reload_with_inline(const struct frontend_options *options,
                                      LLVMContextRef context, LLVMModuleRef library,
                                      LLVMModuleRef *module, struct frontend_times *times) {
  LLVMModuleRef fuller = NULL;
  enum status status =
      load_user_files(options, CLANG_WITH_INLINE, context, library, &fuller, times);
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
  enum status status = load_user_files(options, CLANG_PLAIN, context, library, module, times);
  if (status == STATUS_OK)
    status = find_entries(options, *module);
  if (status == STATUS_OK && !library)
    library = library_open(options, starts_elsewhere(options) ? NULL : *module, context);
  bool lacks = status == STATUS_OK && lacks_function(options, *module, library);
  if (lacks)
    status = reload_with_inline(options, context, library, module, times);
  if (status == STATUS_OK)
    status = observe_add(options, *module, times);
  if (status == STATUS_OK)
    status = library_link(options, *module, library,
                          (lacks && options->undefined == UNDEFINED_ENVIRONMENT) ||
                              starts_elsewhere(options));
  else if (library)
    LLVMDisposeModule(library);
  if (status == STATUS_OK)
    prepare_module(*module);
  return status;
}
