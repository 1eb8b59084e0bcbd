/* SPDX-License-Identifier: Apache-2.0 */
/* The instructions of x86 on single bits: tests, shifts, scans. */
#include "frontend/assembly.h"

static const struct term *constant(struct assembly *in, unsigned size, uint64_t bits) {
  return values_integer(in->b, size * 8, bits);
}

static void forget_flags(struct assembly *in) {
  for (int i = 0; i < ASSEMBLY_FLAGS; i++)
    assembly_forget_flag(in, (enum assembly_flag)i);
}

/* A bit in memory whose number is in a register may be in another word than the one named. */
static const struct term *displaced(struct assembly *in, const struct assembly_operand *place,
                                    unsigned size, const struct term *number) {
  unsigned shift = size == 2 ? 4 : size == 4 ? 5 : 6;
  const struct term *word = values_apply(in->b, OP_ASHR, number, constant(in, size, shift));
  unsigned width = in->b->lowering->pointer_width;
  word = width > size * 8 ? term_convert(in->terms, OP_SEXT, width, word)
                          : term_resize(in->terms, width, word);
  word = values_apply(in->b, OP_MUL, word, values_pointer_constant(in->b, size));
  return values_apply(in->b, OP_ADD, assembly_address(in, place), word);
}

/* The new value of a word, given the old one and the mask of the bit. */
static const struct term *change_bit(struct assembly *in, int op, const struct term *old,
                                     const struct term *mask) {
  if (op == BIT_SET)
    return values_apply(in->b, OP_OR, old, mask);
  if (op == BIT_RESET)
    return values_apply(in->b, OP_AND, old, values_not(in->b, mask));
  return op == BIT_COMPLEMENT ? values_apply(in->b, OP_XOR, old, mask) : old;
}

static const struct term *test_memory(struct assembly *in, const struct assembly_statement *s,
                                      int op, const struct term *address, const struct term *mask) {
  if (op == BIT_TEST)
    return assembly_load(in, address, mask->width / 8, assembly_order(in, ORDER_ACQUIRE));
  if (s->is_locked) {
    enum rmw_operator rmw = op == BIT_SET ? RMW_OR : op == BIT_RESET ? RMW_AND : RMW_XOR;
    return assembly_add_rmw(in, rmw, address, op == BIT_RESET ? values_not(in->b, mask) : mask,
                            assembly_order(in, ORDER_SEQ_CST));
  }
  const struct term *old = assembly_load(in, address, mask->width / 8, ORDER_PLAIN);
  assembly_store(in, address, change_bit(in, op, old, mask), ORDER_PLAIN);
  return old;
}

/* bt, bts, btr, btc: the bit goes to the carry; zero stays, the other flags are undefined. */
bool x86_emit_bit_test(struct assembly *in, const struct assembly_statement *s) {
  struct builder *b = in->b;
  if (s->count != 2 || s->size < 2)
    return assembly_refuse(in, s);
  const struct assembly_operand *place = &s->operands[0];
  const struct term *number = values_keep(b, assembly_read(in, &s->operands[1], s->size));
  const struct term *within =
      values_keep(b, values_apply(b, OP_AND, number, constant(in, s->size, s->size * 8 - 1)));
  const struct term *mask =
      values_keep(b, values_apply(b, OP_SHL, constant(in, s->size, 1), within));
  const struct term *old;
  if (place->kind == OPERAND_MEMORY) {
    const struct term *address = assembly_is_immediate(in, &s->operands[1])
                                     ? assembly_address(in, place)
                                     : displaced(in, place, s->size, number);
    old = test_memory(in, s, s->row->op, values_keep(b, address), mask);
  } else {
    if (s->is_locked)
      return assembly_refuse(in, s);
    old = values_keep(b, assembly_read(in, place, s->size));
    if (s->row->op != BIT_TEST &&
        !assembly_write(in, place, s->size, change_bit(in, s->row->op, old, mask)))
      return false;
  }
  assembly_forget_flag(in, FLAG_SIGN);
  assembly_forget_flag(in, FLAG_OVERFLOW);
  assembly_forget_flag(in, FLAG_PARITY);
  assembly_set_flag(in, FLAG_CARRY,
                    values_not(b, values_apply(b, OP_EQ, values_apply(b, OP_AND, old, mask),
                                               constant(in, s->size, 0))));
  return true;
}

