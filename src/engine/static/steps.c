/* SPDX-License-Identifier: Apache-2.0 */
/* What the edges of a program do to a state: one function for each operation, or for several that
 * are alike. What memory does is in static_cells.c, stores.c and blocks.c. */
#include "engine/static/steps.h"

#include <assert.h>

#include "engine/static/deadlocks.h"
#include "engine/static/locks.h"
#include "engine/static/static_cells.h"
#include "program/access.h"

struct step {
  struct analysis *analysis;
  uint32_t node;
  const struct function *function;
  const struct edge *edge;
  struct static_state state;
  struct successors *out;
  bool ends; /* no execution goes on */
};

static estimate value_of(const struct step *step, const struct term *term) {
  return static_state_value(step->analysis, &step->state, term);
}

static void set(struct step *step, uint32_t number, estimate value) {
  static_state_set_register(step->analysis, &step->state, number, value);
}

static estimate numbers(const struct step *step, unsigned width) {
  return estimate_all_numbers(step->analysis->estimates, width);
}

static unsigned width_of(const struct step *step, uint32_t number) {
  return number == NO_REGISTER ? 64 : step->function->registers[number].width;
}

/* A value in a register or cell of another width: what is lost or added are upper bits. */
static estimate resize(const struct step *step, estimate value, unsigned from, unsigned to) {
  struct range range, all = range_full(to);
  if (from == to || value == ESTIMATE_NONE)
    return value;
  if (!estimate_range(step->analysis->estimates, value, &range))
    return to < from ? numbers(step, to) : value;
  if (to > from && range.low < 0) /* zero extension */
    return from < 63 ? estimate_make(step->analysis->estimates, BASE_NUMBER, 0,
                                     (int64_t)(width_mask(from)), 1)
                     : numbers(step, to);
  if (to < from && (range.low < all.low || range.high > all.high))
    return numbers(step, to);
  return value;
}

static struct range size_range(const struct step *step, estimate size) {
  struct range range;
  if (!estimate_range(step->analysis->estimates, size, &range) || range.low < 0)
    return (struct range){0, INT64_MAX};
  return range;
}

static void step_assign(struct step *step) {
  const struct edge *edge = step->edge;
  enum { MOST_VALUES = 64 };
  estimate values[MOST_VALUES];
  uint32_t count = edge->assign.count < MOST_VALUES ? edge->assign.count : MOST_VALUES;
  for (uint32_t i = 0; i < count; i++)
    values[i] = value_of(step, edge->assign.list[i].value);
  for (uint32_t i = 0; i < edge->assign.count; i++)
    set(step, edge->assign.list[i].target,
        i < count ? values[i] : numbers(step, width_of(step, edge->assign.list[i].target)));
}

static void step_check(struct step *step) {
  const struct edge *edge = step->edge;
  struct range range = {0, 1};
  estimate value = value_of(step, edge->check.condition);
  estimate_range(step->analysis->estimates, value, &range);
  if (range.low != 1)
    assess_fail(step->analysis, step->node, edge, edge->check.property);
  if (range.low != 1 && edge->check.property == PROPERTY_DEADLOCK &&
      !step->analysis->threads.joins_may_fail) {
    step->analysis->threads.joins_may_fail = true;
    analysis_wait_for_all(step->analysis);
  }
  /* Obligations are proven for executions up to the first violation. */
  bool is_checked = property_in(edge->check.property, step->analysis->properties) ||
                    edge->check.property == PROPERTY_LOCK;
  if (!is_checked && !edge->check.fatal)
    return;
  step->ends = range.high == 0 || !static_state_assume(step->analysis, &step->state, step->function,
                                                       edge->check.condition, true);
}

static void link_cell(struct step *step, estimate address, uint32_t size, uint32_t number) {
  uint32_t cell, value;
  if (number == NO_REGISTER || width_of(step, number) != size * 8 ||
      !static_state_find_cell(step->analysis, address, size, &cell) ||
      !radix_get(step->state.memory, cell, &value) ||
      value != static_state_register(&step->state, number))
    return;
  step->state.equal = radix_put(step->analysis->arena, step->state.equal, cell, number);
}

/* After an access that is in bounds, the pointer is none that could not be accessed. */
static void learn_address(struct step *step, const struct term *address) {
  if (address->kind != TERM_VARIABLE)
    return;
  estimate value = value_of(step, address);
  estimate rest = estimate_without(step->analysis->estimates, value, BASE_NUMBER);
  if (rest != ESTIMATE_NONE && rest != value)
    step->state.registers =
        radix_put(step->analysis->arena, step->state.registers, (uint32_t)address->value, rest);
}

enum { SHORT = 16 };

