/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of AArch64, one row each. Those on memory are in assembly_arm_memory.c. */
#include "frontend/assembly.h"

#include <string.h>

/* A condition and its negation, in pairs. */
static const char *const condition_names[][2] = {
    {"eq"}, {"ne"}, {"cs", "hs"}, {"cc", "lo"}, {"mi"}, {"pl"}, {"vs"}, {"vc"},
    {"hi"}, {"ls"}, {"ge"},       {"lt"},       {"gt"}, {"le"}, {"al"}};

int arm_find_condition(const char *name, size_t length) {
  for (int i = 0; i < 15; i++)
    for (int k = 0; k < 2 && condition_names[i][k]; k++)
      if (strlen(condition_names[i][k]) == length && !memcmp(condition_names[i][k], name, length))
        return i;
  return -1;
}

const struct term *arm_condition(struct assembly *in, int condition) {
  struct builder *b = in->b;
  const struct term *result = NULL, *differ;
  switch (condition / 2) {
  case 0:
    result = assembly_flag(in, FLAG_ZERO);
    break;
  case 1:
    result = assembly_flag(in, FLAG_CARRY);
    break;
  case 2:
    result = assembly_flag(in, FLAG_SIGN);
    break;
  case 3:
    result = assembly_flag(in, FLAG_OVERFLOW);
    break;
  case 4:
    result = values_apply(b, OP_AND, assembly_flag(in, FLAG_CARRY),
                          values_not(b, assembly_flag(in, FLAG_ZERO)));
    break;
  case 7:
    return values_integer(b, 1, 1);
  default:
    differ =
        values_apply(b, OP_XOR, assembly_flag(in, FLAG_SIGN), assembly_flag(in, FLAG_OVERFLOW));
    if (condition / 2 == 6)
      differ = values_apply(b, OP_OR, differ, assembly_flag(in, FLAG_ZERO));
    result = values_not(b, differ);
    break;
  }
  return condition % 2 ? values_not(b, result) : result;
}

/* After a subtraction, the carry is set if there was no borrow. */
static void set_flags(struct assembly *in, int op, const struct term *x, const struct term *y,
                      const struct term *result) {
  struct builder *b = in->b;
  assembly_set_result_flags(in, result);
  bool is_sub = op == OP_SUB;
  if (op != OP_ADD && !is_sub) {
    assembly_set_flag(in, FLAG_CARRY, values_integer(b, 1, 0));
    assembly_set_flag(in, FLAG_OVERFLOW, values_integer(b, 1, 0));
    return;
  }
  const struct term *carry =
      is_sub ? values_apply(b, OP_ULE, y, x) : values_apply(b, OP_UADD_OVERFLOWS, x, y);
  assembly_set_flag(in, FLAG_CARRY, carry);
  assembly_set_flag(in, FLAG_OVERFLOW,
                    values_apply(b, is_sub ? OP_SSUB_OVERFLOWS : OP_SADD_OVERFLOWS, x, y));
}

static unsigned size_of(const struct assembly_statement *s) {
  return s->count && s->operands[0].kind == OPERAND_REGISTER ? s->operands[0].reg.size : 0;
}

enum { SETS_FLAGS = 1, INVERTS = 2, NO_TARGET = 4 };

static const struct term *compute(struct assembly *in, const struct assembly_row *row,
                                  const struct term *x, const struct term *y) {
  if (row->traits & INVERTS)
    y = values_not(in->b, y);
  if (row->op == OP_SHL || row->op == OP_LSHR || row->op == OP_ASHR)
    y = values_apply(in->b, OP_AND, y, values_integer(in->b, y->width, y->width - 1));
  return values_keep(in->b, values_apply(in->b, (enum operator)row->op, x, y));
}

