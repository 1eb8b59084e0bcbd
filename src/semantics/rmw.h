/* SPDX-License-Identifier: Apache-2.0 */
/* The result of read-modify-write operations: the only definition, for every domain. */
#ifndef SEMANTICS_RMW_H
#define SEMANTICS_RMW_H

#include "semantics/machine.h"

/* Only the domain of `machine` is used. */
struct value rmw_result(const struct machine *machine, enum rmw_operator op, unsigned width,
                        struct value old, struct value operand);

#endif
