/* SPDX-License-Identifier: Apache-2.0 */
/* The memory instructions of AArch64.
 *
 * An exclusive store succeeds if no thread wrote to the location since the exclusive load before
 * it, and may fail spuriously. It becomes a compare-exchange with the value of that load. This is
 * equivalent as long as the pair is in one template, on one location, without another access in
 * between: if the location has changed and changed back, there is an execution in which the load
 * came later. A spurious failure matters unless it only leads back to the load. */
#include "frontend/assembly.h"

#include <string.h>

/* A mnemonic is the row's name, an order ("a", "l", "al") and a size ("b", "h"). */
static size_t order_length(const struct assembly_row *row, const char *rest) {
  if (!(row->traits & ARM_ORDERED))
    return 0;
  return !strncmp(rest, "al", 2) ? 2 : *rest == 'a' || *rest == 'l' ? 1 : 0;
}

bool arm_matches_variant(const struct assembly_row *row, const char *rest) {
  rest += order_length(row, rest);
  if ((row->traits & ARM_SIZED) && (*rest == 'b' || *rest == 'h'))
    rest++;
  return !*rest;
}

static enum memory_order order_of(const struct assembly *in, const struct assembly_statement *s,
                                  const struct assembly_row *row) {
  const char *rest = s->mnemonic + strlen(row->name);
  size_t length = order_length(row, rest);
  enum memory_order order = length == 2    ? ORDER_SEQ_CST
                            : length == 0  ? ORDER_RELAXED
                            : *rest == 'a' ? ORDER_ACQUIRE
                                           : ORDER_RELEASE;
  return assembly_order(in, order);
}

/* The size of the access in bytes: by the mnemonic, or else by the register `reg`. */
static unsigned access_size(const struct assembly_statement *s,
                            const struct assembly_operand *reg) {
  char last = s->mnemonic[strlen(s->mnemonic) - 1];
  if (last == 'b')
    return strcmp(s->mnemonic, "sub") ? 1 : 0;
  return last == 'h' ? 2 : reg->kind == OPERAND_REGISTER ? reg->reg.size : 0;
}

/* The lower `size` bytes of a register; accesses of one or two bytes use the w register. */
static const struct term *read_part(struct assembly *in, const struct assembly_operand *operand,
                                    unsigned size) {
  struct assembly_register reg = operand->reg;
  if (size < 4)
    reg.size = 4;
  return term_resize(in->terms, size * 8, assembly_read_register(in, reg));
}

static bool write_part(struct assembly *in, const struct assembly_operand *operand,
                       const struct term *value) {
  struct assembly_register reg = operand->reg;
  if (value->width < 32)
    value = term_resize(in->terms, 32, value);
  assembly_write_register(in, reg, value);
  return !in->problem;
}

static bool are_registers_then_memory(const struct assembly_statement *s, unsigned registers) {
  for (unsigned i = 0; i < registers; i++)
    if (i >= s->count || s->operands[i].kind != OPERAND_REGISTER)
      return false;
  return s->count == registers + 1 && s->operands[registers].kind == OPERAND_MEMORY;
}

bool arm_emit_load(struct assembly *in, const struct assembly_statement *s) {
  if (!are_registers_then_memory(s, 1))
    return assembly_refuse(in, s);
  unsigned bytes = access_size(s, &s->operands[0]);
  enum memory_order order = assembly_order(in, (enum memory_order)s->row->op);
  const struct term *value = assembly_load(in, assembly_address(in, &s->operands[1]), bytes, order);
  in->monitor.found = NULL;
  if (s->row->traits & ARM_EXCLUSIVE)
    in->monitor = (struct assembly_monitor){.found = value,
                                            .place = s->operands[1],
                                            .acquires = s->row->op == ORDER_ACQUIRE,
                                            .statement = in->current};
  return write_part(in, &s->operands[0], value);
}

bool arm_emit_store(struct assembly *in, const struct assembly_statement *s) {
  if (!are_registers_then_memory(s, 1))
    return assembly_refuse(in, s);
  unsigned bytes = access_size(s, &s->operands[0]);
  const struct term *value = values_keep(in->b, read_part(in, &s->operands[0], bytes));
  in->monitor.found = NULL;
  assembly_store(in, assembly_address(in, &s->operands[1]), value,
                 assembly_order(in, (enum memory_order)s->row->op));
  return true;
}

bool arm_emit_clear_exclusive(struct assembly *in, const struct assembly_statement *s) {
  (void)s;
  in->monitor.found = NULL;
  return true;
}

/* Is the register an input that no statement can change? */
static bool is_fixed(const struct assembly *in, const struct assembly_register *reg) {
  return !reg->is_present || (reg->constraint >= 0 && !in->constraints[reg->constraint].is_output &&
                              !in->constraints[reg->constraint].is_tied);
}

static bool is_same_place(const struct assembly *in, const struct assembly_operand *x,
                          const struct assembly_operand *y) {
  return x->constraint == y->constraint && x->number == y->number &&
         x->base.is_present == y->base.is_present && x->base.constraint == y->base.constraint &&
         x->index.is_present == y->index.is_present && x->index.constraint == y->index.constraint &&
         is_fixed(in, &x->base) && is_fixed(in, &x->index);
}