/* add, sub, and, orr, …: a target and two operands; cmp, cmn, tst: no target. */
static bool emit_binary(struct assembly *in, const struct assembly_statement *s) {
  unsigned first = s->row->traits & NO_TARGET ? 0 : 1;
  if (s->count != first + 2 || !s->size)
    return assembly_refuse(in, s);
  const struct term *x = values_keep(in->b, assembly_read(in, &s->operands[first], s->size));
  const struct term *y = values_keep(in->b, assembly_read(in, &s->operands[first + 1], s->size));
  const struct term *result = compute(in, s->row, x, y);
  if (s->row->traits & SETS_FLAGS)
    set_flags(in, s->row->op, x, y, result);
  return first ? assembly_write(in, &s->operands[0], s->size, result) : true;
}

/* mov, mvn, neg: of zero and the operand. */
static bool emit_move(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2 || !s->size || s->operands[1].kind == OPERAND_MEMORY)
    return assembly_refuse(in, s);
  const struct term *x = values_integer(in->b, s->size * 8, 0);
  const struct term *y = assembly_read(in, &s->operands[1], s->size);
  return assembly_write(in, &s->operands[0], s->size, compute(in, s->row, x, y));
}

/* sxtb, uxth, …; op: the bytes that are kept. */
static bool emit_extend(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2 || !s->size || s->operands[1].kind != OPERAND_REGISTER)
    return assembly_refuse(in, s);
  const struct term *x = assembly_read_register(in, s->operands[1].reg);
  x = term_resize(in->terms, (unsigned)s->row->op * 8, x);
  return assembly_write(in, &s->operands[0], s->size,
                        s->row->traits & INVERTS
                            ? term_resize(in->terms, s->size * 8, x)
                            : term_convert(in->terms, OP_SEXT, s->size * 8, x));
}

static bool find_condition(const struct assembly_operand *operand, int *condition) {
  *condition = operand->kind == OPERAND_LABEL && operand->constraint < 0
                   ? arm_find_condition(operand->label, strlen(operand->label))
                   : -1;
  return *condition >= 0;
}

/* cset, csetm: op is what the target gets if the condition holds. */
static bool emit_set(struct assembly *in, const struct assembly_statement *s) {
  int condition;
  if (s->count != 2 || !s->size || !find_condition(&s->operands[1], &condition))
    return assembly_refuse(in, s);
  struct builder *b = in->b;
  return assembly_write(in, &s->operands[0], s->size,
                        values_choose(b, arm_condition(in, condition),
                                      values_integer(b, s->size * 8, (uint64_t)(int64_t)s->row->op),
                                      values_integer(b, s->size * 8, 0)));
}

/* csel, csinc. */
static bool emit_select(struct assembly *in, const struct assembly_statement *s) {
  int condition;
  if (s->count != 4 || !s->size || !find_condition(&s->operands[3], &condition))
    return assembly_refuse(in, s);
  struct builder *b = in->b;
  const struct term *x = assembly_read(in, &s->operands[1], s->size);
  const struct term *y = assembly_read(in, &s->operands[2], s->size);
  y = values_apply(b, OP_ADD, y, values_integer(b, s->size * 8, (uint64_t)s->row->op));
  return assembly_write(in, &s->operands[0], s->size,
                        values_choose(b, arm_condition(in, condition), x, y));
}

/* b, b.CONDITION. */
static bool emit_branch(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1)
    return assembly_refuse(in, s);
  if (!s->mnemonic[1])
    return assembly_jump(in, &s->operands[0], NULL);
  int condition = arm_find_condition(s->mnemonic + 2, strlen(s->mnemonic + 2));
  return condition < 0 ? assembly_refuse(in, s)
                       : assembly_jump(in, &s->operands[0], arm_condition(in, condition));
}

/* cbz, cbnz; tbz, tbnz, of one bit. op: jumps if it is zero. */
static bool emit_test_branch(struct assembly *in, const struct assembly_statement *s) {
  bool is_bit = s->mnemonic[0] == 't';
  if (s->count != (is_bit ? 3U : 2U) || !s->size)
    return assembly_refuse(in, s);
  struct builder *b = in->b;
  const struct term *x = assembly_read(in, &s->operands[0], s->size);
  if (is_bit) {
    if (s->operands[1].kind != OPERAND_NUMBER || (uint64_t)s->operands[1].number >= s->size * 8)
      return assembly_refuse(in, s);
    x = term_extract(in->terms, (unsigned)s->operands[1].number, 1, x);
  }
  const struct term *is_zero = values_apply(b, OP_EQ, x, values_integer(b, x->width, 0));
  return assembly_jump(in, &s->operands[s->count - 1],
                       s->row->op ? is_zero : values_not(b, is_zero));
}

