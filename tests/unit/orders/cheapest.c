/* SPDX-License-Identifier: Apache-2.0 */
/* The cheapest setting that hits all wrong ones, compared with brute force. */
#include "orders/cheapest.h"

#include "transform/strength.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { SLOTS = 4, WRONG = 6 };

static const unsigned loads =
    STRENGTH_BIT(ORDER_RELAXED) | STRENGTH_BIT(ORDER_ACQUIRE) | STRENGTH_BIT(ORDER_SEQ_CST);
static const unsigned all = loads | STRENGTH_BIT(ORDER_RELEASE) | STRENGTH_BIT(ORDER_ACQ_REL);

static unsigned cost(const void *context, size_t slot, enum memory_order order) {
  static const unsigned costs[] = {0, 0, 4, 4, 6, 10};
  (void)context;
  return costs[order] * (slot % 2 ? 2 : 3);
}

static bool never(const void *context) {
  (void)context;
  return false;
}

static enum memory_order draw(uint64_t *random, unsigned allowed) {
  for (;;) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    enum memory_order order = (enum memory_order)(ORDER_RELAXED + (*random >> 33) % 5);
    if (allowed & STRENGTH_BIT(order))
      return order;
  }
}

/* The cost of the cheapest one by trying all; UINT64_MAX: there is none. */
static uint64_t try_all(const struct cheapest_problem *problem, unsigned char *setting,
                        size_t slot) {
  uint64_t best = UINT64_MAX;
  if (slot == SLOTS) {
    for (size_t i = 0; i < problem->wrong.count; i++)
      if (cheapest_is_below(setting, problem->wrong.items[i], SLOTS))
        return UINT64_MAX;
    return cheapest_cost(problem, setting);
  }
  for (enum memory_order order = ORDER_RELAXED; order <= ORDER_SEQ_CST; order++) {
    if (!(problem->allowed[slot] & STRENGTH_BIT(order)))
      continue;
    setting[slot] = (unsigned char)order;
    uint64_t found = try_all(problem, setting, slot + 1);
    best = found < best ? found : best;
  }
  return best;
}

static void the_cheapest_setting_is_that_of_brute_force(void **state) {
  (void)state;
  uint64_t random = 7;
  unsigned char least[SLOTS], wrong[WRONG][SLOTS], found[SLOTS], tried[SLOTS];
  memset(least, ORDER_RELAXED, sizeof least);
  for (int round = 0; round < 500; round++) {
    unsigned allowed[SLOTS] = {loads, all, all, loads};
    struct cheapest_problem problem = {
        .slots = SLOTS, .least = least, .allowed = allowed, .cost = cost};
    for (size_t i = 0; i < WRONG; i++) {
      for (size_t j = 0; j < SLOTS; j++)
        wrong[i][j] = (unsigned char)draw(&random, allowed[j]);
      vector_push(&problem.wrong, wrong[i]);
    }
    bool gave_up;
    bool exists = cheapest_find(&problem, UINT64_MAX, found, never, &gave_up);
    uint64_t best = try_all(&problem, tried, 0);
    assert_false(gave_up);
    assert_int_equal(exists, best != UINT64_MAX);
    if (exists) {
      assert_int_equal(cheapest_cost(&problem, found), best);
      for (size_t i = 0; i < WRONG; i++)
        assert_false(cheapest_is_below(found, wrong[i], SLOTS));
      assert_false(cheapest_find(&problem, best, found, never, &gave_up));
    }
    vector_release(&problem.wrong);
  }
}

static void acquire_and_release_are_between_relaxed_and_acq_rel(void **state) {
  (void)state;
  assert_true(strength_covers(ORDER_ACQ_REL, ORDER_ACQUIRE));
  assert_true(strength_covers(ORDER_ACQ_REL, ORDER_RELEASE));
  assert_false(strength_covers(ORDER_ACQUIRE, ORDER_RELEASE));
  assert_false(strength_covers(ORDER_RELEASE, ORDER_ACQUIRE));
  assert_false(strength_covers(ORDER_ACQ_REL, ORDER_SEQ_CST));
  assert_int_equal(strength_minimal(all & ~STRENGTH_BIT(ORDER_RELAXED)),
                   STRENGTH_BIT(ORDER_ACQUIRE) | STRENGTH_BIT(ORDER_RELEASE));
  assert_int_equal(strength_maximal(all & ~STRENGTH_BIT(ORDER_SEQ_CST)),
                   STRENGTH_BIT(ORDER_ACQ_REL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_cheapest_setting_is_that_of_brute_force),
      cmocka_unit_test(acquire_and_release_are_between_relaxed_and_acq_rel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
