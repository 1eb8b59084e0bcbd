/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of x86-64 and i386, one row each. */
#include "frontend/assembly.h"

#include <string.h>

enum {                /* traits of rows */
       SUFFIX = 1,    /* AT&T may add b, w, l or q */
       LOCKABLE = 2,  /* may have the prefix lock */
       CONDITION = 4, /* the name goes on with a condition */
       NO_SIZE = 8,   /* the size of operands is none of the instruction's */
       BY_SIGN = 16,  /* extends by the sign */
};

enum { RAX, RCX, RDX, RBX };

static struct assembly_register machine(int number, unsigned size) {
  return (struct assembly_register){
      .is_present = true, .constraint = -1, .machine = number, .size = size};
}

/* A condition and its negation, in pairs. */
static const char *const condition_names[][3] = {
    {"o"},        {"no"},       {"b", "c", "nae"}, {"ae", "nb", "nc"},
    {"e", "z"},   {"ne", "nz"}, {"be", "na"},      {"a", "nbe"},
    {"s"},        {"ns"},       {"p", "pe"},       {"np", "po"},
    {"l", "nge"}, {"ge", "nl"}, {"le", "ng"},      {"g", "nle"}};

int x86_find_condition(const char *name, size_t length) {
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 3 && condition_names[i][k]; k++)
      if (strlen(condition_names[i][k]) == length && !memcmp(condition_names[i][k], name, length))
        return i;
  return -1;
}

const struct term *x86_condition(struct assembly *in, int condition) {
  struct builder *b = in->b;
  const struct term *result = NULL, *less;
  switch (condition / 2) {
  case 0:
    result = assembly_flag(in, FLAG_OVERFLOW);
    break;
  case 1:
    result = assembly_flag(in, FLAG_CARRY);
    break;
  case 2:
    result = assembly_flag(in, FLAG_ZERO);
    break;
  case 3:
    result = values_apply(b, OP_OR, assembly_flag(in, FLAG_CARRY), assembly_flag(in, FLAG_ZERO));
    break;
  case 4:
    result = assembly_flag(in, FLAG_SIGN);
    break;
  case 5:
    result = assembly_flag(in, FLAG_PARITY);
    break;
  default:
    less = values_apply(b, OP_XOR, assembly_flag(in, FLAG_SIGN), assembly_flag(in, FLAG_OVERFLOW));
    result = condition / 2 == 6 ? less : values_apply(b, OP_OR, less, assembly_flag(in, FLAG_ZERO));
    break;
  }
  return condition % 2 ? values_not(b, result) : result;
}

const struct term *x86_parity(struct assembly *in, const struct term *result) {
  const struct term *odd = term_extract(in->terms, 0, 1, result);
  for (unsigned i = 1; i < 8; i++)
    odd = values_apply(in->b, OP_XOR, odd, term_extract(in->terms, i, 1, result));
  return values_not(in->b, odd);
}

static void set_result(struct assembly *in, const struct term *result) {
  assembly_set_result_flags(in, result);
  assembly_set_flag(in, FLAG_PARITY, x86_parity(in, result));
}

static const struct term *top_bit(struct assembly *in, const struct term *x) {
  return term_extract(in->terms, x->width - 1, 1, x);
}

