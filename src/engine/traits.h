/* SPDX-License-Identifier: Apache-2.0 */
/* The traits of a program: features that determine which engines can decide it. */
#ifndef ENGINE_TRAITS_H
#define ENGINE_TRAITS_H

#include "program/program.h"
#include "semantics/memory_model.h"

struct traits {
  bool threads;                   /* it can create threads, … */
  bool unbounded_threads;         /* … also in a loop, in any number, … */
  bool alike_threads;             /* … or several with the same function and argument */
  bool waits;                     /* a thread may have to wait */
  bool loops;                     /* in a function, or direct recursion */
  bool wide_choices;              /* inputs with too many values to try them one by one */
  enum memory_model memory_model; /* under which it is checked */
  bool beside_rc11;               /* asked under sc to find violations under rc11 */
  bool unordered;                 /* atomic accesses that do not synchronise (program.orders) */
  bool floats;                    /* in variables */
};

struct traits traits_find(const struct program *program);

#endif
