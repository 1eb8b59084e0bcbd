/* SPDX-License-Identifier: Apache-2.0 */
/* Which obligations the fixed point does not prove. All count as proven until an edge that may be
 * taken says otherwise. */
#include "engine/static/assess.h"

#include "engine/static/static_cells.h"
#include "program/access.h"

void assess_leave_open(struct analysis *analysis, uint32_t number, const struct edge *edge) {
  struct assessment *assessment = analysis->assessment;
  assessment->misses_effects |= number == NO_OBLIGATION;
  assessment->makes_addresses |= number == NO_OBLIGATION;
  if (number == NO_OBLIGATION || assessment->is_open[number])
    return;
  assessment->is_open[number] = true;
  assessment->why[number] = edge;
}

/* The obligation of an edge in a node, as a violation there would be told. */
static uint32_t find(struct analysis *analysis, uint32_t number, const struct edge *edge,
                     unsigned property) {
  const struct node *node = &analysis->nodes.items[number];
  bool is_at_call = edge->op == OPERATION_CHECK && edge->check.at_call;
  if (is_at_call && node->parent != NO_NODE) {
    edge = node->call;
    node = &analysis->nodes.items[node->parent];
  }
  if (node->function->is_library)
    edge = node->user_edge;
  struct position outside = {0};
  return obligations_of_position(analysis->assessment->obligations, property,
                                 edge ? edge->at : outside);
}

/* The call that led here of a function of locks, which does not misuse the lock; NO_NODE: none. */
static uint32_t find_fine(const struct analysis *analysis, uint32_t number) {
  for (uint32_t at = number; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct node *node = &analysis->nodes.items[at];
    enum library_effect effect = node->function->effect;
    bool is_about_lock = effect == EFFECT_TAKES || effect == EFFECT_TAKES_SHARED ||
                         effect == EFFECT_GIVES || effect == EFFECT_WAITS ||
                         effect == EFFECT_DESTROYS;
    if (is_about_lock && !node->may_misuse)
      return at;
  }
  return NO_NODE;
}

/* Is it known that the lock is not misused? What this rests on is judged in the end. */
static bool is_fine(struct analysis *analysis, uint32_t number, const struct edge *edge) {
  uint32_t call = find_fine(analysis, number);
  if (call != NO_NODE)
    vector_push(&analysis->assessment->lock_claims, (struct lock_claim){number, call, edge});
  return call != NO_NODE;
}

/* The library does not model more than eight read locks of one thread. It takes each known lock
 * once, so that there are no more than there are locks. */
static bool reads_few(const struct analysis *analysis, uint32_t number) {
  enum { READ_LOCKS = 8 };
  for (uint32_t at = number; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct node *node = &analysis->nodes.items[at];
    if (node->function->effect == EFFECT_TAKES_SHARED && !node->may_misuse &&
        node->rests_on == ESTIMATE_NONE)
      return analysis->locks.list.count <= READ_LOCKS && !analysis->locks.broken;
  }
  return false;
}

void assess_give_up(struct analysis *analysis, uint32_t node, const struct edge *edge,
                    unsigned property) {
  analysis->assessment->misses_effects |=
      property == PROPERTY_MEMORY && edge->op != OPERATION_CHECK;
  assess_leave_open(analysis, find(analysis, node, edge, property), edge);
}

/* The call of a join in which the node is; NO_NODE: it is in none. */
static uint32_t find_join(const struct analysis *analysis, uint32_t node) {
  uint32_t found = NO_NODE;
  for (uint32_t at = node; at != NO_NODE; at = analysis->nodes.items[at].parent)
    if (analysis->nodes.items[at].function->effect == EFFECT_JOINS)
      found = at;
  return found;
}

/* What fails in a join is judged in the end. False: it is in none. */
static bool defer(struct analysis *analysis, uint32_t node, const struct edge *edge,
                  unsigned property, bool makes_address) {
  if (find_join(analysis, node) == NO_NODE)
    return false;
  vector_push(&analysis->assessment->joins,
              (struct join_failure){node, edge, property, makes_address});
  return true;
}

