/* SPDX-License-Identifier: Apache-2.0 */
/* Links a file if it defines a missing name. The index tells which files may; of those that it
 * knows nothing of, the ones in C++ and those whose text mentions the name. All that are needed for
 * the names missing at one time are compiled at a time. */
#include "frontend/select.h"

#include "base/file.h"
#include "base/jobs.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "base/text.h"
#include "frontend/build_progress.h"
#include "frontend/lower.h"
#include "frontend/names.h"
#include "frontend/reachable.h"
#include "frontend/symbol_index.h"
#include "frontend/user_file.h"

#include <llvm-c/Core.h>
#include <stdio.h>
#include <string.h>

struct candidate {
  const struct compile_command *command;
  size_t number; /* of the command */
  struct text source;
  LLVMModuleRef module; /* once it is compiled, until it is linked */
  bool is_linked, has_failed, is_wanted;
};

struct file_selection {
  const struct frontend_options *options;
  enum clang_mode mode;
  LLVMContextRef context;
  LLVMModuleRef library;
  struct linked *whole;
  struct frontend_times *times;
  VECTOR(struct candidate) candidates;
  struct symbol_index **index;        /* NULL there: not needed yet */
  VECTOR(struct candidate *) waiting; /* to be compiled at a time */
  struct build_progress progress;
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
    struct candidate candidate = {.command = &in->options->commands[i], .number = i};
    if (!is_given(in->options, candidate.command->file) &&
        file_read(candidate.command->file, &candidate.source))
      vector_push(&in->candidates, candidate);
  }
}

/* In a process of its own. */
static enum status compile_waiting(void *context, size_t number, struct text *bytes) {
  struct file_selection *in = context;
  LLVMMemoryBufferRef bitcode = NULL;
  enum status status =
      clang_compile(in->options, in->waiting.items[number]->command->file, in->mode, &bitcode);
  if (status == STATUS_OK)
    text_add_bytes(bytes, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode));
  return status;
}

/* Bad input is noted. */
static void take_compiled(void *context, size_t number, const struct job_answer *answer) {
  struct file_selection *in = context;
  struct candidate *candidate = in->waiting.items[number];
  const char *file = candidate->command->file;
  enum status status = answer->status;
  fputs(text_get(&answer->messages), stderr);
  if (status == STATUS_OK) {
    LLVMMemoryBufferRef bitcode = LLVMCreateMemoryBufferWithMemoryRangeCopy(
        text_get(&answer->bytes), answer->bytes.length, file);
    status = user_file_parse(in->options, file, bitcode, in->context, &candidate->module);
  }
  build_progress_step(&in->progress);
  candidate->has_failed = status != STATUS_OK;
  if (candidate->has_failed)
    fprintf(stderr, "heddle: %s does not compile and is left out\n", file);
}

/* Compiles the candidates that are wanted and were not compiled before; a limit ends everything. */
static enum status compile_wanted(struct file_selection *in) {
  double start = clock_seconds();
  in->waiting.count = 0;
  vector_each (candidate, &in->candidates) {
    if (candidate->is_wanted && !candidate->module && !candidate->is_linked &&
        !candidate->has_failed)
      vector_push(&in->waiting, candidate);
    candidate->is_wanted = false;
  }
  struct job_list jobs = {.count = in->waiting.count,
                          .processes = in->options->processes,
                          .context = in,
                          .limits = in->options->limits,
                          .run = compile_waiting,
                          .take = take_compiled};
  if (jobs.count == 0)
    return STATUS_OK;
  build_progress_begin(&in->progress, "compiling", jobs.count, in->options->quiet);
  enum status status = jobs_run(&jobs);
  build_progress_end(&in->progress);
  in->times->clang += clock_seconds() - start;
  return status;
}

/* `inside`: also if other files do not see it. */
static bool defines_name(LLVMModuleRef module, const char *name, bool inside) {
  LLVMValueRef global = LLVMGetNamedFunction(module, name);
  if (!global)
    global = LLVMGetNamedGlobal(module, name);
  if (!global)
    global = LLVMGetNamedGlobalAlias(module, name, strlen(name));
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

/* Should the file be compiled to see whether it defines the name? */
static bool may_define(const struct file_selection *in, const struct candidate *candidate,
                       const char *name) {
  if (!symbol_index_is_unclear(*in->index, candidate->number))
    return symbol_index_may_define(*in->index, candidate->number, name);
  return file_path_is_cplusplus(candidate->command->file) ||
         strstr(text_get(&candidate->source), name);
}

/* Those that may define the name are to be compiled. */
static enum status want(struct file_selection *in, const char *name) {
  enum status status = *in->index ? STATUS_OK : symbol_index_create(in->options, in->index);
  vector_each (candidate, &in->candidates)
    candidate->is_wanted |= status == STATUS_OK && may_define(in, candidate, name);
  return status;
}

static enum status find_definition(struct file_selection *in, struct definition_search *search) {
  enum status status = want(in, search->name);
  if (status == STATUS_OK)
    status = compile_wanted(in);
  if (status != STATUS_OK)
    return status;
  vector_each (candidate, &in->candidates) {
    if (candidate->is_linked || !may_define(in, candidate, search->name))
      continue;
    if (candidate->has_failed) {
      if (strstr(text_get(&candidate->source), search->name))
        search->failed = candidate;
      continue;
    }
    if (!defines_name(candidate->module, search->name, search->inside))
      continue;
    if (search->found)
      return complain_about_two(search->name, search->found, candidate);
    search->found = candidate;
  }
  return search->found || !search->failed ? STATUS_OK
                                          : complain_about_failed(search->name, search->failed);
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

/* Compiles what the names need that are missing now, at a time. */
static enum status compile_ahead(struct file_selection *in, const struct reachable *reachable) {
  enum status status = STATUS_OK;
  for (size_t i = 0; i < reachable->globals.count && status == STATUS_OK; i++) {
    size_t length;
    uint32_t number;
    LLVMValueRef global = reachable->globals.items[i];
    const char *name = LLVMGetValueName2(global, &length);
    if (is_missing(in, global, name) && !interner_find(in->tried, name, length, &number))
      status = want(in, name);
  }
  return status == STATUS_OK ? compile_wanted(in) : status;
}

/* Links one more file, if one is needed. */
static enum status supply_one(struct file_selection *in, bool *has_linked) {
  struct reachable reachable;
  reachable_find(&reachable, in->whole->module, entry_name(in->options));
  enum status status = compile_ahead(in, &reachable);
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
                         LLVMContextRef context, LLVMModuleRef library, struct symbol_index **index,
                         struct linked *whole, struct frontend_times *times) {
  struct file_selection in = {.options = options,
                              .mode = mode,
                              .context = context,
                              .library = library,
                              .index = index,
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
  vector_release(&in.waiting);
  interner_destroy(in.tried);
  return status;
}
