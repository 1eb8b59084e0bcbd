/* SPDX-License-Identifier: Apache-2.0 */
/* Delay loops: skips loops that only count, such as `for (i = 0; i < 1u << b; i++) barrier();`. A
 * thread that reaches such a loop gets the registers of the last iteration and continues after the
 * loop, so no engine has to iterate. The program behaves as before, including overflow checks. */
#ifndef TRANSFORM_DELAYS_H
#define TRANSFORM_DELAYS_H

struct program;

/* To be called before anybody looks at the program. */
void delays_jump(struct program *program);

#endif
