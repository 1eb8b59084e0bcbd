/* SPDX-License-Identifier: Apache-2.0 */
/* The table of engines and their common functions. */
#include "engine/engine.h"

#include "analysis/reuse.h"
#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct engine *const engines[] = {
    &engine_auto,   &engine_explicit,  &engine_graph, &engine_modular,  &engine_lockset,
    &engine_impact, &engine_order,     &engine_lazy,  &engine_schedule, &engine_widen,
    &engine_random, &engine_reference, NULL};

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
  return !stale_addresses_has(program,
                              (REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS) & ~engine->knows_reuse);
}

/* Says of the guarantees what the engine does not know. */
static void qualify(const struct engine *engine, const struct task *task, struct result *result) {
  bool knows_all =
      engine_can_prove(engine, task->program) && !stale_addresses_has_part(task->program);
  for (size_t i = 0; i < result->partial.guarantee_count; i++)
    result->partial.guarantees[i].needs_fresh_addresses |= !knows_all;
}

void engine_report(const struct engine *engine, const struct task *task, struct result *result) {
  qualify(engine, task, result);
  if (task->listener)
    task->listener->hear(task->listener, &result->partial);
}

/* What was noticed while the program was executed. */
static void take_parts(const struct program *program, struct result *result) {
  if (!stale_addresses_has_part(program))
    return;
  result->parts = program->reuse->parts;
  result->proven = 0;
  if (result->verdict == VERDICT_FALSE)
    return;
  struct text place = {0};
  program_print_position(&place, program, program->reuse->part_edge->at);
  result_set_unknown(result, "part of an address is accessed%s%s, so that addresses must be reused",
                     place.length ? " at " : "", text_get(&place));
  text_release(&place);
}

void engine_run(const struct engine *engine, const struct task *task, struct result *result) {
  stale_addresses_forget_parts(task->program);
  engine->run(task, result);
  result->assumes_valid |= engine->assumes_valid;
  qualify(engine, task, result);
  take_parts(task->program, result);
  if (engine_can_prove(engine, task->program) ||
      (result->verdict == VERDICT_TRUE &&
       !stale_addresses_has(task->program, (REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS) &
                                               ~(engine->knows_reuse | result->has_no_reuse))))
    return;
  result->proven = 0;
  if (result->verdict == VERDICT_TRUE)
    result_set_unknown(
        result, "no violation if addresses are not reused, and engine %s does not support reuse",
        engine->name);
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
}