static const struct term *shifted(struct assembly *in, int op, const struct term *x,
                                  const struct term *count) {
  struct builder *b = in->b;
  unsigned width = x->width;
  if (op == SHIFT_LEFT)
    return values_apply(b, OP_SHL, x, count);
  if (op == SHIFT_RIGHT)
    return values_apply(b, OP_LSHR, x, count);
  if (op == SHIFT_ARITHMETIC)
    return values_apply(b, OP_ASHR, x, count);
  const struct term *within = values_apply(b, OP_AND, count, values_integer(b, width, width - 1));
  const struct term *rest = values_apply(b, OP_SUB, values_integer(b, width, width), within);
  const struct term *left = values_apply(b, OP_SHL, x, op == ROTATE_LEFT ? within : rest);
  const struct term *right = values_apply(b, OP_LSHR, x, op == ROTATE_LEFT ? rest : within);
  return values_apply(b, OP_OR, left, right);
}

/* A flag that a shift by nothing leaves as it is. */
static void set_flag_if(struct assembly *in, enum assembly_flag flag, const struct term *condition,
                        const struct term *value) {
  if (term_is_true(condition))
    assembly_set_flag(in, flag, value);
  else if (in->flags[flag].bits)
    assembly_set_flag(in, flag, values_choose(in->b, condition, value, assembly_flag(in, flag)));
}

/* The carry is the last bit that goes out; a rotation changes nothing else but overflow, which is
 * defined for a single step only. */
static void set_shift_flags(struct assembly *in, int op, const struct term *x,
                            const struct term *count, const struct term *result) {
  struct builder *b = in->b;
  unsigned width = x->width;
  struct terms *terms = in->terms;
  const struct term *moves =
      values_keep(b, values_not(b, values_apply(b, OP_EQ, count, values_integer(b, width, 0))));
  const struct term *one = values_integer(b, width, 1), *carry;
  if (op == ROTATE_LEFT || op == ROTATE_RIGHT) {
    carry = term_extract(terms, op == ROTATE_LEFT ? 0 : width - 1, 1, result);
  } else {
    const struct term *before = shifted(in, op, x, values_apply(b, OP_SUB, count, one));
    carry = term_extract(terms, op == SHIFT_LEFT ? width - 1 : 0, 1, before);
    set_flag_if(in, FLAG_ZERO, moves, values_apply(b, OP_EQ, result, values_integer(b, width, 0)));
    set_flag_if(in, FLAG_SIGN, moves, term_extract(terms, width - 1, 1, result));
    set_flag_if(in, FLAG_PARITY, moves, x86_parity(in, result));
  }
  carry = values_keep(b, carry);
  set_flag_if(in, FLAG_CARRY, moves, carry);
  const struct term *top = term_extract(terms, width - 1, 1, result);
  const struct term *next = term_extract(terms, width - 2, 1, result);
  assembly_forget_flag(in, FLAG_OVERFLOW);
  if (!term_is_constant(count) || count->value != 1)
    return;
  assembly_set_flag(in, FLAG_OVERFLOW,
                    op == SHIFT_ARITHMETIC ? values_integer(b, 1, 0)
                    : op == SHIFT_RIGHT    ? term_extract(terms, width - 1, 1, x)
                    : op == ROTATE_RIGHT   ? values_apply(b, OP_XOR, top, next)
                                           : values_apply(b, OP_XOR, top, carry));
}

