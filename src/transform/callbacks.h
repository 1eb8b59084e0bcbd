/* SPDX-License-Identifier: Apache-2.0 */
/* Undefined functions that keep the functions they get. A thread of the environment calls these
 * later, which few real functions do, so executions without that are searched first. */
#ifndef TRANSFORM_CALLBACKS_H
#define TRANSFORM_CALLBACKS_H

#include "program/program.h"

/* Can an undefined function keep one? */
bool callbacks_can_be_kept(const struct program *program);
/* Between two runs of engines: from now on, undefined functions may keep functions, or may not. The
 * executions in which they keep none are the same either way, step by step. */
void callbacks_allow_keeping(struct program *program, bool is_allowed);

#endif