void assess_fail(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property) {
  if (!analysis->assessment || (property == PROPERTY_LOCK && is_fine(analysis, node, edge)) ||
      (property == NOT_MODELLED && reads_few(analysis, node)))
    return;
  bool may_be_deferred = property == PROPERTY_LOCK || property == PROPERTY_MEMORY;
  if (edge->op != OPERATION_CHECK || !may_be_deferred ||
      !defer(analysis, node, edge, property, false))
    assess_give_up(analysis, node, edge, property);
}

void assess_joins(struct analysis *analysis, join_judge *judge, void *context) {
  vector_each (failure, &analysis->assessment->joins) {
    const struct node *join = &analysis->nodes.items[find_join(analysis, failure->node)];
    if (join->parent != NO_NODE && judge(context, join->parent, join->call))
      continue;
    assess_give_up(analysis, failure->node, failure->edge, failure->property);
    analysis->assessment->makes_addresses |= failure->makes_address;
  }
}

/* May it be an address that the program put together, such as from numbers? No object lies at the
 * smallest numbers, with which the library marks pointers. */
static bool is_made(const struct analysis *analysis, estimate address) {
  size_t count;
  const struct estimate_part *part = estimate_parts(analysis->estimates, address, &count);
  bool is_number = count && part->base == BASE_NUMBER;
  return address == ESTIMATE_ANY ||
         (is_number && (part->low < 0 || part->high >= ESTIMATE_LOWEST_ADDRESS));
}

void assess_address(struct analysis *analysis, estimate address) {
  if (analysis->assessment)
    analysis->assessment->makes_addresses |= is_made(analysis, address);
}

void assess_open(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property) {
  if (analysis->assessment)
    assess_leave_open(analysis, find(analysis, node, edge, property), edge);
}

bool assess_is_inside(const struct space_object *object, const struct estimate_part *part,
                      struct range size) {
  return object->least != INT64_MAX && part->low >= 0 && size.high <= object->least &&
         part->high <= object->least - size.high;
}

bool assess_is_valid(struct analysis *analysis, const struct static_state *state,
                     const struct estimate_part *part, struct range size, bool writes) {
  const struct space_object *object = &analysis->space.objects.items[part->base];
  if (part->base == BASE_NUMBER || part->base == BASE_DEAD || object->kind == SPACE_FUNCTION)
    return false;
  if (writes && object->kind == SPACE_GLOBAL && object->object->is_constant)
    return false;
  /* Thread-locals of another thread may be gone. */
  if (object->kind == SPACE_RECORD && part->base != BASE_SELF &&
      part->high > (int64_t)analysis->program->record_size - size.high)
    return false;
  return assess_is_inside(object, part, size) &&
         !static_state_may_be_freed(analysis, state, part->base);
}

static struct access_record make_record(struct analysis *analysis, uint32_t node,
                                        const struct static_state *state, const struct edge *edge,
                                        const struct estimate_part *part, struct range size) {
  uint32_t class = analysis->nodes.items[node].class;
  return (struct access_record){
      .object = part->base == BASE_SELF ? space_record(&analysis->space, class) : part->base,
      .low = part->low,
      .end = part->high > INT64_MAX - size.high ? INT64_MAX : part->high + size.high,
      .step = part->step,
      .size = size.high > UINT32_MAX ? UINT32_MAX : (uint32_t)size.high,
      .class = class,
      .locks = state->digest.locks,
      .shared = state->digest.shared,
      .running = state->digest.running,
      .created = state->digest.created,
      .is_self = part->base == BASE_SELF,
      .node = node,
      .edge = edge};
}

/* Can another thread reach it, so that it may take part in a race? */
static bool may_race(struct analysis *analysis, const struct static_state *state,
                     const struct estimate_part *part) {
  const struct space_object *object = &analysis->space.objects.items[part->base];
  if (!state->digest.has_threads ||
      (part->base != BASE_SELF && static_cells_are_own(analysis, state, part->base)))
    return false;
  return object->kind != SPACE_GLOBAL || !object->object->is_constant;
}

