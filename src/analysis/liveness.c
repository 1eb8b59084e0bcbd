/* SPDX-License-Identifier: Apache-2.0 */
/* Backward data-flow analysis over the automaton of each function, to a fixed point. A setjmp makes
 * every register live that is live behind it, for as long as the function runs: longjmp may return
 * there. */
#include "analysis/liveness.h"

#include "base/memory.h"
#include "base/vector.h"
#include "program/uses.h"

#include <string.h>

struct function_liveness {
  uint32_t *first; /* per location: where its registers start in `registers`; one more at the end */
  uint32_t *registers;
};

struct liveness {
  struct arena *arena;
  struct function_liveness *functions;
};

struct liveness_flow {
  const struct function *function;
  uint64_t *sets; /* `words` per location */
  size_t words;
  uint64_t *scratch;
};

static void add_use(uint32_t number, void *context) {
  uint64_t *set = context;
  set[number / 64] |= (uint64_t)1 << (number % 64);
}

static void remove_definition(uint32_t number, void *context) {
  uint64_t *set = context;
  set[number / 64] &= ~((uint64_t)1 << (number % 64));
}

/* Adds what must be live before the edge to the set of its source. */
static bool flow_back(struct liveness_flow *flow, const struct edge *edge) {
  uint64_t *before = flow->sets + edge->from * flow->words;
  memcpy(flow->scratch, flow->sets + edge->to * flow->words, flow->words * sizeof(uint64_t));
  edge_visit_definitions(edge, remove_definition, flow->scratch);
  edge_visit_uses(edge, add_use, flow->scratch);
  bool changed = false;
  for (size_t i = 0; i < flow->words; i++) {
    changed |= (flow->scratch[i] & ~before[i]) != 0;
    before[i] |= flow->scratch[i];
  }
  return changed;
}

/* After the first round, only edges to locations that changed in this round or the last one. */
static void iterate(struct liveness_flow *flow) {
  const struct function *function = flow->function;
  uint32_t *last = memory_allocate_zeroed((function->location_count + 1) * sizeof *last);
  uint32_t round = 1;
  for (bool changed = true; changed; round++) {
    changed = false;
    for (uint32_t i = function->edge_count; i-- > 0;) {
      const struct edge *edge = &function->edges[i];
      if (round > 1 && last[edge->to] + 1 < round)
        continue;
      if (flow_back(flow, edge)) {
        last[edge->from] = round;
        changed = true;
      }
    }
  }
  memory_release(last);
}

static void keep_for_long_jumps(struct liveness_flow *flow) {
  const struct function *function = flow->function;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    if (function->edges[i].op != OPERATION_SETJMP)
      continue;
    for (uint32_t location = 0; location < function->location_count; location++)
      for (size_t word = 0; word < flow->words; word++)
        flow->sets[location * flow->words + word] |=
            flow->sets[function->edges[i].to * flow->words + word];
  }
}

static void store(struct arena *arena, const struct liveness_flow *flow,
                  struct function_liveness *out) {
  const struct function *function = flow->function;
  VECTOR(uint32_t) list = {0};
  out->first = arena_allocate(arena, (function->location_count + 1) * sizeof *out->first);
  for (uint32_t location = 0; location < function->location_count; location++) {
    out->first[location] = (uint32_t)list.count;
    for (uint32_t word = 0; word < flow->words; word++)
      for (uint64_t left = flow->sets[location * flow->words + word]; left; left &= left - 1)
        vector_push(&list, word * 64 + (uint32_t)__builtin_ctzll(left));
  }
  out->first[function->location_count] = (uint32_t)list.count;
  out->registers = arena_copy(arena, list.items, list.count * sizeof *list.items);
  vector_release(&list);
}

static void analyse(struct arena *arena, const struct function *function,
                    struct function_liveness *out) {
  struct liveness_flow flow = {.function = function, .words = (function->register_count + 63) / 64};
  if (!flow.words)
    flow.words = 1;
  flow.sets = memory_allocate_zeroed(function->location_count * flow.words * sizeof(uint64_t));
  flow.scratch = memory_allocate(flow.words * sizeof(uint64_t));
  iterate(&flow);
  keep_for_long_jumps(&flow);
  store(arena, &flow, out);
  memory_release(flow.sets);
  memory_release(flow.scratch);
}

struct liveness *liveness_create(const struct program *program) {
  struct liveness *liveness = memory_allocate_zeroed(sizeof *liveness);
  liveness->arena = arena_create();
  liveness->functions =
      arena_allocate(liveness->arena, program->function_count * sizeof *liveness->functions);
  for (uint32_t i = 0; i < program->function_count; i++)
    if (program->functions[i]->locations)
      analyse(liveness->arena, program->functions[i], &liveness->functions[i]);
  return liveness;
}

void liveness_destroy(struct liveness *liveness) {
  if (!liveness)
    return;
  arena_destroy(liveness->arena);
  memory_release(liveness);
}

struct live_registers liveness_at(const struct liveness *liveness, const struct function *function,
                                  uint32_t location) {
  const struct function_liveness *of = &liveness->functions[function->number];
  return (struct live_registers){of->registers + of->first[location],
                                 of->first[location + 1] - of->first[location]};
}