/* x + y + carry, or x - y - carry; carry is one bit. */
static const struct term *add_or_subtract(struct assembly *in, const struct term *x,
                                          const struct term *y, const struct term *carry,
                                          bool is_sub) {
  struct builder *b = in->b;
  enum operator op = is_sub ? OP_SUB : OP_ADD;
  const struct term *result = values_apply(b, op, x, y), *out, *over;
  if (!carry) {
    out = values_apply(b, is_sub ? OP_USUB_OVERFLOWS : OP_UADD_OVERFLOWS, x, y);
    over = values_apply(b, is_sub ? OP_SSUB_OVERFLOWS : OP_SADD_OVERFLOWS, x, y);
  } else {
    const struct term *wide = term_resize(in->terms, x->width, carry);
    result = values_keep(b, values_apply(b, op, result, wide));
    const struct term *beyond =
        is_sub ? values_apply(b, OP_ULT, x, y) : values_apply(b, OP_ULT, result, x);
    const struct term *edge = values_apply(b, OP_EQ, is_sub ? y : result, x);
    out = values_apply(b, OP_OR, beyond, values_apply(b, OP_AND, carry, edge));
    const struct term *one = values_apply(b, OP_XOR, x, is_sub ? y : result);
    const struct term *other = values_apply(b, OP_XOR, is_sub ? x : y, result);
    over = top_bit(in, values_apply(b, OP_AND, one, other));
  }
  result = values_keep(b, result);
  set_result(in, result);
  assembly_set_flag(in, FLAG_CARRY, out);
  assembly_set_flag(in, FLAG_OVERFLOW, over);
  return result;
}

static void set_logic_flags(struct assembly *in, const struct term *result) {
  set_result(in, result);
  assembly_set_flag(in, FLAG_CARRY, values_integer(in->b, 1, 0));
  assembly_set_flag(in, FLAG_OVERFLOW, values_integer(in->b, 1, 0));
}

static const struct term *apply_rmw(struct assembly *in, enum rmw_operator op,
                                    const struct term *old, const struct term *operand) {
  switch (op) {
  case RMW_ADD:
    return values_apply(in->b, OP_ADD, old, operand);
  case RMW_SUB:
    return values_apply(in->b, OP_SUB, old, operand);
  case RMW_AND:
    return values_apply(in->b, OP_AND, old, operand);
  case RMW_OR:
    return values_apply(in->b, OP_OR, old, operand);
  case RMW_XOR:
    return values_apply(in->b, OP_XOR, old, operand);
  default: /* RMW_EXCHANGE */
    return operand;
  }
}

static void add_fence(struct assembly *in) {
  builder_add_edge(in->b, OPERATION_FENCE)->fence.order = ORDER_SEQ_CST;
}

/* Is the operand on the stack of the running function, which no other thread accesses? `lock addl
 * $0, (%rsp)` is a fence. */
static bool is_stack(const struct assembly_operand *place) {
  return place->kind == OPERAND_MEMORY && place->constraint < 0 && place->base.is_present &&
         place->base.constraint < 0 && place->base.machine == 4 && !place->index.is_present;
}

const struct term *x86_modify(struct assembly *in, const struct assembly_statement *s,
                              unsigned size, enum rmw_operator op, const struct term *operand) {
  const struct assembly_operand *place = &s->operands[0];
  const struct term *old;
  if (place->kind != OPERAND_MEMORY) {
    if (s->is_locked)
      assembly_refuse(in, s);
    old = assembly_read(in, place, size);
    assembly_write(in, place, size, apply_rmw(in, op, old, operand));
    return old;
  }
  if (place->size && place->size != size)
    assembly_refuse(in, s);
  if (is_stack(place) && s->is_locked && term_is_constant(operand) && !operand->value &&
      op != RMW_AND && op != RMW_EXCHANGE) {
    add_fence(in);
    for (int i = 0; i < ASSEMBLY_FLAGS; i++)
      assembly_forget_flag(in, (enum assembly_flag)i);
    return NULL;
  }
  const struct term *address = values_keep(in->b, assembly_address(in, place));
  if (s->is_locked || op == RMW_EXCHANGE)
    return assembly_add_rmw(in, op, address, operand, assembly_order(in, ORDER_SEQ_CST));
  old = assembly_load(in, address, size, ORDER_PLAIN);
  assembly_store(in, address, apply_rmw(in, op, old, operand), ORDER_PLAIN);
  return old;
}

static bool is_same_register(const struct assembly_operand *x, const struct assembly_operand *y) {
  return x->kind == OPERAND_REGISTER && y->kind == OPERAND_REGISTER &&
         x->reg.constraint == y->reg.constraint && x->reg.machine == y->reg.machine &&
         x->reg.is_high == y->reg.is_high;
}

