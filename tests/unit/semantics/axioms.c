/* SPDX-License-Identifier: Apache-2.0 */
/* Memory models as tables: the weak outcomes of the well-known litmus tests, and under which models
 * and orders they are executions. */
#include "semantics/axioms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { X, Y, Z, LOCATIONS };
enum { NO_FENCE = -1 };

struct litmus {
  struct event_graph graph;
  uint32_t indexes[8];
};

static void begin(struct litmus *litmus, uint32_t threads) {
  *litmus = (struct litmus){0};
  for (uint32_t i = 0; i < threads; i++)
    vector_push(&litmus->graph.threads, (struct action_thread_start){i, 0, 0, NO_TWIN});
  for (uint32_t i = 0; i < LOCATIONS; i++)
    vector_push(&litmus->graph.locations,
                (struct action_location){.address = 8 * (i + 1), .size = 4});
}

static uint32_t add(struct litmus *litmus, struct memory_action action) {
  action.index = action.unit = litmus->indexes[action.thread]++;
  vector_push(&litmus->graph.actions, action);
  return (uint32_t)litmus->graph.actions.count - 1;
}

/* Writes to a location are added in modification order. */
static uint32_t writes(struct litmus *litmus, uint32_t thread, uint32_t place,
                       enum memory_order order) {
  uint32_t number = add(litmus, (struct memory_action){.kind = ACTION_WRITE,
                                                       .order = order,
                                                       .thread = thread,
                                                       .location = place,
                                                       .source = INITIAL_WRITE});
  vector_push(&litmus->graph.locations.items[place].order, number);
  return number;
}

static uint32_t reads(struct litmus *litmus, uint32_t thread, uint32_t place,
                      enum memory_order order, uint32_t source) {
  return add(litmus, (struct memory_action){.kind = ACTION_READ,
                                            .order = order,
                                            .thread = thread,
                                            .location = place,
                                            .source = source});
}

static void fences(struct litmus *litmus, uint32_t thread, enum memory_order order) {
  add(litmus, (struct memory_action){
                  .kind = ACTION_FENCE, .order = order, .thread = thread, .source = INITIAL_WRITE});
}

/* The models that allow it: a letter each of sc, tso, pso and rc11. */
static void expect(struct litmus *litmus, const char *allowed) {
  static const struct {
    char letter;
    enum memory_model model;
  } models[] = {{'s', MEMORY_SC}, {'t', MEMORY_TSO}, {'p', MEMORY_PSO}, {'r', MEMORY_RC11}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    const char *violated = axioms_violated(&litmus->graph, models[i].model);
    if (!violated != (strchr(allowed, models[i].letter) != NULL))
      fail_msg("%s: %s", memory_model_name(models[i].model), violated ? violated : "allowed");
  }
  event_graph_release(&litmus->graph);
}

/* Two threads write one place and read the other's old value. */
static void store_buffering(enum memory_order write, enum memory_order read, int fence,
                            const char *allowed) {
  struct litmus litmus;
  begin(&litmus, 2);
  for (uint32_t i = 0; i < 2; i++) {
    writes(&litmus, i, i == 0 ? X : Y, write);
    if (fence != NO_FENCE)
      fences(&litmus, i, (enum memory_order)fence);
    reads(&litmus, i, i == 0 ? Y : X, read, INITIAL_WRITE);
  }
  expect(&litmus, allowed);
}

static void test_store_buffering(void **state) {
  (void)state;
  store_buffering(ORDER_RELAXED, ORDER_RELAXED, NO_FENCE, "tpr");
  store_buffering(ORDER_RELEASE, ORDER_ACQUIRE, NO_FENCE, "tpr");
  store_buffering(ORDER_SEQ_CST, ORDER_SEQ_CST, NO_FENCE, "");
  store_buffering(ORDER_RELAXED, ORDER_RELAXED, ORDER_SEQ_CST, "");
  store_buffering(ORDER_RELAXED, ORDER_RELAXED, ORDER_OF_DRAIN, "r");
}

/* The flag is seen, the data is not. */
static void message_passing(enum memory_order write, enum memory_order read, const char *allowed) {
  struct litmus litmus;
  begin(&litmus, 2);
  writes(&litmus, 0, X, ORDER_RELAXED);
  uint32_t flag = writes(&litmus, 0, Y, write);
  reads(&litmus, 1, Y, read, flag);
  reads(&litmus, 1, X, ORDER_RELAXED, INITIAL_WRITE);
  expect(&litmus, allowed);
}

static void test_message_passing(void **state) {
  (void)state;
  message_passing(ORDER_RELAXED, ORDER_RELAXED, "pr");
  message_passing(ORDER_RELEASE, ORDER_RELAXED, "r");
  message_passing(ORDER_RELAXED, ORDER_ACQUIRE, "pr");
  message_passing(ORDER_RELEASE, ORDER_ACQUIRE, "");
}

/* Each thread reads what the other one writes behind its own read. */
static void test_load_buffering(void **state) {
  (void)state;
  struct litmus litmus;
  begin(&litmus, 2);
  reads(&litmus, 0, X, ORDER_RELAXED, 3);
  writes(&litmus, 0, Y, ORDER_RELAXED);
  reads(&litmus, 1, Y, ORDER_RELAXED, 1);
  writes(&litmus, 1, X, ORDER_RELAXED);
  expect(&litmus, "");
}