static void step_load(struct step *step) {
  const struct edge *edge = step->edge;
  estimate address = value_of(step, edge->load.address);
  estimate value = static_state_load(step->analysis, &step->state, address, edge->load.size);
  if (value == ESTIMATE_NONE) {
    step->ends = true;
    return;
  }
  deadlocks_note_word(step->analysis, step->node, address, value);
  learn_address(step, edge->load.address);
  if (width_of(step, edge->load.target) < edge->load.size * 8) {
    set(step, edge->load.target,
        resize(step, value, edge->load.size * 8, width_of(step, edge->load.target)));
    return;
  }
  /* A value of all zero bytes, or of unknown ones, may come from cells of another size. No address
   * has so few bits as a short number. */
  unsigned width = width_of(step, edge->load.target);
  struct range range, all = range_full(width);
  if (estimate_range(step->analysis->estimates, value, &range)
          ? range.low < all.low || range.high > all.high
          : width <= SHORT)
    value = numbers(step, width);
  set(step, edge->load.target, value);
  link_cell(step, address, edge->load.size, edge->load.target);
}

static void step_store(struct step *step) {
  const struct edge *edge = step->edge;
  estimate address = value_of(step, edge->store.address);
  estimate value = value_of(step, edge->store.value);
  value = resize(step, value, edge->store.value->width, edge->store.size * 8);
  static_state_store(step->analysis, &step->state, address, edge->store.size, value);
  learn_address(step, edge->store.address);
  if (edge->store.value->kind == TERM_VARIABLE)
    link_cell(step, address, edge->store.size, (uint32_t)edge->store.value->value);
}

/* The operator of an update, as a term on two variables. */
static const struct term *update_term(struct step *step) {
  const struct edge *edge = step->edge;
  struct terms *terms = step->analysis->program->terms;
  const struct term *old = term_variable(terms, edge->rmw.operand->width, UINT32_MAX);
  const struct term *operand = term_variable(terms, edge->rmw.operand->width, UINT32_MAX - 1);
  static const int operators[] = {[RMW_ADD] = OP_ADD,
                                  [RMW_SUB] = OP_SUB,
                                  [RMW_AND] = OP_AND,
                                  [RMW_OR] = OP_OR,
                                  [RMW_XOR] = OP_XOR};
  enum rmw_operator op = edge->rmw.op;
  if (op != RMW_ADD && op != RMW_SUB && op != RMW_AND && op != RMW_OR && op != RMW_XOR)
    return NULL;
  return term_apply(terms, (enum operator)operators[op], old, operand, NULL);
}

static void step_rmw(struct step *step) {
  const struct edge *edge = step->edge;
  estimate address = value_of(step, edge->rmw.address);
  estimate old = static_state_load(step->analysis, &step->state, address, edge->rmw.size);
  estimate operand = value_of(step, edge->rmw.operand), fresh;
  const struct term *node = update_term(step);
  if (old == ESTIMATE_NONE) {
    step->ends = true;
    return;
  }
  if (edge->rmw.op == RMW_EXCHANGE)
    fresh = operand;
  else if (node && node->kind == TERM_APPLY)
    fresh = estimate_apply(step->analysis->estimates, node, (estimate[3]){old, operand, 0});
  else
    fresh = numbers(step, edge->rmw.operand->width);
  set(step, edge->rmw.target, old);
  static_state_store(step->analysis, &step->state, address, edge->rmw.size, fresh);
}

static void push(struct step *step, uint32_t node, uint32_t location,
                 const struct static_state *state) {
  if (step->out->count == MOST_SUCCESSORS) {
    analysis_give_up(step->analysis, "too many functions may be called", step->edge);
    return;
  }
  step->out->list[step->out->count++] =
      (struct successor){.node = node, .location = location, .state = *state};
}

/* One that succeeds and one that fails. */
static void step_cas(struct step *step) {
  const struct edge *edge = step->edge;
  struct estimates *estimates = step->analysis->estimates;
  estimate address = value_of(step, edge->cas.address);
  estimate expected = value_of(step, edge->cas.expected);
  estimate old = static_state_load(step->analysis, &step->state, address, edge->cas.size);
  estimate desired = value_of(step, edge->cas.desired);
  estimate found = estimate_meet(estimates, old, expected);
  step->ends = true;
  if (found != ESTIMATE_NONE) {
    struct step success = *step;
    set(&success, edge->cas.old, found);
    set(&success, edge->cas.success, estimate_make(estimates, BASE_NUMBER, 1, 1, 0));
    static_state_store(step->analysis, &success.state, address, edge->cas.size, desired);
    push(step, step->node, edge->to, &success.state);
  }
  bool is_same = estimate_are_equal(estimates, old, expected);
  if (old == ESTIMATE_NONE || is_same)
    return;
  set(step, edge->cas.old, old);
  set(step, edge->cas.success, estimate_make(estimates, BASE_NUMBER, 0, 0, 0));
  push(step, step->node, edge->to, &step->state);
}

