/* SPDX-License-Identifier: Apache-2.0 */
/* Names of the memory models, and their treatment of edges. */
#include "semantics/memory_model.h"

#include "program/access.h"

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
  if (edge->op == OPERATION_STORE)
    return edge->store.order == ORDER_SEQ_CST;
  if (edge->op == OPERATION_FENCE)
    return edge->fence.order == ORDER_SEQ_CST;
  return operation_is(edge->op, IS_DRAINING) && !edge_is_quiet(edge);
}

bool memory_model_buffers(const struct edge *edge) {
  return edge->op == OPERATION_STORE && edge->store.order != ORDER_SEQ_CST;
}

bool memory_model_separates(const struct edge *edge) {
  return edge->op == OPERATION_FENCE &&
         (edge->fence.order == ORDER_RELEASE || edge->fence.order == ORDER_ACQ_REL);
}
