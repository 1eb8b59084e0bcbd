/* SPDX-License-Identifier: Apache-2.0 */
/* The reachability algorithm on an analysis of numbers: a state is a number in a partition, and
 * stands for all numbers up to it. */
#include "engine/explicit/reach.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 64, NUMBERS = 100 };

struct counting {
  struct cpa cpa; /* first */
  uint32_t states[MOST], count;
  uint32_t fresh; /* under construction: partition * NUMBERS + number */
  uint32_t expanded[MOST], expanded_count;
  uint32_t error; /* the search ends where this one would be constructed */
  bool joins;
  struct answers answers;
};

static struct counting counting;

static enum cpa_answer arrive(struct reach *reach, uint32_t from, uint32_t number) {
  struct cpa_step step = {{.from = from, .thread = 0, .steps = 1}, &counting.answers};
  bool fresh;
  counting.fresh = number;
  if (number == counting.error)
    return CPA_FOUND;
  reach_arrive(reach, &step, &fresh);
  return CPA_GO_ON;
}

static enum cpa_answer initial(struct cpa *cpa, struct reach *reach) {
  (void)cpa;
  return arrive(reach, NO_STATE, 5);
}

/* From 5: to 3 in the same partition, to 4 in the next one, and to 9. */
static enum cpa_answer transfer(struct cpa *cpa, uint32_t from, struct reach *reach) {
  (void)cpa;
  uint32_t state = counting.states[from];
  counting.expanded[counting.expanded_count++] = state;
  enum cpa_answer answer = CPA_GO_ON;
  if (state == 5) {
    arrive(reach, from, 3);
    arrive(reach, from, NUMBERS + 4);
    answer = arrive(reach, from, 9);
  } else if (state == 9) {
    answer = arrive(reach, from, NUMBERS + 2);
  }
  return answer;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): as cpa.h has it. */
static bool postponed(struct cpa *cpa, uint32_t *number) {
  (void)cpa;
  (void)number;
  return false;
}

static uint32_t partition(struct cpa *cpa) {
  (void)cpa;
  return counting.fresh / NUMBERS;
}

static bool covers(struct cpa *cpa, uint32_t old) {
  (void)cpa;
  return counting.states[old] % NUMBERS >= counting.fresh % NUMBERS;
}

static bool join(struct cpa *cpa, uint32_t old) {
  (void)cpa;
  if (!counting.joins)
    return false;
  counting.states[old] = counting.fresh;
  return true;
}

static bool is_kept(struct cpa *cpa, uint32_t *number) {
  (void)cpa;
  for (*number = 0; *number < counting.count; ++*number)
    if (counting.states[*number] == counting.fresh)
      return true;
  return false;
}

static uint32_t keep(struct cpa *cpa, bool *fresh) {
  uint32_t number;
  *fresh = !is_kept(cpa, &number);
  if (*fresh)
    counting.states[counting.count++] = counting.fresh;
  return number;
}

static uint32_t priority(struct cpa *cpa, const struct cpa_step *step) {
  (void)cpa;
  (void)step;
  return 0;
}

static const struct cpa_ops operators = {.name = "counting",
                                         .initial = initial,
                                         .transfer = transfer,
                                         .postponed = postponed,
                                         .partition = partition,
                                         .covers = covers,
                                         .merge = join,
                                         .is_kept = is_kept,
                                         .keep = keep,
                                         .priority = priority};

static enum reach_end search(struct reach *reach, enum partitioning partitioning) {
  *reach = (struct reach){.cpa = &counting.cpa, .partitioning = partitioning};
  reach->waitlist.breadth_first = true;
  return reach_run(reach);
}

static int set_up(void **state) {
  (void)state;
  counting = (struct counting){.cpa = {&operators}, .error = UINT32_MAX};
  return 0;
}

static bool was_expanded(uint32_t state) {
  for (uint32_t i = 0; i < counting.expanded_count; i++)
    if (counting.expanded[i] == state)
      return true;
  return false;
}

/* stop-sep */
static void a_covered_state_is_not_expanded(void **unused) {
  (void)unused;
  struct reach reach;
  assert_int_equal(search(&reach, PARTITION_LOCATIONS), REACH_EXHAUSTED);
  assert_false(was_expanded(3));           /* by 5 */
  assert_true(was_expanded(9));            /* which nothing covers */
  assert_true(was_expanded(NUMBERS + 4));  /* 5 is in another partition */
  assert_false(was_expanded(NUMBERS + 2)); /* by NUMBERS + 4 */
  assert_int_equal(reach.covered, 2);
  assert_int_equal(reach.expanded, 3);
  reach_release(&reach);
}

static void without_partitions_all_states_are_compared(void **unused) {
  (void)unused;
  struct reach reach;
  assert_int_equal(search(&reach, PARTITION_NONE), REACH_EXHAUSTED);
  assert_false(was_expanded(NUMBERS + 4)); /* by 5: the partition is not asked for */
  assert_int_equal(reach.covered, 3);
  reach_release(&reach);
}

/* merge-join: the joined state gets its successors once more. */
static void a_joined_state_waits_again(void **unused) {
  (void)unused;
  struct reach reach;
  counting.joins = true;
  assert_int_equal(search(&reach, PARTITION_LOCATIONS), REACH_EXHAUSTED);
  assert_int_equal(reach.merged, 1); /* 9 into 5 */
  assert_int_equal(counting.count, 2);
  assert_true(was_expanded(5));
  assert_true(was_expanded(9));
  reach_release(&reach);
}

static void an_error_ends_the_search(void **unused) {
  (void)unused;
  struct reach reach;
  counting.error = NUMBERS + 2;
  assert_int_equal(search(&reach, PARTITION_LOCATIONS), REACH_FOUND);
  assert_int_equal(counting.expanded[counting.expanded_count - 1], 9);
  reach_release(&reach);
}

static void the_smallest_priority_comes_first(void **unused) {
  (void)unused;
  static const uint32_t depth_first[] = {4, 2, 3, 1}, breadth_first[] = {2, 4, 1, 3};
  for (int breadth = 0; breadth < 2; breadth++) {
    struct waitlist list = {.breadth_first = breadth};
    waitlist_add(&list, 1, 7);
    waitlist_add(&list, 2, 3);
    waitlist_add(&list, 3, 7);
    waitlist_add(&list, 4, 3);
    for (int i = 0; i < 4; i++)
      assert_int_equal(waitlist_take(&list), breadth ? breadth_first[i] : depth_first[i]);
    assert_int_equal(list.count, 0);
    waitlist_add(&list, 5, 9);
    waitlist_add(&list, 6, 0); /* below a level that was passed */
    assert_int_equal(waitlist_take(&list), 6);
    assert_int_equal(waitlist_take(&list), 5);
    waitlist_release(&list);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(a_covered_state_is_not_expanded, set_up),
      cmocka_unit_test_setup(without_partitions_all_states_are_compared, set_up),
      cmocka_unit_test_setup(a_joined_state_waits_again, set_up),
      cmocka_unit_test_setup(an_error_ends_the_search, set_up),
      cmocka_unit_test(the_smallest_priority_comes_first),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