static void step_allocate(struct step *step) {
  const struct edge *edge = step->edge;
  struct range size = size_range(step, value_of(step, edge->allocate.size));
  estimate fresh = static_state_allocate(step->analysis, &step->state, edge, size);
  set(step, edge->allocate.target, fresh);
  if (edge->allocate.replaced)
    set(step, edge->allocate.target,
        estimate_join(step->analysis->estimates,
                      static_state_register(&step->state, edge->allocate.target),
                      value_of(step, edge->allocate.replaced)));
}

static void step_free(struct step *step) {
  const struct edge *edge = step->edge;
  estimate address = value_of(step, edge->free.address);
  static_state_free(step->analysis, &step->state, address, edge->free.is_slot);
}

/* The two words that are stored are only for a jump to read. */
static void step_setjmp(struct step *step) {
  const struct edge *edge = step->edge;
  int64_t size = 2 * (int64_t)(step->analysis->program->pointer_width / 8);
  static_state_fill(step->analysis, &step->state, value_of(step, edge->setjmp.buffer),
                    (struct range){size, size}, numbers(step, 64));
  set(step, edge->setjmp.target, estimate_make(step->analysis->estimates, BASE_NUMBER, 0, 0, 0));
}

/* Which blocks an address may be of, and how large they are. */
static void step_block_size(struct step *step) {
  const struct edge *edge = step->edge;
  size_t count;
  estimate address = value_of(step, edge->block_size.address), size = ESTIMATE_NONE;
  const struct estimate_part *parts = estimate_parts(step->analysis->estimates, address, &count);
  struct estimate_part list[MOST_PARTS];
  memcpy(list, parts, count * sizeof *list);
  for (size_t i = 0; i < count; i++) {
    const struct space_object *object = &step->analysis->space.objects.items[list[i].base];
    int64_t least = object->least == INT64_MAX ? 0 : object->least;
    if (edge->block_size.rest)
      size = numbers(step, 64);
    else if (list[i].base > BASE_DEAD)
      size = estimate_join(
          step->analysis->estimates, size,
          estimate_make(step->analysis->estimates, BASE_NUMBER, least, object->most, 1));
  }
  set(step, edge->block_size.target, size == ESTIMATE_NONE ? numbers(step, 64) : size);
}

static void step_copy(struct step *step) {
  const struct edge *edge = step->edge;
  struct range size = size_range(step, value_of(step, edge->copy.size));
  static_state_copy(step->analysis, &step->state, value_of(step, edge->copy.target),
                    value_of(step, edge->copy.source), size);
}

static void step_fill(struct step *step) {
  const struct edge *edge = step->edge;
  struct range size = size_range(step, value_of(step, edge->fill.size)), byte;
  estimate value = value_of(step, edge->fill.byte);
  bool is_zero =
      estimate_range(step->analysis->estimates, value, &byte) && byte.low == 0 && byte.high == 0;
  static_state_fill(step->analysis, &step->state, value_of(step, edge->fill.target), size,
                    is_zero ? value : numbers(step, 64));
}

static void step_alone(struct step *step) { set(step, step->edge->get.target, numbers(step, 1)); }

static void step_query(struct step *step) {
  const struct edge *edge = step->edge;
  struct estimates *estimates = step->analysis->estimates;
  if (edge->op == OPERATION_SELF)
    set(step, edge->get.target, estimate_make(estimates, BASE_SELF, 0, 0, 0));
  else if (edge->op == OPERATION_PRINTING)
    set(step, edge->get.target, estimate_make(estimates, BASE_NUMBER, 0, 0, 0));
  else
    set(step, edge->get.target, numbers(step, width_of(step, edge->get.target)));
}

static void step_section_end(struct step *step) {
  if (step->state.digest.depth)
    step->state.digest.depth--;
  if (!step->state.digest.depth)
    static_state_release(step->analysis, &step->state, 0);
}

/* The accesses of an edge, with the state before it. */
static void assess_accesses(struct step *step) {
  struct edge_access list[MOST_ACCESSES];
  if (!step->analysis->assessment)
    return;
  for (unsigned i = 0, count = edge_accesses(step->edge, list); i < count; i++) {
    struct range size = {list[i].size, list[i].size};
    if (list[i].length)
      size = size_range(step, value_of(step, list[i].length));
    bool is_atomic = access_is_atomic(&list[i]) || step->state.digest.depth > 0;
    struct assessed_access access = {.access = &list[i],
                                     .address = value_of(step, list[i].address),
                                     .size = size,
                                     .is_atomic = is_atomic || !access_races(&list[i])};
    assess_access(step->analysis, step->node, &step->state, step->edge, &access);
  }
}