/* Two threads see two independent writes in different orders. */
static void independent_reads(enum memory_order write, enum memory_order read,
                              const char *allowed) {
  struct litmus litmus;
  begin(&litmus, 4);
  uint32_t x = writes(&litmus, 0, X, write), y = writes(&litmus, 1, Y, write);
  reads(&litmus, 2, X, read, x);
  reads(&litmus, 2, Y, read, INITIAL_WRITE);
  reads(&litmus, 3, Y, read, y);
  reads(&litmus, 3, X, read, INITIAL_WRITE);
  expect(&litmus, allowed);
}

static void test_independent_reads(void **state) {
  (void)state;
  independent_reads(ORDER_RELEASE, ORDER_ACQUIRE, "r");
  independent_reads(ORDER_SEQ_CST, ORDER_SEQ_CST, "");
}

/* A thread reads a newer write, then an older one. */
static void test_coherence(void **state) {
  (void)state;
  struct litmus litmus;
  begin(&litmus, 2);
  uint32_t first = writes(&litmus, 0, X, ORDER_RELAXED);
  uint32_t second = writes(&litmus, 0, X, ORDER_RELAXED);
  reads(&litmus, 1, X, ORDER_RELAXED, second);
  reads(&litmus, 1, X, ORDER_RELAXED, first);
  expect(&litmus, "");
}

/* Two read-modify-writes read the same write. */
static void test_atomicity(void **state) {
  (void)state;
  struct litmus litmus;
  begin(&litmus, 2);
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t read = reads(&litmus, i, X, ORDER_RELAXED, INITIAL_WRITE);
    litmus.graph.actions.items[read].is_exclusive = true;
    uint32_t write = writes(&litmus, i, X, ORDER_RELAXED);
    litmus.graph.actions.items[write].is_rmw = true;
  }
  expect(&litmus, "");
}

/* Z6.U of the paper: seq_cst accesses beside weaker ones to the same place order less than one
 * would think. Power allows it, so rc11 has to. */
static void test_mixed_seq_cst(void **state) {
  (void)state;
  struct litmus litmus;
  begin(&litmus, 3);
  writes(&litmus, 0, X, ORDER_SEQ_CST);
  uint32_t one = writes(&litmus, 0, Y, ORDER_RELEASE);
  uint32_t read = reads(&litmus, 1, Y, ORDER_SEQ_CST, one);
  litmus.graph.actions.items[read].is_exclusive = true;
  uint32_t write = writes(&litmus, 1, Y, ORDER_SEQ_CST);
  litmus.graph.actions.items[write].is_rmw = true;
  uint32_t three = writes(&litmus, 2, Y, ORDER_SEQ_CST);
  reads(&litmus, 1, Y, ORDER_RELAXED, three);
  reads(&litmus, 2, X, ORDER_SEQ_CST, INITIAL_WRITE);
  expect(&litmus, "r");
}

static void test_races(void **state) {
  (void)state;
  static const enum memory_order flags[] = {ORDER_RELAXED, ORDER_RELEASE};
  for (size_t i = 0; i < 2; i++) {
    struct litmus litmus;
    uint32_t first, second;
    begin(&litmus, 2);
    uint32_t data = writes(&litmus, 0, X, ORDER_PLAIN), flag = writes(&litmus, 0, Y, flags[i]);
    reads(&litmus, 1, Y, ORDER_ACQUIRE, flag);
    uint32_t use = reads(&litmus, 1, X, ORDER_PLAIN, data);
    assert_int_equal(axioms_happens_before(&litmus.graph, data, use), i == 1);
    assert_int_equal(axioms_find_race(&litmus.graph, NULL, NULL, &first, &second), i == 0);
    event_graph_release(&litmus.graph);
  }
}

/* Draining the store buffer is no fence of C: it orders nothing for races. */
static void test_drains_do_not_synchronise(void **state) {
  (void)state;
  struct litmus litmus;
  uint32_t first, second;
  begin(&litmus, 2);
  uint32_t data = writes(&litmus, 0, X, ORDER_PLAIN);
  fences(&litmus, 0, ORDER_OF_DRAIN);
  uint32_t flag = writes(&litmus, 0, Y, ORDER_RELAXED);
  reads(&litmus, 1, Y, ORDER_ACQUIRE, flag);
  reads(&litmus, 1, X, ORDER_PLAIN, data);
  assert_true(axioms_find_race(&litmus.graph, NULL, NULL, &first, &second));
  expect(&litmus, "stpr");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_store_buffering),
      cmocka_unit_test(test_message_passing),
      cmocka_unit_test(test_load_buffering),
      cmocka_unit_test(test_independent_reads),
      cmocka_unit_test(test_coherence),
      cmocka_unit_test(test_atomicity),
      cmocka_unit_test(test_mixed_seq_cst),
      cmocka_unit_test(test_races),
      cmocka_unit_test(test_drains_do_not_synchronise),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