/* By a constant, or by cl. */
bool x86_emit_shift(struct assembly *in, const struct assembly_statement *s) {
  struct builder *b = in->b;
  if (s->count < 1 || s->count > 2 || s->is_locked || s->operands[0].kind != OPERAND_REGISTER)
    return assembly_refuse(in, s);
  const struct term *count = constant(in, 1, 1);
  if (s->count == 2)
    count = assembly_read(in, &s->operands[1], 1);
  count = values_apply(b, OP_AND, count, constant(in, 1, s->size == 8 ? 63 : 31));
  count = values_keep(b, term_resize(in->terms, s->size * 8, count));
  if (term_is_constant(count) && !count->value)
    return true;
  const struct term *x = values_keep(b, assembly_read(in, &s->operands[0], s->size));
  const struct term *result = values_keep(b, shifted(in, s->row->op, x, count));
  set_shift_flags(in, s->row->op, x, count, result);
  return assembly_write(in, &s->operands[0], s->size, result);
}

static const struct term *bit_of(struct assembly *in, const struct term *x, unsigned number) {
  return term_extract(in->terms, number, 1, x);
}

/* The number of the lowest or highest bit that is set; `otherwise` if none is. */
static const struct term *find_bit(struct assembly *in, const struct term *x, bool from_top,
                                   const struct term *otherwise) {
  const struct term *result = otherwise;
  unsigned width = x->width;
  for (unsigned i = 0; i < width; i++) {
    unsigned number = from_top ? i : width - 1 - i; /* the outermost choice decides */
    result =
        values_choose(in->b, bit_of(in, x, number), values_integer(in->b, width, number), result);
  }
  return result;
}

static const struct term *count_ones(struct assembly *in, const struct term *x) {
  const struct term *sum = values_integer(in->b, x->width, 0);
  for (unsigned i = 0; i < x->width; i++)
    sum = values_apply(in->b, OP_ADD, sum, term_resize(in->terms, x->width, bit_of(in, x, i)));
  return sum;
}

/* Where no bit is set, bsf and bsr leave the target as it is, as all processors do. */
bool x86_emit_scan(struct assembly *in, const struct assembly_statement *s) {
  struct builder *b = in->b;
  if (s->count != 2 || s->size < 2 || s->operands[0].kind != OPERAND_REGISTER)
    return assembly_refuse(in, s);
  const struct term *x = values_keep(b, assembly_read(in, &s->operands[1], s->size));
  const struct term *width = constant(in, s->size, s->size * 8), *result;
  const struct term *is_zero = values_apply(b, OP_EQ, x, constant(in, s->size, 0));
  forget_flags(in);
  switch (s->row->op) {
  case SCAN_FORWARD:
  case SCAN_REVERSE:
    result =
        find_bit(in, x, s->row->op == SCAN_REVERSE, assembly_read(in, &s->operands[0], s->size));
    assembly_set_flag(in, FLAG_ZERO, is_zero);
    break;
  case COUNT_TRAILING:
  case COUNT_LEADING:
    result = find_bit(in, x, s->row->op == COUNT_LEADING, width);
    if (s->row->op == COUNT_LEADING)
      result =
          values_choose(b, is_zero, width,
                        values_apply(b, OP_SUB, constant(in, s->size, s->size * 8 - 1), result));
    assembly_set_flag(in, FLAG_CARRY, is_zero);
    break;
  default:
    result = count_ones(in, x);
    for (int i = 0; i < ASSEMBLY_FLAGS; i++)
      assembly_set_flag(in, (enum assembly_flag)i,
                        i == FLAG_ZERO ? is_zero : values_integer(b, 1, 0));
    break;
  }
  result = values_keep(b, result);
  if (s->row->op == COUNT_TRAILING || s->row->op == COUNT_LEADING)
    assembly_set_flag(in, FLAG_ZERO, values_apply(b, OP_EQ, result, constant(in, s->size, 0)));
  return assembly_write(in, &s->operands[0], s->size, result);
}

bool x86_emit_swap_bytes(struct assembly *in, const struct assembly_statement *s) {
  if (s->count != 1 || s->size < 4)
    return assembly_refuse(in, s);
  const struct term *x = values_keep(in->b, assembly_read(in, &s->operands[0], s->size));
  const struct term *result = NULL;
  for (unsigned i = 0; i < s->size; i++) {
    const struct term *byte = term_extract(in->terms, i * 8, 8, x);
    result = result ? term_apply(in->terms, OP_CONCAT, result, byte, NULL) : byte;
  }
  return assembly_write(in, &s->operands[0], s->size, result);
}
