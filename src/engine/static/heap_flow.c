/* SPDX-License-Identifier: Apache-2.0 */
/* Which heaps a thread may have at each place: along the edges of nodes, through calls, and until
 * nothing changes. The estimates are followed beside them; they are known already and only say
 * where edges lead, which locks are held, and what addresses may be. */
#include "engine/static/heap.h"

#include "analysis/liveness.h"
#include "engine/static/static_cells.h"
#include "engine/static/teams.h"

#include <string.h>

enum { MOST_HEAPS = 96, MOST_STEPS = 300000 };

/* A place on the way from a stop to the next ones. */
struct heap_walk {
  uint32_t location;
  struct static_state state;
  heap_list heaps;
};

static struct node *node_at(const struct heaps *heaps, uint32_t node) {
  return &heaps->analysis->nodes.items[node];
}

static struct heap_point *point_at(struct heaps *heaps, uint64_t point) {
  uint64_t number;
  if (!map_get(&heaps->flow.numbers, point, &number)) {
    number = heaps->flow.points.count;
    map_set(&heaps->flow.numbers, point, number);
    vector_push(&heaps->flow.points, (struct heap_point){.point = point});
  }
  return &heaps->flow.points.items[number];
}

void heap_flow_wait(struct heaps *heaps, uint64_t point) {
  if (!heaps->is_check)
    point_at(heaps, point)->is_waiting = true;
}

/* Does no other thread run? */
static bool is_alone(const struct heaps *heaps, uint32_t node, const struct edge *edge,
                     const struct static_state *state) {
  const struct analysis *analysis = heaps->analysis;
  if (!state->digest.has_threads)
    return true;
  if (node_at(heaps, node)->class != 0)
    return false;
  for (uint32_t i = 1; i < analysis->classes.count; i++) {
    bool is_of_main = node_at(heaps, analysis->classes.items[i].creator)->class == 0;
    if (analysis_runs_beside_main(analysis, state->digest.running, state->digest.created, i) &&
        (!is_of_main || teams_may_run(heaps->teams, i, node, edge)))
      return false;
  }
  return true;
}

static struct heap_place place_of(const struct heaps *heaps, uint32_t node, const struct edge *edge,
                                  const struct static_state *state) {
  return (struct heap_place){node, edge, state, is_alone(heaps, node, edge, state)};
}

/* Registers of the node that are not read any more. */
static void forget_dead(const struct heaps *heaps, uint32_t node, uint32_t location,
                        struct heap *heap) {
  const struct function *function = node_at(heaps, node)->function;
  struct live_registers live = liveness_at(heaps->liveness, function, location);
  uint64_t first = heap_register_key(heaps, node, 0);
  for (uint32_t i = heap->name_count; i-- > 0;) {
    uint64_t key = heap->names[i].key;
    bool is_live = heap_key_is_cell(key) || key >> 32 != first >> 32;
    for (uint32_t j = 0; j < live.count && !is_live; j++)
      is_live = live.registers[j] == (uint32_t)key;
    if (!is_live)
      heap_set_name(heap, key, (struct heap_value){0});
  }
}

static void add_heap(struct heaps *heaps, heap_list *list, struct heap *heap, bool *grows) {
  heap_normalise(heap);
  if (heap->is_full)
    heaps_give_up(heaps, "too many blocks");
  *grows |= heap_list_add(list, heap);
  if (list->count > MOST_HEAPS)
    heaps_give_up(heaps, "too many heaps at one place");
}

