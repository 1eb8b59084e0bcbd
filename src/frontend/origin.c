/* SPDX-License-Identifier: Apache-2.0 */
/* Models of the library are in sections, which linking keeps. */
#include "frontend/origin.h"

#include <llvm-c/Core.h>
#include <string.h>

/* The sections of src/library/heddle.h. */
static const char library_section[] = "heddle-library";
static const char apart_section[] = "heddle-library-apart";
static const char names_section[] = "heddle-library-names";
static const struct {
  const char *section;
  enum library_effect effect;
} effects[] = {
    {"heddle-library-takes", EFFECT_TAKES},
    {"heddle-library-takes-shared", EFFECT_TAKES_SHARED},
    {"heddle-library-tries", EFFECT_TRIES},
    {"heddle-library-tries-shared", EFFECT_TRIES_SHARED},
    {"heddle-library-gives", EFFECT_GIVES},
    {"heddle-library-waits", EFFECT_WAITS},
    {"heddle-library-once", EFFECT_ONCE},
    {"heddle-library-destroys", EFFECT_DESTROYS},
    {"heddle-library-joins", EFFECT_JOINS},
    {"heddle-library-tries-join", EFFECT_TRIES_JOIN},
    {"heddle-library-detaches", EFFECT_DETACHES},
    {"heddle-library-held", EFFECT_HELD},
};

bool origin_tells_threads_apart(LLVMValueRef function) {
  const char *section = LLVMGetSection(function);
  return section && !strcmp(section, apart_section);
}

bool origin_names_variable(LLVMValueRef function) {
  const char *section = LLVMGetSection(function);
  return section && !strcmp(section, names_section);
}

enum library_effect origin_effect(LLVMValueRef function) {
  const char *section = LLVMGetSection(function);
  for (size_t i = 0; section && i < sizeof effects / sizeof *effects; i++)
    if (!strcmp(section, effects[i].section))
      return effects[i].effect;
  return EFFECT_NONE;
}

bool origin_is_library(LLVMValueRef global) {
  const char *section = LLVMGetSection(global);
  return section && (!strcmp(section, library_section) || origin_tells_threads_apart(global) ||
                     origin_names_variable(global) || origin_effect(global) != EFFECT_NONE);
}

void origin_mark(LLVMValueRef global) {
  if (!origin_is_library(global))
    LLVMSetSection(global, library_section);
}

void origin_mark_all(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f))
      origin_mark(f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g))
      origin_mark(g);
}