static void step_nothing(struct step *step) { (void)step; }

static void step_assume(struct step *step) {
  step->ends = !static_state_assume(step->analysis, &step->state, step->function,
                                    step->edge->assume.condition, true);
}

static void step_nondet(struct step *step) {
  uint32_t target = step->edge->nondet.target;
  set(step, target, numbers(step, width_of(step, target)));
}

static void step_call(struct step *step) {
  steps_call(step->analysis, step->node, step->edge, &step->state, step->out);
  step->ends = true;
}

static void step_return(struct step *step) {
  steps_return(step->analysis, step->node, step->edge, &step->state);
  step->ends = true;
}

static void step_spawn(struct step *step) {
  steps_spawn(step->analysis, step->node, step->edge, &step->state);
}

static void step_wait(struct step *step) {
  steps_wait(step->analysis, step->node, step->edge, &step->state, step->out);
  step->ends = true;
}

static void step_longjmp(struct step *step) {
  jumps_take(step->analysis, step->node, step->edge, &step->state, step->out);
  step->ends = true;
}

static void step_section_begin(struct step *step) { step->state.digest.depth++; }

static void step_unsupported(struct step *step) {
  assess_fail(step->analysis, step->node, step->edge, NOT_MODELLED);
  step->ends = true;
}

/* Locks of functions that say so are counted where these are called. */
static void step_hold(struct step *step) {
  const struct edge *edge = step->edge;
  if (edge->hold.taken && !locks_are_inside(step->analysis, step->node))
    lock_names_may_take(step->analysis, &step->state, value_of(step, edge->hold.object));
}

/* The thread or the program ends. */
static void step_end(struct step *step) {
  step->state.digest.depth = 0;
  if (step->edge->op == OPERATION_FINISH)
    deadlocks_note_end(step->analysis, &step->state);
  static_state_release(step->analysis, &step->state, UINT64_MAX);
  assess_fail(step->analysis, step->node, step->edge, PROPERTY_LEAK);
  assess_fail(step->analysis, step->node, step->edge, PROPERTY_MEMCLEANUP);
  step->ends = true;
}

static void (*const steppers[OPERATION_COUNT])(struct step *step) = {
    [OPERATION_SKIP] = step_nothing,
    [OPERATION_FENCE] = step_nothing,
    [OPERATION_HOLD] = step_hold,
    [OPERATION_PRINT] = step_nothing,
    [OPERATION_ASSIGN] = step_assign,
    [OPERATION_ASSUME] = step_assume,
    [OPERATION_CHECK] = step_check,
    [OPERATION_NONDET] = step_nondet,
    [OPERATION_CALL] = step_call,
    [OPERATION_RETURN] = step_return,
    [OPERATION_LOAD] = step_load,
    [OPERATION_STORE] = step_store,
    [OPERATION_RMW] = step_rmw,
    [OPERATION_CAS] = step_cas,
    [OPERATION_ALLOCATE] = step_allocate,
    [OPERATION_FREE] = step_free,
    [OPERATION_BLOCK_SIZE] = step_block_size,
    [OPERATION_COPY] = step_copy,
    [OPERATION_FILL] = step_fill,
    [OPERATION_SPAWN] = step_spawn,
    [OPERATION_ATOMIC_BEGIN] = step_section_begin,
    [OPERATION_ATOMIC_END] = step_section_end,
    [OPERATION_WAIT] = step_wait,
    [OPERATION_SELF] = step_query,
    [OPERATION_PRINTING] = step_query,
    [OPERATION_WATCHING] = step_query,
    [OPERATION_REUSED] = step_query,
    [OPERATION_ALONE] = step_alone,
    [OPERATION_SETJMP] = step_setjmp,
    [OPERATION_LONGJMP] = step_longjmp,
    [OPERATION_UNSUPPORTED] = step_unsupported,
    [OPERATION_FINISH] = step_end,
    [OPERATION_EXIT] = step_end,
};

void steps_take(struct analysis *analysis, uint32_t node, const struct edge *edge,
                const struct static_state *state, struct successors *out) {
  struct step step = {.analysis = analysis,
                      .node = node,
                      .function = analysis->nodes.items[node].function,
                      .edge = edge,
                      .state = *state,
                      .out = out};
  assess_accesses(&step);
  if (edge->op != OPERATION_CALL)
    lock_names_change(analysis, &step.state, node, edge);
  assert(steppers[edge->op] && "an operation without a meaning");
  steppers[edge->op](&step);
  if (!step.ends)
    push(&step, node, edge->to, &step.state);
}
