/* The table of engines and what they share. */
#include "engine/engine.h"

#include "engine/explicit/explicit.h"
#include "engine/order/order.h"
#include "engine/reference/reference.h"

#include <assert.h>
#include <string.h>

const struct engine *const engines[] = {&engine_reference, &engine_explicit, &engine_order, NULL};

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

void result_release(struct result *result) { schedule_release(&result->schedule); }
