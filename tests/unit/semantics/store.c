/* SPDX-License-Identifier: Apache-2.0 */
/* Kept states: equal states have one number, a loaded state behaves like the one that was kept, and
 * a step changes only the components that it touches. */
#include "semantics/store.h"

#include "tests/unit/semantics/stepping.h"

static const char two_writers[] =
    "#include <pthread.h>\n"
    "_Atomic int x, y; _Atomic int far[200];\n"
    "void *f(void *a) { x = 1; far[199] = 1; return a; }\n"
    "void *g(void *a) { y = 1; return a; }\n"
    "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0);"
    " pthread_join(t, 0); pthread_join(u, 0); return 0; }\n";

static struct stepping stepping;
static struct store *store;

static int set_up(void **unused) {
  (void)unused;
  stepping_begin(&stepping, two_writers, 0);
  store = store_create(stepping.program);
  stepping_until_threads(&stepping, 3);
  stepping_until_before(&stepping, 1, "x");
  stepping_until_before(&stepping, 2, "y");
  return 0;
}

static int tear_down(void **unused) {
  (void)unused;
  store_destroy(store);
  stepping_end(&stepping);
  return 0;
}

static uint32_t add_state(bool is_new) {
  bool added;
  uint32_t number = store_add(store, stepping.state, &added);
  assert_int_equal(added, is_new);
  return number;
}

static void numbers_count_up_and_equal_states_share_one(void **unused) {
  (void)unused;
  uint32_t first = add_state(true), found;
  assert_int_equal(first, 0);
  assert_int_equal(add_state(false), first);
  assert_int_equal(stepping_step(&stepping, 1), OUTCOME_STEPPED);
  assert_false(store_find(store, stepping.state, &found));
  assert_int_equal(store_count(store), 1);
  assert_int_equal(add_state(true), 1);
  assert_true(store_find(store, stepping.state, &found));
  assert_int_equal(found, 1);
}

static void steps_that_commute_lead_to_one_state(void **unused) {
  (void)unused;
  uint32_t start = add_state(true);
  stepping_step(&stepping, 1);
  stepping_step(&stepping, 2);
  uint32_t end = add_state(true);
  store_load(store, stepping.state, start);
  stepping_step(&stepping, 2);
  assert_int_not_equal(add_state(true), end);
  stepping_step(&stepping, 1);
  assert_int_equal(add_state(false), end);
}

static void a_loaded_state_behaves_like_the_one_that_was_kept(void **unused) {
  (void)unused;
  uint32_t start = add_state(true), numbers[64];
  size_t count = 0;
  for (size_t round = 0; round < 2; round++) {
    for (count = 0; count < 64 && !stepping_thread(&stepping, 1)->finished; count++) {
      stepping_step(&stepping, 1);
      uint32_t number = store_add(store, stepping.state, &(bool){false});
      if (round)
        assert_int_equal(number, numbers[count]);
      numbers[count] = number;
    }
    store_load(store, stepping.state, start);
    assert_true(store_is(store, start, stepping.state));
  }
  assert_true(count > 1 && count < 64);
}

static bool is_same_component(size_t index, uint32_t before, uint32_t after) {
  size_t count;
  uint32_t old = store_components(store, before, &count)[index];
  return store_components(store, after, &count)[index] == old;
}

static void a_step_changes_its_thread_and_the_chunk_it_writes(void **unused) {
  (void)unused;
  stepping_step(&stepping, 1);
  stepping_until_before(&stepping, 1, "far");
  uint32_t before = add_state(true);
  stepping_step(&stepping, 1);
  uint32_t after = add_state(true);
  const struct object *far = stepping_variable(&stepping, "far");
  size_t first, end, near_first, near_end;
  assert_true(store_find_components(stepping.state, far->address + 796, 4, &first, &end));
  assert_int_equal(end, first + 1);
  assert_true(store_find_components(stepping.state, far->address, 4, &near_first, &near_end));
  assert_true(near_first < first);
  assert_false(is_same_component(first, before, after));
  assert_true(is_same_component(near_first, before, after));
  assert_true(is_same_component(store_index_of_thread(stepping.state, 0), before, after));
  assert_false(is_same_component(store_index_of_thread(stepping.state, 1), before, after));
  assert_true(is_same_component(store_index_of_thread(stepping.state, 2), before, after));
}

static void the_shape_is_where_threads_stand(void **unused) {
  (void)unused;
  uint32_t shape = store_shape(store, stepping.state);
  assert_int_equal(store_shape(store, stepping.state), shape);
  uint32_t start = add_state(true);
  stepping_step(&stepping, 2);
  assert_int_not_equal(store_shape(store, stepping.state), shape);
  store_load(store, stepping.state, start);
  assert_int_equal(store_shape(store, stepping.state), shape);
}

static void gaps_have_no_components(void **unused) {
  (void)unused;
  size_t first, end;
  assert_false(store_find_components(stepping.state, 16, 4, &first, &end));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(numbers_count_up_and_equal_states_share_one, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(steps_that_commute_lead_to_one_state, set_up, tear_down),
      cmocka_unit_test_setup_teardown(a_loaded_state_behaves_like_the_one_that_was_kept, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_step_changes_its_thread_and_the_chunk_it_writes, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(the_shape_is_where_threads_stand, set_up, tear_down),
      cmocka_unit_test_setup_teardown(gaps_have_no_components, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
