/* SPDX-License-Identifier: Apache-2.0 */
/* Inside engine/static/: calls that are no misuse of a lock, whatever the code of the function
 * says, and locks that are destroyed. */
#ifndef ENGINE_STATIC_LOCK_MISUSE_H
#define ENGINE_STATIC_LOCK_MISUSE_H

#include "engine/static/lock_names.h"

enum lock_judgement {
  MAY_BE_MISUSE,
  NO_MISUSE,
  NO_MISUSE_IF_INTACT, /* if only the functions of locks have changed it since it was free */
};

/* A call of a function with an effect on the lock at this address. Of a lock that is destroyed:
 * if, besides, no thread has ended while it held it. */
enum lock_judgement lock_misuse_judge(struct analysis *analysis, enum library_effect effect,
                                      struct place_name name, estimate address,
                                      const struct static_state *state);
void lock_misuse_destroy(struct analysis *analysis, struct static_state *state, estimate address);
/* The only thread that runs creates another one. */
void lock_misuse_begin_beside(struct analysis *analysis, const struct static_state *state);

#endif
