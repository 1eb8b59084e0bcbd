/* A file is compiled only if its text mentions a name that is missing, and linked if it then
 * defines it. A name that a macro pastes together is not found that way; it ends as a function that
 * is not defined, which is said. */
#include "frontend/select.h"

#include "base/file.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/lower.h"
#include "frontend/module.h"
#include "frontend/reachable.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

struct candidate {
  const struct compile_command *command;
  struct text source;
  LLVMModuleRef module; /* once it is compiled, until it is linked */
  bool is_linked, has_failed;
};

struct selection {
  const struct frontend_options *options;
  enum clang_mode mode;
  LLVMContextRef context;
  LLVMModuleRef library;
  LLVMModuleRef *module;
  struct frontend_times *times;
  VECTOR(struct candidate) candidates;
  struct interner *tried; /* names that were looked for */
};

static const char *entry_name(const struct frontend_options *options) {
  return options->entry ? options->entry : "main";
}

static bool is_given(const struct frontend_options *options, const char *file) {
  for (size_t i = 0; i < options->file_count; i++)
    if (strcmp(options->files[i], file) == 0)
      return true;
  return false;
}

static void find_candidates(struct selection *in) {
  for (size_t i = 0; i < in->options->command_count; i++) {
    struct candidate candidate = {.command = &in->options->commands[i]};
    if (!is_given(in->options, candidate.command->file) &&
        file_read(candidate.command->file, &candidate.source))
      vector_push(&in->candidates, candidate);
  }
}

/* Bad input is noted; a limit that was reached ends everything. */
static enum status compile(struct selection *in, struct candidate *candidate) {
  if (candidate->module || candidate->is_linked || candidate->has_failed)
    return STATUS_OK;
  const char *file = candidate->command->file;
  enum status status =
      module_load_file(in->options, file, in->mode, in->context, &candidate->module, in->times);
  if (status != STATUS_BAD_INPUT)
    return status;
  candidate->has_failed = true;
  fprintf(stderr, "heddle: %s is left out, as it does not compile\n", file);
  return STATUS_OK;
}

/* `inside`: also if other files do not see it. */
static bool defines(LLVMModuleRef module, const char *name, bool inside) {
  LLVMValueRef global = LLVMGetNamedFunction(module, name);
  if (!global)
    global = LLVMGetNamedGlobal(module, name);
  if (!global || LLVMIsDeclaration(global) || inside)
    return global && !LLVMIsDeclaration(global);
  LLVMLinkage linkage = LLVMGetLinkage(global);
  return linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage &&
         linkage != LLVMAvailableExternallyLinkage;
}

static enum status complain_about_failed(const char *name, const struct candidate *failed) {
  fprintf(stderr,
          "heddle: %s is not defined elsewhere, and %s, which mentions it, does not compile\n",
          name, failed->command->file);
  return STATUS_BAD_INPUT;
}

static enum status complain_about_two(const char *name, const struct candidate *a,
                                      const struct candidate *b) {
  fprintf(stderr,
          "heddle: both %s and %s define %s: name the one that is meant on the command line\n",
          a->command->file, b->command->file, name);
  return STATUS_BAD_INPUT;
}

/* The only file that defines it, or NULL. */
static enum status find_definition(struct selection *in, const char *name, bool inside,
                                   struct candidate **found) {
  const struct candidate *failed = NULL;
  *found = NULL;
  for (size_t i = 0; i < in->candidates.count; i++) {
    struct candidate *candidate = &in->candidates.items[i];
    if (candidate->is_linked || !strstr(text_get(&candidate->source), name))
      continue;
    enum status status = compile(in, candidate);
    if (status != STATUS_OK)
      return status;
    if (candidate->has_failed)
      failed = candidate;
    else if (defines(candidate->module, name, inside) && *found)
      return complain_about_two(name, *found, candidate);
    else if (defines(candidate->module, name, inside))
      *found = candidate;
  }
  return !*found && failed ? complain_about_failed(name, failed) : STATUS_OK;
}

static enum status link_candidate(struct selection *in, struct candidate *candidate) {
  LLVMModuleRef part = candidate->module;
  candidate->module = NULL;
  candidate->is_linked = true;
  /* A file may be needed for something else than its main, if there is another one. */
  if (*in->module && defines(*in->module, "main", false) && defines(part, "main", false))
    LLVMSetLinkage(LLVMGetNamedFunction(part, "main"), LLVMInternalLinkage);
  return module_link_file(in->options, candidate->command->file, part, in->module);
}

static bool is_missing(const struct selection *in, LLVMValueRef global, const char *name) {
  return LLVMIsDeclaration(global) && strncmp(name, "__heddle_", 9) != 0 &&
         strncmp(name, "llvm.", 5) != 0 && !calls_need_frame(name) &&
         !LLVMGetNamedFunction(in->library, name) && !LLVMGetNamedGlobal(in->library, name);
}

/* Looks for the definition of a name, if nobody did before. */
static enum status supply(struct selection *in, LLVMValueRef global, bool *has_linked) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  struct candidate *candidate = NULL;
  bool is_new = false;
  if (is_missing(in, global, name))
    interner_add(in->tried, name, length, &is_new);
  if (!is_new)
    return STATUS_OK;
  enum status status = find_definition(in, name, false, &candidate);
  if (!candidate || status != STATUS_OK)
    return status;
  *has_linked = true;
  return link_candidate(in, candidate);
}

/* One file more, if one is needed. */
static enum status supply_one(struct selection *in, bool *has_linked) {
  enum status status = STATUS_OK;
  struct reachable reachable;
  reachable_find(&reachable, *in->module, entry_name(in->options));
  *has_linked = false;
  for (size_t i = 0; i < reachable.globals.count && status == STATUS_OK && !*has_linked; i++)
    status = supply(in, reachable.globals.items[i], has_linked);
  reachable_release(&reachable);
  return status;
}

static enum status begin_with_entry(struct selection *in) {
  const char *name = entry_name(in->options);
  struct candidate *candidate = NULL;
  enum status status = find_definition(in, name, true, &candidate);
  if (status != STATUS_OK)
    return status;
  if (candidate)
    return link_candidate(in, candidate);
  fprintf(stderr, "heddle: none of the %zu C files of the build defines a function %s\n",
          in->candidates.count, name);
  return STATUS_BAD_INPUT;
}

enum status select_files(const struct frontend_options *options, enum clang_mode mode,
                         LLVMContextRef context, LLVMModuleRef library, LLVMModuleRef *module,
                         struct frontend_times *times) {
  struct selection in = {.options = options,
                         .mode = mode,
                         .context = context,
                         .library = library,
                         .module = module,
                         .times = times,
                         .tried = interner_create()};
  find_candidates(&in);
  enum status status = *module ? STATUS_OK : begin_with_entry(&in);
  for (bool goes_on = true; goes_on && status == STATUS_OK;)
    status = supply_one(&in, &goes_on);
  for (size_t i = 0; i < in.candidates.count; i++) {
    text_release(&in.candidates.items[i].source);
    if (in.candidates.items[i].module)
      LLVMDisposeModule(in.candidates.items[i].module);
  }
  vector_release(&in.candidates);
  interner_destroy(in.tried);
  return status;
}
