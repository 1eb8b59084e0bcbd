/* SPDX-License-Identifier: Apache-2.0 */
/* Which allocations have only accesses by owners. It begins with all of them. If an access may be
 * to a block that the thread does not own, the allocation is given up, and the others are followed
 * again. */
#include "engine/static/heap.h"

#include "analysis/liveness.h"
#include "base/hash.h"

#include <string.h>

enum { MOST_ROUNDS = 40 };

void heaps_give_up(struct heaps *heaps, const char *reason) {
  if (heaps->reason)
    return;
  heaps->reason = reason;
  heaps->reason_at = heaps->analysis->visited.edge;
}

/* The first allocation by the same edge for the same place of the program. */
static uint32_t find_alike(const struct heaps *heaps, uint32_t number) {
  const struct analysis *analysis = heaps->analysis;
  const struct space_object *object = &analysis->space.objects.items[number];
  const struct edge *user = analysis->nodes.items[object->node].user_edge;
  for (uint32_t i = FIRST_OBJECT; i < number; i++) {
    const struct space_object *other = &analysis->space.objects.items[i];
    if (other->kind == SPACE_BLOCK && other->old != NO_OBJECT && other->edge == object->edge &&
        analysis->nodes.items[other->node].user_edge == user)
      return i;
  }
  return number;
}

static void find_sites(struct heaps *heaps) {
  const struct space *space = &heaps->analysis->space;
  heaps->object_count = (uint32_t)space->objects.count;
  heaps->site_of = memory_allocate_zeroed(heaps->object_count * sizeof *heaps->site_of);
  heaps->newest_of = memory_allocate_zeroed(heaps->object_count * sizeof *heaps->newest_of);
  heaps->is_kept = memory_allocate_zeroed(heaps->object_count);
  for (uint32_t i = FIRST_OBJECT; i < heaps->object_count; i++) {
    const struct space_object *object = &space->objects.items[i];
    if (object->old == NO_OBJECT)
      continue;
    heaps->newest_of[object->public] = i;
    if (object->kind != SPACE_BLOCK)
      continue;
    uint32_t site = find_alike(heaps, i);
    heaps->site_of[i] = heaps->site_of[object->old] = heaps->site_of[object->public] = site;
    heaps->is_kept[i] = site == i && !object->edge->allocate.is_kept;
  }
}

static bool is_kept(const struct heaps *heaps, uint32_t object) {
  return object < heaps->object_count && heaps->site_of[object] != NO_OBJECT &&
         heaps->is_kept[heaps->site_of[object]];
}

static bool is_about_lock(const struct function *function) {
  return function->effect >= EFFECT_TAKES && function->effect <= EFFECT_WAITS;
}

/* Which calls have to be followed: those of the user's functions, and of the library's where they
 * access blocks that are kept, make some, create threads or take locks. */
static void find_effects(struct heaps *heaps) {
  struct analysis *analysis = heaps->analysis;
  uint32_t count = heaps->flow.node_count;
  memset(heaps->effects.follows, 0, count);
  memset(heaps->effects.touches, 0, count);
  vector_each (touch, &heaps->assessment->touched)
    if (is_kept(heaps, touch->object))
      heaps->effects.touches[touch->node] = true;
  for (uint32_t i = FIRST_OBJECT; i < heaps->object_count; i++) {
    const struct space_object *object = &analysis->space.objects.items[i];
    if (object->kind == SPACE_BLOCK && object->old != NO_OBJECT && is_kept(heaps, i))
      heaps->effects.follows[object->node] = true;
  }
  for (uint32_t i = count; i-- > 0;) {
    const struct node *node = &analysis->nodes.items[i];
    uint32_t above = node->turn ? node->base : node->parent;
    heaps->effects.follows[i] |= heaps->effects.touches[i] || !node->function->is_library ||
                                 program_function_has(node->function, OPERATION_SPAWN);
    if (above == NO_NODE)
      continue;
    heaps->effects.touches[above] |= heaps->effects.touches[i];
    heaps->effects.follows[above] |= heaps->effects.follows[i] || is_about_lock(node->function);
  }
}

/* Writes of the library to objects with cells that are followed. */
static void find_writers(struct heaps *heaps) {
  heaps->writers.count = 0;
  vector_each (store, &heaps->assessment->stores) {
    if (!heaps->analysis->nodes.items[store->node].function->is_library ||
        store->object < FIRST_OBJECT)
      continue;
    uint32_t object = heap_named_object(heaps, store->object);
    if (object != NO_OBJECT && heap_has_candidate(heaps, object))
      vector_push(&heaps->writers,
                  (struct heap_writer){store->node, object, store->low, store->end});
  }
}

static void release_flow(struct heaps *heaps) {
  struct heap_flow *flow = &heaps->flow;
  for (size_t i = 0; i < flow->points.count; i++)
    heap_list_release(&flow->points.items[i].heaps);
  vector_release(&flow->points);
  map_release(&flow->numbers);
  for (uint32_t i = 0; flow->exits && i < flow->node_count; i++)
    heap_list_release(&flow->exits[i]);
  memory_release(flow->exits);
  for (unsigned i = 0; i < MOST_LOCKS; i++) {
    heap_list_release(&flow->invariants[i]);
    vector_release(&flow->takers[i]);
  }
  uint32_t count = flow->node_count;
  *flow = (struct heap_flow){.node_count = count};
}

