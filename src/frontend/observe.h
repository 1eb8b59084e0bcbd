/* SPDX-License-Identifier: Apache-2.0 */
/* Makes specification automata (program/specification.h) part of the program, so that no engine,
 * the replay or the story needs to know about them.
 *
 * The states of automata become variables, and the effect of an event becomes a C function, which
 * clang compiles. It is called where the event happens: at the beginning and before each return of
 * a defined function, before and after a call of an undefined one, and before the first instruction
 * of a line. Such a function is one step: it is an atomic section, unless it accesses only the
 * memory of its own thread.
 *
 *   observe.c         compiles, links and calls these functions
 *   observe_plan.c    finds the places of events, and the values to pass there
 *   observe_write.c   writes the functions
 *   observe_place.c   finds variables by name
 *
 * Names that begin with OBSERVE_PREFIX mark these functions: their accesses do not belong to the
 * program, so they neither race nor synchronise (function.is_observer). */
#ifndef FRONTEND_OBSERVE_H
#define FRONTEND_OBSERVE_H

#include "frontend/options.h"

#include <llvm-c/Types.h>

#define OBSERVE_PREFIX "__heddle_observe_"

/* Does nothing without options->specification. The user's files are linked, the library is not. */
enum status observe_add(const struct frontend_options *options, LLVMModuleRef module,
                        struct frontend_times *times);

#endif
