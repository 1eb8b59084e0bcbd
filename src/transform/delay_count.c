/* SPDX-License-Identifier: Apache-2.0 */
/* Computes the number of iterations as a term, the checks they make, and closed forms of
 * registers. */
#include "transform/delay.h"

#include "analysis/liveness.h"
#include "base/memory.h"
#include "term/walk.h"

/* Brings the condition of the branch into the form d < bound, or, with `is_down`, bound < d;
 * false: it has no such form. */
static bool find_comparison(const struct delay_draft *draft, const struct delay_cycle *cycle,
                            struct delay_count *count, bool *is_down, bool *is_inclusive) {
  const struct term *asked = cycle->stays;
  count->is_unequal = asked->kind == TERM_APPLY && asked->op == OP_NOT &&
                      asked->operands[0]->kind == TERM_APPLY && asked->operands[0]->op == OP_EQ;
  if (count->is_unequal)
    asked = asked->operands[0];
  else if (asked->kind != TERM_APPLY || (asked->op != OP_ULT && asked->op != OP_ULE &&
                                         asked->op != OP_SLT && asked->op != OP_SLE))
    return false;
  *is_inclusive = asked->op == OP_ULE || asked->op == OP_SLE;
  count->is_signed = asked->op == OP_SLT || asked->op == OP_SLE;
  bool is_right = delay_is_fixed(cycle, asked->operands[0]);
  count->looked_at = asked->operands[is_right];
  count->bound = asked->operands[!is_right];
  uint64_t half = (uint64_t)1 << (count->looked_at->width - 1);
  if (!delay_is_fixed(cycle, count->bound) ||
      !delay_is_shifted(count->looked_at, &count->counter, &count->offset) ||
      !delay_find_step(cycle, count->counter, &count->step) || !count->step || count->step == half)
    return false;
  *is_down = count->step > half;
  count->condition = delay_constant(draft, 1, 1);
  if (count->is_unequal)
    return count->step == 1 || count->step == width_mask(count->looked_at->width);
  return *is_down == is_right;
}

static void require(const struct delay_draft *draft, struct delay_count *count,
                    const struct term *condition) {
  count->condition = delay_apply(draft, OP_AND, count->condition, condition);
}

/* How often `looked_at` can take its step before it has passed `bound`. */
bool delay_find_count(const struct delay_draft *draft, const struct delay_cycle *cycle,
                      struct delay_count *count) {
  bool is_down, is_inclusive;
  if (!find_comparison(draft, cycle, count, &is_down, &is_inclusive))
    return false;
  unsigned width = count->looked_at->width;
  uint64_t mask = width_mask(width), half = (uint64_t)1 << (width - 1);
  uint64_t size = is_down ? (0 - count->step) & mask : count->step;
  uint64_t last = is_down ? (count->is_signed ? half : 0) : (count->is_signed ? half - 1 : mask);
  const struct term *one = delay_constant(draft, width, 1);
  count->some = cycle->stays;
  if (is_inclusive) { /* d <= bound is d < bound + 1, if that is a number */
    require(draft, count,
            delay_apply(draft, OP_NOT,
                        delay_apply(draft, OP_EQ, count->bound, delay_constant(draft, width, last)),
                        NULL));
    count->bound = delay_apply(draft, is_down ? OP_SUB : OP_ADD, count->bound, one);
  }
  if (size > 1) { /* the step beyond the bound is to be a number, too */
    const struct term *farthest =
        delay_constant(draft, width, is_down ? last + (size - 1) : last - (size - 1));
    enum operator op = count->is_signed ? OP_SLE : OP_ULE;
    require(draft, count,
            is_down ? delay_apply(draft, op, farthest, count->bound)
                    : delay_apply(draft, op, count->bound, farthest));
  }
  const struct term *way = is_down ? delay_apply(draft, OP_SUB, count->looked_at, count->bound)
                                   : delay_apply(draft, OP_SUB, count->bound, count->looked_at);
  count->rounds = way;
  if (size > 1)
    count->rounds = delay_apply(draft, OP_ADD,
                                delay_apply(draft, OP_UDIV, delay_apply(draft, OP_SUB, way, one),
                                            delay_constant(draft, width, size)),
                                one);
  return true;
}

