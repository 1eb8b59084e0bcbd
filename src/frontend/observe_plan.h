/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to frontend/: the places where events of automata happen, and the functions to call
 * there. */
#ifndef FRONTEND_OBSERVE_PLAN_H
#define FRONTEND_OBSERVE_PLAN_H

#include "base/text.h"
#include "frontend/debug.h"
#include "frontend/options.h"
#include "program/specification.h"

/* Something that is handed over to the function. */
struct observed_value {
  enum { OBSERVED_ARGUMENT, OBSERVED_RESULT, OBSERVED_LOCAL } source;
  unsigned index;     /* of the argument */
  LLVMValueRef local; /* its allocation, or the parameter itself */
  const char *name;   /* of the local */
  const char *type;   /* in C */
};

/* A transition that an event may cause. */
struct observed_transition {
  uint32_t automaton;
  const struct transition *transition;
};

/* A function of the observers. The program calls it at one place of its code, or wherever it calls
 * another function or returns from it. */
struct observer_hook {
  enum event_kind_of_automaton kind;
  LLVMValueRef function; /* that is observed; of ON_LINE: that the place is in. NULL: none */
  LLVMValueRef before;   /* of ON_LINE and ON_FUNCTION: the instruction it comes before */
  VECTOR(struct observed_value) values;
  VECTOR(struct observed_transition) transitions;
};

struct observation {
  struct debug_info debug;
  const struct frontend_options *options;
  LLVMModuleRef module;
  struct arena *arena;
  const struct specification *specification;
  VECTOR(struct observer_hook) hooks;
  VECTOR(LLVMValueRef) objects; /* variables and functions that conditions and patterns name */
  struct text code;
  bool failed;
};

/* Reports bad input with the line, once. */
void observe_fail(struct observation *in, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* observe_plan.c */
void observe_plan(struct observation *in);
/* observe_write.c: into `code` */
void observe_write(struct observation *in);

/* observe_place.c */
/* Functions of the program by their name in the source: the next one after `last`, or NULL. */
LLVMValueRef observe_next_function(struct observation *in, const char *name, LLVMValueRef last);
/* The local variable that the name means at an instruction: its allocation, or NULL. */
LLVMValueRef observe_find_local(struct observation *in, LLVMValueRef instruction, const char *name,
                                const struct type **type);
/* A type of C for values of that type; NULL: they are no numbers or addresses. `type` may be NULL.
 */
const char *observe_type_name(struct observation *in, LLVMTypeRef llvm, const struct type *type);
/* Appends an expression for the value of a variable, or its address: `path` names it with its
 * fields and elements. */
void observe_add_place(struct observation *in, struct text *out, const char *path, size_t length,
                       bool is_address, unsigned line);
/* Checks that the path names a mutex. */
void observe_check_mutex(struct observation *in, const char *path, size_t length, unsigned line);

#endif
