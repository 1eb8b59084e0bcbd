/* SPDX-License-Identifier: Apache-2.0 */
/* A work list of points in the order of nodes, and inside of them in reverse postorder. States are
 * kept only at stops: where a function begins, where paths meet and at the heads of loops. */
#include "engine/static/solve.h"

#include "analysis/definitions.h"
#include "engine/static/static_cells.h"
#include "engine/static/ways.h"
#include "program/uses.h"

#include <stdlib.h>
#include <string.h>

/* What is known of a function. */
struct outline {
  bool *is_stop;
  const struct loops *loops;
  const struct edge **definitions;
  bool has_setjmp;
};

struct outlines {
  struct outline *list; /* by the function's number; empty until it is asked for */
};

static const struct term *without_not(const struct term *term) {
  while (term->kind == TERM_APPLY && term->op == OP_NOT)
    term = term->operands[0];
  return term;
}

/* Does the edge assign a constant to the register? */
static bool sets_constant(const struct edge *edge, uint32_t number) {
  for (uint32_t i = 0; edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (edge->assign.list[i].target == number)
      return edge->assign.list[i].value->kind == TERM_CONSTANT;
  return false;
}

/* Locations where the ways of `a && b` meet, and part again by the result: it is a constant on one
 * of them. Their states are not joined, so that the result tells what the ways have found out. */
static void find_results(const struct function *function, bool *is_result) {
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct location *to = &function->locations[function->edges[i].to];
    if (!to->edge_count || to->loop_head)
      continue;
    const struct edge *next = &function->edges[to->first_edge];
    const struct term *asked =
        next->op == OPERATION_ASSUME ? without_not(next->assume.condition) : NULL;
    if (asked && asked->kind == TERM_VARIABLE &&
        sets_constant(&function->edges[i], (uint32_t)asked->value))
      is_result[function->edges[i].to] = true;
  }
  for (uint32_t i = 0; i < function->edge_count; i++)
    if (function->edges[i].op == OPERATION_SETJMP) /* jumps lead there as well */
      is_result[function->edges[i].to] = false;
}

static void find_stops(const struct function *function, struct outline *outline) {
  bool *is_result = memory_allocate_zeroed(function->location_count + 1u);
  find_results(function, is_result);
  uint32_t *arrivals = memory_allocate_zeroed(function->location_count * sizeof *arrivals);
  for (uint32_t i = 0; i < function->edge_count; i++) {
    bool is_setjmp = function->edges[i].op == OPERATION_SETJMP;
    arrivals[function->edges[i].to] += is_setjmp ? 2 : 1; /* also by a jump */
    outline->has_setjmp |= is_setjmp;
  }
  for (uint32_t i = 0; i < function->location_count; i++)
    outline->is_stop[i] = (arrivals[i] > 1 && !is_result[i]) || function->locations[i].loop_head ||
                          i == function->entry;
  memory_release(is_result);
  memory_release(arrivals);
}

static const struct outline *outline_of(struct analysis *analysis,
                                        const struct function *function) {
  struct outline *outline = &analysis->outlines->list[function->number];
  if (outline->is_stop)
    return outline;
  outline->is_stop = memory_allocate_zeroed(function->location_count + 1u);
  outline->loops = loops_create(analysis->arena, function);
  outline->definitions = definitions_find(function);
  find_stops(function, outline);
  return outline;
}

const struct edge *const *analysis_definitions(struct analysis *analysis,
                                               const struct function *function) {
  return outline_of(analysis, function)->definitions;
}

const struct loops *analysis_loops(struct analysis *analysis, const struct function *function) {
  return outline_of(analysis, function)->loops;
}

bool analysis_has_setjmp(struct analysis *analysis, const struct function *function) {
  return outline_of(analysis, function)->has_setjmp;
}

bool analysis_is_stop(struct analysis *analysis, const struct function *function,
                      uint32_t location) {
  return outline_of(analysis, function)->is_stop[location];
}

void analysis_give_up(struct analysis *analysis, const char *reason, const struct edge *at) {
  if (analysis->reason)
    return;
  analysis->reason = reason;
  analysis->reason_at = at ? at : analysis->visited.edge;
}

