/* SPDX-License-Identifier: Apache-2.0 */
/* Internal to engine/order, for rc11: the accesses of an execution that do not read or become the
 * newest write, according to a model of the formula (semantics/schedule.h). */
#ifndef ENGINE_ORDER_EXCEPTIONS_H
#define ENGINE_ORDER_EXCEPTIONS_H

#include "engine/order/formula.h"
#include "semantics/graph_run.h"

struct executed_write {
  uint64_t address, number; /* of the interpreter; of the access */
  uint32_t event;           /* or NO_EVENT: of no concern to the formula */
};

struct exceptions {
  struct exception_guide guide; /* first: the guide is this */
  struct formula *formula;
  struct schedule *schedule;
  uint32_t node; /* that is executed, or NO_NODE */
  bool *is_done; /* per event */
  VECTOR(struct executed_write) writes;
  uint32_t *first_event, *events; /* of each node */
};

void exceptions_create(struct exceptions *exceptions, struct formula *formula,
                       struct schedule *schedule);
void exceptions_begin(struct exceptions *exceptions); /* an execution */
void exceptions_release(struct exceptions *exceptions);

#endif
