/* SPDX-License-Identifier: Apache-2.0 */
/* The traits of a program: features that determine which engines can decide it. */
#ifndef ENGINE_TRAITS_H
#define ENGINE_TRAITS_H

#include "program/program.h"

struct traits {
  bool threads;           /* it can create some, … */
  bool unbounded_threads; /* … also in a loop, so that nothing bounds how many, … */
  bool alike_threads;     /* … or several with one function and argument */
  bool waits;             /* a thread can be made to wait */
  bool loops;             /* in a function, or by recursion of one to itself */
  bool wide_choices;      /* inputs with more values than one would try one by one */
  bool weak_memory;       /* it is checked under another memory model than sc */
  bool rc11;              /* … namely rc11 */
  bool beside_rc11;       /* this is the search under sc for violations under rc11 */
  bool unordered;         /* atomic accesses that do not synchronise (program.orders) */
  bool floats;            /* in variables */
};

struct traits traits_find(const struct program *program);

#endif