/* The heap of waiting points: the first one has the least rank. */
static uint64_t rank_of(struct analysis *analysis, uint64_t point) {
  uint32_t node = (uint32_t)(point >> 32), location = (uint32_t)point;
  const struct function *function = analysis->nodes.items[node].function;
  return (uint64_t)node << 32 | outline_of(analysis, function)->loops->locations[location].order;
}

static void swap(struct waiting_point *a, struct waiting_point *b) {
  struct waiting_point kept = *a;
  *a = *b;
  *b = kept;
}

void analysis_wait(struct analysis *analysis, uint64_t point) {
  uint64_t is_waiting = 0;
  map_get(&analysis->left.is_waiting, point, &is_waiting);
  if (is_waiting)
    return;
  map_set(&analysis->left.is_waiting, point, 1);
  vector_push(&analysis->left.waiting, (struct waiting_point){rank_of(analysis, point), point});
  struct waiting_point *list = analysis->left.waiting.items;
  for (size_t i = analysis->left.waiting.count - 1; i && list[i].rank < list[(i - 1) / 2].rank;
       i = (i - 1) / 2)
    swap(&list[i], &list[(i - 1) / 2]);
}

static uint64_t take_first(struct analysis *analysis) {
  struct waiting_point *list = analysis->left.waiting.items;
  uint64_t point = list[0].point;
  list[0] = list[--analysis->left.waiting.count];
  for (size_t i = 0, child; (child = 2 * i + 1) < analysis->left.waiting.count; i = child) {
    if (child + 1 < analysis->left.waiting.count && list[child + 1].rank < list[child].rank)
      child++;
    if (list[i].rank <= list[child].rank)
      break;
    swap(&list[i], &list[child]);
  }
  map_set(&analysis->left.is_waiting, point, 0);
  return point;
}

void analysis_wait_for_all(struct analysis *analysis) {
  analysis->grew = true;
  for (uint32_t i = 0; i < analysis->nodes.count; i++)
    for (uint32_t j = 0; j < analysis->nodes.items[i].function->location_count; j++)
      if (analysis->nodes.items[i].at[j])
        analysis_wait(analysis, point_make(i, j));
}

enum { PATIENCE = 3, LONG_PATIENCE = 24 };

/* While states are narrowed: what arrives from the states that are known, without those. */
static void collect(struct analysis *analysis, const struct successor *successor) {
  const struct function *function = analysis->nodes.items[successor->node].function;
  uint32_t at = successor->location, number = successor->node;
  const struct static_state *state =
      arena_copy(analysis->arena, &successor->state, sizeof successor->state);
  const struct static_state **all = analysis->nodes.items[number].narrowed;
  if (!all) /* a new node */
    return;
  all[at] = static_state_join(analysis, all[at], state, function, false);
}

static void arrive(struct analysis *analysis, const struct successor *successor) {
  struct node *node = &analysis->nodes.items[successor->node];
  const struct function *function = node->function;
  if (analysis->visited.narrows)
    collect(analysis, successor);
  uint32_t at = successor->location, visits = ++node->visits[at];
  bool is_widened = visits > (function->locations[at].loop_head ? PATIENCE : LONG_PATIENCE);
  const struct static_state *state =
      arena_copy(analysis->arena, &successor->state, sizeof successor->state);
  const struct static_state *joined =
      static_state_join(analysis, node->at[at], state, function, is_widened);
  node = &analysis->nodes.items[successor->node];
  if (joined == node->at[at])
    return;
  node->at[at] = joined;
  analysis->grew = true;
  analysis_wait(analysis, point_make(successor->node, at));
}

static void tell_listener(const struct analysis *analysis, const struct successor *at) {
  struct state_listener *listener = analysis->assessment ? analysis->assessment->listener : NULL;
  if (listener)
    listener->notice(listener, at->node, at->location, &at->state);
}