static void note_access(struct analysis *analysis, const struct static_state *state,
                        const struct edge_access *access, const struct estimate_part *part,
                        struct access_record record) {
  struct assessment *assessment = analysis->assessment;
  const struct space_object *object = &analysis->space.objects.items[part->base];
  bool is_end = access->kind == EDGE_END;
  if (part->base == BASE_NUMBER || part->base == BASE_DEAD || object->kind == SPACE_FUNCTION)
    return;
  if (access_writes(access) && !is_end)
    vector_push(&assessment->stores, record);
  if (record.edge->op == OPERATION_LOAD)
    vector_push(&assessment->loads, record);
  if (!may_race(analysis, state, part))
    return;
  record.obligation = find(analysis, record.node, record.edge, PROPERTY_RACE);
  vector_push(&assessment->accesses, record);
}

/* Does an access certainly leave its object? Then it may well be meant to arrive at another one. */
static bool leaves(const struct analysis *analysis, const struct estimate_part *part,
                   int64_t size) {
  struct estimate_part inside = *part;
  return part->base > BASE_DEAD && size > 0 && !static_cells_clamp(analysis, &inside, size);
}

static bool is_of_record(const struct analysis *analysis, const struct estimate_part *list,
                         size_t count) {
  for (size_t i = 0; i < count; i++)
    if (analysis->space.objects.items[list[i].base].kind == SPACE_RECORD)
      return true;
  return false;
}

static estimate stored_value(struct analysis *analysis, const struct static_state *state,
                             const struct edge *edge) {
  if (edge->op == OPERATION_STORE)
    return static_state_value(analysis, state, edge->store.value);
  if (edge->op == OPERATION_FILL)
    return static_state_value(analysis, state, edge->fill.byte);
  return ESTIMATE_ANY;
}

/* May the thread hold a lock that lies there? */
static bool may_hold_there(struct analysis *analysis, const struct static_state *state,
                           const struct estimate_part *part, int64_t size) {
  estimate bytes = estimate_make(analysis->estimates, part->base, part->low - HIGHEST_IN_LOCK,
                                 part->high + size - 1, 1);
  return lock_names_may_be_same(analysis, bytes, lock_names_all(analysis, state->holding));
}

/* Which code may access which blocks. Returns one of them. */
static uint32_t note_blocks(struct analysis *analysis, uint32_t node,
                            const struct estimate_part *list, size_t count) {
  struct assessment *assessment = analysis->assessment;
  uint32_t found = NO_OBJECT;
  for (size_t i = 0; i < count; i++) {
    uint64_t key = (uint64_t)node << 32 | list[i].base;
    if (analysis->space.objects.items[list[i].base].kind != SPACE_BLOCK)
      continue;
    found = list[i].base;
    if (map_get(&assessment->is_touched, key, NULL))
      continue;
    map_set(&assessment->is_touched, key, 1);
    vector_push(&assessment->touched, (struct touch_record){node, list[i].base});
  }
  return found;
}

void assess_blocks(struct analysis *analysis, access_judge *judge, const void *context) {
  vector_each (failure, &analysis->assessment->block_failures) {
    if (judge(context, failure->node, failure->edge))
      continue;
    assess_give_up(analysis, failure->node, failure->edge, PROPERTY_MEMORY);
    analysis->assessment->makes_addresses |= failure->makes_address;
  }
}