/* add, sub, and, or, xor. */
static bool emit_binary(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2)
    return assembly_refuse(in, s);
  enum rmw_operator op = (enum rmw_operator)s->row->op;
  if (op == RMW_XOR &&
      is_same_register(&s->operands[0], &s->operands[1])) { /* the idiom for zero */
    const struct term *zero = values_integer(in->b, s->size * 8, 0);
    set_logic_flags(in, zero);
    return assembly_write(in, &s->operands[0], s->size, zero);
  }
  const struct term *operand = values_keep(in->b, assembly_read(in, &s->operands[1], s->size));
  const struct term *old = x86_modify(in, s, s->size, op, operand);
  if (!old)
    return true;
  if (op == RMW_ADD || op == RMW_SUB)
    add_or_subtract(in, old, operand, NULL, op == RMW_SUB);
  else
    set_logic_flags(in, values_keep(in->b, apply_rmw(in, op, old, operand)));
  return true;
}

/* adc, sbb. */
static bool emit_with_carry(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2 || s->is_locked || s->operands[0].kind != OPERAND_REGISTER)
    return assembly_refuse(in, s);
  const struct term *carry = values_keep(in->b, assembly_flag(in, FLAG_CARRY));
  const struct term *y = values_keep(in->b, assembly_read(in, &s->operands[1], s->size));
  const struct term *x = values_keep(in->b, assembly_read(in, &s->operands[0], s->size));
  return assembly_write(in, &s->operands[0], s->size,
                        add_or_subtract(in, x, y, carry, s->row->op == RMW_SUB));
}

/* cmp, test. The parser has already reversed AT&T's operands. */
static bool emit_compare(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2)
    return assembly_refuse(in, s);
  const struct term *x = values_keep(in->b, assembly_read(in, &s->operands[0], s->size));
  const struct term *y = values_keep(in->b, assembly_read(in, &s->operands[1], s->size));
  if (s->row->op == RMW_SUB)
    add_or_subtract(in, x, y, NULL, true);
  else
    set_logic_flags(in, values_keep(in->b, values_apply(in->b, OP_AND, x, y)));
  return true;
}

/* inc, dec: the carry stays. */
static bool emit_step(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1)
    return assembly_refuse(in, s);
  struct assembly_slot carry = in->flags[FLAG_CARRY];
  const struct term *kept = carry.bits ? values_keep(in->b, assembly_flag(in, FLAG_CARRY)) : NULL;
  const struct term *one = values_integer(in->b, s->size * 8, 1);
  const struct term *old = x86_modify(in, s, s->size, (enum rmw_operator)s->row->op, one);
  if (!old)
    return assembly_refuse(in, s);
  add_or_subtract(in, old, one, NULL, s->row->op == RMW_SUB);
  if (kept)
    assembly_set_flag(in, FLAG_CARRY, kept);
  else
    assembly_forget_flag(in, FLAG_CARRY);
  return true;
}

static bool emit_not(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1)
    return assembly_refuse(in, s);
  x86_modify(in, s, s->size, RMW_XOR, values_integer(in->b, s->size * 8, UINT64_MAX));
  return true;
}

static bool emit_negate(struct assembly *in, const struct assembly_statement *s) {
  const struct assembly_operand *place = &s->operands[0];
  const struct term *zero = values_integer(in->b, s->size * 8, 0);
  if (s->count != 1 || (s->is_locked && place->kind != OPERAND_MEMORY))
    return assembly_refuse(in, s);
  if (place->kind != OPERAND_MEMORY) {
    const struct term *x = values_keep(in->b, assembly_read(in, place, s->size));
    return assembly_write(in, place, s->size, add_or_subtract(in, zero, x, NULL, true));
  }
  if (place->size && place->size != s->size)
    return assembly_refuse(in, s);
  enum memory_order order = s->is_locked ? ORDER_SEQ_CST : ORDER_PLAIN;
  const struct term *address = values_keep(in->b, assembly_address(in, place));
  if (s->is_locked) /* the program model has no read-modify-write that negates */
    builder_add_edge(in->b, OPERATION_ATOMIC_BEGIN);
  const struct term *old = assembly_load(in, address, s->size, order);
  assembly_store(in, address, add_or_subtract(in, zero, old, NULL, true), order);
  if (s->is_locked)
    builder_add_edge(in->b, OPERATION_ATOMIC_END);
  return true;
}