/* Follows the edges from a stop to the next stops. */
static void visit(struct analysis *analysis, uint64_t point) {
  VECTOR(struct successor) stack = {0};
  uint32_t number = (uint32_t)(point >> 32);
  analysis->visited.point = point;
  analysis->visited.node = number;
  const struct static_state *begin = analysis->nodes.items[number].at[(uint32_t)point];
  if (!begin)
    return;
  analysis->visited.ways.count = 0;
  vector_push(&stack, (struct successor){number, (uint32_t)point, *begin, 0});
  while (stack.count && !analysis->reason) {
    struct successor from = vector_pop(&stack);
    const struct function *function = analysis->nodes.items[number].function;
    const struct location *location = &function->locations[from.location];
    tell_listener(analysis, &from);
    for (uint32_t i = 0; i < location->edge_count && !analysis->reason; i++) {
      struct successors out;
      out.count = 0;
      analysis->visited.edge = &function->edges[location->first_edge + i];
      analysis->visited.way = from.way;
      steps_take(analysis, number, analysis->visited.edge, &from.state, &out);
      analysis->visited.way = 0;
      for (size_t j = 0; j < out.count; j++) {
        struct successor *next = &out.list[j];
        next->node =
            turns_place(analysis, next->node, analysis->visited.edge, next->location, &next->state);
        if (next->node != number || outline_of(analysis, function)->is_stop[next->location])
          arrive(analysis, next);
        else {
          next->way = ways_add(analysis, analysis->visited.edge, from.way);
          vector_push(&stack, *next);
        }
      }
      analysis->steps++;
    }
  }
  vector_release(&stack);
}

static bool is_over(struct analysis *analysis) {
  const char *limit;
  if (limits_check(analysis->limits, &limit) == STATUS_OK)
    return false;
  analysis_give_up(analysis, limit, NULL);
  analysis->reason_at = NULL; /* it is about no place */
  return true;
}

/* Visits every state that is kept. Has nothing changed? */
static bool visit_all(struct analysis *analysis) {
  analysis->grew = false;
  for (uint32_t i = 0; i < analysis->nodes.count && !analysis->reason; i++)
    for (uint32_t j = 0; j < analysis->nodes.items[i].function->location_count; j++)
      if (analysis->nodes.items[i].at[j] && !analysis->reason)
        visit(analysis, point_make(i, j));
  return !analysis->grew && !analysis->left.waiting.count;
}

/* Some changes wake no point that depends on them: a cell that an object gets late, sizes and flags
 * of objects. So all points are visited again until nothing changes. */
static void settle(struct analysis *analysis) {
  enum { MOST_ROUNDS = 32 };
  unsigned rounds = 0;
  do
    while (analysis->left.waiting.count && !analysis->reason && !is_over(analysis))
      visit(analysis, take_first(analysis));
  while (!analysis->reason && ++rounds <= MOST_ROUNDS && !visit_all(analysis));
}

/* States above a fixed point may be too large, as widening goes on to the next threshold. So what
 * really arrives takes their place, and all points are visited again until nothing grows. */
static void narrow_all(struct analysis *analysis) {
  vector_each (node, &analysis->nodes)
    node->narrowed =
        arena_allocate(analysis->arena, node->function->location_count * sizeof *node->narrowed);
  analysis->visited.narrows = true;
  visit_all(analysis);
  analysis->visited.narrows = false;
  vector_each (node, &analysis->nodes) {
    for (uint32_t i = 0; node->narrowed && i < node->function->location_count; i++)
      if (node->at[i] && node->narrowed[i])
        node->at[i] = node->narrowed[i];
    node->narrowed = NULL;
  }
  analysis_wait_for_all(analysis);
}

enum { NARROWINGS = 2 };

void solve_run(struct analysis *analysis) {
  struct node root = {.function = analysis->program->start, .parent = NO_NODE};
  vector_push(&analysis->nodes, root);
  struct node *start = &analysis->nodes.items[0];
  start->at = arena_allocate(analysis->arena, root.function->location_count * sizeof *start->at);
  start->visits =
      arena_allocate(analysis->arena, root.function->location_count * sizeof *start->visits);
  vector_push(&analysis->classes, (struct thread_class){.creator = NO_NODE});
  struct static_state empty = {0};
  steps_enter(analysis, 0, &empty);
  settle(analysis);
  for (unsigned i = 0; i < NARROWINGS && !analysis->reason; i++) {
    narrow_all(analysis);
    settle(analysis);
  }
}