/* `!sadd_overflows(x, step)`, or the same by subtraction, of a register plus a constant that
 * changes by this very step. */
static bool asks_for_overflow(const struct delay_cycle *cycle, const struct term *check,
                              uint32_t *reg, uint64_t *offset) {
  if (check->kind != TERM_APPLY || check->op != OP_NOT || check->operands[0]->kind != TERM_APPLY)
    return false;
  const struct term *asked = check->operands[0];
  if ((asked->op != OP_SADD_OVERFLOWS && asked->op != OP_SSUB_OVERFLOWS) ||
      !term_is_constant(asked->operands[1]) || !delay_is_shifted(asked->operands[0], reg, offset))
    return false;
  uint64_t mask = width_mask(asked->operands[0]->width), by = asked->operands[1]->value, step;
  if (asked->op == OP_SSUB_OVERFLOWS)
    by = (0 - by) & mask;
  return delay_find_step(cycle, *reg, &step) && step == by && by != (mask >> 1) + 1;
}

/* The values that are checked follow those that the branch looks at, at a constant distance, and
 * do not come before them: so up to the bound none of them is out of range. */
static bool allow_overflow_check(const struct delay_draft *draft, struct delay_count *count,
                                 uint64_t offset) {
  unsigned width = count->looked_at->width;
  uint64_t mask = width_mask(width), half = (uint64_t)1 << (width - 1);
  uint64_t distance = (offset - count->offset) & mask;
  bool is_down = count->step > half, is_behind = is_down ? distance < half : distance > half;
  if ((!count->is_signed && !count->is_unequal) || (distance && !is_behind))
    return false;
  if (count->is_unequal)
    require(draft, count,
            is_down ? delay_apply(draft, OP_SLE, count->bound, count->looked_at)
                    : delay_apply(draft, OP_SLE, count->looked_at, count->bound));
  if (distance)
    require(draft, count,
            delay_apply(draft, OP_NOT,
                        delay_apply(draft, OP_SADD_OVERFLOWS, count->looked_at,
                                    delay_constant(draft, width, distance)),
                        NULL));
  return true;
}

/* Another register than the counter: all its values lie between the first and the last, which is to
 * be in range. */
static bool allow_other_overflow_check(const struct delay_draft *draft,
                                       const struct delay_cycle *cycle, struct delay_count *count,
                                       uint32_t reg, uint64_t offset) {
  unsigned width = count->looked_at->width;
  uint64_t step = 0;
  delay_find_step(cycle, reg, &step);
  if (draft->function->registers[reg].width != width)
    return false;
  const struct term *by = delay_constant(draft, width, step),
                    *zero = delay_constant(draft, width, 0);
  const struct term *first = delay_apply(draft, OP_ADD, term_variable(draft->terms, width, reg),
                                         delay_constant(draft, width, offset));
  const struct term *way = delay_apply(draft, OP_MUL, count->rounds, by);
  const struct term *fits_in =
      delay_apply(draft, OP_AND, delay_apply(draft, OP_SLE, zero, count->rounds),
                  delay_apply(draft, OP_NOT,
                              delay_apply(draft, OP_OR,
                                          delay_apply(draft, OP_SMUL_OVERFLOWS, count->rounds, by),
                                          delay_apply(draft, OP_SADD_OVERFLOWS, first, way)),
                              NULL));
  require(draft, count,
          delay_apply(draft, OP_OR, delay_apply(draft, OP_NOT, count->some, NULL), fits_in));
  return true;
}

bool delay_allow_checks(const struct delay_draft *draft, const struct delay_cycle *cycle,
                        struct delay_count *count) {
  for (size_t i = 0; i < cycle->checks.count; i++) {
    const struct term *check = cycle->checks.items[i];
    uint64_t offset;
    uint32_t reg;
    if (term_is_true(check) || (delay_is_fixed(cycle, check) && i < cycle->checks_before))
      continue;
    if (!asks_for_overflow(cycle, check, &reg, &offset) ||
        !(reg == count->counter ? allow_overflow_check(draft, count, offset)
                                : allow_other_overflow_check(draft, cycle, count, reg, offset)))
      return false;
  }
  return true;
}

