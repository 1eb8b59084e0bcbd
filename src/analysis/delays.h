/* SPDX-License-Identifier: Apache-2.0 */
/* Delay loops: loops that do nothing but count, as in `for (i = 0; i < 1u << b; i++) barrier();`,
 * are jumped over. Whoever comes to such a loop gets the registers that the last round leaves, and
 * goes on behind the loop: so no engine has to go round. What the program does stays the same,
 * checks of overflow included. */
#ifndef ANALYSIS_DELAYS_H
#define ANALYSIS_DELAYS_H

struct program;

/* To be called before anybody looks at the program. */
void delays_jump(struct program *program);

#endif
