/* SPDX-License-Identifier: Apache-2.0 */
/* The search for minimal settings, as described in search.h. */
#include "orders/search.h"

#include "orders/cheapest.h"
#include "transform/strength.h"

#include <assert.h>
#include <string.h>

enum { CHANGE = 10000 }; /* what a change costs in a repair: more than all orders together */

struct orders_search {
  struct order_trial *trial;
  const struct orders_price *price;
  size_t count;
  struct cheapest_problem problem;
  const unsigned *allowed;
  unsigned char *best; /* right, as far as is known */
  VECTOR(unsigned char *) wrong;
  bool has_guessed; /* a wrong setting is only one that was not decided */
};

void orders_strongest(const struct order_slots *slots, bool with_fences, unsigned char *setting) {
  for (size_t i = 0; i < slots->list.count; i++) {
    const struct order_slot *slot = &slots->list.items[i];
    bool is_fixed = slot->is_computed || (slots_is_new_fence(slot) && !with_fences) ||
                    !(slot->allowed & STRENGTH_BIT(ORDER_SEQ_CST));
    setting[i] = (unsigned char)(is_fixed ? slot->given : ORDER_SEQ_CST);
  }
}

void orders_given(const struct order_slots *slots, unsigned char *setting) {
  for (size_t i = 0; i < slots->list.count; i++)
    setting[i] = (unsigned char)slots->list.items[i].given;
}

static unsigned price_of(const void *context, size_t number, enum memory_order order) {
  static const unsigned access[] = {
      [ORDER_ACQUIRE] = 4, [ORDER_RELEASE] = 4, [ORDER_ACQ_REL] = 6, [ORDER_SEQ_CST] = 10};
  const struct orders_search *search = context;
  const struct orders_price *price = search->price;
  const struct order_slot *slot = &price->slots->list.items[number];
  if (order == ORDER_RELAXED)
    return price->counts_changes && order != slot->given ? CHANGE : 0;
  bool is_fence = slot->kind == SLOT_FENCE || slots_is_new_fence(slot);
  unsigned cost = access[order] * (is_fence ? 3 : 2);
  if (price->is_awkward && price->is_awkward[number])
    cost++;
  return price->counts_changes && order != slot->given ? cost + CHANGE : cost;
}

static bool is_over(const void *context) {
  const struct orders_search *search = context;
  return trial_is_over(search->trial);
}

/* Is the setting known to be wrong? */
static bool is_refuted(const struct orders_search *search, const unsigned char *setting) {
  for (size_t i = 0; i < search->wrong.count; i++)
    if (cheapest_is_below(setting, search->wrong.items[i], search->count))
      return true;
  return false;
}

static void add_wrong(struct orders_search *search, const unsigned char *setting) {
  assert(!cheapest_is_below(search->best, setting, search->count)); /* which is right */
  if (is_refuted(search, setting))
    return;
  unsigned char *copy = memory_allocate(search->count + 1);
  memcpy(copy, setting, search->count);
  vector_push(&search->wrong, copy);
  search->problem.wrong.count = 0;
  for (size_t i = 0; i < search->wrong.count; i++)
    vector_push(&search->problem.wrong, search->wrong.items[i]);
}

/* Raises slots as far as the execution still breaks the program: all of a range at once if that
 * works, else half by half. */
static void raise_range(struct orders_search *search, const struct counterexample *why,
                        unsigned char *setting, size_t first, size_t end) {
  unsigned char before[2] = {0};
  unsigned char *old = end - first > 1 ? memory_allocate(end - first) : before;
  bool changes = false;
  memcpy(old, setting + first, end - first);
  for (size_t i = first; i < end; i++) {
    unsigned top = strength_maximal(search->allowed[i] & strength_above(setting[i]));
    for (enum memory_order order = ORDER_SEQ_CST; order > setting[i]; order--)
      if (top & STRENGTH_BIT(order)) {
        setting[i] = (unsigned char)order;
        changes = true;
        break;
      }
  }
  bool breaks = !changes || trial_replays(search->trial, why, setting);
  if (!breaks)
    memcpy(setting + first, old, end - first);
  if (old != before)
    memory_release(old);
  if (breaks)
    return;
  if (end - first > 1) {
    raise_range(search, why, setting, first, first + (end - first) / 2);
    raise_range(search, why, setting, first + (end - first) / 2, end);
    return;
  }
  unsigned rest = search->allowed[first] & strength_above(setting[first]) &
                  ~STRENGTH_BIT(setting[first]) & ~STRENGTH_BIT(ORDER_SEQ_CST);
  for (enum memory_order order = ORDER_SEQ_CST; order > ORDER_RELAXED; order--) {
    if (!(rest & STRENGTH_BIT(order)))
      continue;
    unsigned char kept = setting[first];
    setting[first] = (unsigned char)order;
    if (trial_replays(search->trial, why, setting))
      return;
    setting[first] = kept;
  }
}

