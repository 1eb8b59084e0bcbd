/* SPDX-License-Identifier: Apache-2.0 */
/* setjmp and longjmp. A jump leads to some setjmp of a call that has not returned: of the nodes
 * above the one that jumps, which are all that can be on the stack then. Which of them is not
 * followed: each one is a possible target. */
#include "engine/static/steps.h"

#include "engine/static/lock_names.h"

/* Registers of a function that calls while it may be jumped to. They are those of any such call;
 * addresses of the thread's own objects lie in the memory of the state meanwhile (calls.c). */
struct keeping {
  struct radix_merger merger; /* first: a merger is a keeping */
  struct analysis *analysis;
};

static bool join_kept(struct radix_merger *merger, uint32_t key, const uint32_t *a,
                      const uint32_t *b, uint32_t *value) {
  struct keeping *keeping = (struct keeping *)merger;
  (void)key;
  *value =
      estimate_join(keeping->analysis->estimates, a ? *a : ESTIMATE_NONE, b ? *b : ESTIMATE_NONE);
  return true;
}

static const struct radix_tree *join_trees(struct analysis *analysis, const struct radix_tree *a,
                                           const struct radix_tree *b) {
  struct keeping keeping = {{join_kept, analysis->arena}, analysis};
  return radix_merge(&keeping.merger, a, b);
}

void jumps_keep_registers(struct analysis *analysis, uint32_t number,
                          const struct radix_tree *registers) {
  struct node *node = &analysis->nodes.items[number];
  if (!analysis_has_setjmp(analysis, node->function))
    return;
  const struct radix_tree *kept = join_trees(analysis, node->kept, registers);
  if (kept == node->kept)
    return;
  node->kept = kept;
  analysis->grew = true;
  vector_each (point, &analysis->jumpers)
    analysis_wait(analysis, *point);
}

/* The registers of the target of a jump, and the frames of the calls that it leaves. */
struct landing {
  struct analysis *analysis;
  const struct radix_tree *registers, *memory;
  uint32_t frame;
};

static void land_register(void *context, uint32_t cell, uint32_t value) {
  struct landing *landing = context;
  const struct space_cell *known = &landing->analysis->space.cells.items[cell];
  uint32_t number = (uint32_t)known->offset, other = ESTIMATE_NONE;
  if (known->object != landing->frame)
    return;
  radix_get(landing->registers, number, &other);
  landing->registers = radix_put(landing->analysis->arena, landing->registers, number,
                                 estimate_join(landing->analysis->estimates, value, other));
}

static void land(struct analysis *analysis, struct static_state *state, uint32_t from,
                 uint32_t target) {
  for (uint32_t at = from; at != target; at = analysis->nodes.items[at].parent)
    static_state_end_slots(analysis, state, at);
  if (from == target)
    return;
  struct landing landing = {analysis, analysis->nodes.items[target].kept, NULL,
                            space_frame(&analysis->space, target)};
  radix_visit(state->memory, land_register, &landing);
  state->registers = landing.registers;
  state->equal = NULL;
}

static void note_jumper(struct analysis *analysis) {
  vector_each (point, &analysis->jumpers)
    if (*point == analysis->visited.point)
      return;
  vector_push(&analysis->jumpers, analysis->visited.point);
}

void jumps_take(struct analysis *analysis, uint32_t number, const struct edge *edge,
                const struct static_state *state, struct successors *out) {
  estimate value = static_state_value(analysis, state, edge->longjmp.value);
  note_jumper(analysis);
  assess_open(analysis, number, edge, PROPERTY_MEMORY); /* its call may have returned */
  if (state->digest.depth)
    assess_fail(analysis, number, edge, NOT_MODELLED);
  for (uint32_t at = number; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct function *function = analysis->nodes.items[at].function;
    for (uint32_t i = 0; analysis_has_setjmp(analysis, function) && i < function->edge_count; i++) {
      if (function->edges[i].op != OPERATION_SETJMP)
        continue;
      if (out->count == MOST_SUCCESSORS) {
        analysis_give_up(analysis, "too many places that a jump may lead to", edge);
        return;
      }
      struct successor *successor = &out->list[out->count++];
      *successor =
          (struct successor){.node = at, .location = function->edges[i].to, .state = *state};
      land(analysis, &successor->state, number, at);
      lock_names_return(analysis, &successor->state, NO_NODE);
      static_state_set_register(analysis, &successor->state, function->edges[i].setjmp.target,
                                value);
    }
  }
}
