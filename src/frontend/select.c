/* SPDX-License-Identifier: Apache-2.0 */
/* Links a file if it defines a missing name. Files whose text mentions the name are compiled first.
 * If none of them defines it, the others are compiled too, as a macro may paste the name
 * together. */
#include "frontend/select.h"

#include "base/file.h"
#include "base/map.h"
#include "base/text.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/reachable.h"
#include "frontend/user_file.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

struct candidate {
  const struct compile_command *command;
  struct text source;
  LLVMModuleRef module; /* once it is compiled, until it is linked */
  bool is_linked, has_failed;
};

struct file_selection {
  const struct frontend_options *options;
  enum clang_mode mode;
  LLVMContextRef context;
  LLVMModuleRef library;
  struct linked *whole;
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

static void find_candidates(struct file_selection *in) {
  for (size_t i = 0; i < in->options->command_count; i++) {
    struct candidate candidate = {.command = &in->options->commands[i]};
    if (!is_given(in->options, candidate.command->file) &&
        file_read(candidate.command->file, &candidate.source))
      vector_push(&in->candidates, candidate);
  }
}

/* Bad input is noted; a limit that was reached ends everything. */
static enum status compile_candidate(struct file_selection *in, struct candidate *candidate) {
  if (candidate->module || candidate->is_linked || candidate->has_failed)
    return STATUS_OK;
  const char *file = candidate->command->file;
  enum status status =
      user_file_load(in->options, file, in->mode, in->context, &candidate->module, in->times);
  if (status != STATUS_BAD_INPUT)
    return status;
  candidate->has_failed = true;
  fprintf(stderr, "heddle: %s does not compile and is left out\n", file);
  return STATUS_OK;
}

/* `inside`: also if other files do not see it. */
static bool defines_name(LLVMModuleRef module, const char *name, bool inside) {
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
  fprintf(stderr, "heddle: both %s and %s define %s: name one of them on the command line\n",
          a->command->file, b->command->file, name);
  return STATUS_BAD_INPUT;
}

/* What is known of the definition of a name. */
struct definition_search {
  const char *name;
  bool inside;                    /* also if other files do not see it */
  struct candidate *found;        /* the only file that defines it, or NULL */
  const struct candidate *failed; /* one that mentions it and does not compile, or NULL */
};

/* Looks into the files whose text mentions the name, or into the others. */
static enum status look_into(struct file_selection *in, struct definition_search *search,
                             bool mentioned) {
  vector_each (candidate, &in->candidates) {
    bool mentions = strstr(text_get(&candidate->source), search->name) != NULL;
    if (candidate->is_linked || mentions != mentioned)
      continue;
    enum status status = compile_candidate(in, candidate);
    if (status != STATUS_OK)
      return status;
    if (candidate->has_failed) {
      if (mentions)
        search->failed = candidate;
      continue;
    }
    if (!defines_name(candidate->module, search->name, search->inside))
      continue;
    if (search->found)
      return complain_about_two(search->name, search->found, candidate);
    search->found = candidate;
  }
  return STATUS_OK;
}

static enum status find_definition(struct file_selection *in, struct definition_search *search) {
  enum status status = look_into(in, search, true);
  if (status != STATUS_OK || search->found)
    return status;
  if (search->failed)
    return complain_about_failed(search->name, search->failed);
  return look_into(in, search, false);
}

static enum status link_candidate(struct file_selection *in, struct candidate *candidate) {
  LLVMModuleRef part = candidate->module;
  candidate->module = NULL;
  candidate->is_linked = true;
  /* If two files define main, the second one is needed for something else, and its main is hidden.
   */
  if (in->whole->module && defines_name(in->whole->module, "main", false) &&
      defines_name(part, "main", false))
    LLVMSetLinkage(LLVMGetNamedFunction(part, "main"), LLVMInternalLinkage);
  return user_file_link(in->options, candidate->command->file, part, in->whole);
}

static bool is_missing(const struct file_selection *in, LLVMValueRef global, const char *name) {
  return LLVMIsDeclaration(global) && strncmp(name, "__heddle_", 9) != 0 &&
         strncmp(name, "llvm.", 5) != 0 && !calls_need_frame(name) &&
         !defines_name(in->library, name, false);
}

/* Looks for the definition of a name, once. */
static enum status supply(struct file_selection *in, LLVMValueRef global, bool *has_linked) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  struct definition_search search = {.name = name};
  bool is_new = false;
  if (is_missing(in, global, name))
    interner_add(in->tried, name, length, &is_new);
  if (!is_new)
    return STATUS_OK;
  enum status status = find_definition(in, &search);
  if (!search.found || status != STATUS_OK)
    return status;
  *has_linked = true;
  return link_candidate(in, search.found);
}

/* Links one more file, if one is needed. */
static enum status supply_one(struct file_selection *in, bool *has_linked) {
  enum status status = STATUS_OK;
  struct reachable reachable;
  reachable_find(&reachable, in->whole->module, entry_name(in->options));
  *has_linked = false;
  for (size_t i = 0; i < reachable.globals.count && status == STATUS_OK && !*has_linked; i++)
    status = supply(in, reachable.globals.items[i], has_linked);
  reachable_release(&reachable);
  return status;
}

static enum status begin_with(struct file_selection *in, const char *name) {
  struct definition_search search = {.name = name, .inside = true};
  if (in->whole->module && defines_name(in->whole->module, name, true))
    return STATUS_OK;
  enum status status = find_definition(in, &search);
  if (status != STATUS_OK)
    return status;
  if (search.found)
    return link_candidate(in, search.found);
  fprintf(stderr, "heddle: none of the %zu C files of the build defines a function %s\n",
          in->candidates.count, name);
  return STATUS_BAD_INPUT;
}

static enum status begin_with_entries(struct file_selection *in) {
  enum status status = STATUS_OK;
  struct arena *arena = arena_create();
  struct name_list names = {entry_name(in->options)};
  for (const char *name; status == STATUS_OK && (name = names_next(&names, arena));)
    status = begin_with(in, name);
  arena_destroy(arena);
  return status;
}

enum status select_files(const struct frontend_options *options, enum clang_mode mode,
                         LLVMContextRef context, LLVMModuleRef library, struct linked *whole,
                         struct frontend_times *times) {
  struct file_selection in = {.options = options,
                              .mode = mode,
                              .context = context,
                              .library = library,
                              .whole = whole,
                              .times = times,
                              .tried = interner_create()};
  find_candidates(&in);
  enum status status = whole->module ? STATUS_OK : begin_with_entries(&in);
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
