/* SPDX-License-Identifier: Apache-2.0 */
/* Finds the memory orders that a program uses. */
#include "program/program.h"

static bool synchronises_both_ways(enum memory_order order) {
  return order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

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
  enum operation op = edge->op;
  if (op == OPERATION_LOAD) {
    note_order(used, edge, edge->load.order, edge->load.order != ORDER_RELAXED);
  } else if (op == OPERATION_STORE) {
    note_order(used, edge, edge->store.order, edge->store.order != ORDER_RELAXED);
  } else if (op == OPERATION_RMW) {
    note_order(used, edge, edge->rmw.order, synchronises_both_ways(edge->rmw.order));
  } else if (op == OPERATION_CAS) {
    note_order(used, edge, edge->cas.order, synchronises_both_ways(edge->cas.order));
    note_order(used, edge, edge->cas.failure, edge->cas.failure != ORDER_RELAXED);
  } else if (op == OPERATION_FENCE) {
    note_order(used, edge, edge->fence.order, true);
    if (!used->fences) {
      used->fences = true;
      used->fence_at = edge->at;
    }
    used->acquire_fences |= edge->fence.order != ORDER_RELEASE;
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
