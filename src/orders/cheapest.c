/* SPDX-License-Identifier: Apache-2.0 */
/* Branch and bound over settings. */
#include "orders/cheapest.h"

#include "transform/strength.h"

#include <string.h>

struct cheapest_search {
  const struct cheapest_problem *problem;
  unsigned char *now, *best;
  unsigned *allowed; /* what is left of the problem's */
  bool *used;        /* slots, while a bound is computed */
  uint64_t cost, limit;
  uint64_t visited;
  bool found, is_over;
  bool (*asks)(const void *context);
};

/* A way to hit a wrong setting. */
struct cheapest_raise {
  size_t slot;
  enum memory_order order;
  uint64_t cost; /* what it adds */
};

struct cheapest_raises {
  struct cheapest_raise *items;
  size_t count, capacity;
};

bool cheapest_is_below(const unsigned char *setting, const unsigned char *other, size_t slots) {
  for (size_t i = 0; i < slots; i++)
    if (!strength_covers((enum memory_order)other[i], (enum memory_order)setting[i]))
      return false;
  return true;
}

uint64_t cheapest_cost(const struct cheapest_problem *problem, const unsigned char *setting) {
  uint64_t cost = 0;
  for (size_t i = 0; i < problem->slots; i++)
    cost += problem->cost(problem->context, i, (enum memory_order)setting[i]);
  return cost;
}

static uint64_t added_cost(const struct cheapest_search *search, size_t slot,
                           enum memory_order order) {
  const struct cheapest_problem *problem = search->problem;
  return problem->cost(problem->context, slot, order) -
         problem->cost(problem->context, slot, (enum memory_order)search->now[slot]);
}

/* The orders that a slot could get to hit the wrong setting: the weakest ones that do. */
static unsigned ways_at(const struct cheapest_search *search, const unsigned char *wrong,
                        size_t slot) {
  return strength_minimal(search->allowed[slot] &
                          strength_above((enum memory_order)search->now[slot]) &
                          ~strength_below((enum memory_order)wrong[slot]));
}

static void find_ways(const struct cheapest_search *search, const unsigned char *wrong,
                      struct cheapest_raises *ways) {
  ways->count = 0;
  for (size_t slot = 0; slot < search->problem->slots; slot++) {
    unsigned orders = ways_at(search, wrong, slot);
    for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++)
      if (orders & STRENGTH_BIT(order)) {
        struct cheapest_raise raise = {slot, order, added_cost(search, slot, order)};
        vector_push(ways, raise);
      }
  }
}

/* Wrong settings that no slot hits together each cost something. UINT64_MAX: one cannot be hit. */
static uint64_t bound(struct cheapest_search *search, const unsigned char **fewest,
                      struct cheapest_raises *ways) {
  const struct cheapest_problem *problem = search->problem;
  uint64_t sum = 0;
  size_t least = SIZE_MAX;
  memset(search->used, 0, problem->slots);
  *fewest = NULL;
  for (size_t i = 0; i < problem->wrong.count; i++) {
    const unsigned char *wrong = problem->wrong.items[i];
    if (!cheapest_is_below(search->now, wrong, problem->slots))
      continue;
    find_ways(search, wrong, ways);
    if (!ways->count)
      return UINT64_MAX;
    if (ways->count < least) {
      least = ways->count;
      *fewest = wrong;
    }
    uint64_t cheapest = UINT64_MAX;
    bool is_apart = true;
    for (size_t j = 0; j < ways->count; j++) {
      is_apart &= !search->used[ways->items[j].slot];
      cheapest = ways->items[j].cost < cheapest ? ways->items[j].cost : cheapest;
    }
    for (size_t j = 0; is_apart && j < ways->count; j++)
      search->used[ways->items[j].slot] = true;
    sum += is_apart ? cheapest : 0;
  }
  return sum;
}

static void sort_ways(struct cheapest_raises *ways) {
  for (size_t i = 1; i < ways->count; i++)
    for (size_t j = i; j > 0 && ways->items[j - 1].cost > ways->items[j].cost; j--) {
      struct cheapest_raise other = ways->items[j];
      ways->items[j] = ways->items[j - 1];
      ways->items[j - 1] = other;
    }
}

static void branch(struct cheapest_search *search) {
  const struct cheapest_problem *problem = search->problem;
  const unsigned char *fewest;
  struct cheapest_raises ways = {0};
  search->is_over |= ++search->visited % 256 == 0 && search->asks(problem->context);
  uint64_t rest = search->is_over ? UINT64_MAX : bound(search, &fewest, &ways);
  if (rest == UINT64_MAX || search->cost + rest >= search->limit) {
    vector_release(&ways);
    return;
  }
  if (!fewest) {
    memcpy(search->best, search->now, problem->slots);
    search->limit = search->cost;
    search->found = true;
    vector_release(&ways);
    return;
  }
  find_ways(search, fewest, &ways);
  sort_ways(&ways);
  unsigned *allowed = memory_allocate(problem->slots * sizeof *allowed + 1);
  memcpy(allowed, search->allowed, problem->slots * sizeof *allowed);
  for (size_t i = 0; i < ways.count; i++) {
    const struct cheapest_raise way = ways.items[i];
    unsigned char before = search->now[way.slot];
    search->now[way.slot] = (unsigned char)way.order;
    search->cost += way.cost;
    branch(search);
    search->cost -= way.cost;
    search->now[way.slot] = before;
    search->allowed[way.slot] &= ~strength_above(way.order); /* all of these were looked at */
  }
  memcpy(search->allowed, allowed, problem->slots * sizeof *allowed);
  memory_release(allowed);
  vector_release(&ways);
}

bool cheapest_find(const struct cheapest_problem *problem, uint64_t below, unsigned char *setting,
                   bool (*is_over)(const void *context), bool *gave_up) {
  struct cheapest_search search = {.problem = problem, .limit = below, .asks = is_over};
  search.now = memory_allocate(problem->slots + 1);
  search.best = memory_allocate(problem->slots + 1);
  search.used = memory_allocate(problem->slots + 1);
  search.allowed = memory_allocate((problem->slots + 1) * sizeof *search.allowed);
  memcpy(search.now, problem->least, problem->slots);
  memcpy(search.allowed, problem->allowed, problem->slots * sizeof *search.allowed);
  search.cost = cheapest_cost(problem, search.now);
  branch(&search);
  *gave_up = search.is_over;
  if (search.found && !search.is_over)
    memcpy(setting, search.best, problem->slots);
  memory_release(search.now);
  memory_release(search.best);
  memory_release(search.used);
  memory_release(search.allowed);
  return search.found && !search.is_over;
}
