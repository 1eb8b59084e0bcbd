/* SPDX-License-Identifier: Apache-2.0 */
/* Listeners of the machine: all in the list hear, in the order in which they were added; conditions
 * of waits have touches but no events. */
#include "semantics/footprint.h"
#include "tests/unit/semantics/stepping.h"

static const char waiting_main[] =
    "#include <pthread.h>\n"
    "_Atomic int x; void *f(void *a) { x = 1; return a; }\n"
    "int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return x; }\n";

static char heard[64];

/* Writes its name whenever there is an event. */
struct scribe {
  struct listener listener;
  char name;
  size_t edges, reads, writes;
};

static void hear(struct listener *listener, const struct state *state, const struct event *event) {
  struct scribe *scribe = (struct scribe *)listener;
  (void)state;
  scribe->edges += event->kind == EVENT_EDGE;
  scribe->reads += event->kind == EVENT_READ;
  scribe->writes += event->kind == EVENT_WRITE;
  if (event->kind == EVENT_WRITE && strlen(heard) + 1 < sizeof heard)
    strncat(heard, &scribe->name, 1);
}

static struct stepping stepping;

static int set_up(void **unused) {
  (void)unused;
  heard[0] = '\0';
  stepping_begin(&stepping, waiting_main, 0);
  stepping_until_threads(&stepping, 2);
  stepping_until_before(&stepping, 1, "x");
  return 0;
}

static int tear_down(void **unused) {
  (void)unused;
  stepping_end(&stepping);
  return 0;
}

static void all_hear_in_the_order_of_adding(void **unused) {
  (void)unused;
  struct scribe a = {{.event = hear}, 'a', 0, 0, 0}, b = {{.event = hear}, 'b', 0, 0, 0};
  machine_listen(&stepping.machine, &a.listener);
  machine_listen(&stepping.machine, &b.listener);
  assert_true(machine_tells_events(&stepping.machine));
  assert_false(machine_tells_touches(&stepping.machine));
  stepping_step(&stepping, 1);
  assert_int_equal(strncmp(heard, "ab", 2), 0);
  assert_true(a.edges > 0);
  assert_int_equal(a.edges, b.edges);
}

static void one_that_was_removed_hears_no_more(void **unused) {
  (void)unused;
  struct scribe a = {{.event = hear}, 'a', 0, 0, 0}, b = {{.event = hear}, 'b', 0, 0, 0};
  machine_listen(&stepping.machine, &a.listener);
  machine_listen(&stepping.machine, &b.listener);
  machine_unlisten(&stepping.machine, &a.listener);
  stepping_step(&stepping, 1);
  assert_int_equal(a.edges, 0);
  assert_int_equal(heard[0], 'b');
  machine_unlisten(&stepping.machine, &b.listener);
  assert_null(stepping.machine.listeners);
  machine_listen(&stepping.machine, &a.listener); /* it can come back */
  assert_true(machine_tells_events(&stepping.machine));
}

static void a_footprint_has_the_bytes_and_their_values(void **unused) {
  (void)unused;
  struct footprint footprint;
  bool wrote = false;
  footprint_init(&footprint);
  machine_listen(&stepping.machine, &footprint.listener);
  stepping_step(&stepping, 1);
  const struct object *x = stepping_variable(&stepping, "x");
  vector_each (touched, &footprint.list)
    wrote |= touched->writes && touched->address == x->address && touched->size == x->size;
  assert_true(wrote);
  footprint_clear(&footprint);
  assert_int_equal(footprint.list.count, 0);
  assert_ptr_equal(stepping.machine.listeners, &footprint.listener); /* it stays in the list */
  vector_release(&footprint.list);
}

/* Main waits in pthread_join: whether it can move depends on what the condition reads. */
static void conditions_of_waits_have_touches_but_no_events(void **unused) {
  (void)unused;
  while (stepping_readiness(&stepping, 0) == READY)
    stepping_step(&stepping, 0);
  assert_int_equal(stepping_readiness(&stepping, 0), BLOCKED);
  struct scribe a = {{.event = hear}, 'a', 0, 0, 0};
  struct footprint footprint;
  footprint_init(&footprint);
  machine_listen(&stepping.machine, &a.listener);
  machine_listen(&stepping.machine, &footprint.listener);
  assert_int_equal(stepping_readiness(&stepping, 0), BLOCKED);
  assert_int_equal(a.edges + a.reads, 0);
  assert_true(footprint.list.count > 0);
  vector_release(&footprint.list);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(all_hear_in_the_order_of_adding, set_up, tear_down),
      cmocka_unit_test_setup_teardown(one_that_was_removed_hears_no_more, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_footprint_has_the_bytes_and_their_values, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(conditions_of_waits_have_touches_but_no_events, set_up,
                                      tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
