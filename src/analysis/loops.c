/* SPDX-License-Identifier: Apache-2.0 */
/* Finds loops by depth-first search: reverse postorder, and retreating edges. The body of a loop
 * consists of the locations that reach the source of such an edge without passing the head. */
#include "analysis/loops.h"

#include "base/memory.h"
#include "base/vector.h"

#include <string.h>

struct loop_search {
  const struct function *function;
  struct loops *loops;
  uint8_t *colours; /* 0 unseen, 1 on the stack, 2 done */
  uint32_t next_order;
  VECTOR(const struct edge *) back_edges;
  VECTOR(uint32_t) stack; /* pairs: location, next edge */
};

static void enter(struct loop_search *search, uint32_t location) {
  search->colours[location] = 1;
  vector_push(&search->stack, location);
  vector_push(&search->stack, 0);
}

static void number_locations(struct loop_search *search) {
  const struct function *function = search->function;
  enter(search, function->entry);
  while (search->stack.count) {
    uint32_t *top = search->stack.items + search->stack.count - 2;
    const struct location *location = &function->locations[top[0]];
    if (top[1] == location->edge_count) {
      search->colours[top[0]] = 2;
      search->loops->locations[top[0]].order = search->next_order--;
      search->stack.count -= 2;
      continue;
    }
    const struct edge *edge = &function->edges[location->first_edge + top[1]++];
    if (search->colours[edge->to] == 1)
      vector_push(&search->back_edges, edge);
    else if (search->colours[edge->to] == 0)
      enter(search, edge->to);
  }
}

/* Marks the locations from which `from` can be reached without passing `head`. */
static void mark_body(const struct function *function, uint32_t head, uint32_t from, bool *body) {
  body[head] = body[from] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = function->edge_count; i-- > 0;) {
      const struct edge *edge = &function->edges[i];
      if (edge->to != head && body[edge->to] && !body[edge->from])
        body[edge->from] = changed = true;
    }
  }
}

/* Finds the locations from which the function can return. Code after a call such as `abort()` is
 * never executed. */
static void find_returns(struct loops *loops) {
  const struct function *function = loops->function;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = function->edge_count; i-- > 0;) {
      const struct edge *edge = &function->edges[i];
      bool returns = edge->op == OPERATION_RETURN ||
                     (edge->op != OPERATION_UNSUPPORTED && loops->locations[edge->to].can_return);
      if (!returns || loops->locations[edge->from].can_return)
        continue;
      loops->locations[edge->from].can_return = changed = true;
    }
  }
}

/* Does some edge lead out of the body to where the function can return? */
static bool find_way_on(const struct loops *loops, const bool *body) {
  const struct function *function = loops->function;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (body[edge->from] && !body[edge->to] && loops->locations[edge->to].can_return)
      return true;
  }
  return false;
}

/* Marks the locations of the body from which the loop can be left without passing the head. */
static void mark_leaving(const struct loops *loops, uint32_t head, const bool *body,
                         bool *leaving) {
  const struct function *function = loops->function;
  bool has_way = loops->locations[head].has_way_on;
  memset(leaving, 0, function->location_count);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = function->edge_count; i-- > 0;) {
      const struct edge *edge = &function->edges[i];
      if (!body[edge->from] || leaving[edge->from])
        continue;
      bool out = !body[edge->to] && (!has_way || loops->locations[edge->to].can_return);
      bool leaves = out || (body[edge->to] && edge->to != head && leaving[edge->to]);
      leaving[edge->from] = leaves;
      changed |= leaves;
    }
  }
}

static void add_head(struct loops *loops, uint32_t location, uint32_t head, bool can_leave) {
  struct location_loops *at = &loops->locations[location];
  if (at->depth == DEEPEST_LOOP) {
    loops->too_deep = true;
    return;
  }
  uint32_t place = at->depth++;
  while (place && loops->locations[at->heads[place - 1]].order > loops->locations[head].order) {
    at->heads[place] = at->heads[place - 1];
    at->can_leave[place] = at->can_leave[place - 1];
    place--;
  }
  at->heads[place] = head;
  at->can_leave[place] = can_leave;
}

static void add_loops(struct loop_search *search) {
  const struct function *function = search->function;
  bool *body = memory_allocate(function->location_count);
  bool *leaving = memory_allocate(function->location_count);
  for (size_t i = 0; i < search->back_edges.count; i++) {
    uint32_t head = search->back_edges.items[i]->to;
    bool is_first = true;
    for (size_t j = 0; j < i; j++)
      is_first &= search->back_edges.items[j]->to != head;
    if (!is_first)
      continue;
    memset(body, 0, function->location_count);
    for (size_t j = i; j < search->back_edges.count; j++)
      if (search->back_edges.items[j]->to == head)
        mark_body(function, head, search->back_edges.items[j]->from, body);
    search->loops->locations[head].has_way_on = find_way_on(search->loops, body);
    mark_leaving(search->loops, head, body, leaving);
    for (uint32_t location = 0; location < function->location_count; location++)
      if (body[location])
        add_head(search->loops, location, head, leaving[location]);
  }
  memory_release(leaving);
  memory_release(body);
}

struct loops *loops_create(struct arena *arena, const struct function *function) {
  struct loops *loops = arena_allocate(arena, sizeof *loops);
  loops->function = function;
  loops->locations = arena_allocate(arena, function->location_count * sizeof *loops->locations);
  struct loop_search search = {.function = function,
                               .loops = loops,
                               .colours = memory_allocate_zeroed(function->location_count),
                               .next_order = function->location_count};
  number_locations(&search);
  find_returns(loops);
  add_loops(&search);
  memory_release(search.colours);
  vector_release(&search.back_edges);
  vector_release(&search.stack);
  return loops;
}

bool loops_contain(const struct loops *loops, uint32_t head, uint32_t location) {
  const struct location_loops *at = &loops->locations[location];
  for (uint32_t i = 0; i < at->depth; i++)
    if (at->heads[i] == head)
      return true;
  return false;
}

bool loops_may_leave(const struct loops *loops, const struct edge *edge, uint32_t head) {
  const struct location_loops *to = &loops->locations[edge->to];
  for (uint32_t i = 0; i < to->depth; i++)
    if (to->heads[i] == head)
      return edge->to != head && to->can_leave[i];
  return to->can_return || !loops->locations[head].has_way_on;
}

bool loops_is_back_edge(const struct loops *loops, const struct edge *edge) {
  return loops_contain(loops, edge->to, edge->from) && loops_contain(loops, edge->to, edge->to) &&
         loops->locations[edge->to].order <= loops->locations[edge->from].order;
}
