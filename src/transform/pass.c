/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/pass.h"

#include "analysis/cancelling.h"
#include "analysis/reuse.h"
#include "base/memory.h"
#include "transform/delays.h"
#include "transform/folding.h"
#include "transform/questions.h"
#include "transform/slots.h"

#include <string.h>

#define BEFORE_ALL_PASSES "lowering"

static void fold_constants(struct program *program, struct transform *transform) {
  folding_run(program, transform->expects_fields);
}

static void jump_over_delays(struct program *program, struct transform *transform) {
  (void)transform;
  delays_jump(program);
}

static bool wants_layout(const struct transform *transform) { return !transform->keeps_addresses; }

static void ask_layout(struct program *program, struct transform *transform) {
  (void)transform;
  if (program->pointer_width == 64) /* else numbers of an int cannot be told from addresses */
    questions_ask(program);
}

static bool wants_slots(const struct transform *transform) { return transform->has_slots; }

static void make_slots(struct program *program, struct transform *transform) {
  transform->slots = slots_create(program, transform->memory_model);
}

static void mark_cancelling(struct program *program, struct transform *transform) {
  (void)transform;
  cancelling_find(program);
}

static bool wants_reuse(const struct transform *transform) { return transform->reuses_addresses; }

static void mark_reuse(struct program *program, struct transform *transform) {
  transform->reuse = stale_addresses_create(program, transform->parts);
  program->reuse = transform->reuse;
}

const struct pass transform_passes[] = {
    {"constants", "removes branches of library functions that constants decide",
     "a register, parameter or result becomes a constant only if all its definitions, calls or "
     "returns give it that constant, and no access, call or check that an execution reaches is "
     "changed; what is expected of fields is checked by every execution",
     fold_constants, NULL, true},
    {"delays", "skips loops that only count",
     "the registers get the values of the last iteration, and checks of the loop are kept or "
     "cannot "
     "fail",
     jump_over_delays, NULL, true},
    {"slots", "makes room for fences beside accesses (heddle orders)",
     "an edge without effect is not a step", make_slots, wants_slots, false},
    {"layout", "turns what the program computes from addresses into choices",
     "any layout of objects in memory is possible, and every answer is that of one", ask_layout,
     wants_layout, false},
    {"cancelling", "marks the locations after which a thread may be cancelled",
     "only annotates; a location without a mark is one from which no call of pthread_cancel "
     "follows",
     mark_cancelling, NULL, false},
    {"reuse", "finds the kinds of addresses whose reuse the program can observe",
     "only annotates; other kinds are checked while executing", mark_reuse, wants_reuse, false},
    {"cutting", "removes checks that are proven (auto, before an engine searches)",
     "a check that never fails has no effect, what is never reached neither, and every violation "
     "is "
     "replayed in the whole program",
     NULL, NULL, true},
    {NULL, NULL, NULL, NULL, NULL, false},
};

bool transform_knows(const char *name) {
  bool is_known = strcmp(name, BEFORE_ALL_PASSES) == 0;
  for (const struct pass *pass = transform_passes; pass->name; pass++)
    is_known |= strcmp(pass->name, name) == 0;
  return is_known;
}

bool transform_can_leave_out(const char *name) {
  bool can = false;
  for (const struct pass *pass = transform_passes; pass->name; pass++)
    can |= pass->can_be_left_out && strcmp(pass->name, name) == 0;
  return can;
}

static bool runs(const struct pass *pass, const struct transform *transform) {
  if (transform->left_out && strcmp(pass->name, transform->left_out) == 0)
    return false;
  return !pass->is_wanted || pass->is_wanted(transform);
}

static void run_passes(struct program *program, struct transform *transform) {
  const char *last = transform->last;
  if (last && strcmp(last, BEFORE_ALL_PASSES) == 0)
    return;
  for (const struct pass *pass = transform_passes; pass->name; pass++) {
    if (pass->run && runs(pass, transform))
      pass->run(program, transform);
    if (last && strcmp(last, pass->name) == 0)
      return;
  }
}

static void keep_lowered(struct transform *transform, const struct program *program) {
  struct function *copies =
      arena_allocate(program->arena, program->function_count * sizeof *copies);
  for (uint32_t i = 0; i < program->function_count; i++)
    copies[i] = *program->functions[i];
  transform->lowered = arena_copy(program->arena, program, sizeof *program);
  transform->lowered_functions = copies;
}

/* Passes write new locations, edges and lists of functions, so those from before are still there.
 */
static void restore_lowered(struct transform *transform) {
  *transform->program = *transform->lowered;
  for (uint32_t i = 0; i < transform->program->function_count; i++)
    *transform->program->functions[i] = transform->lowered_functions[i];
}

void transform_run(struct program *program, struct transform *transform) {
  transform->program = program;
  if (transform->expects_fields)
    keep_lowered(transform, program);
  run_passes(program, transform);
}

bool transform_again(struct transform *transform, unsigned kinds) {
  bool is_unexpected = kinds & FIELDS_DIFFER && transform->expects_fields;
  kinds &= ~(unsigned)FIELDS_DIFFER;
  bool comes_back = transform->reuse && kinds & ~transform->reuse->kinds;
  if (!is_unexpected && !comes_back)
    return false;
  transform->parts |= comes_back ? kinds : 0;
  stale_addresses_destroy(transform->reuse);
  transform->reuse = NULL;
  if (is_unexpected) {
    transform->expects_fields = false;
    restore_lowered(transform);
    run_passes(transform->program, transform);
  } else {
    mark_reuse(transform->program, transform);
  }
  return true;
}

void transform_release(struct transform *transform) {
  slots_destroy(transform->slots);
  stale_addresses_destroy(transform->reuse);
  program_destroy(transform->program);
  *transform = (struct transform){0};
}
