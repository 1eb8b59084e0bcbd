/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the memory orders that a program uses. */
#include "program/access.h"

static void note_order(struct orders_used *used, const struct edge *edge, enum memory_order order,
                       bool synchronises) {
  if (order == ORDER_PLAIN)
    return;
  if (order != ORDER_SEQ_CST && !used->weak) {
    used->weak = true;
    used->at = edge->at;
  }
  used->unordered |= !synchronises;
}

static void note_edge(struct orders_used *used, const struct edge *edge) {
  struct edge_access access;
  if (edge->op == OPERATION_FENCE) {
    note_order(used, edge, edge->fence.order, true);
    if (!used->fences) {
      used->fences = true;
      used->fence_at = edge->at;
    }
    used->acquire_fences |= edge->fence.order != ORDER_RELEASE;
  } else if (edge_value_access(edge, &access)) {
    bool synchronises = access_updates(&access)
                            ? access.order == ORDER_ACQ_REL || access.order == ORDER_SEQ_CST
                            : access.order != ORDER_RELAXED;
    note_order(used, edge, access.order, synchronises);
    if (edge->op == OPERATION_CAS)
      note_order(used, edge, edge->cas.failure, edge->cas.failure != ORDER_RELAXED);
  }
}

struct orders_used program_find_orders(const struct program *program) {
  struct orders_used used = {0};
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0;
         !program->functions[i]->is_library && j < program->functions[i]->edge_count; j++)
      note_edge(&used, &program->functions[i]->edges[j]);
  return used;
}
