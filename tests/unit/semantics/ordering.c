/* SPDX-License-Identifier: Apache-2.0 */
/* What happens before what: each line of the table in ordering.h, by two threads of a program and
 * the addresses of its variables, without executing their accesses. */
#include "semantics/ordering.h"

#include "base/memory.h"
#include "semantics/step_access.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { DATA = 0x1000, FLAG = 0x2000, OTHER = 0x3000, SIZE = 4 };

struct scene {
  struct program *program;
  struct machine machine;
  struct state *state;
  const struct thread *a, *b, *c;
  const struct edge *edge;
};

static uint64_t choose_nothing(struct chooser *chooser, unsigned width, const struct edge *edge) {
  (void)chooser, (void)width, (void)edge;
  return 0;
}

/* Main has created two threads, which are about to write x. The fence is what the machine looks for
 * before it keeps what fences need. */
static void begin(struct scene *scene) {
  static struct chooser chooser = {choose_nothing, false, NULL};
  *scene = (struct scene){0};
  scene->program =
      load_text("#include <pthread.h>\nint x;\nvoid *f(void *a) { x = 1; "
                "__atomic_thread_fence(__ATOMIC_ACQUIRE); return a; }\n"
                "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0);\n"
                " pthread_create(&u, 0, f, 0); x = 2; pthread_join(t, 0); pthread_join(u, 0); }\n",
                DATA_MODEL_LP64);
  scene->machine = (struct machine){.program = scene->program,
                                    .domain = &domain_concrete,
                                    .properties = 1u << PROPERTY_RACE,
                                    .chooser = &chooser};
  assert_int_equal(machine_start(&scene->machine, &scene->state), OUTCOME_STEPPED);
  while (scene->state->thread_count < 3)
    assert_int_equal(machine_step(&scene->machine, scene->state, scene->state->threads[0]),
                     OUTCOME_STEPPED);
  for (size_t i = 1; i < 3; i++) /* accesses of the library are its own business */
    while (thread_top(scene->state->threads[i])->function->is_library)
      assert_int_equal(machine_step(&scene->machine, scene->state, scene->state->threads[i]),
                       OUTCOME_STEPPED);
  ordering_destroy(scene->state->ordering);
  scene->state->ordering = ordering_create();
  scene->c = scene->state->threads[0];
  scene->a = scene->state->threads[1];
  scene->b = scene->state->threads[2];
  scene->edge = thread_next_edge(scene->a);
}

static void end(struct scene *scene) {
  state_destroy(scene->state);
  program_destroy(scene->program);
}

static bool races(struct scene *scene, const struct thread *thread, uint64_t address, bool writes,
                  enum memory_order order) {
  struct memory_access access = {.machine = &scene->machine,
                                 .state = scene->state,
                                 .thread = state_thread(scene->state, thread->number),
                                 .edge = scene->edge,
                                 .size = SIZE,
                                 .order = order,
                                 .writes = writes,
                                 .place = {.address = address}};
  return ordering_finds_race(&access, order);
}

static bool writes_race(struct scene *scene, const struct thread *thread) {
  return races(scene, thread, DATA, true, ORDER_PLAIN);
}

static void unordered_conflicts_are_races(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  assert_false(races(&scene, scene.b, DATA + SIZE, true, ORDER_PLAIN));     /* beside it */
  assert_true(races(&scene, scene.b, DATA + SIZE - 1, false, ORDER_PLAIN)); /* one byte in common */
  assert_int_equal(scene.machine.violation.thread, scene.b->number);
  assert_int_equal(scene.machine.violation.other_thread, scene.a->number);
  end(&scene);
}

static void reads_do_not_race_with_reads_nor_atomics_with_atomics(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(races(&scene, scene.a, DATA, false, ORDER_PLAIN));
  assert_false(races(&scene, scene.b, DATA, false, ORDER_PLAIN));
  assert_false(races(&scene, scene.a, FLAG, true, ORDER_RELAXED));
  assert_false(races(&scene, scene.b, FLAG, true, ORDER_RELAXED));
  assert_true(
      races(&scene, scene.c, FLAG, false, ORDER_PLAIN)); /* but a plain access with an atomic one */
  end(&scene);
}

/* The message: a writes DATA and sets FLAG, b reads FLAG and writes DATA. */
static bool message_races(enum memory_order store, enum memory_order load) {
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  ordering_release(scene.state, scene.a, FLAG, SIZE, store, false);
  ordering_acquire(scene.state, scene.b, FLAG, SIZE, load);
  bool is_race = writes_race(&scene, scene.b);
  end(&scene);
  return is_race;
}

static void only_release_and_acquire_order_a_message(void **unused) {
  (void)unused;
  assert_false(message_races(ORDER_RELEASE, ORDER_ACQUIRE));
  assert_false(message_races(ORDER_SEQ_CST, ORDER_SEQ_CST));
  assert_false(message_races(ORDER_ACQ_REL, ORDER_ACQUIRE));
  assert_true(message_races(ORDER_RELAXED, ORDER_ACQUIRE));
  assert_true(message_races(ORDER_RELEASE, ORDER_RELAXED));
  assert_true(message_races(ORDER_ACQUIRE, ORDER_ACQUIRE));
  assert_true(message_races(ORDER_RELEASE, ORDER_RELEASE));
}

