/* SPDX-License-Identifier: Apache-2.0 */
/* Constants in library functions: registers, parameters and results that are constants
 * (constancy.h) and fields of locks and other objects that keep one value (expected.h). Branches
 * that cannot be taken then disappear, and with them what only they reach. A program that
 * initialises its locks without attributes gets a pthread_mutex_init without branches about them,
 * and a pthread_mutex_lock that knows normal mutexes only. */
#ifndef TRANSFORM_FOLDING_H
#define TRANSFORM_FOLDING_H

#include <stdbool.h>

struct program;

/* To be called before anything else keeps edges of the program. `expects_fields`: relies on fields
 * that keep their values. An execution that shows another value ends in the unsupported operation
 * UNEXPECTED_FIELD; then nothing is known about the program until it is searched without that. */
void folding_run(struct program *program, bool expects_fields);

#endif
