/* SPDX-License-Identifier: Apache-2.0 */
/* Where objects lie is not the program's to know: which bits of their addresses agree, which of two
 * is first, and how far they are apart. So numbers that the program computes from addresses other
 * than by pointer arithmetic become choices (NONDET_LAYOUT), which the machine answers alike
 * whenever it is asked about the same object (semantics/layout.h).
 *
 * Only what is computed matters: addresses are equal or not, null or not, and aligned as ever. */
#ifndef TRANSFORM_QUESTIONS_H
#define TRANSFORM_QUESTIONS_H

#include "program/program.h"

/* Sets program->asks_layout if anything is asked. */
void questions_ask(struct program *program);

#endif