/* Is the next statement a jump back to the load if the store failed, with nothing between? */
static bool failure_repeats(const struct assembly *in, const struct assembly_register *status) {
  if (in->current + 1 >= in->statements.count)
    return false;
  const struct assembly_statement *next = &in->statements.items[in->current + 1];
  if (!next->mnemonic || strcmp(next->mnemonic, "cbnz") != 0 || next->count != 2 ||
      next->operands[0].kind != OPERAND_REGISTER || next->operands[1].kind != OPERAND_LABEL ||
      next->operands[0].reg.constraint != status->constraint ||
      next->operands[0].reg.machine != status->machine || next->operands[1].constraint >= 0)
    return false;
  for (size_t i = in->monitor.statement; i-- > 0;) {
    const struct assembly_statement *s = &in->statements.items[i];
    if (s->label && !strcmp(s->label, next->operands[1].label))
      return true;
    if (s->mnemonic && strcmp(s->mnemonic, "prfm") != 0)
      return false;
  }
  return false;
}

/* One bit: the store happened. */
static const struct term *add_exclusive_store(struct assembly *in, const struct term *address,
                                              const struct term *value, enum memory_order order,
                                              bool fails_spuriously) {
  struct builder *b = in->b;
  const struct term *success;
  if (!fails_spuriously) {
    assembly_add_cas(in, address, in->monitor.found, value, order, &success);
    return success;
  }
  uint32_t result = builder_add_temporary(b, 1, "");
  const struct term *fails = assembly_arbitrary(in, 1, NONDET_SPURIOUS, "store-exclusive");
  uint32_t origin = b->current, behind = builder_add_location(b);
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = fails;
  builder_add_assign(b, result, values_integer(b, 1, 0));
  builder_add_edge_to(b, OPERATION_SKIP, behind);
  b->current = origin;
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, fails);
  assembly_add_cas(in, address, in->monitor.found, value, order, &success);
  builder_add_assign(b, result, success);
  builder_add_edge_to(b, OPERATION_SKIP, behind);
  b->current = behind;
  return builder_register_term(b, result);
}

bool arm_emit_store_exclusive(struct assembly *in, const struct assembly_statement *s) {
  if (!are_registers_then_memory(s, 2))
    return assembly_refuse(in, s);
  if (!in->monitor.found || !is_same_place(in, &in->monitor.place, &s->operands[2]))
    return assembly_fail(in, "\"%s\" without an exclusive load of the same place before it",
                         s->text);
  unsigned bytes = access_size(s, &s->operands[1]);
  if (in->monitor.found->width != bytes * 8)
    return assembly_refuse(in, s);
  const struct term *value = values_keep(in->b, read_part(in, &s->operands[1], bytes));
  enum memory_order order = s->row->op == ORDER_RELEASE && in->monitor.acquires ? ORDER_ACQ_REL
                            : in->monitor.acquires                              ? ORDER_ACQUIRE
                                                   : (enum memory_order)s->row->op;
  const struct term *address = values_keep(in->b, assembly_address(in, &s->operands[2]));
  const struct term *done = add_exclusive_store(in, address, value, assembly_order(in, order),
                                                !failure_repeats(in, &s->operands[0].reg));
  in->monitor.found = NULL;
  struct assembly_operand status = s->operands[0];
  return write_part(in, &status, term_resize(in->terms, 32, values_not(in->b, done)));
}

/* cas: the first register is compared and gets what is found. */
bool arm_emit_compare_exchange(struct assembly *in, const struct assembly_statement *s) {
  if (!are_registers_then_memory(s, 2))
    return assembly_refuse(in, s);
  unsigned bytes = access_size(s, &s->operands[0]);
  const struct term *expected = values_keep(in->b, read_part(in, &s->operands[0], bytes));
  const struct term *desired = values_keep(in->b, read_part(in, &s->operands[1], bytes));
  const struct term *address = values_keep(in->b, assembly_address(in, &s->operands[2]));
  const struct term *success;
  const struct term *old =
      assembly_add_cas(in, address, expected, desired, order_of(in, s, s->row), &success);
  in->monitor.found = NULL;
  return write_part(in, &s->operands[0], old);
}

/* swp, ldadd, stadd, …: an operand, the register for the old value unless there is none, a place.
 */
bool arm_emit_update(struct assembly *in, const struct assembly_statement *s) {
  bool has_result = !(s->row->traits & ARM_NO_RESULT);
  if (!are_registers_then_memory(s, has_result ? 2 : 1))
    return assembly_refuse(in, s);
  unsigned bytes = access_size(s, &s->operands[0]);
  const struct term *operand = values_keep(in->b, read_part(in, &s->operands[0], bytes));
  if (s->row->traits & ARM_INVERTED)
    operand = values_keep(in->b, values_not(in->b, operand));
  const struct term *address =
      values_keep(in->b, assembly_address(in, &s->operands[has_result ? 2 : 1]));
  const struct term *old = assembly_add_rmw(in, (enum rmw_operator)s->row->op, address, operand,
                                            order_of(in, s, s->row));
  in->monitor.found = NULL;
  return has_result ? write_part(in, &s->operands[1], old) : true;
}