static bool emit_move(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2)
    return assembly_refuse(in, s);
  return assembly_write(in, &s->operands[0], s->size,
                        values_keep(in->b, assembly_read(in, &s->operands[1], s->size)));
}

/* movzx and the like; op: the bytes of the source, 0 if the operand says it. */
static bool emit_extend(struct assembly *in, const struct assembly_statement *s) {
  bool is_signed = (s->row->traits & BY_SIGN) != 0;
  unsigned from = (unsigned)s->row->op;
  if (s->count != 2)
    return assembly_refuse(in, s);
  if (!from)
    from = assembly_operand_size(in, &s->operands[1]);
  if (!from || from >= s->size)
    return assembly_refuse(in, s);
  const struct term *x = assembly_read(in, &s->operands[1], from);
  return assembly_write(in, &s->operands[0], s->size,
                        is_signed ? term_convert(in->terms, OP_SEXT, s->size * 8, x)
                                  : term_resize(in->terms, s->size * 8, x));
}

static bool emit_address(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2 || s->operands[1].kind != OPERAND_MEMORY || s->size < 4)
    return assembly_refuse(in, s);
  const struct term *address = assembly_address(in, &s->operands[1]);
  struct assembly_operand target = s->operands[0];
  return assembly_write(in, &target, s->size, term_resize(in->terms, s->size * 8, address));
}

/* xchg, which is always locked on memory, and xadd. */
static bool emit_exchange(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2)
    return assembly_refuse(in, s);
  struct assembly_statement ordered = *s;
  if (s->row->op == RMW_EXCHANGE && s->operands[1].kind == OPERAND_MEMORY) { /* in either order */
    ordered.operands[0] = s->operands[1];
    ordered.operands[1] = s->operands[0];
  }
  if (ordered.operands[1].kind != OPERAND_REGISTER ||
      assembly_is_immediate(in, &ordered.operands[1]))
    return assembly_refuse(in, s);
  const struct term *operand = values_keep(in->b, assembly_read(in, &ordered.operands[1], s->size));
  const struct term *old =
      x86_modify(in, &ordered, s->size, (enum rmw_operator)s->row->op, operand);
  if (!old)
    return assembly_refuse(in, s);
  old = values_keep(in->b, old);
  if (s->row->op == RMW_ADD)
    add_or_subtract(in, old, operand, NULL, false);
  return assembly_write(in, &ordered.operands[1], s->size, old);
}

/* The accumulator is compared with the place, which gets the operand if they are equal; else the
 * accumulator gets what is there. */
