/* SPDX-License-Identifier: Apache-2.0 */
/* Calls that report an error: those of functions that the user names, and those that end the
 * program.
 *
 * A call of a named function violates reach, wherever the function is defined, and also if it is
 * undefined. Functions that end the program count only with a failure status.
 *
 * abort violates its own property, except where it is part of something else: after an error call,
 * which was reported already, and in a function that is an assumption by the rules of SV-COMP and
 * aborts if its condition does not hold. */
#include "frontend/lower.h"

#include <stdio.h>
#include <string.h>

static bool is_one_of(const char *name, const char *const *list, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(name, list[i]))
      return true;
  return false;
}

static bool is_listed(const char *name, const char *list) {
  size_t length = strlen(name);
  for (; list; list = strchr(list, ','), list += list != NULL)
    if (strcspn(list, ",") == length && !strncmp(list, name, length))
      return true;
  return false;
}

bool error_calls_is_one(const struct lowering *in, const char *name) {
  return is_listed(name, in->options->error_functions);
}

/* Is the argument of the function the exit status of the program? */
static bool takes_status(const struct function *function) {
  static const char *const names[] = {"exit", "_exit", "_Exit", "quick_exit"};
  return function->is_library && function->parameter_count == 1 &&
         is_one_of(function->name, names, sizeof names / sizeof *names);
}

static const struct term *status_is_fine(struct builder *b) {
  const struct term *status = builder_register_term(b, b->function->parameters[0]);
  const struct term *seen = term_resize(b->lowering->terms, 8, status);
  return values_apply(b, OP_EQ, seen, values_integer(b, 8, 0));
}

void error_calls_begin_function(struct builder *b) {
  const char *name = b->function->name;
  if (!error_calls_is_one(b->lowering, name))
    return;
  bool is_exit = takes_status(b->function);
  builder_add_check(b, is_exit ? status_is_fine(b) : values_integer(b, 1, 0), PROPERTY_REACH, false,
                    arena_format(b->lowering->arena, "%s is called%s", name,
                                 is_exit ? " with a failure status" : ""));
  vector_last(&b->edges).check.at_call = true;
}

void error_calls_add_undefined(struct builder *b, const char *name) {
  if (error_calls_is_one(b->lowering, name))
    builder_add_check(b, values_integer(b, 1, 0), PROPERTY_REACH, false,
                      arena_format(b->lowering->arena, "%s is called", name));
}

static bool is_error_call(const struct lowering *in, LLVMValueRef instruction) {
  static const char *const names[] = {"reach_error", "__VERIFIER_error"};
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  if (!LLVMIsAFunction(callee))
    return false;
  const char *name = LLVMGetValueName2(callee, &length);
  return is_one_of(name, names, sizeof names / sizeof *names) || error_calls_is_one(in, name);
}

static bool is_behind_error_call(const struct lowering *in, LLVMValueRef call) {
  LLVMValueRef i = LLVMGetPreviousInstruction(call);
  while (i && (!LLVMIsACallInst(i) || LLVMGetIntrinsicID(LLVMGetCalledValue(i))))
    i = LLVMGetPreviousInstruction(i);
  return i && is_error_call(in, i);
}

bool error_calls_ends_quietly(struct builder *b, LLVMValueRef call, const char *callee) {
  static const char *const assumptions[] = {"assume_abort_if_not", "__VERIFIER_assume"};
  if (strcmp(callee, "abort") != 0 || b->function->is_library)
    return false;
  return is_one_of(b->function->name, assumptions, sizeof assumptions / sizeof *assumptions) ||
         is_behind_error_call(b->lowering, call);
}

void error_calls_say_unknown(const struct lowering *in) {
  for (const char *list = in->options->error_functions; list;
       list = strchr(list, ','), list += list != NULL) {
    size_t length = strcspn(list, ",");
    const char *name = arena_format(in->scratch, "%.*s", (int)length, list);
    if (*name && !LLVMGetNamedFunction(in->module, name))
      fprintf(stderr, "heddle: --error-function: the program has no function %s%s\n", name,
              " (macros do not count)");
  }
}
