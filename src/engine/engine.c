/* SPDX-License-Identifier: Apache-2.0 */
/* The table of engines and their common functions. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "base/text.h"
#include "engine/traits.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct engine *const engines[] = {&engine_auto,      &engine_explicit,
                                        &engine_graph,     &engine_modular,
                                        &engine_lockset,   &engine_static,
                                        &engine_impact,    &engine_order,
                                        &engine_lazy,      &engine_schedule,
                                        &engine_widen,     &engine_random,
                                        &engine_reference, NULL};

const struct engine *engine_find(const char *name) {
  for (size_t i = 0; engines[i]; i++)
    if (strcmp(engines[i]->name, name) == 0)
      return engines[i];
  return NULL;
}

static const struct engine_option *find_option(const char *name) {
  for (size_t i = 0; engines[i]; i++)
    for (const struct engine_option *row = engines[i]->options; row && row->name; row++)
      if (strcmp(row->name, name) == 0)
        return row;
  return NULL;
}

const char *task_option_text(const struct task *task, const char *name) {
  for (size_t i = task->option_count; i-- > 0;) /* the last one counts */
    if (strcmp(task->options[i].name, name) == 0)
      return task->options[i].text;
  const struct engine_option *row = find_option(name);
  assert(row);
  return row->standard;
}

uint64_t task_option_number(const struct task *task, const char *name) {
  return strtoull(task_option_text(task, name), NULL, 10);
}

bool engine_can_prove(const struct engine *engine, const struct program *program) {
  return !stale_addresses_has(program, REUSE_ADDRESSES & ~engine->knows_reuse);
}

property_set engine_decides(const struct engine *engine, const struct traits *traits) {
  property_set set = 0;
  for (const struct decision *row = engine->decisions; row && row->models; row++)
    if (row->models & MODEL_BIT(traits->memory_model) && !row->with &&
        (!row->holds || row->holds(traits)))
      set |= row->properties;
  return set;
}

/* Does the table of the engine allow what the engine has proven? */
static bool is_in_table(const struct engine *engine, const struct task *task,
                        const struct result *result) {
  property_set proven = result->proven, set = 0;
  if (result->verdict == VERDICT_TRUE)
    proven |= task->properties;
  for (const struct decision *row = engine->decisions; row && row->models; row++)
    if (row->models & MODEL_BIT(task->memory_model))
      set |= row->properties;
  return !(proven & ~set);
}

/* Marks guarantees that do not cover reused addresses. */
static void qualify_guarantees(const struct engine *engine, const struct task *task,
                               struct result *result) {
  const struct stale_parts *parts = task->stale_parts;
  bool knows_all = engine_can_prove(engine, task->program) && !(parts && parts->kinds);
  for (size_t i = 0; i < result->partial.guarantee_count; i++)
    result->partial.guarantees[i].needs_fresh_addresses |= !knows_all;
}

void engine_report(const struct engine *engine, const struct task *task, struct result *result) {
  qualify_guarantees(engine, task, result);
  if (task->listener)
    task->listener->hear(task->listener, result);
}

struct board *result_board(const struct task *task, struct result *result) {
  if (!result->board)
    result->board = board_create_like(task->board);
  return result->board;
}

/* Forgets what the result proves. */
static void drop_proofs(struct result *result) {
  result->proven = 0;
  board_destroy(result->board);
  result->board = NULL;
}

static void say_part(struct result *result, unsigned parts, const char *at, const char *place) {
  if (parts & (REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS))
    result_set_unknown(
        result, "part of an address is accessed%s%s, so that addresses must be reused", at, place);
  else if (parts & REUSE_INSIDE)
    result_set_unknown(result,
                       "an address inside an object is compared%s%s, so that it must be reused", at,
                       place);
  else if (parts & REUSE_LAYOUT)
    result_set_unknown(result, "it may depend on where objects lie in memory%s%s", at, place);
  else
    result_set_unknown(result, "an object allocated%s%s has too many possible addresses", at,
                       place);
}

/* Turns accesses to parts of addresses, and values of fields that were not expected, into a request
 * to restart. */