static void arrive(struct heaps *heaps, uint32_t node, uint32_t location, heap_list *list) {
  const struct static_state *state = node_at(heaps, node)->at[location];
  const struct function *function = node_at(heaps, node)->function;
  const struct location *at = &function->locations[location];
  uint64_t point = point_make(node, location);
  bool grows = false;
  if (!state || !at->edge_count) {
    heap_list_release(list);
    return;
  }
  struct heap_place place = place_of(heaps, node, &function->edges[at->first_edge], state);
  heap_list settled = {0};
  for (size_t i = 0; i < list->count; i++) {
    forget_dead(heaps, node, location, list->items[i]);
    heap_settle(heaps, &place, list->items[i], &settled);
  }
  vector_release(list);
  for (size_t i = 0; i < settled.count; i++)
    add_heap(heaps, &point_at(heaps, point)->heaps, settled.items[i], &grows);
  vector_release(&settled);
  if (!grows)
    return;
  heaps->grew = true;
  heap_flow_wait(heaps, point);
}

void heap_enter(struct heaps *heaps, uint32_t node, struct heap *heap) {
  heap_list list = {0};
  vector_push(&list, heap);
  arrive(heaps, node, node_at(heaps, node)->function->entry, &list);
}

/* --- Calls --- */

static bool is_below(const struct heaps *heaps, uint32_t node, uint32_t top) {
  for (; node != NO_NODE; node = node_at(heaps, turns_first(heaps->analysis, node))->parent)
    if (turns_first(heaps->analysis, node) == top)
      return true;
  return false;
}

/* A call of the library that is not followed: cells to which it may write are not known. */
static void skip(struct heaps *heaps, uint32_t child, heap_list *list) {
  for (size_t i = 0; i < heaps->writers.count; i++) {
    const struct heap_writer *writer = &heaps->writers.items[i];
    if (!is_below(heaps, writer->node, child))
      continue;
    for (size_t j = 0; j < list->count; j++)
      heap_forget_cells(list->items[j], writer->object, writer->low, writer->end);
  }
}

static bool is_about_lock(const struct function *function) {
  return function->effect >= EFFECT_TAKES && function->effect <= EFFECT_WAITS;
}

static void bind_arguments(struct heaps *heaps, const struct heap_place *place, uint32_t child,
                           const struct heap *caller, struct heap *heap) {
  const struct edge *edge = place->edge;
  const struct function *function = node_at(heaps, child)->function;
  uint32_t count = edge->op == OPERATION_CALL ? edge->call.argument_count : 2;
  for (uint32_t i = 0; i < count && i < function->parameter_count; i++) {
    const struct term *argument = edge->op == OPERATION_CALL ? edge->call.arguments[i]
                                  : i                        ? edge->wait.argument
                                                             : edge->wait.object;
    struct heap_value value = heap_value_of(heaps, place, caller, argument);
    const struct reg *reg = &function->registers[function->parameters[i]];
    bool is_area = function->is_variadic && i + 1 == function->parameter_count;
    if (is_area || reg->width != 64 || argument->width != 64 || value.kind == HEAP_OTHER ||
        (value.kind == HEAP_NULL && !reg->is_pointer) ||
        (value.kind == HEAP_CELL && !heap_has_candidate(heaps, value.base)))
      continue;
    heap_set_name(heap, heap_register_key(heaps, child, function->parameters[i]), value);
  }
}

/* Registers of the child, and its results, which are named by a number above its registers. */
static uint64_t result_key(const struct heaps *heaps, uint32_t child, uint32_t number) {
  return heap_register_key(heaps, child, node_at(heaps, child)->function->register_count + number);
}

static void forget_frame(const struct heaps *heaps, uint32_t node, struct heap *heap) {
  uint64_t first = heap_register_key(heaps, node, 0);
  for (uint32_t i = heap->name_count; i-- > 0;) {
    uint64_t key = heap->names[i].key;
    uint32_t object = heap_key_is_cell(key) ? heap_key_object(key) : NO_OBJECT;
    const struct space_object *known = &heaps->analysis->space.objects.items[object];
    bool is_slot = object != NO_OBJECT && known->kind == SPACE_SLOT &&
                   turns_first(heaps->analysis, known->node) == turns_first(heaps->analysis, node);
    if (is_slot || (object == NO_OBJECT && key >> 32 == first >> 32))
      heap_set_name(heap, key, (struct heap_value){0});
  }
}