static bool emit_compare_exchange(struct assembly *in, const struct assembly_statement *s) {
  struct builder *b = in->b;
  if (s->count != 2 || s->operands[1].kind != OPERAND_REGISTER)
    return assembly_refuse(in, s);
  const struct assembly_operand *place = &s->operands[0];
  const struct term *expected = values_keep(b, assembly_read_register(in, machine(RAX, s->size)));
  const struct term *desired = values_keep(b, assembly_read(in, &s->operands[1], s->size));
  const struct term *old, *success;
  if (s->is_locked && place->kind != OPERAND_MEMORY)
    return assembly_refuse(in, s);
  if (place->size && place->size != s->size)
    return assembly_refuse(in, s);
  if (s->is_locked) {
    old = assembly_add_cas(in, values_keep(b, assembly_address(in, place)), expected, desired,
                           assembly_order(in, ORDER_SEQ_CST), &success);
  } else if (place->kind == OPERAND_MEMORY) {
    const struct term *address = values_keep(b, assembly_address(in, place));
    old = assembly_load(in, address, s->size, ORDER_PLAIN);
    success = values_keep(b, values_apply(b, OP_EQ, old, expected));
    assembly_store(in, address, values_choose(b, success, desired, old), ORDER_PLAIN);
  } else {
    old = values_keep(b, assembly_read(in, place, s->size));
    success = values_keep(b, values_apply(b, OP_EQ, old, expected));
    assembly_write(in, place, s->size, values_choose(b, success, desired, old));
  }
  add_or_subtract(in, expected, old, NULL, true);
  assembly_set_flag(in, FLAG_ZERO, success);
  /* If they are equal, the accumulator keeps its value, which is the one found. */
  assembly_write_register(in, machine(RAX, s->size), old);
  return true;
}

/* cmpxchg8b and cmpxchg16b; op: the bytes of a half. Only the zero flag changes. */
static bool emit_compare_exchange_pair(struct assembly *in, const struct assembly_statement *s) {
  struct builder *b = in->b;
  unsigned half = (unsigned)s->row->op;
  if (s->count != 1 || s->operands[0].kind != OPERAND_MEMORY || !s->is_locked ||
      half * 8 > in->word)
    return assembly_refuse(in, s);
  static const int numbers[] = {RAX, RDX, RBX, RCX};
  const struct term *parts[4], *old[2], *success;
  for (int i = 0; i < 4; i++)
    parts[i] = values_keep(b, assembly_read_register(in, machine(numbers[i], half)));
  const struct term *address = values_keep(b, assembly_address(in, &s->operands[0]));
  if (half == 8) {
    success = lower_add_pair_exchange(b, address, parts, parts + 2, old);
  } else {
    const struct term *expected = term_apply(in->terms, OP_CONCAT, parts[1], parts[0], NULL);
    const struct term *desired = term_apply(in->terms, OP_CONCAT, parts[3], parts[2], NULL);
    const struct term *whole =
        assembly_add_cas(in, address, values_keep(b, expected), values_keep(b, desired),
                         assembly_order(in, ORDER_SEQ_CST), &success);
    old[0] = term_extract(in->terms, 0, 32, whole);
    old[1] = term_extract(in->terms, 32, 32, whole);
  }
  assembly_set_flag(in, FLAG_ZERO, success);
  assembly_write_register(in, machine(RAX, half), old[0]);
  assembly_write_register(in, machine(RDX, half), old[1]);
  return true;
}

static bool emit_set(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1)
    return assembly_refuse(in, s);
  return assembly_write(in, &s->operands[0], 1,
                        term_resize(in->terms, 8, assembly_condition(in, s->condition)));
}

static bool emit_conditional_move(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 2 || s->size < 2)
    return assembly_refuse(in, s);
  const struct term *x = assembly_read(in, &s->operands[1], s->size);
  const struct term *old = assembly_read(in, &s->operands[0], s->size);
  return assembly_write(in, &s->operands[0], s->size,
                        values_choose(in->b, assembly_condition(in, s->condition), x, old));
}

static bool emit_jump(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1)
    return assembly_refuse(in, s);
  return assembly_jump(in, &s->operands[0],
                       s->row->traits & CONDITION ? assembly_condition(in, s->condition) : NULL);
}

static bool emit_multiply(struct assembly *in, const struct assembly_statement *s) {
  if ((s->count != 2 && s->count != 3) || s->size < 2)
    return assembly_refuse(in, s);
  const struct term *y = values_keep(in->b, assembly_read(in, &s->operands[s->count - 1], s->size));
  const struct term *x = values_keep(in->b, assembly_read(in, &s->operands[s->count - 2], s->size));
  const struct term *over = values_apply(in->b, OP_SMUL_OVERFLOWS, x, y);
  for (int i = 0; i < ASSEMBLY_FLAGS; i++)
    assembly_forget_flag(in, (enum assembly_flag)i);
  assembly_set_flag(in, FLAG_CARRY, over);
  assembly_set_flag(in, FLAG_OVERFLOW, over);
  return assembly_write(in, &s->operands[0], s->size, values_apply(in->b, OP_MUL, x, y));
}