bool solve_check(struct analysis *analysis, struct assessment *assessment) {
  analysis->assessment = assessment;
  bool is_fixed = visit_all(analysis);
  analysis->assessment = NULL;
  return !analysis->reason && is_fixed;
}

bool analysis_runs_beside_main(const struct analysis *analysis, uint64_t running, uint64_t created,
                               uint32_t class) {
  uint32_t top = class;
  while (analysis->classes.items[top].creator != NO_NODE &&
         analysis->nodes.items[analysis->classes.items[top].creator].class != 0)
    top = analysis->nodes.items[analysis->classes.items[top].creator].class;
  return top == class ? running >> class & 1 : created >> top & 1;
}

static bool may_be_same(void *context, uint32_t a, uint32_t b) {
  const struct analysis *analysis = context;
  const struct space_object *first = &analysis->space.objects.items[a];
  const struct space_object *second = &analysis->space.objects.items[b];
  bool are_fixed = (first->kind == SPACE_GLOBAL || first->kind == SPACE_FUNCTION) ||
                   (second->kind == SPACE_GLOBAL || second->kind == SPACE_FUNCTION);
  return !are_fixed;
}

static bool is_single(void *context, uint32_t base) {
  return static_cells_is_single(context, base);
}

/* The record of a thread is where its addresses begin (program/address.h). */
static bool is_aligned(void *context, uint32_t base) {
  const struct analysis *analysis = context;
  return base == BASE_SELF || analysis->space.objects.items[base].kind == SPACE_RECORD;
}

static void add_thresholds(const struct term *term, void *context) {
  thresholds_add(context, term);
}

void solve_init(struct analysis *analysis, const struct program *program,
                const struct limits *limits) {
  *analysis = (struct analysis){.program = program,
                                .limits = limits,
                                .sharing = sharing_create(program),
                                .arena = arena_create()};
  analysis->estimates =
      estimates_create((struct base_facts){may_be_same, is_single, is_aligned, analysis});
  analysis->outlines = memory_allocate_zeroed(sizeof *analysis->outlines);
  analysis->outlines->list =
      memory_allocate_zeroed((program->function_count + 1u) * sizeof *analysis->outlines->list);
  analysis->locks.holdings = interner_create();
  space_init(&analysis->space, program);
  for (uint32_t i = 0; i < program->function_count; i++)
    for (uint32_t j = 0;
         !program->functions[i]->is_library && j < program->functions[i]->edge_count; j++)
      edge_visit_terms(&program->functions[i]->edges[j], add_thresholds, &analysis->thresholds);
}

void solve_release(struct analysis *analysis) {
  for (uint32_t i = 0; i < analysis->program->function_count; i++) {
    memory_release(analysis->outlines->list[i].is_stop);
    memory_release(analysis->outlines->list[i].definitions);
  }
  memory_release(analysis->outlines->list);
  memory_release(analysis->outlines);
  vector_release_members(&analysis->shared, readers);
  vector_each (node, &analysis->nodes) {
    vector_release(&node->callers);
    vector_release(&node->turns);
  }
  vector_release(&analysis->nodes);
  vector_release(&analysis->classes);
  vector_release(&analysis->locks.list);
  interner_destroy(analysis->locks.holdings);
  vector_release(&analysis->starters);
  vector_release(&analysis->jumpers);
  vector_release(&analysis->left.waiting);
  vector_release(&analysis->visited.ways);
  map_release(&analysis->known.children);
  map_release(&analysis->known.turns);
  map_release(&analysis->dependences);
  map_release(&analysis->left.is_waiting);
  thresholds_release(&analysis->thresholds);
  space_release(&analysis->space);
  estimates_destroy(analysis->estimates);
  sharing_destroy(analysis->sharing);
  arena_destroy(analysis->arena);
}
