/* SPDX-License-Identifier: Apache-2.0 */
/* Backward data-flow analysis over the automaton of each function, to a fixed point. A setjmp makes
 * every register live that is live after it, for as long as the function runs: longjmp may return
 * there. */
#include "analysis/liveness.h"

#include "base/bits.h"
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

static void add_use(uint32_t number, void *context) { bits_add(context, number); }

static void remove_definition(uint32_t number, void *context) { bits_remove(context, number); }

/* Adds what must be live before the edge to the set of its source. */
static bool flow_back(struct liveness_flow *flow, const struct edge *edge) {
  uint64_t *before = flow->sets + edge->from * flow->words;
  bits_copy(flow->scratch, flow->sets + edge->to * flow->words, flow->words);
  edge_visit_definitions(edge, remove_definition, flow->scratch);
  edge_visit_uses(edge, add_use, flow->scratch);
  return bits_join(before, flow->scratch, flow->words);
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
      bits_join(flow->sets + location * flow->words,
                flow->sets + function->edges[i].to * flow->words, flow->words);
  }
}

static void store(struct arena *arena, const struct liveness_flow *flow,
                  struct function_liveness *out) {
  const struct function *function = flow->function;
  VECTOR(uint32_t) list = {0};
  out->first = arena_allocate(arena, (function->location_count + 1) * sizeof *out->first);
  for (uint32_t location = 0; location < function->location_count; location++) {
    out->first[location] = (uint32_t)list.count;
    bits_each (number, flow->sets + location * flow->words, flow->words)
      vector_push(&list, (uint32_t)number);
  }
  out->first[function->location_count] = (uint32_t)list.count;
  out->registers = arena_copy(arena, list.items, list.count * sizeof *list.items);
  vector_release(&list);
}

static void analyse(struct arena *arena, const struct function *function,
                    struct function_liveness *out) {
  struct liveness_flow flow = {.function = function, .words = bits_words(function->register_count)};
  flow.sets = bits_create(function->location_count * flow.words);
  flow.scratch = bits_create(flow.words);
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
