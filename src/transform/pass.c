/* SPDX-License-Identifier: Apache-2.0 */
#include "transform/pass.h"

#include "analysis/cancelling.h"
#include "analysis/reuse.h"
#include "transform/delays.h"
#include "transform/folding.h"
#include "transform/questions.h"
#include "transform/slots.h"

#include <string.h>

#define BEFORE_ALL_PASSES "lowering"

static void fold_constants(struct program *program, struct transform *transform) {
  (void)transform;
  folding_run(program);
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
    {"constants", "removes branches of library functions that constant arguments decide",
     "a register, parameter or result becomes a constant only if all its definitions, calls or "
     "returns give it that constant, and no access, call or check that an execution reaches is "
     "changed",
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

void transform_run(struct program *program, struct transform *transform) {
  const char *last = transform->last;
  transform->program = program;
  if (last && strcmp(last, BEFORE_ALL_PASSES) == 0)
    return;
  for (const struct pass *pass = transform_passes; pass->name; pass++) {
    if (runs(pass, transform))
      pass->run(program, transform);
    if (last && strcmp(last, pass->name) == 0)
      return;
  }
}

bool transform_reuse_more(struct transform *transform, unsigned kinds) {
  if (!transform->reuse || !(kinds & ~transform->reuse->kinds))
    return false;
  transform->parts |= kinds;
  stale_addresses_destroy(transform->reuse);
  mark_reuse(transform->program, transform);
  return true;
}

void transform_release(struct transform *transform) {
  slots_destroy(transform->slots);
  stale_addresses_destroy(transform->reuse);
  program_destroy(transform->program);
  *transform = (struct transform){0};
}
