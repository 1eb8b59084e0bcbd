/* SPDX-License-Identifier: Apache-2.0 */
/* The engine static: abstract interpretation of each thread by itself, with what other threads may
 * store as an effect from outside (Miné, VMCAI 2014; Schwarz and others, SAS 2021). It answers
 * obligations, for any number of threads and turns of loops, and never says FALSE. */
#include "base/text.h"
#include "engine/engine.h"
#include "engine/static/deadlocks.h"
#include "engine/static/heap.h"
#include "engine/static/races.h"
#include "engine/static/solve.h"
#include "engine/static/teams.h"
#include "engine/traits.h"

#include <string.h>

/* What the proofs of all properties rest on, also if it is not asked for: they cover executions in
 * which pointers stay in their objects and locks exclude each other. */
#define BASIS (PROPERTY_BIT(PROPERTY_MEMORY) | PROPERTY_BIT(PROPERTY_LOCK))

/* What the engine has no rules for. */
#define NOT_JUDGED (PROPERTY_BIT(PROPERTY_LEAK) | PROPERTY_BIT(PROPERTY_MEMCLEANUP))

static const char *name_of(const struct obligation *obligation) {
  return obligation->property == NOT_MODELLED ? "not modelled"
                                              : property_name((enum property)obligation->property);
}

/* "a.c:3: race is not proven because of store at a.c:7" */
static void add_open(struct text *out, const struct analysis *analysis,
                     const struct obligation *obligation, const struct edge *why) {
  size_t before = out->length;
  program_print_position(out, analysis->program, obligation->at);
  text_format(out, "%s%s is not proven", out->length > before ? ": " : "", name_of(obligation));
  if (why) {
    text_format(out, " because of %s", operation_name(why->op));
    if (why->at.line)
      text_add(out, " at ");
    program_print_position(out, analysis->program, why->at);
  }
  text_add(out, "\n");
}

/* … or is it a question on whose answer the others rest? */
static bool is_asked(const struct task *task, const struct obligation *obligation) {
  return (task->properties | BASIS | PROPERTY_BIT(NOT_MODELLED)) >> obligation->property & 1;
}

static void keep_details(const struct task *task, const struct analysis *analysis,
                         const struct assessment *assessment, struct result *result) {
  struct text details = {0};
  for (uint32_t i = 0; i < obligations_count(assessment->obligations); i++)
    if (assessment->is_open[i] && is_asked(task, obligations_at(assessment->obligations, i)))
      add_open(&details, analysis, obligations_at(assessment->obligations, i), assessment->why[i]);
  if (assessment->lost)
    text_add(&details, assessment->lost);
  result->details = result_keep_text(result, text_get(&details));
  text_release(&details);
}

/* What is proven as long as nothing on which it rests fails: pointers stay in their objects, locks
 * exclude each other, and checks hold after which the analysis takes their condition to be true.
 * Returns how many places are left. */
static uint32_t answer(const struct task *task, const struct assessment *assessment,
                       struct board *board) {
  property_set unjudged = NOT_JUDGED;
  if (task->program->orders.unordered)
    unjudged |= PROPERTY_BIT(PROPERTY_RACE);
  question_set assumes = BASIS | PROPERTY_BIT(NOT_MODELLED) |
                         (program_checks(task->program, false) & task->properties);
  if (assessment->misses_effects)
    assumes |= PROPERTY_BIT(LEAVES_OBJECT);
  uint32_t left = 0;
  for (uint32_t i = 0; i < obligations_count(assessment->obligations); i++) {
    unsigned property = obligations_at(assessment->obligations, i)->property;
    if (assessment->is_open[i] || unjudged >> property & 1)
      left += is_asked(task, obligations_at(assessment->obligations, i));
    else
      board_prove(board, i, assumes);
  }
  if (!(unjudged & PROPERTY_BIT(PROPERTY_RACE)))
    board_prove(board, NO_OBLIGATION, assumes);
  return left;
}

static void say_reason(const struct analysis *analysis, struct result *result) {
  struct text place = {0};
  if (analysis->reason_at)
    program_print_position(&place, analysis->program, analysis->reason_at->at);
  result_set_unknown(result, "%s%s%s", analysis->reason, place.length ? " at " : "",
                     text_get(&place));
  text_release(&place);
}

