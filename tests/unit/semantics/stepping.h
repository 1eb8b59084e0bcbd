/* SPDX-License-Identifier: Apache-2.0 */
/* Executes a program step by step, without a scheduler. Choices are 0. */
#include "program/access.h"
#include "semantics/machine.h"
#include "tests/unit/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

struct stepping {
  struct program *program;
  struct chooser chooser;
  struct machine machine;
  struct state *state;
};

static inline uint64_t stepping_choose(struct chooser *chooser, unsigned width,
                                       const struct edge *edge) {
  (void)chooser;
  (void)width;
  (void)edge;
  return 0;
}

static inline void stepping_begin(struct stepping *stepping, const char *text,
                                  property_set properties) {
  stepping->program = load_text(text, DATA_MODEL_LP64);
  stepping->chooser = (struct chooser){.choose = stepping_choose};
  stepping->machine = (struct machine){.program = stepping->program,
                                       .domain = &domain_concrete,
                                       .properties = properties,
                                       .chooser = &stepping->chooser};
  assert_int_equal(machine_start(&stepping->machine, &stepping->state), OUTCOME_STEPPED);
}

static inline void stepping_end(struct stepping *stepping) {
  state_destroy(stepping->state);
  program_destroy(stepping->program);
}

static inline struct thread *stepping_thread(const struct stepping *stepping, uint32_t number) {
  struct thread *thread = state_thread(stepping->state, number);
  assert_non_null(thread);
  return thread;
}

static inline enum readiness stepping_readiness(struct stepping *stepping, uint32_t number) {
  return machine_readiness(&stepping->machine, stepping->state, stepping_thread(stepping, number));
}

static inline enum outcome stepping_step(struct stepping *stepping, uint32_t number) {
  assert_int_equal(stepping_readiness(stepping, number), READY);
  return machine_step(&stepping->machine, stepping->state, stepping_thread(stepping, number));
}

static inline const struct object *stepping_variable(const struct stepping *stepping,
                                                     const char *name) {
  for (uint32_t i = 0; i < stepping->program->object_count; i++)
    if (strcmp(stepping->program->objects[i].name, name) == 0)
      return &stepping->program->objects[i];
  fail();
  return NULL;
}

/* Is the thread about to load or store in the variable? */
static inline bool stepping_is_before(const struct stepping *stepping, uint32_t number,
                                      const char *name) {
  const struct thread *thread = state_thread(stepping->state, number);
  const struct object *variable = stepping_variable(stepping, name);
  struct edge_access access;
  uint64_t address;
  return thread && !thread->finished && edge_value_access(thread_next_edge(thread), &access) &&
         machine_evaluate(&stepping->machine, thread, thread_top(thread), access.address,
                          &address) &&
         address - variable->address < variable->size;
}

static inline void stepping_until_before(struct stepping *stepping, uint32_t number,
                                         const char *name) {
  while (!stepping_is_before(stepping, number, name))
    assert_int_equal(stepping_step(stepping, number), OUTCOME_STEPPED);
}

/* Main creates threads until there are so many. */
static inline void stepping_until_threads(struct stepping *stepping, size_t count) {
  while (stepping->state->thread_count < count)
    assert_int_equal(stepping_step(stepping, 0), OUTCOME_STEPPED);
}