static void fences_make_relaxed_accesses_synchronise(void **unused) {
  (void)unused;
  for (unsigned which = 0; which < 4; which++) {
    struct scene scene;
    begin(&scene);
    assert_false(writes_race(&scene, scene.a));
    if (which & 1)
      ordering_fence(scene.state, scene.a, ORDER_RELEASE);
    ordering_release(scene.state, scene.a, FLAG, SIZE, ORDER_RELAXED, false);
    ordering_acquire(scene.state, scene.b, FLAG, SIZE, ORDER_RELAXED);
    if (which & 2)
      ordering_fence(scene.state, scene.b, ORDER_ACQUIRE);
    assert_int_equal(writes_race(&scene, scene.b), which != 3);
    end(&scene);
  }
}

/* What was written after the release fence does not come along with the store. */
static void a_release_fence_covers_what_was_before_it(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  ordering_fence(scene.state, scene.a, ORDER_RELEASE);
  assert_false(writes_race(&scene, scene.a));
  ordering_release(scene.state, scene.a, FLAG, SIZE, ORDER_RELAXED, false);
  ordering_acquire(scene.state, scene.b, FLAG, SIZE, ORDER_ACQUIRE);
  assert_true(writes_race(&scene, scene.b));
  end(&scene);
}

static void only_read_modify_writes_continue_a_release_sequence(void **unused) {
  (void)unused;
  for (unsigned keeps = 0; keeps < 2; keeps++) {
    struct scene scene;
    begin(&scene);
    assert_false(writes_race(&scene, scene.a));
    ordering_release(scene.state, scene.a, FLAG, SIZE, ORDER_RELEASE, false);
    ordering_release(scene.state, scene.c, FLAG, SIZE, ORDER_RELAXED, keeps);
    ordering_acquire(scene.state, scene.b, FLAG, SIZE, ORDER_ACQUIRE);
    assert_int_equal(writes_race(&scene, scene.b), !keeps);
    end(&scene);
  }
}

static void a_load_of_another_location_orders_nothing(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  ordering_release(scene.state, scene.a, FLAG, SIZE, ORDER_RELEASE, false);
  ordering_acquire(scene.state, scene.b, OTHER, SIZE, ORDER_ACQUIRE);
  assert_true(writes_race(&scene, scene.b));
  end(&scene);
}

static void messages_are_passed_on(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  ordering_release(scene.state, scene.a, FLAG, SIZE, ORDER_RELEASE, false);
  ordering_acquire(scene.state, scene.c, FLAG, SIZE, ORDER_ACQUIRE);
  ordering_release(scene.state, scene.c, OTHER, SIZE, ORDER_RELEASE, false);
  ordering_acquire(scene.state, scene.b, OTHER, SIZE, ORDER_ACQUIRE);
  assert_false(writes_race(&scene, scene.b));
  end(&scene);
}

static void a_created_thread_knows_what_its_creator_knows(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.c));
  ordering_create_thread(scene.state, scene.c, scene.a);
  assert_false(writes_race(&scene, scene.a));
  assert_true(writes_race(&scene, scene.b));
  end(&scene);
}

static void forgotten_bytes_race_no_more(void **unused) {
  (void)unused;
  struct scene scene;
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  ordering_forget(scene.state, DATA, 2);
  assert_true(writes_race(&scene, scene.b)); /* two bytes are left */
  end(&scene);
  begin(&scene);
  assert_false(writes_race(&scene, scene.a));
  ordering_forget(scene.state, DATA, SIZE);
  assert_false(writes_race(&scene, scene.b));
  end(&scene);
}

static void what_is_packed_is_what_was_known(void **unused) {
  (void)unused;
  for (unsigned releases = 0; releases < 2; releases++) {
    struct scene scene;
    struct bytes bytes = {0}, again = {0};
    begin(&scene);
    assert_false(writes_race(&scene, scene.a));
    ordering_release(scene.state, scene.a, FLAG, SIZE, releases ? ORDER_RELEASE : ORDER_RELAXED,
                     false);
    ordering_pack(scene.state, &bytes);
    ordering_forget(scene.state, 0, UINT64_MAX);
    ordering_unpack(scene.state, bytes.items, bytes.count);
    ordering_pack(scene.state, &again);
    assert_int_equal(bytes.count, again.count);
    assert_memory_equal(bytes.items, again.items, bytes.count);
    ordering_acquire(scene.state, scene.b, FLAG, SIZE, ORDER_ACQUIRE);
    assert_int_equal(writes_race(&scene, scene.b), !releases);
    memory_release(bytes.items);
    memory_release(again.items);
    end(&scene);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unordered_conflicts_are_races),
      cmocka_unit_test(reads_do_not_race_with_reads_nor_atomics_with_atomics),
      cmocka_unit_test(only_release_and_acquire_order_a_message),
      cmocka_unit_test(fences_make_relaxed_accesses_synchronise),
      cmocka_unit_test(a_release_fence_covers_what_was_before_it),
      cmocka_unit_test(only_read_modify_writes_continue_a_release_sequence),
      cmocka_unit_test(a_load_of_another_location_orders_nothing),
      cmocka_unit_test(messages_are_passed_on),
      cmocka_unit_test(a_created_thread_knows_what_its_creator_knows),
      cmocka_unit_test(forgotten_bytes_race_no_more),
      cmocka_unit_test(what_is_packed_is_what_was_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
