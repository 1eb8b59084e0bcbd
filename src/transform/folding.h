/* SPDX-License-Identifier: Apache-2.0 */
/* Constants in library functions. A parameter is constant if every call gives it the same constant;
 * a register, if it only ever gets one constant; a result, if every return gives it the same one.
 * Branches that cannot be taken then disappear, and with them what only they reach. A program that
 * initialises its locks without attributes gets a pthread_mutex_init without branches about them.
 */
#ifndef TRANSFORM_FOLDING_H
#define TRANSFORM_FOLDING_H

struct program;

/* To be called before anybody looks at the program. */
void folding_run(struct program *program);

#endif
