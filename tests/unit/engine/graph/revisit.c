/* SPDX-License-Identifier: Apache-2.0 */
/* Revisits: which reads a new write revisits, and what remains of the graph. */
#include "engine/graph/revisit.h"

#include "build.h"

enum { MAIN, A, B, C, THREADS };
enum { X, Y, LOCATIONS };

/* The graphs in which an earlier read reads from a new write of the thread to X. */
static struct graph_stack revisit_by(struct clocked_graph *graph, uint32_t thread) {
  struct graph_stack pending = {0};
  append(graph, a_write(thread, X, ORDER_RELAXED));
  size_t count = revisit_reads(graph, &pending);
  assert_int_equal(count, pending.count);
  return pending;
}

static void release(struct clocked_graph *graph, struct graph_stack *pending) {
  for (size_t i = 0; i < pending->count; i++)
    event_graph_release(&pending->items[i]);
  vector_release(pending);
  clocked_graph_release(graph);
}

static size_t count_revisits(struct clocked_graph *graph, uint32_t thread) {
  struct graph_stack pending = revisit_by(graph, thread);
  size_t count = pending.count;
  release(graph, &pending);
  return count;
}

static void a_write_revisits_a_read_of_another_thread(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  add(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  struct graph_stack pending = revisit_by(&graph, A);
  assert_int_equal(pending.count, 1);
  const struct event_graph *found = &pending.items[0];
  assert_int_equal(found->actions.count, 2);
  assert_int_equal(found->actions.items[0].source, 1);
  assert_int_equal(found->actions.items[0].value, 1);
  assert_int_equal(found->locations.items[X].order.count, 1);
  assert_int_equal(found->locations.items[X].order.items[0], 1);
  release(&graph, &pending);
}

static void a_write_does_not_revisit_its_causes(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  add(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  uint32_t flag = add(&graph, a_write(B, Y, ORDER_RELAXED));
  add(&graph, a_read(A, Y, flag, ORDER_RELAXED));
  assert_int_equal(count_revisits(&graph, A), 0);
}

static void later_actions_are_deleted_except_the_causes_of_the_write(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  struct memory_action fence = {.kind = ACTION_FENCE, .thread = B, .order = ORDER_SEQ_CST};
  add(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  add(&graph, fence);
  uint32_t flag = add(&graph, a_write(C, Y, ORDER_RELAXED));
  add(&graph, a_read(A, Y, flag, ORDER_RELAXED));
  struct graph_stack pending = revisit_by(&graph, A);
  assert_int_equal(pending.count, 1);
  const struct event_graph *found = &pending.items[0];
  assert_int_equal(found->actions.count, 4); /* all but B's fence */
  assert_int_equal(found->actions.items[1].thread, C);
  assert_int_equal(found->actions.items[2].source, 1);
  assert_int_equal(found->actions.items[0].source, 3);
  release(&graph, &pending);
}

/* B reads X and then Y, of which there is a write. */
static size_t count_if_deleted_read_takes(bool newest) {
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t other = add(&graph, a_write(C, Y, ORDER_RELAXED));
  add(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  add(&graph, a_read(B, Y, newest ? other : INITIAL_WRITE, ORDER_RELAXED));
  return count_revisits(&graph, A);
}

static void deleted_actions_must_have_been_added_maximally(void **unused) {
  (void)unused;
  assert_int_equal(count_if_deleted_read_takes(true), 1);
  assert_int_equal(count_if_deleted_read_takes(false), 0);
}

/* There is a write to X when B reads X. */
static size_t count_if_read_takes(bool newest) {
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  uint32_t other = add(&graph, a_write(C, X, ORDER_RELAXED));
  add(&graph, a_read(B, X, newest ? other : INITIAL_WRITE, ORDER_RELAXED));
  return count_revisits(&graph, A);
}

static void a_write_may_come_before_or_after_another_one(void **unused) {
  (void)unused;
  assert_int_equal(count_if_read_takes(true), 2);
}

static void a_read_of_an_old_write_is_not_revisited(void **unused) {
  (void)unused;
  assert_int_equal(count_if_read_takes(false), 0);
}

static size_t count_if_deleted_choice_is(uint64_t value) {
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  struct memory_action choice = {
      .kind = ACTION_CHOICE, .thread = B, .source = INITIAL_WRITE, .value = value, .count = 2};
  add(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  add(&graph, choice);
  return count_revisits(&graph, A);
}

static void a_deleted_choice_must_take_its_first_value(void **unused) {
  (void)unused;
  assert_int_equal(count_if_deleted_choice_is(0), 1);
  assert_int_equal(count_if_deleted_choice_is(1), 0);
}

/* If B's write of Y is deleted, so would be the source of C's earlier read, which is kept. */
static void a_deleted_write_must_not_be_read_by_what_is_kept(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  append(&graph, a_read(C, Y, 2, ORDER_RELAXED)); /* revisited by B's write */
  append(&graph, a_read(B, X, INITIAL_WRITE, ORDER_RELAXED));
  vector_push(&graph.events.locations.items[Y].order, append(&graph, a_write(B, Y, ORDER_RELAXED)));
  assert_true(clocks_derive(&graph, 0));
  assert_int_equal(count_revisits(&graph, A), 0);
}

static void no_write_comes_between_a_read_modify_write_and_its_source(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  struct memory_action update = a_write(C, X, ORDER_RELAXED);
  update.is_rmw = true;
  add(&graph, a_read(C, X, INITIAL_WRITE, ORDER_RELAXED));
  uint32_t updated = add(&graph, update);
  add(&graph, a_read(B, X, updated, ORDER_RELAXED));
  struct graph_stack pending = revisit_by(&graph, A);
  /* C's read and B's read are revisited, each by a write in one place. */
  assert_int_equal(pending.count, 2);
  assert_int_equal(pending.items[0].actions.count, 2); /* C's update is deleted */
  assert_int_equal(pending.items[1].locations.items[X].order.items[0], updated);
  release(&graph, &pending);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_write_revisits_a_read_of_another_thread),
      cmocka_unit_test(a_write_does_not_revisit_its_causes),
      cmocka_unit_test(later_actions_are_deleted_except_the_causes_of_the_write),
      cmocka_unit_test(deleted_actions_must_have_been_added_maximally),
      cmocka_unit_test(a_write_may_come_before_or_after_another_one),
      cmocka_unit_test(a_read_of_an_old_write_is_not_revisited),
      cmocka_unit_test(a_deleted_choice_must_take_its_first_value),
      cmocka_unit_test(a_deleted_write_must_not_be_read_by_what_is_kept),
      cmocka_unit_test(no_write_comes_between_a_read_modify_write_and_its_source),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
