/* SPDX-License-Identifier: Apache-2.0 */
/* One execution as a program: the operations that threads executed, one after the other, with their
 * inputs. Compiled by any C compiler, it always ends in the same failure. */
#ifndef SEQUENTIALIZE_LINEAR_H
#define SEQUENTIALIZE_LINEAR_H

#include "base/text.h"
#include "semantics/machine.h"

struct linear;
/* Watches an execution. */
struct linear *linear_create(const struct program *program, property_set properties);
void linear_destroy(struct linear *linear); /* NULL is fine */
struct listener *linear_listener(struct linear *linear);
/* Appends the program of what was watched, which ends with the violation. False: it cannot be
 * written, and `refusal` says why. */
bool linear_print(struct linear *linear, const struct violation *violation, struct text *out,
                  struct text *refusal);

#endif
