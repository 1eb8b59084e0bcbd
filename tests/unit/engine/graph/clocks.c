/* SPDX-License-Identifier: Apache-2.0 */
/* Clocks: what happens before what, and which graphs are inconsistent. */
#include "build.h"

#include <string.h>

enum { MAIN, A, B, C, THREADS };
enum { X, Y, LOCATIONS };

static bool message_is_ordered(enum memory_order store, enum memory_order read) {
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t data = add(&graph, a_write(A, X, ORDER_RELAXED));
  uint32_t flag = add(&graph, a_write(A, Y, store));
  uint32_t seen = add(&graph, a_read(B, Y, flag, read));
  bool is_ordered = clocks_happens_before(&graph, data, seen);
  assert_int_equal(clocks_least_rank(&graph, B, X), is_ordered);
  clocked_graph_release(&graph);
  return is_ordered;
}

static void an_acquire_read_synchronises_with_a_release_write(void **unused) {
  (void)unused;
  assert_true(message_is_ordered(ORDER_RELEASE, ORDER_ACQUIRE));
  assert_false(message_is_ordered(ORDER_RELAXED, ORDER_ACQUIRE));
  assert_false(message_is_ordered(ORDER_RELEASE, ORDER_RELAXED));
}

static void fences_synchronise_around_relaxed_accesses(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  struct memory_action release = {.kind = ACTION_FENCE, .thread = A, .order = ORDER_RELEASE};
  struct memory_action acquire = {.kind = ACTION_FENCE, .thread = B, .order = ORDER_ACQUIRE};
  uint32_t data = add(&graph, a_write(A, X, ORDER_RELAXED));
  add(&graph, release);
  uint32_t flag = add(&graph, a_write(A, Y, ORDER_RELAXED));
  uint32_t seen = add(&graph, a_read(B, Y, flag, ORDER_RELAXED));
  uint32_t fence = add(&graph, acquire);
  assert_false(clocks_happens_before(&graph, data, seen));
  assert_true(clocks_happens_before(&graph, data, fence));
  assert_false(clocks_happens_before(&graph, flag, fence)); /* it follows the release fence */
  clocked_graph_release(&graph);
}

static void a_read_modify_write_continues_a_release_sequence(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t data = add(&graph, a_write(A, X, ORDER_RELAXED));
  uint32_t flag = add(&graph, a_write(A, Y, ORDER_RELEASE));
  struct memory_action update = a_write(B, Y, ORDER_RELAXED);
  update.is_rmw = true;
  add(&graph, a_read(B, Y, flag, ORDER_RELAXED));
  uint32_t updated = add(&graph, update);
  uint32_t seen = add(&graph, a_read(C, Y, updated, ORDER_ACQUIRE));
  assert_true(clocks_happens_before(&graph, data, seen));
  assert_false(clocks_happens_before(&graph, updated, seen));
  clocked_graph_release(&graph);
}

static void a_read_must_not_miss_a_write_that_happens_before(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t data = add(&graph, a_write(A, X, ORDER_RELAXED));
  uint32_t flag = add(&graph, a_write(A, Y, ORDER_RELEASE));
  add(&graph, a_read(B, Y, flag, ORDER_ACQUIRE));
  append(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  assert_false(clocks_derive_last(&graph));
  clocks_drop_last(&graph);
  add(&graph, a_read(B, X, data, ORDER_RELAXED));
  add(&graph, a_read(C, X, INITIAL_WRITE, ORDER_RELAXED));
  clocked_graph_release(&graph);
}

/* Both threads write one location and then read the initial value of the other one. */
static bool both_miss_the_other_write(enum memory_model model, enum memory_order order) {
  struct clocked_graph graph;
  begin_graph(&graph, model, THREADS, LOCATIONS);
  add(&graph, a_write(A, X, order));
  add(&graph, a_read(A, Y, INITIAL_WRITE, order));
  add(&graph, a_write(B, Y, order));
  append(&graph, a_read(B, X, INITIAL_WRITE, order));
  bool is_consistent = clocks_derive_last(&graph);
  clocked_graph_release(&graph);
  return is_consistent;
}

static void store_buffering_depends_on_the_model(void **unused) {
  (void)unused;
  assert_false(both_miss_the_other_write(MEMORY_SC, ORDER_RELAXED));
  assert_true(both_miss_the_other_write(MEMORY_TSO, ORDER_RELAXED));
  assert_true(both_miss_the_other_write(MEMORY_RC11, ORDER_ACQ_REL));
  assert_false(both_miss_the_other_write(MEMORY_RC11, ORDER_SEQ_CST));
}

static void a_read_from_a_later_action_is_derived_after_it(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t read = append(&graph, a_read(B, X, 2, ORDER_ACQUIRE)); /* as after a revisit */
  uint32_t data = append(&graph, a_write(A, Y, ORDER_RELAXED));
  uint32_t write = append(&graph, a_write(A, X, ORDER_RELEASE));
  vector_push(&graph.events.locations.items[Y].order, data);
  vector_push(&graph.events.locations.items[X].order, write);
  assert_true(clocks_derive(&graph, 0));
  assert_true(clocks_happens_before(&graph, data, read));
  /* If the write depended on the read, there would be no order to derive them in. */
  graph.events.actions.items[data] = a_read(A, Y, 3, ORDER_RELAXED);
  graph.events.actions.items[data].index = 0;
  graph.events.locations.items[Y].order.count = 0;
  vector_push(&graph.events.locations.items[Y].order, append(&graph, a_write(B, Y, ORDER_RELAXED)));
  assert_false(clocks_derive(&graph, 0));
  clocked_graph_release(&graph);
}

static void deriving_again_gives_the_same_clocks(void **unused) {
  (void)unused;
  for (size_t kept = 0; kept <= 5; kept++) {
    struct clocked_graph graph;
    begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
    add(&graph, a_write(A, X, ORDER_RELAXED));
    uint32_t flag = add(&graph, a_write(A, Y, ORDER_RELEASE));
    add(&graph, a_read(B, Y, flag, ORDER_RELAXED));
    uint32_t later = add(&graph, a_write(B, X, ORDER_RELEASE));
    add(&graph, a_read(C, X, later, ORDER_ACQUIRE));
    size_t size = 5 * graph.clocks.stride * sizeof(uint32_t);
    uint32_t *happened = memory_allocate(size), *causes = memory_allocate(size);
    memcpy(happened, graph.clocks.happened, size);
    memcpy(causes, graph.clocks.causes, size);
    assert_true(clocks_derive(&graph, kept));
    assert_memory_equal(happened, graph.clocks.happened, size);
    assert_memory_equal(causes, graph.clocks.causes, size);
    assert_int_equal(graph.accesses.items[X].count, 3);
    memory_release(happened);
    memory_release(causes);
    clocked_graph_release(&graph);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_acquire_read_synchronises_with_a_release_write),
      cmocka_unit_test(fences_synchronise_around_relaxed_accesses),
      cmocka_unit_test(a_read_modify_write_continues_a_release_sequence),
      cmocka_unit_test(a_read_must_not_miss_a_write_that_happens_before),
      cmocka_unit_test(store_buffering_depends_on_the_model),
      cmocka_unit_test(a_read_from_a_later_action_is_derived_after_it),
      cmocka_unit_test(deriving_again_gives_the_same_clocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
