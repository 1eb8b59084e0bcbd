/* SPDX-License-Identifier: Apache-2.0 */
/* The operators of read-modify-write operations, in terms of the domain's. */
#include "semantics/rmw.h"

#include "semantics/evaluate.h"

static struct value apply(const struct machine *machine, enum operator op, unsigned width,
                          unsigned operand_width, struct value a, struct value b, struct value c) {
  struct value operands[3] = {a, b, c};
  return apply_operator(machine, op, width, operand_width, operands);
}

struct value rmw_result(const struct machine *machine, enum rmw_operator op, unsigned width,
                        struct value old, struct value operand) {
  static const enum operator direct[] = {
      [RMW_ADD] = OP_ADD, [RMW_SUB] = OP_SUB, [RMW_AND] = OP_AND,   [RMW_NAND] = OP_AND,
      [RMW_OR] = OP_OR,   [RMW_XOR] = OP_XOR, [RMW_FADD] = OP_FADD, [RMW_FSUB] = OP_FSUB,
      [RMW_MAX] = OP_SLT, [RMW_MIN] = OP_SLT, [RMW_UMAX] = OP_ULT,  [RMW_UMIN] = OP_ULT,
  };
  switch (op) {
  case RMW_EXCHANGE:
    return operand;
  case RMW_NAND: {
    struct value both = apply(machine, OP_AND, width, width, old, operand, operand);
    return apply(machine, OP_NOT, width, width, both, both, both);
  }
  case RMW_MAX:
  case RMW_UMAX: {
    struct value less = apply(machine, direct[op], 1, width, old, operand, operand);
    return apply(machine, OP_ITE, width, width, less, operand, old);
  }
  case RMW_MIN:
  case RMW_UMIN: {
    struct value less = apply(machine, direct[op], 1, width, old, operand, operand);
    return apply(machine, OP_ITE, width, width, less, old, operand);
  }
  case RMW_ADD:
  case RMW_SUB:
  case RMW_AND:
  case RMW_OR:
  case RMW_XOR:
  case RMW_FADD:
  case RMW_FSUB:
    break;
  }
  return apply(machine, direct[op], width, width, old, operand, operand);
}
