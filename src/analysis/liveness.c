/* SPDX-License-Identifier: Apache-2.0 */
/* Backward data-flow analysis to a fixed point. A setjmp makes
 * every register live that is live after it, for as long as the function runs: longjmp may return
 * there. */
#include "analysis/liveness.h"

#include "base/bits.h"
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

void live_graph_note(uint32_t number, void *context) {
  struct live_graph *graph = context;
  vector_push(&graph->registers, number);
}

/* Adds what must be live before the step to the set of its source. */
static bool flow_back(const struct live_graph *graph, const struct live_step *step, uint64_t *sets,
                      uint64_t *scratch) {
  bits_copy(scratch, sets + step->to * graph->words, graph->words);
  for (uint32_t i = step->writes; i < step->end; i++)
    bits_remove(scratch, graph->registers.items[i]);
  for (uint32_t i = step->reads; i < step->writes; i++)
    bits_add(scratch, graph->registers.items[i]);
  return bits_join(sets + step->from * graph->words, scratch, graph->words);
}

/* After the first round, only steps to places that changed in this round or the last one. */
void live_graph_solve(const struct live_graph *graph, uint64_t *sets) {
  uint32_t *last = memory_allocate_zeroed((graph->place_count + 1) * sizeof *last);
  uint64_t *scratch = bits_create(graph->words);
  uint32_t round = 1;
  for (bool changed = true; changed; round++) {
    changed = false;
    for (size_t i = graph->steps.count; i-- > 0;) {
      const struct live_step *step = &graph->steps.items[i];
      if (round > 1 && last[step->to] + 1 < round)
        continue;
      if (flow_back(graph, step, sets, scratch)) {
        last[step->from] = round;
        changed = true;
      }
    }
  }
  memory_release(scratch);
  memory_release(last);
}

void live_graph_release(struct live_graph *graph) {
  vector_release(&graph->steps);
  vector_release(&graph->registers);
}

struct liveness_flow {
  const struct function *function;
  uint64_t *sets; /* `words` per location */
  size_t words;
};

static void find_sets(const struct liveness_flow *flow) {
  const struct function *function = flow->function;
  struct live_graph graph = {.place_count = function->location_count, .words = flow->words};
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    struct live_step step = {edge->from, edge->to, (uint32_t)graph.registers.count, 0, 0};
    edge_visit_uses(edge, live_graph_note, &graph);
    step.writes = (uint32_t)graph.registers.count;
    edge_visit_definitions(edge, live_graph_note, &graph);
    step.end = (uint32_t)graph.registers.count;
    vector_push(&graph.steps, step);
  }
  live_graph_solve(&graph, flow->sets);
  live_graph_release(&graph);
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
  find_sets(&flow);
  keep_for_long_jumps(&flow);
  store(arena, &flow, out);
  memory_release(flow.sets);
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
