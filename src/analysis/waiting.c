/* SPDX-License-Identifier: Apache-2.0 */
/* A loop may wait if a path from its head back to it has no edge that certainly changes what other
 * threads see, and if on this path the registers that are live at the head may get values that they
 * had before. Both are forward data-flow analyses within the loop. A path through a call counts if
 * there is one through the callee.
 *
 * A sum of something that the loop changes is taken for a new value in every iteration, unless what
 * is added comes from memory or from a call and so may be zero; a constant, a value from memory or
 * from a call may be an old one. Old values are followed through copies: a
 * phi node after `continue` assigns a register to itself by way of another one. */
#include "analysis/waiting.h"

#include "analysis/loops.h"
#include "base/vector.h"
#include "program/access.h"
#include "program/paths.h"
#include "program/uses.h"
#include "term/walk.h"

#include <string.h>

enum { MOST_CHANGING = 64 };

enum effect { NOT_KNOWN, BEING_LOOKED_AT, MAY_CHANGE_NOTHING, CHANGES_SOMETHING };

struct waiting {
  struct arena *arena;
  bool **heads;         /* per function and location; NULL: not lowered */
  enum effect *effects; /* of functions */
};

#define NOT_ASSIGNED UINT32_MAX

/* The flow within one loop. The old values that matter are those of registers that are live at the
 * head and assigned in the loop: the changing ones, a bit each. */
struct waiting_flow {
  const struct function *function;
  uint32_t head;
  VECTOR(const struct edge *) edges; /* of the loop */
  uint32_t *columns;                 /* per register: NOT_ASSIGNED, or its column in `olds` */
  uint32_t column_count;
  uint32_t changing[MOST_CHANGING]; /* their columns */
  uint32_t changing_count;
  uint32_t *rows; /* per location of the loop, in `olds` */
  uint32_t row_count;
  bool *reached;  /* per row */
  uint64_t *olds; /* per row and column: the registers whose value at the loop head this register
                     may hold */
};

static bool is_in_object(const struct term *part, void *context) {
  const struct program *program = *(const struct program **)context;
  return term_is_constant(part) && program_find_object(program, part->value);
}

static bool holds_object(const struct program *program, const struct term *term) {
  return term_any(term, is_in_object, &program);
}

static bool is_nonzero(const struct term *term) { return term_is_constant(term) && term->value; }

static enum effect effect_of(struct waiting *waiting, const struct program *program,
                             const struct function *function);

/* Does the edge change something in every execution that takes it? Writes through pointers may be
 * to local variables that get the same value in every round. */
static bool surely_changes(struct waiting *waiting, const struct program *program,
                           const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  if (edge->op == OPERATION_CALL)
    return edge->call.callee && effect_of(waiting, program, edge->call.callee) == CHANGES_SOMETHING;
  if (edge->op == OPERATION_ALLOCATE)
    return edge->allocate.heap;
  if (edge->op == OPERATION_RMW)
    return (edge->rmw.op == RMW_ADD || edge->rmw.op == RMW_SUB || edge->rmw.op == RMW_XOR) &&
           is_nonzero(edge->rmw.operand);
  for (unsigned i = edge_accesses(edge, list); i-- > 0;)
    if (list[i].kind == EDGE_END ||
        (list[i].kind == EDGE_WRITE && holds_object(program, list[i].address)))
      return true;
  return edge->op != OPERATION_WAIT && operation_is(edge->op, IS_LAST | IS_CONTROL);
}

struct effect_search {
  struct waiting *waiting;
  const struct program *program;
};

static bool may_keep(const struct edge *edge, void *context) {
  const struct effect_search *search = context;
  return edge->op != OPERATION_RETURN && !surely_changes(search->waiting, search->program, edge);
}

/* Can the function return? A recursive call adds no way to return. */
static enum effect effect_of(struct waiting *waiting, const struct program *program,
                             const struct function *function) {
  enum effect *effect = &waiting->effects[function->number];
  if (*effect == BEING_LOOKED_AT)
    return CHANGES_SOMETHING;
  if (*effect != NOT_KNOWN)
    return *effect;
  *effect = BEING_LOOKED_AT;
  enum effect found = function->locations ? CHANGES_SOMETHING : MAY_CHANGE_NOTHING;
  if (function->locations) {
    struct effect_search search = {waiting, program};
    bool *reached = paths_from(function, function->entry, may_keep, &search);
    for (uint32_t i = 0; i < function->edge_count; i++)
      if (function->edges[i].op == OPERATION_RETURN && reached[function->edges[i].from])
        found = MAY_CHANGE_NOTHING;
    memory_release(reached);
  }
  return *effect = found;
}

