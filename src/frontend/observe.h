/* SPDX-License-Identifier: Apache-2.0 */
/* Makes specification automata (program/specification.h) part of the program, so that every engine,
 * the replay and the story know them without a word about them.
 *
 * The states of automata become variables, and what an event does becomes a function of C, which
 * clang compiles and which is called where the event happens: at the beginning and before each
 * return of a function that the program defines, before and after a call of one that it does not,
 * and before the first instruction of a line. Such a function is one step: it works in an atomic
 * section, unless all it touches is its thread's own.
 *
 *   observe.c         compiles, links and calls these functions
 *   observe_plan.c    finds the places of events, and what is handed over there
 *   observe_write.c   writes the functions
 *   observe_place.c   variables by their names
 *
 * Names that begin with OBSERVE_PREFIX mark these functions: their accesses are not the program's,
 * so they neither race nor synchronise (function.is_observer). */
#ifndef FRONTEND_OBSERVE_H
#define FRONTEND_OBSERVE_H

#include "frontend/frontend.h"

#include <llvm-c/Types.h>

#define OBSERVE_PREFIX "__heddle_observe_"

/* Does nothing without options->specification. The user's files are linked, the library is not. */
enum status observe_add(const struct frontend_options *options, LLVMModuleRef module,
                        struct frontend_times *times);

#endif