/* The child is followed, and goes on with the heaps with which it may return. */
static void follow(struct heaps *heaps, const struct heap_place *place, uint32_t child,
                   const heap_list *list, heap_list *out) {
  const struct edge *edge = place->edge;
  if (node_at(heaps, child)->is_recursive) {
    heaps_give_up(heaps, "a recursive function");
    return;
  }
  for (size_t i = 0; i < list->count; i++) {
    struct heap *heap = heap_copy(list->items[i]);
    for (uint32_t j = 0; edge->op == OPERATION_CALL && j < edge->call.result_count; j++)
      if (edge->call.results[j] != NO_REGISTER)
        heap_set_name(heap, heap_register_key(heaps, place->node, edge->call.results[j]),
                      (struct heap_value){0});
    forget_dead(heaps, place->node, edge->to, heap);
    bind_arguments(heaps, place, child, list->items[i], heap);
    heap_enter(heaps, child, heap);
  }
  for (size_t i = 0; child < heaps->flow.node_count && i < heaps->flow.exits[child].count; i++) {
    struct heap *heap = heap_copy(heaps->flow.exits[child].items[i]);
    for (uint32_t j = 0; edge->op == OPERATION_CALL && j < edge->call.result_count; j++)
      if (edge->call.results[j] != NO_REGISTER)
        heap_set_name(heap, heap_register_key(heaps, place->node, edge->call.results[j]),
                      heap_name_value(heap, result_key(heaps, child, j)));
    forget_frame(heaps, child, heap);
    vector_push(out, heap);
  }
}

static void forget_results(struct heaps *heaps, const struct heap_place *place, heap_list *list) {
  const struct edge *edge = place->edge;
  for (size_t i = 0; i < list->count; i++)
    for (uint32_t j = 0; edge->op == OPERATION_CALL && j < edge->call.result_count; j++)
      if (edge->call.results[j] != NO_REGISTER)
        heap_set_name(list->items[i], heap_register_key(heaps, place->node, edge->call.results[j]),
                      (struct heap_value){0});
}

/* Blocks that functions about locks access are not followed. */
static void lose_below(struct heaps *heaps, const struct heap_place *place, uint32_t child) {
  vector_each (touch, &heaps->assessment->touched)
    if (is_below(heaps, touch->node, child))
      heap_lose(heaps, place, touch->object);
}

/* May the result be the address of a block that is an argument? */
static bool may_return_argument(const struct heaps *heaps, const struct heap_place *place,
                                const heap_list *list) {
  const struct edge *edge = place->edge;
  bool is_wanted = false;
  for (uint32_t i = 0; edge->op == OPERATION_CALL && i < edge->call.result_count; i++)
    is_wanted |= edge->call.results[i] != NO_REGISTER;
  for (uint32_t i = 0; is_wanted && i < edge->call.argument_count; i++)
    for (size_t j = 0; j < list->count; j++)
      if (heap_value_of(heaps, place, list->items[j], edge->call.arguments[i]).kind == HEAP_BLOCK)
        return true;
  return false;
}

static void call(struct heaps *heaps, const struct heap_place *place,
                 const struct function *function, const heap_list *list, heap_list *out) {
  if (!function->locations)
    return;
  uint32_t child = steps_child(heaps->analysis, place->node, place->edge, function);
  bool is_known = child < heaps->flow.node_count, is_lock = is_about_lock(function);
  if (!is_known)
    return; /* no execution comes here */
  if (!is_lock && (heaps->effects.follows[child] || may_return_argument(heaps, place, list))) {
    follow(heaps, place, child, list, out);
    return;
  }
  heap_list copies = {0};
  if (heaps->effects.touches[child])
    lose_below(heaps, place, child);
  for (size_t i = 0; i < list->count; i++) {
    struct heap *copy = heap_copy(list->items[i]);
    if (function->effect == EFFECT_WAITS)
      heap_yield(heaps, place, copy, &copies);
    else
      vector_push(&copies, copy);
  }
  skip(heaps, child, &copies);
  forget_results(heaps, place, &copies);
  vector_append(out, copies.items, copies.count);
  vector_release(&copies);
}