/* A register that changes by a constant, after all rounds, if there is one; `less` rounds. */
static const struct term *after_rounds(const struct delay_draft *draft,
                                       const struct delay_cycle *cycle,
                                       const struct delay_count *count, uint32_t reg,
                                       unsigned less) {
  unsigned width = draft->function->registers[reg].width, counted = count->looked_at->width;
  uint64_t step = 0, mask = width_mask(counted);
  delay_find_step(cycle, reg, &step);
  if (reg == count->counter && (count->step == 1 || count->step == mask)) {
    uint64_t back = count->offset + less * count->step;
    return delay_apply(draft, OP_SUB, count->bound, delay_constant(draft, width, back));
  }
  const struct term *rounds =
      delay_apply(draft, OP_SUB, count->rounds, delay_constant(draft, counted, less));
  return delay_apply(draft, OP_ADD, term_variable(draft->terms, width, reg),
                     delay_apply(draft, OP_MUL, term_resize(draft->terms, width, rounds),
                                 delay_constant(draft, width, step)));
}

static bool is_unsteady(const struct term *part, void *context) {
  const struct delay_cycle *cycle = *(const struct delay_cycle **)context;
  uint64_t step;
  return part->kind == TERM_VARIABLE && cycle->values[part->value] &&
         !delay_find_step(cycle, (uint32_t)part->value, &step);
}

/* Do all registers in a term stay as they are, or change by a constant? */
static bool is_steady(const struct delay_cycle *cycle, const struct term *term) {
  return !term_any(term, is_unsteady, &cycle);
}

/* What a register holds at the head when all rounds are over; NULL: that cannot be told.
 * `before_last`: those that change by a constant, before the last round. */
static const struct term *find_last_of(const struct delay_draft *draft,
                                       const struct delay_cycle *cycle,
                                       const struct delay_count *count, uint32_t reg,
                                       const struct term *const *before_last) {
  const struct term *last = NULL;
  uint64_t step;
  if (delay_find_step(cycle, reg, &step))
    last = after_rounds(draft, cycle, count, reg, 0);
  else if (is_steady(cycle, cycle->values[reg]))
    last = delay_substitute(draft, before_last, cycle->values[reg]);
  if (!last || !delay_is_small(last))
    return NULL;
  const struct term *own = term_variable(draft->terms, draft->function->registers[reg].width, reg);
  last = term_apply(draft->terms, OP_ITE, count->some, last, own);
  return delay_is_small(last) ? last : NULL;
}

/* All registers that matter, after all rounds; false: not all can be told. */
bool delay_find_last(const struct delay_draft *draft, const struct delay_cycle *cycle,
                     const struct delay_count *count, struct delay_assignments *list) {
  uint32_t registers = draft->function->register_count;
  const struct term **before_last = memory_allocate_zeroed((registers + 1) * sizeof *before_last);
  bool fine = delay_is_small(count->condition) && delay_is_small(count->rounds);
  uint64_t step;
  for (uint32_t i = 0; i < registers && fine; i++) {
    if (!delay_find_step(cycle, i, &step))
      continue;
    before_last[i] = after_rounds(draft, cycle, count, i, 1);
    fine = delay_is_small(before_last[i]);
  }
  if (!*draft->liveness)
    *draft->liveness = liveness_create(draft->program);
  struct live_registers live = liveness_at(*draft->liveness, draft->function, cycle->head);
  for (uint32_t i = 0; i < live.count && fine; i++) {
    uint32_t reg = live.registers[i];
    if (!cycle->values[reg])
      continue;
    const struct term *last = find_last_of(draft, cycle, count, reg, before_last);
    fine = last != NULL;
    vector_push(list, (struct assignment){reg, last});
  }
  memory_release(before_last);
  return fine;
}
