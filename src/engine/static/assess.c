/* SPDX-License-Identifier: Apache-2.0 */
/* Which obligations the fixed point does not prove. All count as proven until an edge that may be
 * taken says otherwise. */
#include "engine/static/assess.h"

#include "engine/static/static_cells.h"

#include <stdlib.h>

static void open_obligation(struct analysis *analysis, uint32_t number, const struct edge *edge) {
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

/* Was the lock misused, as locks_are_fine tells of the calls that led here? */
static bool is_fine(const struct analysis *analysis, uint32_t number) {
  for (uint32_t at = number; at != NO_NODE; at = analysis->nodes.items[at].parent) {
    const struct node *node = &analysis->nodes.items[at];
    enum library_effect effect = node->function->effect;
    bool is_about_lock = effect == EFFECT_TAKES || effect == EFFECT_TAKES_SHARED ||
                         effect == EFFECT_GIVES || effect == EFFECT_WAITS;
    if (is_about_lock && !node->may_misuse)
      return true;
  }
  return false;
}

void assess_fail(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property) {
  if (!analysis->assessment || (property == PROPERTY_LOCK && is_fine(analysis, node)))
    return;
  analysis->assessment->misses_effects |=
      property == PROPERTY_MEMORY && edge->op != OPERATION_CHECK;
  open_obligation(analysis, find(analysis, node, edge, property), edge);
}

/* May it be an address that the program put together, such as from numbers? */
static bool is_made(const struct analysis *analysis, estimate address) {
  size_t count;
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  bool may_be_null = count && parts->base == BASE_NUMBER && !parts->low && !parts->high;
  return address == ESTIMATE_ANY || (count && parts->base == BASE_NUMBER && !may_be_null);
}

void assess_address(struct analysis *analysis, estimate address) {
  if (analysis->assessment)
    analysis->assessment->makes_addresses |= is_made(analysis, address);
}

void assess_open(struct analysis *analysis, uint32_t node, const struct edge *edge,
                 unsigned property) {
  if (analysis->assessment)
    open_obligation(analysis, find(analysis, node, edge, property), edge);
}

/* Does an access of so many bytes stay in the object? */
static bool is_inside(const struct space_object *object, const struct estimate_part *part,
                      struct range size) {
  return object->least != INT64_MAX && part->low >= 0 && size.high <= object->least &&
         part->high <= object->least - size.high;
}

static bool is_valid(struct analysis *analysis, const struct static_state *state,
                     const struct estimate_part *part, struct range size, bool writes) {
  const struct space_object *object = &analysis->space.objects.items[part->base];
  if (part->base == BASE_NUMBER || part->base == BASE_DEAD || object->kind == SPACE_FUNCTION)
    return false;
  if (writes && object->kind == SPACE_GLOBAL && object->object->is_constant)
    return false;
  return is_inside(object, part, size) && !static_state_may_be_freed(analysis, state, part->base);
}

static void note_access(struct analysis *analysis, uint32_t node, const struct static_state *state,
                        const struct edge *edge, const struct estimate_part *part,
                        struct range size, bool writes, bool is_atomic) {
  const struct space_object *object = &analysis->space.objects.items[part->base];
  if (part->base == BASE_NUMBER || part->base == BASE_DEAD || object->kind == SPACE_FUNCTION)
    return;
  if (part->base != BASE_SELF && static_cells_are_own(analysis, state, part->base))
    return;
  if (object->kind == SPACE_GLOBAL && object->object->is_constant)
    return;
  struct access_record record = {
      .object = part->base == BASE_SELF
                    ? space_record(&analysis->space, analysis->nodes.items[node].class)
                    : part->base,
      .low = part->low,
      .end = part->high > INT64_MAX - size.high ? INT64_MAX : part->high + size.high,
      .step = part->step,
      .size = size.high > UINT32_MAX ? UINT32_MAX : (uint32_t)size.high,
      .class = analysis->nodes.items[node].class,
      .obligation = find(analysis, node, edge, PROPERTY_RACE),
      .locks = state->digest.locks,
      .shared = state->digest.shared,
      .running = state->digest.running,
      .created = state->digest.created,
      .writes = writes,
      .is_atomic = is_atomic,
      .is_self = part->base == BASE_SELF,
      .edge = edge};
  vector_push(&analysis->assessment->accesses, record);
}

void assess_access(struct analysis *analysis, uint32_t node, const struct static_state *state,
                   const struct edge *edge, estimate address, struct range size, bool writes,
                   bool is_atomic) {
  size_t count;
  if (!analysis->assessment)
    return;
  struct estimate_part list[MOST_PARTS];
  const struct estimate_part *parts = estimate_parts(analysis->estimates, address, &count);
  memcpy(list, parts, count * sizeof *list);
  bool is_free = edge->op == OPERATION_FREE, is_measure = edge->op == OPERATION_BLOCK_SIZE;
  bool is_fine = address != ESTIMATE_ANY;
  for (size_t i = 0; i < count && size.high > 0; i++)
    is_fine &= is_valid(analysis, state, &list[i], size, writes && !is_free);
  for (size_t i = 0; i < count && (is_free || is_measure); i++) {
    const struct space_object *object = &analysis->space.objects.items[list[i].base];
    bool is_null = list[i].base == BASE_NUMBER && !list[i].low && !list[i].high && is_free;
    is_fine &= is_null || (object->kind == SPACE_BLOCK && !list[i].low && !list[i].high &&
                           !static_state_may_be_freed(analysis, state, list[i].base));
  }
  if (!is_fine && !(is_free && edge->free.is_slot) && !(is_measure && edge->block_size.rest))
    assess_fail(analysis, node, edge, PROPERTY_MEMORY);
  assess_address(analysis, address);
  if (address == ESTIMATE_ANY)
    assess_fail(analysis, node, edge, PROPERTY_RACE);
  for (size_t i = 0; i < count; i++) {
    struct range all = {0, is_free ? INT64_MAX - 1 : size.high};
    if (state->digest.has_threads)
      note_access(analysis, node, state, edge, &list[i], all, writes, is_atomic);
  }
}

static int by_object(const void *first, const void *second) {
  const struct access_record *a = first, *b = second;
  return (a->object > b->object) - (a->object < b->object);
}

/* May two elements of their sequences have a byte in common? */
static bool overlap(const struct access_record *a, const struct access_record *b) {
  if (a->low >= b->end || b->low >= a->end)
    return false;
  uint64_t step = a->step && b->step ? 0 : a->step ? a->step : b->step;
  if (a->step && b->step) {
    uint64_t x = a->step, y = b->step;
    while (y) {
      uint64_t rest = x % y;
      x = y;
      y = rest;
    }
    step = x;
  }
  if (step < 2)
    return true;
  /* Modulo the step, `a` covers [0, a.size) and `b` covers [shift, shift + b.size). */
  int64_t difference = (b->low - a->low) % (int64_t)step;
  uint64_t shift = (uint64_t)(difference < 0 ? difference + (int64_t)step : difference);
  return shift < a->size || shift + b->size > step;
}

/* Whether main may be at the access while a thread of the class runs. */
static bool runs_beside_main(const struct analysis *analysis, const struct access_record *access,
                             uint32_t class) {
  uint32_t top = class;
  while (analysis->classes.items[top].creator != NO_NODE &&
         analysis->nodes.items[analysis->classes.items[top].creator].class != 0)
    top = analysis->nodes.items[analysis->classes.items[top].creator].class;
  return top == class ? access->running >> class & 1 : access->created >> top & 1;
}

static bool may_meet(const struct analysis *analysis, const struct access_record *a,
                     const struct access_record *b) {
  if (a->class == b->class)
    return analysis->classes.items[a->class].is_many && !(a->is_self && b->is_self);
  if (a->class == 0)
    return runs_beside_main(analysis, a, b->class);
  if (b->class == 0)
    return runs_beside_main(analysis, b, a->class);
  const struct thread_class *first = &analysis->classes.items[a->class];
  const struct thread_class *second = &analysis->classes.items[b->class];
  bool are_of_main = analysis->nodes.items[first->creator].class == 0 &&
                     analysis->nodes.items[second->creator].class == 0;
  return !are_of_main || first->parallel >> b->class & 1;
}

static bool race(const struct analysis *analysis, const struct access_record *a,
                 const struct access_record *b) {
  if ((!a->writes && !b->writes) || (a->is_atomic && b->is_atomic) || !overlap(a, b))
    return false;
  if (a->locks & (b->locks | b->shared) || a->shared & b->locks)
    return false;
  return may_meet(analysis, a, b);
}

void assess_races(struct analysis *analysis) {
  struct assessment *assessment = analysis->assessment;
  struct access_record *list = assessment->accesses.items;
  size_t count = assessment->accesses.count;
  if (count)
    qsort(list, count, sizeof *list, by_object);
  for (size_t i = 0; i < count; i++)
    for (size_t j = i; j < count && list[j].object == list[i].object; j++) {
      if ((i == j && !analysis->classes.items[list[i].class].is_many) ||
          !race(analysis, &list[i], &list[j]))
        continue;
      open_obligation(analysis, list[i].obligation, list[j].edge);
      open_obligation(analysis, list[j].obligation, list[i].edge);
    }
}
