/* SPDX-License-Identifier: Apache-2.0 */
/* Waits: conditions that are known not to hold, and threads whose step was postponed. */
#include "engine/graph/waits.h"

#include "build.h"

enum { MAIN, A, THREADS };
enum { X, Y, LOCATIONS };

static const struct function is_free, is_set;

static void begin_wait(struct vain_waits *waits, const struct function *condition, uint64_t on) {
  struct value arguments[2] = {{on, 0}, {0, 0}};
  vain_waits_begin(waits, condition, arguments);
}

/* `is_free`, given 8, read 1 at 16 and then 2 at 24, and did not hold. */
static struct vain_waits one_vain_wait(void) {
  struct vain_waits waits = {0};
  vain_waits_create(&waits);
  begin_wait(&waits, &is_free, 8);
  vain_waits_add_read(&waits, 16, 1);
  vain_waits_add_read(&waits, 24, 2);
  vain_waits_note(&waits);
  return waits;
}

static void a_condition_is_known_by_what_it_reads(void **unused) {
  (void)unused;
  struct vain_waits waits = one_vain_wait();
  begin_wait(&waits, &is_free, 8);
  assert_false(vain_waits_has(&waits, 16, 1)); /* it may read more */
  vain_waits_add_read(&waits, 16, 1);
  assert_true(vain_waits_has(&waits, 24, 2));
  assert_true(vain_waits_has(&waits, 24, 2)); /* asking adds no read */
  assert_false(vain_waits_has(&waits, 24, 3));
  assert_false(vain_waits_has(&waits, 16, 2));
  vain_waits_release(&waits);
}

static void other_conditions_and_arguments_differ(void **unused) {
  (void)unused;
  struct vain_waits waits = one_vain_wait();
  begin_wait(&waits, &is_set, 8);
  vain_waits_add_read(&waits, 16, 1);
  assert_false(vain_waits_has(&waits, 24, 2));
  begin_wait(&waits, &is_free, 9);
  vain_waits_add_read(&waits, 16, 1);
  assert_false(vain_waits_has(&waits, 24, 2));
  vain_waits_release(&waits);
}

static void a_condition_that_reads_private_memory_is_not_known(void **unused) {
  (void)unused;
  struct vain_waits waits = one_vain_wait();
  begin_wait(&waits, &is_free, 8);
  vain_waits_add_read(&waits, 16, 1);
  waits.reads_more = true;
  assert_false(vain_waits_has(&waits, 24, 2));
  vain_waits_add_read(&waits, 24, 5);
  vain_waits_note(&waits);
  begin_wait(&waits, &is_free, 8);
  vain_waits_add_read(&waits, 16, 1);
  assert_false(vain_waits_has(&waits, 24, 5));
  assert_true(vain_waits_has(&waits, 24, 2));
  vain_waits_release(&waits);
}

static void a_postponed_thread_moves_after_a_write_to_what_it_read(void **unused) {
  (void)unused;
  struct clocked_graph graph;
  begin_graph(&graph, MEMORY_RC11, THREADS, LOCATIONS);
  struct event_thread *thread = &graph.threads.items[A];
  assert_true(waits_can_move(&graph, A));
  thread->progress.is_blocked = true;
  assert_false(waits_can_move(&graph, A));
  thread->is_postponed = true;
  vector_push(&thread->watched, (struct watched_location){X, 0});
  assert_false(waits_can_move(&graph, A));
  add(&graph, a_write(MAIN, Y, ORDER_RELAXED));
  assert_false(waits_can_move(&graph, A));
  add(&graph, a_write(MAIN, X, ORDER_RELAXED));
  assert_true(waits_can_move(&graph, A));
  thread->progress.is_done = true;
  assert_false(waits_can_move(&graph, A));
  clocked_graph_release(&graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_condition_is_known_by_what_it_reads),
      cmocka_unit_test(other_conditions_and_arguments_differ),
      cmocka_unit_test(a_condition_that_reads_private_memory_is_not_known),
      cmocka_unit_test(a_postponed_thread_moves_after_a_write_to_what_it_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
