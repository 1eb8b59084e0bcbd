/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the memory models, and their treatment of edges. */
#include "semantics/memory_model.h"

#include <string.h>

static const char *const names[] = {
    [MEMORY_SC] = "sc",
    [MEMORY_TSO] = "tso",
    [MEMORY_PSO] = "pso",
    [MEMORY_RC11] = "rc11",
};

const char *memory_model_name(enum memory_model model) { return names[model]; }

bool memory_model_find(const char *name, enum memory_model *model) {
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0) {
      *model = (enum memory_model)i;
      return true;
    }
  return false;
}

bool memory_model_drains(const struct edge *edge) {
  switch (edge->op) {
  case OPERATION_STORE:
    return edge->store.order == ORDER_SEQ_CST;
  case OPERATION_FENCE:
    return edge->fence.order == ORDER_SEQ_CST;
  case OPERATION_FREE:
    return !edge->free.is_slot;
  case OPERATION_COPY:
    return !edge->copy.is_padding;
  case OPERATION_FILL:
    return !edge->fill.is_padding;
  case OPERATION_RMW:
  case OPERATION_CAS:
  case OPERATION_SPAWN:
  case OPERATION_FINISH:
  case OPERATION_EXIT:
  case OPERATION_ATOMIC_BEGIN:
  case OPERATION_SETJMP:
  case OPERATION_LONGJMP:
    return true;
  case OPERATION_SKIP:
  case OPERATION_ASSIGN:
  case OPERATION_ASSUME:
  case OPERATION_CHECK:
  case OPERATION_NONDET:
  case OPERATION_CALL:
  case OPERATION_RETURN:
  case OPERATION_LOAD:
  case OPERATION_ALLOCATE:
  case OPERATION_BLOCK_SIZE:
  case OPERATION_SELF:
  case OPERATION_ALONE:
  case OPERATION_ATOMIC_END:
  case OPERATION_WAIT:
  case OPERATION_HOLD:
  case OPERATION_PRINT:
  case OPERATION_PRINTING:
  case OPERATION_WATCHING:
  case OPERATION_REUSED:
  case OPERATION_UNSUPPORTED:
  case OPERATION_COUNT:
    break;
  }
  return false;
}

bool memory_model_buffers(const struct edge *edge) {
  return edge->op == OPERATION_STORE && edge->store.order != ORDER_SEQ_CST;
}

bool memory_model_separates(const struct edge *edge) {
  return edge->op == OPERATION_FENCE &&
         (edge->fence.order == ORDER_RELEASE || edge->fence.order == ORDER_ACQ_REL);
}