/* Finds strong settings that the execution breaks as well: from the first slot on, and from the
 * middle on, which makes for different ones. */
static void learn(struct orders_search *search, const struct counterexample *why,
                  const unsigned char *broken) {
  unsigned char *setting = memory_allocate(search->count + 1);
  size_t middle = search->count / 2;
  memcpy(setting, broken, search->count);
  if (search->count)
    raise_range(search, why, setting, 0, search->count);
  add_wrong(search, setting);
  memcpy(setting, broken, search->count);
  if (search->count > middle)
    raise_range(search, why, setting, middle, search->count);
  if (middle)
    raise_range(search, why, setting, 0, middle);
  add_wrong(search, setting);
  memory_release(setting);
}

/* Judges a setting and draws conclusions. */
static enum trial_outcome attempt(struct orders_search *search, const unsigned char *setting) {
  const struct counterexample *why;
  enum trial_outcome outcome = trial_ask(search->trial, setting, &why);
  if (outcome == TRIED_RIGHT) {
    memcpy(search->best, setting, search->count);
  } else if (outcome == TRIED_BROKEN) {
    learn(search, why, setting);
  } else if (!trial_is_over(search->trial)) {
    search->has_guessed = true;
    add_wrong(search, setting);
  }
  return outcome;
}

/* One slot of the best setting weaker, as far as that is not known to be wrong. False: there is
 * none. */
static bool descend(struct orders_search *search) {
  unsigned char *setting = memory_allocate(search->count + 1);
  bool has_tried = false;
  memcpy(setting, search->best, search->count);
  for (size_t i = 0; i < search->count && !has_tried; i++) {
    unsigned lower = search->allowed[i] & strength_below(setting[i]) & ~STRENGTH_BIT(setting[i]);
    for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST && !has_tried; order++) {
      if (!(lower & STRENGTH_BIT(order)))
        continue;
      setting[i] = (unsigned char)order;
      if (!is_refuted(search, setting)) {
        attempt(search, setting);
        has_tried = true;
      }
      setting[i] = search->best[i];
    }
  }
  memory_release(setting);
  return has_tried;
}

/* True: no setting that costs less than the best one is right, unless `has_guessed`. */
static bool find_cheapest(struct orders_search *search) {
  unsigned char *setting = memory_allocate(search->count + 1);
  bool gave_up = false, is_done = false;
  while (!trial_is_over(search->trial) && !gave_up && !is_done) {
    uint64_t cost = cheapest_cost(&search->problem, search->best);
    search->trial->stage = "from the weakest orders up";
    if (!cheapest_find(&search->problem, cost, setting, is_over, &gave_up))
      is_done = !gave_up;
    else if (attempt(search, setting) == TRIED_RIGHT)
      is_done = true;
    search->trial->stage = "from the strongest orders down";
    if (!is_done && search->trial->other_seconds > search->trial->right_seconds &&
        !trial_is_over(search->trial) && descend(search))
      search->trial->other_seconds = 0;
  }
  memory_release(setting);
  return is_done;
}

/* Shows the setting broken, by an execution that is known or by a new one. */
static struct orders_weakening show_broken(struct orders_search *search, size_t slot,
                                           enum memory_order order, struct arena *arena) {
  unsigned char *setting = memory_allocate(search->count + 1);
  struct orders_weakening weakening = {slot, order, TRIED_BROKEN, NULL, NULL};
  memcpy(setting, search->best, search->count);
  setting[slot] = (unsigned char)order;
  weakening.why = trial_find(search->trial, setting);
  if (!weakening.why)
    weakening.outcome = trial_ask(search->trial, setting, &weakening.why);
  if (weakening.outcome == TRIED_RIGHT)
    memcpy(search->best, setting, search->count);
  if (weakening.outcome == TRIED_UNDECIDED)
    weakening.reason = arena_copy_text(arena, search->trial->reason);
  memory_release(setting);
  return weakening;
}

