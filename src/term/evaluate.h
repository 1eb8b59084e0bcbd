/* SPDX-License-Identifier: Apache-2.0 */
/* Evaluates terms under an assignment of their variables, by operator_apply alone. Used to check
 * the models of solvers. */
#ifndef TERM_EVALUATE_H
#define TERM_EVALUATE_H

#include <stdint.h>

struct term;

/* Remembers what it computed, so that terms which share parts cost little. */
struct evaluator;

/* `variable` gives the bits of a variable, none above its width. All terms must come from one
 * `struct terms`. */
struct evaluator *evaluator_create(uint64_t (*variable)(const struct term *variable, void *context),
                                   void *context);
void evaluator_destroy(struct evaluator *evaluator);
uint64_t evaluator_value(struct evaluator *evaluator, const struct term *term);
/* To be called when the variables have got other values. Costs nothing. */
void evaluator_forget(struct evaluator *evaluator);

#endif