void assess_access(struct analysis *analysis, uint32_t node, const struct static_state *state,
                   const struct edge *edge, const struct assessed_access *access) {
  size_t count;
  estimate address = access->address;
  if (!analysis->assessment)
    return;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  bool is_free = edge->op == OPERATION_FREE, is_measure = edge->op == OPERATION_BLOCK_SIZE;
  bool is_fine = address != ESTIMATE_ANY, writes = access_writes(access->access);
  for (size_t i = 0; i < count && access->size.high > 0; i++) {
    is_fine &= assess_is_valid(analysis, state, &list[i], access->size, writes && !is_free);
    analysis->assessment->makes_addresses |= leaves(analysis, &list[i], access->size.low);
  }
  for (size_t i = 0; i < count && (is_free || is_measure); i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    bool is_null = list[i].base == BASE_NUMBER && !list[i].low && !list[i].high && is_free;
    is_fine &= is_null || (object->kind == SPACE_BLOCK && !list[i].low && !list[i].high &&
                           !static_state_may_be_freed(analysis, state, list[i].base));
  }
  is_fine |= (is_free && edge->free.is_slot) || (is_measure && edge->block_size.rest);
  uint32_t block = note_blocks(analysis, node, list, count);
  /* The record of the thread that is joined is certainly there if the join is fine. */
  if (!is_fine && block != NO_OBJECT) {
    struct block_failure failure = {node, edge, block, is_made(analysis, address)};
    vector_push(&analysis->assessment->block_failures, failure);
  } else if (is_fine || !is_of_record(analysis, list, count) ||
             !defer(analysis, node, edge, PROPERTY_MEMORY, is_made(analysis, address))) {
    assess_address(analysis, address);
    if (!is_fine)
      assess_fail(analysis, node, edge, PROPERTY_MEMORY);
  }
  if (address == ESTIMATE_ANY)
    assess_fail(analysis, node, edge, PROPERTY_RACE);
  for (size_t i = 0; i < count; i++) {
    struct range all = {0, is_free ? INT64_MAX - 1 : access->size.high};
    struct access_record record = make_record(analysis, node, state, edge, &list[i], all);
    record.address = access->access->address;
    record.writes = writes;
    record.is_atomic = access->is_atomic;
    record.value = writes ? stored_value(analysis, state, edge) : ESTIMATE_NONE;
    record.is_seen =
        writes &&
        (may_race(analysis, state, &list[i]) ||
         (state->holding && may_hold_there(analysis, state, &list[i], access->size.high)));
    note_access(analysis, state, access->access, &list[i], record);
  }
}

static bool is_claim(enum library_effect effect) {
  return effect == EFFECT_JOINS || effect == EFFECT_TRIES_JOIN || effect == EFFECT_DETACHES;
}

void assess_claim(struct analysis *analysis, uint32_t node, const struct static_state *state,
                  const struct edge *edge, const struct function *callee, estimate thread) {
  if (!analysis->assessment || !is_claim(callee->effect))
    return;
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, thread, &count);
  struct claim_record claim = {.node = node, .edge = edge};
  claim.classes = thread == ESTIMATE_ANY ? UINT64_MAX : 0;
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &analysis->space.objects.items[parts[i].base];
    uint32_t class = parts[i].base == BASE_SELF ? analysis->nodes.items[node].class : object->class;
    if (object->kind != SPACE_RECORD)
      continue;
    claim.classes |= UINT64_C(1) << class;
    if (count == 1 && !parts[i].low && !parts[i].high && state->digest.joinable >> class & 1 &&
        !analysis->classes.items[class].is_many)
      claim.joinable = class;
  }
  vector_each (known, &analysis->assessment->claims)
    if (known->node == node && known->edge == edge) {
      known->classes |= claim.classes;
      known->joinable = known->joinable == claim.joinable ? claim.joinable : 0;
      return;
    }
  vector_push(&analysis->assessment->claims, claim);
}

void assess_creation(struct analysis *analysis, uint32_t node, const struct edge *edge,
                     estimate argument) {
  size_t count;
  if (!analysis->assessment)
    return;
  const struct estimate_part *part = estimate_parts(analysis->estimates, argument, &count);
  const struct space_object *object =
      count == 1 ? &analysis->space.objects.items[part->base] : NULL;
  struct creation_record creation = {.node = node,
                                     .edge = edge,
                                     .is_own = object && !part->step && !object->is_public &&
                                               object->old != NO_OBJECT};
  vector_push(&analysis->assessment->creations, creation);
}

void assess_release(struct assessment *assessment) {
  memory_release(assessment->is_open);
  memory_release(assessment->why);
  vector_release(&assessment->accesses);
  vector_release(&assessment->stores);
  vector_release(&assessment->loads);
  vector_release(&assessment->claims);
  vector_release(&assessment->creations);
  vector_release(&assessment->joins);
  vector_release(&assessment->waits);
  vector_release(&assessment->lock_claims);
  vector_release(&assessment->words);
  vector_release(&assessment->touched);
  map_release(&assessment->is_touched);
  vector_release(&assessment->block_failures);
}