static bool emit_fence(struct assembly *in, const struct assembly_statement *s) {
  if (s->count || s->is_locked)
    return assembly_refuse(in, s);
  builder_add_edge(in->b, OPERATION_FENCE)->fence.order = (enum memory_order)s->row->op;
  return true;
}

static bool emit_nothing(struct assembly *in, const struct assembly_statement *s) {
  return s->is_locked ? assembly_refuse(in, s) : true;
}

/* Outputs that only the hardware knows: op is how many of eax, edx, ecx, ebx. */
static bool emit_arbitrary(struct assembly *in, const struct assembly_statement *s) {
  static const int numbers[] = {RAX, RDX, RCX, RBX};
  if (s->count || s->is_locked)
    return assembly_refuse(in, s);
  for (int i = 0; i < s->row->op; i++)
    assembly_write_register(in, machine(numbers[i], 4),
                            assembly_arbitrary(in, 32, NONDET_INPUT, s->row->name));
  if (s->row->op == 4) /* cpuid waits for everything before it */
    add_fence(in);
  return true;
}

static bool emit_trap(struct assembly *in, const struct assembly_statement *s) {
  if (s->count)
    return assembly_refuse(in, s);
  calls_add(in->b, "__library_trap", NULL, 0, NO_REGISTER);
  return true;
}

/* clc, stc, cmc. */
static bool emit_carry(struct assembly *in, const struct assembly_statement *s) {
  if (s->count)
    return assembly_refuse(in, s);
  const struct term *old = s->row->op == 2 ? assembly_flag(in, FLAG_CARRY) : NULL;
  assembly_set_flag(in, FLAG_CARRY,
                    old ? values_not(in->b, old) : values_integer(in->b, 1, (uint64_t)s->row->op));
  return true;
}

