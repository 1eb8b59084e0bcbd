/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order, for rc11: the accesses of an execution that do not read or become the
 * newest write, according to a model of the formula (semantics/schedule.h). */
#ifndef ENGINE_ORDER_EXCEPTIONS_H
#define ENGINE_ORDER_EXCEPTIONS_H

#include "engine/order/formula.h"
#include "semantics/graph_run.h"

struct executed_write {
  uint64_t address, number; /* the address in the interpreter; the number of the access */
  uint32_t event;           /* or NO_EVENT: the formula has none */
};

struct exceptions {
  struct exception_guide guide; /* first: callbacks find the struct by it */
  struct formula *formula;
  struct schedule *schedule;
  uint32_t node; /* the node that is being executed, or NO_NODE */
  bool *is_done; /* per event */
  VECTOR(struct executed_write) writes;
};

void exceptions_create(struct exceptions *exceptions, struct formula *formula,
                       struct schedule *schedule);
void exceptions_begin(struct exceptions *exceptions); /* begins an execution */
void exceptions_release(struct exceptions *exceptions);

#endif