static void start_round(struct heaps *heaps) {
  release_flow(heaps);
  heaps->flow.exits = memory_allocate_zeroed(heaps->flow.node_count * sizeof *heaps->flow.exits);
  /* With the new cells it may not be lost. */
  if (heaps->found.count)
    heaps->losses.count = heaps->loss_count;
  heaps->loss_count = heaps->losses.count;
  for (size_t i = 0; i < heaps->losses.count; i++)
    heaps->is_kept[heaps->losses.items[i].site] = false;
  for (size_t i = 0; i < heaps->found.count; i++) {
    uint64_t key = heaps->found.items[i];
    if (heap_is_candidate(heaps, key))
      continue;
    struct heap_root root = {key, heap_find_lock(heaps, key)};
    heaps->locks |= root.lock;
    vector_push(&heaps->cells, root);
  }
  heaps->found.count = 0;
  heaps->begins_again = heaps->is_check = false;
  find_effects(heaps);
  find_writers(heaps);
}

static bool has_kept(const struct heaps *heaps) {
  for (uint32_t i = 0; i < heaps->object_count; i++)
    if (heaps->is_kept[i])
      return true;
  return false;
}

/* Is anything about blocks open? */
static bool is_needed(const struct heaps *heaps) {
  const struct assessment *assessment = heaps->assessment;
  if (heaps->analysis->program->pointer_width != 64 || !has_kept(heaps))
    return false;
  if (assessment->block_failures.count)
    return true;
  vector_each (access, &assessment->accesses)
    if (is_kept(heaps, access->object))
      return true;
  return false;
}

struct heaps *heaps_find(struct analysis *analysis, struct teams *teams) {
  struct heaps *heaps = memory_allocate_zeroed(sizeof *heaps);
  struct assessment *assessment = analysis->assessment;
  heaps->analysis = analysis;
  heaps->assessment = assessment;
  heaps->teams = teams;
  find_sites(heaps);
  if (!is_needed(heaps)) {
    heaps_destroy(heaps);
    return NULL;
  }
  heaps->liveness = liveness_create(analysis->program);
  heaps->flow.node_count = (uint32_t)analysis->nodes.count;
  heaps->flow.exits = memory_allocate_zeroed(heaps->flow.node_count * sizeof *heaps->flow.exits);
  heaps->effects.follows = memory_allocate_zeroed(heaps->flow.node_count);
  heaps->effects.touches = memory_allocate_zeroed(heaps->flow.node_count);
  heaps->begins_again = true;
  for (unsigned i = 0; heaps->begins_again && !heaps->reason && i < MOST_ROUNDS; i++) {
    start_round(heaps);
    /* The estimates are followed once more, without being assessed. */
    analysis->assessment = NULL;
    if (has_kept(heaps))
      heap_flow_run(heaps);
    analysis->assessment = assessment;
  }
  if (heaps->begins_again)
    heaps_give_up(heaps, "too many rounds");
  return heaps;
}

void heaps_destroy(struct heaps *heaps) {
  if (!heaps)
    return;
  release_flow(heaps);
  memory_release(heaps->site_of);
  memory_release(heaps->newest_of);
  memory_release(heaps->is_kept);
  memory_release(heaps->effects.follows);
  memory_release(heaps->effects.touches);
  vector_release(&heaps->cells);
  vector_release(&heaps->found);
  vector_release(&heaps->writers);
  vector_release(&heaps->verdicts);
  vector_release(&heaps->losses);
  map_release(&heaps->verdict_numbers);
  if (heaps->liveness)
    liveness_destroy(heaps->liveness);
  memory_release(heaps);
}

bool heaps_own(const void *context, uint32_t object) {
  const struct heaps *heaps = context;
  return heaps && !heaps->reason && heaps->is_check && is_kept(heaps, object);
}

/* Is what the node does followed? */
static bool is_followed(const struct heaps *heaps, uint32_t node) {
  for (; node != NO_NODE; node = heaps->analysis->nodes.items[node].parent)
    if (node >= heaps->flow.node_count || !heaps->effects.follows[node] ||
        is_about_lock(heaps->analysis->nodes.items[node].function))
      return false;
  return true;
}

bool heaps_prove(const void *context, uint32_t node, const struct edge *edge) {
  const struct heaps *heaps = context;
  uint64_t key = hash_combine((uint64_t)(uintptr_t)edge, node), known;
  if (!heaps || heaps->reason || !heaps->is_check) /* nothing was followed to the end */
    return false;
  for (; map_get(&heaps->verdict_numbers, key, &known); key++) {
    const struct heap_verdict *verdict = &heaps->verdicts.items[known];
    if (verdict->edge == edge && verdict->node == node)
      return !verdict->fails;
  }
  return is_followed(heaps, node); /* no thread comes here */
}