static void take_call(struct heaps *heaps, const struct heap_place *place, const heap_list *list,
                      heap_list *out) {
  const struct edge *edge = place->edge;
  if (edge->op == OPERATION_WAIT || edge->call.callee) {
    call(heaps, place, edge->op == OPERATION_WAIT ? edge->wait.condition : edge->call.callee, list,
         out);
    return;
  }
  size_t count;
  struct estimate_part parts[MOST_PARTS];
  estimate address = static_state_value(heaps->analysis, place->state, edge->call.address);
  const struct estimate_part *found = estimate_parts(heaps->analysis->estimates, address, &count);
  memcpy(parts, found, count * sizeof *parts);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &heaps->analysis->space.objects.items[parts[i].base];
    if (parts[i].base != BASE_NUMBER && object->kind == SPACE_FUNCTION && !parts[i].step &&
        !parts[i].low)
      call(heaps, place, object->object->function, list, out);
  }
}

static void take_return(struct heaps *heaps, const struct heap_place *place, heap_list *list) {
  const struct edge *edge = place->edge;
  uint32_t node = turns_first(heaps->analysis, place->node);
  const struct function *function = node_at(heaps, node)->function;
  bool grows = false;
  for (size_t i = 0; i < list->count; i++) {
    struct heap *heap = list->items[i];
    struct heap_value values[4];
    uint32_t count = edge->ret.count < 4 ? edge->ret.count : 4;
    for (uint32_t j = 0; j < count; j++)
      values[j] = heap_value_of(heaps, place, heap, edge->ret.values[j]);
    forget_frame(heaps, node, heap);
    for (uint32_t j = 0; j < count && j < function->result_count; j++)
      if (function->result_widths[j] == 64 && edge->ret.values[j]->width == 64 &&
          values[j].kind != HEAP_CELL)
        heap_set_name(heap, result_key(heaps, node, j), values[j]);
    add_heap(heaps, &heaps->flow.exits[node], heap, &grows);
  }
  vector_release(list);
  if (!grows)
    return;
  heaps->grew = true;
  for (size_t i = 0; i < node_at(heaps, node)->callers.count; i++)
    heap_flow_wait(heaps, node_at(heaps, node)->callers.items[i]);
}

/* --- Walking --- */

typedef VECTOR(struct heap_walk) heap_walks;

/* Is the location a stop, with a state of its own? */
static bool is_stop(const struct heaps *heaps, uint32_t node, uint32_t location) {
  return analysis_is_stop(heaps->analysis, node_at(heaps, node)->function, location);
}

static void take_edge(struct heaps *heaps, uint32_t node, const struct edge *edge,
                      const struct heap_walk *from, heap_walks *walks) {
  struct analysis *analysis = heaps->analysis;
  struct heap_place place = place_of(heaps, node, edge, &from->state);
  heap_list settled = {0}, done = {0};
  struct successors out;
  out.count = 0;
  analysis->visited.edge = edge;
  for (size_t i = 0; i < from->heaps.count; i++)
    heap_settle(heaps, &place, heap_copy(from->heaps.items[i]), &settled);
  steps_take(analysis, node, edge, &from->state, &out);
  if (edge->op == OPERATION_CALL || edge->op == OPERATION_WAIT) {
    take_call(heaps, &place, &settled, &done);
    heap_list_release(&settled);
  } else if (edge->op == OPERATION_RETURN) {
    take_return(heaps, &place, &settled);
  } else {
    for (size_t i = 0; i < settled.count; i++)
      heap_take(heaps, &place, settled.items[i], &done);
    vector_release(&settled);
  }
  if (done.count > 8 * (size_t)MOST_HEAPS)
    heaps_give_up(heaps, "too many heaps at one place");
  for (size_t j = 0; j < out.count && !heaps->reason; j++) {
    struct successor *next = &out.list[j];
    uint32_t to = turns_place(analysis, next->node, edge, next->location, &next->state);
    heap_list copies = {0};
    for (size_t i = 0; i < done.count; i++)
      vector_push(&copies, heap_copy(done.items[i]));
    if (to != node || is_stop(heaps, node, next->location))
      arrive(heaps, to, next->location, &copies);
    else
      vector_push(walks, (struct heap_walk){next->location, next->state, copies});
  }
  heap_list_release(&done);
}