static uint64_t *olds_at(const struct waiting_flow *flow, uint32_t location) {
  return flow->olds + (size_t)flow->rows[location] * flow->column_count;
}

static void add_column(uint32_t number, void *context) {
  struct waiting_flow *flow = context;
  if (flow->columns[number] == NOT_ASSIGNED)
    flow->columns[number] = flow->column_count++;
}

static void collect_edges(struct waiting_flow *flow, const struct loops *loops) {
  const struct function *function = flow->function;
  for (uint32_t i = 0; i < function->location_count; i++)
    if (loops_contain(loops, flow->head, i))
      flow->rows[i] = flow->row_count++;
  for (uint32_t i = 0; i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (!loops_contain(loops, flow->head, edge->from) ||
        !loops_contain(loops, flow->head, edge->to))
      continue;
    vector_push(&flow->edges, edge);
    edge_visit_definitions(edge, add_column, flow);
  }
}

/* Finds the registers that change. False: there are too many. */
static bool find_changing(struct waiting_flow *flow, struct live_registers live) {
  for (uint32_t i = 0; i < live.count; i++) {
    uint32_t column = flow->columns[live.registers[i]];
    if (column == NOT_ASSIGNED)
      continue;
    if (flow->changing_count == MOST_CHANGING)
      return false;
    flow->changing[flow->changing_count++] = column;
  }
  return true;
}

struct effect_of_edge {
  const struct waiting_flow *flow;
  uint64_t *after;
};

/* A value from memory or from a call may be the old one. */
static void define(uint32_t number, void *context) {
  const struct effect_of_edge *effect = context;
  effect->after[effect->flow->columns[number]] = UINT64_MAX;
}

/* Is the value a sum of something that the loop changes? Then it is a new one in every iteration,
 * unlike one that is computed in another way, such as modulo a number. */
static bool is_counted(const struct waiting_flow *flow, const struct term *value) {
  if (value->kind == TERM_VARIABLE)
    return flow->columns[value->value] != NOT_ASSIGNED;
  if (value->kind != TERM_APPLY)
    return false;
  for (unsigned i = 0; i < value->arity; i++)
    if ((value->op == OP_ADD || value->op == OP_SUB || value->op == OP_ZEXT ||
         value->op == OP_SEXT) &&
        is_counted(flow, value->operands[i]))
      return true;
  return false;
}

/* The column of a register that the loop assigns, also if it is extended; else NOT_ASSIGNED. */
static uint32_t column_of(const struct waiting_flow *flow, const struct term *value) {
  while (value->kind == TERM_APPLY && (value->op == OP_ZEXT || value->op == OP_SEXT))
    value = value->operands[0];
  return value->kind == TERM_VARIABLE ? flow->columns[value->value] : NOT_ASSIGNED;
}

/* Whose old values a sum may have: something from memory or from a call may be added, and be 0. */
static uint64_t olds_of_sum(const struct waiting_flow *flow, const uint64_t *before,
                            const struct term *value) {
  if (value->kind != TERM_APPLY || (value->op != OP_ADD && value->op != OP_SUB))
    return 0;
  uint32_t first = column_of(flow, value->operands[0]),
           second = column_of(flow, value->operands[1]);
  if (first == NOT_ASSIGNED || second == NOT_ASSIGNED)
    return 0;
  if (before[second] == UINT64_MAX)
    return before[first];
  return value->op == OP_ADD && before[first] == UINT64_MAX ? before[second] : 0;
}

/* What the registers may hold after the edge. */
static void apply_edge(const struct waiting_flow *flow, const struct edge *edge, uint64_t *after) {
  const uint64_t *before = olds_at(flow, edge->from);
  memcpy(after, before, flow->column_count * sizeof *after);
  struct effect_of_edge effect = {flow, after};
  edge_visit_definitions(edge, define, &effect);
  for (uint32_t i = 0; edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++) {
    const struct term *value = edge->assign.list[i].value;
    uint64_t *target = &after[flow->columns[edge->assign.list[i].target]];
    if (value->kind == TERM_VARIABLE && flow->columns[value->value] != NOT_ASSIGNED)
      *target = before[flow->columns[value->value]];
    else if (is_counted(flow, value))
      *target = olds_of_sum(flow, before, value);
  }
}