static const struct assembly_row rows[] = {
    {"mov", emit_move, 0, SUFFIX},
    {"movabs", emit_move, 0, SUFFIX},
    {"movzx", emit_extend, 0, 0},
    {"movzb", emit_extend, 1, SUFFIX},
    {"movzw", emit_extend, 2, SUFFIX},
    {"movsx", emit_extend, 0, BY_SIGN},
    {"movsxd", emit_extend, 4, BY_SIGN},
    {"movsb", emit_extend, 1, SUFFIX | BY_SIGN},
    {"movsw", emit_extend, 2, SUFFIX | BY_SIGN},
    {"movsl", emit_extend, 4, SUFFIX | BY_SIGN},
    {"lea", emit_address, 0, SUFFIX},
    {"add", emit_binary, RMW_ADD, SUFFIX | LOCKABLE},
    {"sub", emit_binary, RMW_SUB, SUFFIX | LOCKABLE},
    {"and", emit_binary, RMW_AND, SUFFIX | LOCKABLE},
    {"or", emit_binary, RMW_OR, SUFFIX | LOCKABLE},
    {"xor", emit_binary, RMW_XOR, SUFFIX | LOCKABLE},
    {"adc", emit_with_carry, RMW_ADD, SUFFIX},
    {"sbb", emit_with_carry, RMW_SUB, SUFFIX},
    {"cmp", emit_compare, RMW_SUB, SUFFIX},
    {"test", emit_compare, RMW_AND, SUFFIX},
    {"inc", emit_step, RMW_ADD, SUFFIX | LOCKABLE},
    {"dec", emit_step, RMW_SUB, SUFFIX | LOCKABLE},
    {"not", emit_not, 0, SUFFIX | LOCKABLE},
    {"neg", emit_negate, 0, SUFFIX | LOCKABLE},
    {"imul", emit_multiply, 0, SUFFIX},
    {"xchg", emit_exchange, RMW_EXCHANGE, SUFFIX | LOCKABLE},
    {"xadd", emit_exchange, RMW_ADD, SUFFIX | LOCKABLE},
    {"cmpxchg", emit_compare_exchange, 0, SUFFIX | LOCKABLE},
    {"cmpxchg8b", emit_compare_exchange_pair, 4, LOCKABLE | NO_SIZE},
    {"cmpxchg16b", emit_compare_exchange_pair, 8, LOCKABLE | NO_SIZE},
    {"bt", x86_emit_bit_test, BIT_TEST, SUFFIX},
    {"bts", x86_emit_bit_test, BIT_SET, SUFFIX | LOCKABLE},
    {"btr", x86_emit_bit_test, BIT_RESET, SUFFIX | LOCKABLE},
    {"btc", x86_emit_bit_test, BIT_COMPLEMENT, SUFFIX | LOCKABLE},
    {"shl", x86_emit_shift, SHIFT_LEFT, SUFFIX},
    {"sal", x86_emit_shift, SHIFT_LEFT, SUFFIX},
    {"shr", x86_emit_shift, SHIFT_RIGHT, SUFFIX},
    {"sar", x86_emit_shift, SHIFT_ARITHMETIC, SUFFIX},
    {"rol", x86_emit_shift, ROTATE_LEFT, SUFFIX},
    {"ror", x86_emit_shift, ROTATE_RIGHT, SUFFIX},
    {"bsf", x86_emit_scan, SCAN_FORWARD, SUFFIX},
    {"bsr", x86_emit_scan, SCAN_REVERSE, SUFFIX},
    {"tzcnt", x86_emit_scan, COUNT_TRAILING, SUFFIX},
    {"lzcnt", x86_emit_scan, COUNT_LEADING, SUFFIX},
    {"popcnt", x86_emit_scan, COUNT_ONES, SUFFIX},
    {"bswap", x86_emit_swap_bytes, 0, SUFFIX},
    {"set", emit_set, 0, CONDITION | NO_SIZE},
    {"cmov", emit_conditional_move, 0, CONDITION | SUFFIX},
    {"j", emit_jump, 0, CONDITION | NO_SIZE},
    {"jmp", emit_jump, 0, NO_SIZE},
    {"clc", emit_carry, 0, NO_SIZE},
    {"stc", emit_carry, 1, NO_SIZE},
    {"cmc", emit_carry, 2, NO_SIZE},
    {"mfence", emit_fence, ORDER_SEQ_CST, NO_SIZE},
    {"sfence", emit_fence, ORDER_RELEASE, NO_SIZE},
    {"lfence", emit_fence, ORDER_ACQUIRE, NO_SIZE},
    {"pause", emit_nothing, 0, NO_SIZE},
    {"nop", emit_nothing, 0, SUFFIX | NO_SIZE},
    {"endbr32", emit_nothing, 0, NO_SIZE},
    {"endbr64", emit_nothing, 0, NO_SIZE},
    {"cld", emit_nothing, 0, NO_SIZE},
    {"prefetcht0", emit_nothing, 0, NO_SIZE},
    {"prefetcht1", emit_nothing, 0, NO_SIZE},
    {"prefetcht2", emit_nothing, 0, NO_SIZE},
    {"prefetchnta", emit_nothing, 0, NO_SIZE},
    {"prefetchw", emit_nothing, 0, NO_SIZE},
    {"clflush", emit_nothing, 0, NO_SIZE},
    {"rdtsc", emit_arbitrary, 2, NO_SIZE},
    {"rdtscp", emit_arbitrary, 3, NO_SIZE},
    {"cpuid", emit_arbitrary, 4, NO_SIZE},
    {"ud2", emit_trap, 0, NO_SIZE},
};

