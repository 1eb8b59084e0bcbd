/* SPDX-License-Identifier: Apache-2.0 */
/* Sets of threads that no conflict leaves. */
#include "por/persistent_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t set_of(unsigned first, unsigned second) {
  return (uint64_t)1 << first | (uint64_t)1 << second;
}

static void conflict(struct conflict_graph *graph, unsigned from, unsigned to) {
  graph->conflicts[from] |= (uint64_t)1 << to;
}

static struct conflict_graph threads(unsigned count) {
  uint64_t all = ((uint64_t)1 << count) - 1;
  return (struct conflict_graph){.active = all, .enabled = all};
}

static void a_thread_without_conflicts_goes_alone(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(3);
  conflict(&graph, 0, 1);
  conflict(&graph, 1, 2);
  assert_int_equal(persistent_set_smallest(&graph), 4);
}

/* The paper's figure 3.1: of two components, the one that no conflict leaves. */
static void the_topologically_maximal_component_is_taken(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(4);
  conflict(&graph, 0, 1);
  conflict(&graph, 1, 0);
  conflict(&graph, 1, 2);
  conflict(&graph, 2, 3);
  conflict(&graph, 3, 2);
  assert_int_equal(persistent_set_smallest(&graph), set_of(2, 3));
}

static void of_several_the_one_with_fewest_enabled_threads_is_taken(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(5);
  conflict(&graph, 0, 1);
  conflict(&graph, 1, 2);
  conflict(&graph, 2, 0);
  conflict(&graph, 3, 4);
  conflict(&graph, 4, 3);
  assert_int_equal(persistent_set_smallest(&graph), set_of(3, 4));
}

static void a_component_without_enabled_threads_is_no_choice(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(3);
  graph.enabled = set_of(0, 1);
  conflict(&graph, 0, 1);
  conflict(&graph, 1, 0);
  conflict(&graph, 1, 2);
  assert_int_equal(persistent_set_smallest(&graph), 7);
}

static void what_blocked_threads_wait_for_is_in_the_set(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(4);
  graph.enabled = set_of(0, 3);
  conflict(&graph, 0, 1);
  conflict(&graph, 1, 2);
  conflict(&graph, 2, 3);
  conflict(&graph, 3, 2);
  assert_int_equal(persistent_set_smallest(&graph), set_of(2, 3));
}

static void finished_threads_do_not_count(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(2);
  graph.active = graph.enabled = 1;
  conflict(&graph, 0, 1);
  assert_int_equal(persistent_set_smallest(&graph), 1);
}

static void nobody_enabled_gives_nothing(void **unused) {
  (void)unused;
  struct conflict_graph graph = threads(2);
  graph.enabled = 0;
  assert_int_equal(persistent_set_smallest(&graph), 0);
}

/* The smallest number of enabled threads of any closed set, by trying them all. */
static int fewest_enabled(const struct conflict_graph *graph, unsigned count) {
  int fewest = 64;
  for (uint64_t set = 1; set < (uint64_t)1 << count; set++) {
    int enabled = __builtin_popcountll(set & graph->enabled);
    uint64_t leaves = set & ~graph->active;
    for (unsigned i = 0; i < count; i++)
      if (set >> i & 1)
        leaves |= graph->conflicts[i] & graph->active & ~set;
    if (enabled && !leaves && enabled < fewest)
      fewest = enabled;
  }
  return fewest;
}

/* Each bit with a probability of a quarter. */
static uint64_t random_few(void) {
  uint64_t half = (uint64_t)random();
  return half & (uint64_t)random();
}

static void random_graphs_give_smallest_closed_sets(void **unused) {
  (void)unused;
  srandom(1);
  for (int round = 0; round < 3000; round++) {
    enum { COUNT = 7 };
    struct conflict_graph graph = {.active = (uint64_t)random() & 127};
    graph.enabled = graph.active & (uint64_t)random();
    for (unsigned i = 0; i < COUNT; i++)
      graph.conflicts[i] = random_few() & 127 & ~((uint64_t)1 << i);
    uint64_t set = persistent_set_smallest(&graph);
    if (!graph.enabled) {
      assert_int_equal(set, 0);
      continue;
    }
    assert_int_equal(set & ~graph.active, 0);
    for (unsigned i = 0; i < COUNT; i++)
      if (set >> i & 1)
        assert_int_equal(graph.conflicts[i] & graph.active & ~set, 0);
    assert_int_equal(__builtin_popcountll(set & graph.enabled), fewest_enabled(&graph, COUNT));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_thread_without_conflicts_goes_alone),
      cmocka_unit_test(the_topologically_maximal_component_is_taken),
      cmocka_unit_test(of_several_the_one_with_fewest_enabled_threads_is_taken),
      cmocka_unit_test(a_component_without_enabled_threads_is_no_choice),
      cmocka_unit_test(what_blocked_threads_wait_for_is_in_the_set),
      cmocka_unit_test(finished_threads_do_not_count),
      cmocka_unit_test(nobody_enabled_gives_nothing),
      cmocka_unit_test(random_graphs_give_smallest_closed_sets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
