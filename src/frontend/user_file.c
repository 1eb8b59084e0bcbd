/* SPDX-License-Identifier: Apache-2.0 */
#include "frontend/user_file.h"

#include "base/limits.h"
#include "base/memory.h"
#include "base/path.h"
#include "base/utf8.h"
#include "frontend/names.h"

#include <limits.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_bitcode_name(const char *file) {
  return file_path_has_ending(file, ".bc") || file_path_has_ending(file, ".ll");
}

/* Takes `buffer`. */
static enum status parse_bitcode(LLVMContextRef context, LLVMMemoryBufferRef buffer,
                                 const char *file, LLVMModuleRef *module) {
  char *message = NULL;
  if (!LLVMParseIRInContext(context, buffer, module, &message))
    return STATUS_OK;
  /* The message quotes the file in further lines. */
  if (message && !utf8_is_text(message))
    message[strcspn(message, "\n")] = '\0';
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

enum status user_file_parse(const struct frontend_options *options, const char *file,
                            LLVMMemoryBufferRef bitcode, LLVMContextRef context,
                            LLVMModuleRef *module) {
  enum status status = parse_bitcode(context, bitcode, file, module);
  return status == STATUS_OK ? check_data_model(options, file, *module) : status;
}

enum status user_file_load(const struct frontend_options *options, const char *file,
                           enum clang_mode mode, LLVMContextRef context, LLVMModuleRef *module,
                           struct frontend_times *times) {
  LLVMMemoryBufferRef buffer = NULL;
  double start = clock_seconds();
  enum status status = is_bitcode_name(file) ? read_bitcode(file, &buffer)
                                             : clang_compile(options, file, mode, &buffer);
  times->clang += clock_seconds() - start;
  return status == STATUS_OK ? user_file_parse(options, file, buffer, context, module) : status;
}

bool user_file_starts_elsewhere(const struct frontend_options *options) {
  return options->entry && strcmp(options->entry, "main") != 0;
}

/* Where the program does not start in main, several files may define one for themselves; only the
 * first is seen by others. */
static void note_main(const struct frontend_options *options, const char *file, LLVMModuleRef part,
                      struct linked *whole) {
  LLVMValueRef function = LLVMGetNamedFunction(part, "main");
  if (!function || !user_file_starts_elsewhere(options))
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

enum status user_file_link(const struct frontend_options *options, const char *file,
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

enum status user_file_check_main(const struct linked *whole) {
  return whole->other_main && whole->main_caller
             ? complain_about_two(whole->main, whole->other_main, "main")
             : STATUS_OK;
}