/* dmb and dsb: ld orders loads, st orders stores, everything else all. */
static bool emit_barrier(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1 || s->operands[0].kind != OPERAND_LABEL)
    return assembly_refuse(in, s);
  const char *domain = s->operands[0].label;
  size_t length = strlen(domain);
  const char *end = length > 2 ? domain + length - 2 : "";
  builder_add_edge(in->b, OPERATION_FENCE)->fence.order =
      !strcmp(end, "ld") || !strcmp(domain, "ld")   ? ORDER_ACQUIRE
      : !strcmp(end, "st") || !strcmp(domain, "st") ? ORDER_RELEASE
                                                    : ORDER_SEQ_CST;
  return true;
}

static bool emit_nothing(struct assembly *in, const struct assembly_statement *s) {
  (void)in, (void)s;
  return true;
}

/* Counters of the processor. */
static bool emit_system_register(struct assembly *in, const struct assembly_statement *s) {
  static const char *const counters[] = {"cntvct_el0", "cntpct_el0", "cntfrq_el0", "pmccntr_el0"};
  if (s->count != 2 || s->size != 8 || s->operands[1].kind != OPERAND_LABEL)
    return assembly_refuse(in, s);
  for (size_t i = 0; i < sizeof counters / sizeof *counters; i++)
    if (!strcmp(s->operands[1].label, counters[i]))
      return assembly_write(in, &s->operands[0], s->size,
                            assembly_arbitrary(in, 64, NONDET_INPUT, counters[i]));
  return assembly_refuse(in, s);
}

