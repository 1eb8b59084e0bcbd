/* SPDX-License-Identifier: Apache-2.0 */
/* Turns of loops, each with states of its own.
 *
 * A node may be split: the turns of a loop are nodes of their own as long as it is certain at the
 * head of the loop where the next turn goes, such as with a counter that is known, or along a text
 * that is constant. When the loop is left, its turns meet again in the node that entered it. What
 * is split does not matter for soundness: every state is in some node of its call, and that is
 * enough for what is checked in the end. */
#include "engine/static/steps.h"

#include "base/hash.h"

enum {
  MOST_TURNS = 100,     /* of loops of the library */
  MOST_USER_TURNS = 16, /* of the others */
  MOST_STEPS = 12,      /* until the condition of the loop */
};

uint32_t turns_first(const struct analysis *analysis, uint32_t node) {
  while (analysis->nodes.items[node].turn)
    node = analysis->nodes.items[node].base;
  return node;
}

/* Operations in the head of a loop that have no other effect than on registers. */
static bool is_harmless(const struct edge *edge) {
  return edge->op == OPERATION_ASSIGN || edge->op == OPERATION_LOAD ||
         edge->op == OPERATION_CHECK || edge->op == OPERATION_SKIP;
}

/* Are both sides of the comparison numbers, and not far from each other? */
static bool is_near(struct analysis *analysis, const struct static_state *state,
                    const struct function *function, const struct term *condition) {
  if (condition->kind == TERM_APPLY && condition->op == OP_NOT)
    return is_near(analysis, state, function, condition->operands[0]);
  if (condition->kind == TERM_VARIABLE) {
    const struct edge *definition = analysis_definitions(analysis, function)[condition->value];
    return definition && definition->op == OPERATION_ASSIGN && definition->assign.count == 1 &&
           definition->assign.list[0].value->kind == TERM_APPLY &&
           is_near(analysis, state, function, definition->assign.list[0].value);
  }
  if (condition->kind != TERM_APPLY || condition->arity != 2)
    return false;
  struct range ranges[2];
  for (unsigned i = 0; i < 2; i++)
    if (!estimate_range(analysis->estimates,
                        static_state_value(analysis, state, condition->operands[i]), &ranges[i]) ||
        ranges[i].low != ranges[i].high || ranges[i].low > INT32_MAX || ranges[i].low < INT32_MIN)
      return false;
  int64_t apart = ranges[0].low - ranges[1].low;
  return apart <= MOST_USER_TURNS && apart >= -MOST_USER_TURNS;
}

/* Does exactly one of the edges go on? */
static bool is_one_way(struct analysis *analysis, const struct function *function,
                       const struct location *location, const struct static_state *state) {
  const struct edge *edges = &function->edges[location->first_edge];
  unsigned ways = 0;
  if (edges[0].op != OPERATION_ASSUME)
    return false;
  for (uint32_t i = 0; i < location->edge_count; i++) {
    struct static_state seen = *state;
    ways += edges[i].op != OPERATION_ASSUME ||
            static_state_assume(analysis, &seen, function, edges[i].assume.condition, true);
  }
  return ways == 1 &&
         (function->is_library || is_near(analysis, state, function, edges[0].assume.condition));
}

/* Is it certain where the loop goes from its head? */
static bool is_decided(struct analysis *analysis, uint32_t node, uint32_t head,
                       const struct static_state *state) {
  const struct function *function = analysis->nodes.items[node].function;
  struct static_state at = *state;
  for (unsigned i = 0; i < MOST_STEPS; i++) {
    const struct location *location = &function->locations[head];
    if (location->edge_count > 1)
      return is_one_way(analysis, function, location, &at);
    const struct edge *edge = &function->edges[location->first_edge];
    struct successors out;
    out.count = 0;
    if (location->edge_count != 1 || !is_harmless(edge))
      return false;
    steps_take(analysis, node, edge, &at, &out);
    if (out.count != 1)
      return false;
    at = out.list[0].state;
    head = edge->to;
  }
  return false;
}

static uint32_t next_turn(struct analysis *analysis, uint32_t number, uint32_t head) {
  struct node node = analysis->nodes.items[number];
  bool is_again = node.turn && node.loop == head;
  uint64_t key = hash_combine(hash_combine(number, head), UINT64_C(0x7475726e)), known;
  while (map_get(&analysis->known.turns, key, &known)) {
    const struct node *found = &analysis->nodes.items[known];
    if (found->previous == number && found->loop == head)
      return (uint32_t)known;
    key++;
  }
  struct node fresh = {.function = node.function,
                       .parent = node.parent,
                       .class = node.class,
                       .depth = node.depth,
                       .call = node.call,
                       .user_edge = node.user_edge,
                       .user_function = node.user_function,
                       .loop = head,
                       .previous = number,
                       .base = is_again ? node.base : number,
                       .turn = is_again ? node.turn + 1u : 1};
  uint32_t added = steps_add_node(analysis, &fresh);
  vector_push(&analysis->nodes.items[turns_first(analysis, number)].turns, added);
  map_set(&analysis->known.turns, key, added);
  return added;
}

uint32_t turns_place(struct analysis *analysis, uint32_t number, const struct edge *edge,
                     uint32_t location, const struct static_state *state) {
  const struct function *function = analysis->nodes.items[number].function;
  const struct loops *loops = analysis_loops(analysis, function);
  if (loops->too_deep)
    return number;
  while (analysis->nodes.items[number].turn &&
         !loops_contain(loops, analysis->nodes.items[number].loop, location))
    number = analysis->nodes.items[number].base;
  if (edge->to != location || !loops_is_back_edge(loops, edge))
    return number;
  const struct node *node = &analysis->nodes.items[number];
  uint32_t turn = node->turn && node->loop == location ? node->turn : 0;
  if (turn >= (function->is_library ? MOST_TURNS : MOST_USER_TURNS) ||
      !is_decided(analysis, number, location, state))
    return number;
  return next_turn(analysis, number, location);
}