static void say_result(const struct task *task, const struct analysis *analysis,
                       const struct assessment *assessment, struct result *result) {
  struct board *board = result_board(task, result);
  uint32_t left = answer(task, assessment, board);
  uint32_t count = left + board_count(board, task->properties | BASIS, BOARD_PROVEN);
  result_add_statistic(result, "obligations", count);
  result_add_statistic(result, "obligations left", left);
  property_set proven = task->properties & ~NOT_JUDGED & board_proven(board, 0), races = 0;
  if (!assessment->makes_addresses)
    races = task->properties & PROPERTY_BIT(PROPERTY_RACE) & board_proven(board, TAKEN_TO_BE_VALID);
  result->assumes_valid = (races & ~proven) != 0;
  result->proven = proven | races;
  if (result->proven == task->properties) {
    result->verdict = VERDICT_TRUE;
    return;
  }
  keep_details(task, analysis, assessment, result);
  const char *lost = assessment->lost ? assessment->lost : "";
  if (left)
    result_set_unknown(result, "%u of %u places are not proven%s%.*s", left, count,
                       *lost ? "; " : "", (int)strcspn(lost, "\n"), lost);
  else
    result_set_unknown(result, "properties that static does not prove for this program");
}

/* What is judged when all of the program is known. */
static void judge(struct analysis *analysis) {
  struct teams *teams = teams_find(analysis);
  assess_joins(analysis, teams_join_is_fine, teams);
  struct heaps *heaps = heaps_find(analysis, teams);
  assess_blocks(analysis, heaps_prove, heaps);
  assess_races(analysis, teams, heaps_own, heaps);
  struct text lost = {0};
  heaps_tell(heaps, &lost);
  if (lost.length)
    analysis->assessment->lost = arena_copy_text(analysis->arena, text_get(&lost));
  text_release(&lost);
  heaps_destroy(heaps);
  deadlocks_judge(analysis, teams);
  teams_destroy(teams);
}

static void run_static(const struct task *task, struct result *result) {
  struct analysis analysis;
  solve_init(&analysis, task->program, &task->limits);
  analysis.properties = task->properties;
  const struct obligations *obligations = board_obligations(task->board);
  uint32_t count = obligations_count(obligations);
  struct assessment assessment = {.obligations = obligations,
                                  .is_open = memory_allocate_zeroed(count + 1u),
                                  .why = memory_allocate_zeroed((count + 1u) * sizeof(void *))};
  solve_run(&analysis);
  bool is_fixed = !analysis.reason && solve_check(&analysis, &assessment);
  result_add_statistic(result, "calls", (double)analysis.nodes.count);
  result_add_statistic(result, "steps", (double)analysis.steps);
  result_add_statistic(result, "cells", (double)analysis.space.cells.count);
  if (analysis.reason) {
    say_reason(&analysis, result);
  } else if (!is_fixed) {
    result_set_unknown(result, "the check of the fixed point failed");
  } else {
    analysis.assessment = &assessment;
    judge(&analysis);
    say_result(task, &analysis, &assessment, result);
  }
  assess_release(&assessment);
  solve_release(&analysis);
}

static bool synchronises(const struct traits *traits) { return !traits->unordered; }

static const struct decision decisions[] = {
    {MODEL_BIT(MEMORY_SC), ALL_PROPERTIES & ~NOT_JUDGED & ~PROPERTY_BIT(PROPERTY_RACE), NULL, NULL,
     NULL},
    {MODEL_BIT(MEMORY_SC), PROPERTY_BIT(PROPERTY_RACE), synchronises, "atomic accesses synchronise",
     NULL},
    {0}};

const struct engine engine_static = {
    .name = "static",
    .summary = "proves places one by one, for any number of threads; never says FALSE",
    .only_proves = true,
    .knows_reuse = REUSE_ADDRESSES,
    .models = MODEL_BIT(MEMORY_SC),
    .decisions = decisions,
    .answers_first = true,
    .run = run_static,
};