static bool has_old_values(const struct waiting_flow *flow, const uint64_t *olds) {
  for (uint32_t i = 0; i < flow->changing_count && i < MOST_CHANGING; i++)
    if (!(olds[flow->changing[i]] >> i & 1))
      return false;
  return true;
}

static bool join(const struct waiting_flow *flow, uint32_t location, const uint64_t *olds) {
  uint64_t *known = olds_at(flow, location);
  bool changed = !flow->reached[flow->rows[location]];
  flow->reached[flow->rows[location]] = true;
  for (uint32_t i = 0; i < flow->column_count; i++) {
    changed |= (olds[i] & ~known[i]) != 0;
    known[i] |= olds[i];
  }
  return changed;
}

/* Does a round come back as it went? The head itself keeps what held at the start of the round. */
static bool comes_back(struct waiting *waiting, const struct program *program,
                       struct waiting_flow *flow) {
  uint64_t *after = memory_allocate((flow->column_count + 1) * sizeof *after);
  bool found = false;
  flow->reached[flow->rows[flow->head]] = true;
  for (uint32_t i = 0; i < flow->changing_count; i++)
    olds_at(flow, flow->head)[flow->changing[i]] = (uint64_t)1 << i;
  for (bool changed = true; changed && !found;) {
    changed = false;
    for (size_t i = 0; i < flow->edges.count; i++) {
      const struct edge *edge = flow->edges.items[i];
      if (!flow->reached[flow->rows[edge->from]] || surely_changes(waiting, program, edge))
        continue;
      apply_edge(flow, edge, after);
      if (edge->to == flow->head)
        found |= has_old_values(flow, after);
      else
        changed |= join(flow, edge->to, after);
    }
  }
  memory_release(after);
  return found;
}

static bool may_wait(struct waiting *waiting, const struct program *program,
                     const struct loops *loops, struct live_registers live, uint32_t head) {
  const struct function *function = loops->function;
  struct waiting_flow flow = {.function = function, .head = head};
  size_t registers = function->register_count * sizeof *flow.columns;
  flow.rows = memory_allocate(function->location_count * sizeof *flow.rows);
  flow.columns = memory_allocate(registers + 1);
  memset(flow.columns, 0xff, registers);
  collect_edges(&flow, loops);
  /* A head has no loop any more if a pass has removed the branch that led back. */
  bool result = flow.edges.count && find_changing(&flow, live);
  if (result) {
    flow.reached = memory_allocate_zeroed(flow.row_count + 1);
    flow.olds =
        memory_allocate_zeroed((size_t)flow.row_count * flow.column_count * sizeof *flow.olds + 1);
    result = comes_back(waiting, program, &flow);
    memory_release(flow.reached);
    memory_release(flow.olds);
  }
  memory_release(flow.rows);
  memory_release(flow.columns);
  vector_release(&flow.edges);
  return result;
}

struct waiting *waiting_create(const struct program *program, const struct liveness *liveness) {
  struct waiting *waiting = memory_allocate_zeroed(sizeof *waiting);
  waiting->arena = arena_create();
  uint32_t count = program->function_count;
  waiting->heads = arena_allocate(waiting->arena, count * sizeof *waiting->heads);
  waiting->effects = arena_allocate(waiting->arena, count * sizeof *waiting->effects);
  struct arena *scratch = arena_create();
  for (uint32_t i = 0; i < count; i++) {
    const struct function *function = program->functions[i];
    if (!function->locations)
      continue;
    waiting->heads[i] =
        arena_allocate(waiting->arena, function->location_count * sizeof *waiting->heads[i]);
    struct loops *loops = NULL;
    for (uint32_t head = 0; head < function->location_count; head++) {
      if (!function->locations[head].loop_head)
        continue;
      if (!loops)
        loops = loops_create(scratch, function);
      waiting->heads[i][head] =
          !loops->too_deep &&
          may_wait(waiting, program, loops, liveness_at(liveness, function, head), head);
    }
  }
  arena_destroy(scratch);
  return waiting;
}

void waiting_destroy(struct waiting *waiting) {
  if (!waiting)
    return;
  arena_destroy(waiting->arena);
  memory_release(waiting);
}

bool waiting_at(const struct waiting *waiting, const struct function *function, uint32_t head) {
  return waiting->heads[function->number] && waiting->heads[function->number][head];
}