static const struct assembly_row rows[] = {
    {"add", emit_binary, OP_ADD, 0},
    {"adds", emit_binary, OP_ADD, SETS_FLAGS},
    {"sub", emit_binary, OP_SUB, 0},
    {"subs", emit_binary, OP_SUB, SETS_FLAGS},
    {"and", emit_binary, OP_AND, 0},
    {"ands", emit_binary, OP_AND, SETS_FLAGS},
    {"orr", emit_binary, OP_OR, 0},
    {"orn", emit_binary, OP_OR, INVERTS},
    {"eor", emit_binary, OP_XOR, 0},
    {"eon", emit_binary, OP_XOR, INVERTS},
    {"bic", emit_binary, OP_AND, INVERTS},
    {"mul", emit_binary, OP_MUL, 0},
    {"lsl", emit_binary, OP_SHL, 0},
    {"lsr", emit_binary, OP_LSHR, 0},
    {"asr", emit_binary, OP_ASHR, 0},
    {"cmp", emit_binary, OP_SUB, SETS_FLAGS | NO_TARGET},
    {"cmn", emit_binary, OP_ADD, SETS_FLAGS | NO_TARGET},
    {"tst", emit_binary, OP_AND, SETS_FLAGS | NO_TARGET},
    {"mov", emit_move, OP_OR, 0},
    {"mvn", emit_move, OP_OR, INVERTS},
    {"neg", emit_move, OP_SUB, 0},
    {"sxtb", emit_extend, 1, 0},
    {"sxth", emit_extend, 2, 0},
    {"sxtw", emit_extend, 4, 0},
    {"uxtb", emit_extend, 1, INVERTS},
    {"uxth", emit_extend, 2, INVERTS},
    {"cset", emit_set, 1, 0},
    {"csetm", emit_set, -1, 0},
    {"csel", emit_select, 0, 0},
    {"csinc", emit_select, 1, 0},
    {"b", emit_branch, 0, 0},
    {"cbz", emit_test_branch, 1, 0},
    {"cbnz", emit_test_branch, 0, 0},
    {"tbz", emit_test_branch, 1, 0},
    {"tbnz", emit_test_branch, 0, 0},
    {"dmb", emit_barrier, 0, 0},
    {"dsb", emit_barrier, 0, 0},
    {"isb", emit_nothing, 0, 0},
    {"nop", emit_nothing, 0, 0},
    {"yield", emit_nothing, 0, 0},
    {"wfe", emit_nothing, 0, 0}, /* may go on at any time */
    {"sev", emit_nothing, 0, 0},
    {"sevl", emit_nothing, 0, 0},
    {"clrex", arm_emit_clear_exclusive, 0, 0},
    {"prfm", emit_nothing, 0, 0},
    {"mrs", emit_system_register, 0, 0},
    {"ldr", arm_emit_load, ORDER_RELAXED, ARM_SIZED},
    {"ldur", arm_emit_load, ORDER_RELAXED, ARM_SIZED},
    {"ldar", arm_emit_load, ORDER_SEQ_CST, ARM_SIZED},
    {"ldapr", arm_emit_load, ORDER_ACQUIRE, ARM_SIZED},
    {"ldxr", arm_emit_load, ORDER_RELAXED, ARM_SIZED | ARM_EXCLUSIVE},
    {"ldaxr", arm_emit_load, ORDER_ACQUIRE, ARM_SIZED | ARM_EXCLUSIVE},
    {"str", arm_emit_store, ORDER_RELAXED, ARM_SIZED},
    {"stur", arm_emit_store, ORDER_RELAXED, ARM_SIZED},
    {"stlr", arm_emit_store, ORDER_SEQ_CST, ARM_SIZED},
    {"stxr", arm_emit_store_exclusive, ORDER_RELAXED, ARM_SIZED},
    {"stlxr", arm_emit_store_exclusive, ORDER_RELEASE, ARM_SIZED},
    {"cas", arm_emit_compare_exchange, 0, ARM_SIZED | ARM_ORDERED},
    {"swp", arm_emit_update, RMW_EXCHANGE, ARM_SIZED | ARM_ORDERED},
    {"ldadd", arm_emit_update, RMW_ADD, ARM_SIZED | ARM_ORDERED},
    {"ldclr", arm_emit_update, RMW_AND, ARM_SIZED | ARM_ORDERED | ARM_INVERTED},
    {"ldeor", arm_emit_update, RMW_XOR, ARM_SIZED | ARM_ORDERED},
    {"ldset", arm_emit_update, RMW_OR, ARM_SIZED | ARM_ORDERED},
    {"ldsmax", arm_emit_update, RMW_MAX, ARM_SIZED | ARM_ORDERED},
    {"ldsmin", arm_emit_update, RMW_MIN, ARM_SIZED | ARM_ORDERED},
    {"ldumax", arm_emit_update, RMW_UMAX, ARM_SIZED | ARM_ORDERED},
    {"ldumin", arm_emit_update, RMW_UMIN, ARM_SIZED | ARM_ORDERED},
    {"stadd", arm_emit_update, RMW_ADD, ARM_SIZED | ARM_ORDERED | ARM_NO_RESULT},
    {"stclr", arm_emit_update, RMW_AND, ARM_SIZED | ARM_ORDERED | ARM_INVERTED | ARM_NO_RESULT},
    {"steor", arm_emit_update, RMW_XOR, ARM_SIZED | ARM_ORDERED | ARM_NO_RESULT},
    {"stset", arm_emit_update, RMW_OR, ARM_SIZED | ARM_ORDERED | ARM_NO_RESULT},
};

bool assembly_emit_arm(struct assembly *in, struct assembly_statement *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].name);
    const char *rest = s->mnemonic + length;
    if (strncmp(s->mnemonic, rows[i].name, length) != 0)
      continue;
    bool is_branch = rows[i].emit == emit_branch && *rest == '.';
    if (*rest && !is_branch && !arm_matches_variant(&rows[i], rest))
      continue;
    s->row = &rows[i];
    s->size = size_of(s);
    return s->row->emit(in, s) && !in->problem;
  }
  return assembly_refuse(in, s);
}