/* Every single weakening of the best setting. If one turns out right, it begins anew with that. */
static void verify(struct orders_search *search, struct orders_answer *answer) {
  search->trial->stage = "each single weakening";
  bool is_stable = false;
  while (!is_stable) {
    is_stable = true;
    answer->weakenings.count = 0;
    for (size_t i = 0; i < search->count && is_stable; i++) {
      enum memory_order now = (enum memory_order)search->best[i];
      unsigned next =
          strength_maximal(search->allowed[i] & strength_below(now) & ~STRENGTH_BIT(now));
      for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST && is_stable; order++)
        if (next & STRENGTH_BIT(order)) {
          struct orders_weakening shown = show_broken(search, i, order, answer->arena);
          vector_push(&answer->weakenings, shown);
          is_stable = shown.outcome != TRIED_RIGHT;
        }
    }
  }
}

static void solve(struct order_trial *trial, const struct orders_price *price,
                  const unsigned *allowed, const unsigned char *least, const unsigned char *right,
                  struct orders_answer *answer) {
  struct orders_search search = {
      .trial = trial, .price = price, .count = trial->slots->list.count, .allowed = allowed};
  search.best = memory_allocate(search.count + 1);
  memcpy(search.best, right, search.count);
  search.problem = (struct cheapest_problem){.slots = search.count,
                                             .least = least,
                                             .allowed = allowed,
                                             .cost = price_of,
                                             .context = &search};
  *answer = (struct orders_answer){.arena = arena_create()};
  bool is_cheapest = find_cheapest(&search);
  verify(&search, answer);
  answer->setting = search.best;
  answer->is_minimal = true;
  for (size_t i = 0; i < answer->weakenings.count; i++)
    answer->is_minimal &= answer->weakenings.items[i].outcome == TRIED_BROKEN;
  answer->is_cheapest = is_cheapest && answer->is_minimal && !search.has_guessed;
  for (size_t i = 0; i < search.count; i++)
    answer->changes += answer->setting[i] != trial->slots->list.items[i].given;
  for (size_t i = 0; i < search.wrong.count; i++)
    memory_release(search.wrong.items[i]);
  vector_release(&search.wrong);
  vector_release(&search.problem.wrong);
}

static void solve_between(struct order_trial *trial, const struct orders_price *price, bool repairs,
                          const unsigned char *right, struct orders_answer *answer) {
  size_t count = trial->slots->list.count;
  unsigned *allowed = memory_allocate((count + 1) * sizeof *allowed);
  unsigned char *least = memory_allocate(count + 1);
  for (size_t i = 0; i < count; i++) {
    const struct order_slot *slot = &trial->slots->list.items[i];
    bool is_fixed = slot->is_computed || (!repairs && slots_is_new_fence(slot));
    allowed[i] = is_fixed ? STRENGTH_BIT(slot->given)
                          : slot->allowed & (repairs ? strength_above(slot->given)
                                                     : strength_below(slot->given));
    least[i] = (unsigned char)(repairs || is_fixed ? slot->given : ORDER_RELAXED);
  }
  solve(trial, price, allowed, least, right, answer);
  memory_release(allowed);
  memory_release(least);
}

void orders_weaken(struct order_trial *trial, const struct orders_price *price,
                   struct orders_answer *answer) {
  unsigned char *given = memory_allocate(trial->slots->list.count + 1);
  orders_given(trial->slots, given);
  solve_between(trial, price, false, given, answer);
  memory_release(given);
}

void orders_repair(struct order_trial *trial, const struct orders_price *price,
                   const unsigned char *right, struct orders_answer *answer) {
  solve_between(trial, price, true, right, answer);
}

void orders_release(struct orders_answer *answer) {
  memory_release(answer->setting);
  vector_release(&answer->weakenings);
  if (answer->arena)
    arena_destroy(answer->arena);
}