static void take_parts(const struct task *task, struct result *result) {
  if (result->verdict == VERDICT_UNKNOWN && strstr(result->reason, UNEXPECTED_FIELD))
    result->parts = FIELDS_DIFFER;
  if (!task->stale_parts || !task->stale_parts->kinds)
    return;
  result->parts |= task->stale_parts->kinds & REUSE_ADDRESSES;
  drop_proofs(result);
  if (result->verdict == VERDICT_FALSE || (result->verdict == VERDICT_UNKNOWN && !result->parts))
    return;
  struct text place = {0};
  program_print_position(&place, task->program, task->stale_parts->edge->at);
  say_part(result, task->stale_parts->kinds, place.length ? " at " : "", text_get(&place));
  text_release(&place);
}

static void run_engine(const struct engine *engine, const struct task *task,
                       struct result *result) {
  engine->run(task, result);
  assert(is_in_table(engine, task, result));
  result->assumes_valid |= engine->assumes_valid;
  qualify_guarantees(engine, task, result);
  take_parts(task, result);
  if (engine_can_prove(engine, task->program) ||
      (result->verdict == VERDICT_TRUE &&
       !stale_addresses_has(task->program,
                            REUSE_ADDRESSES & ~(engine->knows_reuse | result->has_no_reuse))))
    return;
  drop_proofs(result);
  if (result->verdict == VERDICT_TRUE)
    result_set_unknown(
        result, "no violation if addresses are not reused, and engine %s does not support reuse",
        engine->name);
}

/* What proofs of whole properties mean for their obligations. Such a proof covers the executions in
 * which no thread ended early because of a violation that was not asked for, or is known. */
static void answer_obligations(const struct engine *engine, const struct task *task,
                               struct result *result) {
  property_set proven = result->proven & task->properties;
  if (result->verdict == VERDICT_TRUE)
    proven = task->properties;
  property_set known = known_properties(task->known);
  property_set ending = PROPERTY_BIT(PROPERTY_MEMORY) | program_checks(task->program, true);
  question_set assumes = ending & (~task->properties | known);
  for (size_t i = 0; known && i < task->known->list.count; i++)
    board_violate(result_board(task, result), &task->known->list.items[i], NULL, 0);
  if (known)
    proven &= ~suppressions_properties(task->known->suppressions);
  if (result->assumes_valid)
    assumes |= TAKEN_TO_BE_VALID;
  assumes |= task->rests_on;
  if (proven && engine != &engine_auto)
    board_prove_properties(result_board(task, result), proven, assumes);
  board_sign(result_board(task, result), engine->name);
  if (task->rests_on & ~proven) /* the board says so */
    result->proven = 0;
}

void engine_run(const struct engine *engine, const struct task *asked, struct result *result) {
  struct stale_parts parts = {0};
  struct task task = *asked;
  struct board *own = task.board ? NULL : board_create(task.program);
  task.stale_parts = &parts;
  if (own)
    task.board = own;
  property_set possible = obligations_properties(board_obligations(task.board)) & task.properties;
  if (possible || !task.counts)
    task.properties = possible;
  if (task.properties || task.counts)
    run_engine(engine, &task, result);
  else
    *result = (struct result){.verdict = VERDICT_TRUE};
  answer_obligations(engine, &task, result);
  result->proven |= asked->properties & ~possible;
  board_destroy(own);
}

void result_set_unknown(struct result *result, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  result->verdict = VERDICT_UNKNOWN;
  vsnprintf(result->reason, sizeof result->reason, format, arguments);
  va_end(arguments);
}

void result_add_statistic(struct result *result, const char *name, double value) {
  assert(result->statistic_count < sizeof result->statistics / sizeof result->statistics[0]);
  result->statistics[result->statistic_count++] = (struct statistic){name, value};
}

const char *result_keep_text(struct result *result, const char *text) {
  if (!result->arena)
    result->arena = arena_create();
  return arena_copy_text(result->arena, text);
}

void result_release(struct result *result) {
  schedule_release(&result->schedule);
  if (result->arena)
    arena_destroy(result->arena);
  result->arena = NULL;
  board_destroy(result->board);
  result->board = NULL;
}
