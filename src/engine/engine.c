/* The table of engines and what they share. */
#include "engine/engine.h"

#include "engine/auto/auto.h"
#include "engine/context/lazy.h"
#include "engine/context/schedule.h"
#include "engine/context/widen.h"
#include "engine/explicit/explicit.h"
#include "engine/impact/impact.h"
#include "engine/modular/modular.h"
#include "engine/order/order.h"
#include "engine/reference/reference.h"

#include <assert.h>
#include <string.h>

const struct engine *const engines[] = {
    &engine_auto, &engine_explicit, &engine_modular, &engine_impact,    &engine_order,
    &engine_lazy, &engine_schedule, &engine_widen,   &engine_reference, NULL};

const struct engine *engine_find(const char *name) {
  for (size_t i = 0; engines[i]; i++)
    if (strcmp(engines[i]->name, name) == 0)
      return engines[i];
  return NULL;
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