static unsigned suffix_size(char c) {
  return c == 'b' ? 1 : c == 'w' ? 2 : c == 'l' ? 4 : c == 'q' ? 8 : 0;
}

/* `rest`: the mnemonic without the row's name. */
static bool row_matches(const struct assembly_row *row, enum assembly_syntax syntax,
                        const char *rest, unsigned *size, int *condition) {
  size_t length = strlen(rest);
  bool may_suffix = (row->traits & SUFFIX) && syntax == SYNTAX_ATT;
  *size = 0;
  *condition = -1;
  if (row->traits & CONDITION) {
    *condition = x86_find_condition(rest, length);
    if (*condition >= 0)
      return true;
    if (!may_suffix || length < 2)
      return false;
    *condition = x86_find_condition(rest, length - 1);
    *size = suffix_size(rest[length - 1]);
    return *condition >= 0 && *size;
  }
  if (!length)
    return true;
  *size = length == 1 && may_suffix ? suffix_size(*rest) : 0;
  return *size != 0;
}

/* A row of exactly this name comes before one with a suffix. */
static const struct assembly_row *find_row(const struct assembly_statement *s, unsigned *size,
                                           int *condition) {
  const struct assembly_row *found = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t length = strlen(rows[i].name);
    unsigned row_size;
    int row_condition;
    if (strncmp(s->mnemonic, rows[i].name, length) != 0 ||
        !row_matches(&rows[i], s->syntax, s->mnemonic + length, &row_size, &row_condition))
      continue;
    bool is_exact = !s->mnemonic[length];
    if (found && !is_exact)
      continue;
    found = &rows[i];
    *size = row_size;
    *condition = row_condition;
    if (is_exact)
      break;
  }
  return found;
}

/* The size that the operands determine, the target first; the count of a shift determines none. */
static unsigned infer_size(const struct assembly *in, const struct assembly_statement *s,
                           const struct assembly_row *row) {
  unsigned size = 0;
  bool only_first = row->emit == x86_emit_shift || row->emit == emit_extend;
  for (unsigned i = 0; i < s->count && !size && !(only_first && i); i++)
    if (s->operands[i].kind == OPERAND_REGISTER)
      size = assembly_operand_size(in, &s->operands[i]);
  for (unsigned i = 0; i < s->count && !size && !(only_first && i); i++)
    size = assembly_operand_size(in, &s->operands[i]);
  return size;
}

/* The processor executes a locked instruction on memory as a full barrier: neither earlier nor
 * later accesses of its thread pass it. That is more than what a read-modify-write with order
 * seq_cst promises. Without a clobber of memory, the compiler may move accesses across it. */
static bool is_barrier(const struct assembly *in, const struct assembly_statement *s,
                       const struct assembly_row *row) {
  bool is_exchange = row->emit == emit_exchange && row->op == RMW_EXCHANGE;
  if (!in->clobbers_memory || !(s->is_locked || is_exchange))
    return false;
  for (unsigned i = 0; i < s->count; i++)
    if (s->operands[i].kind == OPERAND_MEMORY)
      return !is_stack(&s->operands[i]);
  return false;
}

bool assembly_emit_x86(struct assembly *in, struct assembly_statement *s) {
  s->row = find_row(s, &s->size, &s->condition);
  if (!s->row || (s->is_locked && !(s->row->traits & LOCKABLE)))
    return assembly_refuse(in, s);
  bool needs_size = !(s->row->traits & NO_SIZE);
  if (!s->size && needs_size)
    s->size = infer_size(in, s, s->row);
  bool is_sized = s->size == 1 || s->size == 2 || s->size == 4 || (s->size == 8 && in->word == 64);
  if (!is_sized && needs_size)
    return assembly_refuse(in, s);
  bool has_fences = is_barrier(in, s, s->row);
  if (has_fences)
    add_fence(in);
  bool is_done = s->row->emit(in, s) && !in->problem;
  if (is_done && has_fences)
    add_fence(in);
  return is_done;
}