static bool is_over(struct heaps *heaps) {
  const char *limit;
  heaps->steps++;
  return heaps->reason || heaps->steps > MOST_STEPS ||
         limits_check(heaps->analysis->limits, &limit) != STATUS_OK;
}

static void visit(struct heaps *heaps, uint64_t point) {
  struct analysis *analysis = heaps->analysis;
  uint32_t node = (uint32_t)(point >> 32);
  heap_walks walks = {0};
  struct heap_walk begin = {.location = (uint32_t)point,
                            .state = *node_at(heaps, node)->at[(uint32_t)point]};
  analysis->visited.point = point;
  analysis->visited.node = node;
  const heap_list *known = &point_at(heaps, point)->heaps;
  for (size_t i = 0; i < known->count; i++)
    vector_push(&begin.heaps, heap_copy(known->items[i]));
  vector_push(&walks, begin);
  while (walks.count) {
    struct heap_walk from = vector_pop(&walks);
    const struct function *function = node_at(heaps, node)->function;
    const struct location *location = &function->locations[from.location];
    for (uint32_t i = 0; i < location->edge_count && from.heaps.count; i++) {
      if (is_over(heaps))
        heaps_give_up(heaps, "too many steps");
      if (!heaps->reason)
        take_edge(heaps, node, &function->edges[location->first_edge + i], &from, &walks);
    }
    heap_list_release(&from.heaps);
  }
  vector_release(&walks);
}

/* Variables that are NULL before anything is stored to them. */
static void begin(struct heaps *heaps) {
  struct heap *heap = memory_allocate_zeroed(sizeof *heap);
  struct analysis *analysis = heaps->analysis;
  for (size_t i = 0; i < heaps->cells.count; i++) {
    uint64_t key = heaps->cells.items[i].key;
    uint32_t object = heap_key_object(key);
    struct range range;
    if (analysis->space.objects.items[object].kind != SPACE_GLOBAL)
      continue;
    estimate first =
        space_initial(&analysis->space, analysis->estimates, object, heap_key_offset(key), 8);
    if (estimate_range(analysis->estimates, first, &range) && !range.low && !range.high)
      heap_set_name(heap, key, (struct heap_value){.kind = HEAP_NULL});
  }
  heap->held = heaps->locks; /* no other thread exists */
  heap_enter(heaps, 0, heap);
}

void heap_flow_run(struct heaps *heaps) {
  begin(heaps);
  for (bool waits = true; waits && !heaps->reason;) {
    waits = false;
    for (size_t i = 0; i < heaps->flow.points.count && !heaps->reason; i++) {
      if (!heaps->flow.points.items[i].is_waiting)
        continue;
      heaps->flow.points.items[i].is_waiting = false;
      waits = true;
      visit(heaps, heaps->flow.points.items[i].point);
    }
  }
  if (heaps->reason || heaps->begins_again)
    return;
  /* The check: every place once more, in any order; nothing may grow. */
  heaps->is_check = true;
  heaps->grew = false;
  begin(heaps);
  for (size_t i = 0; i < heaps->flow.points.count && !heaps->reason; i++)
    visit(heaps, heaps->flow.points.items[i].point);
  if (heaps->grew)
    heaps_give_up(heaps, "the check of the fixed point failed");
}
