/* SPDX-License-Identifier: Apache-2.0 */
/* The machine that inline assembly runs on: registers, flags, memory and labels.
 *
 * Without jumps, registers and flags are terms and cost nothing if they are unused. With jumps,
 * they are registers of the program. Those that were never set are arbitrary.
 *
 * The compiler may put an input into the register of an output, unless that is an early clobber. So
 * reading an input after the first write of such an output is unsupported: its value would depend
 * on the compiler. */
#include "frontend/assembly.h"

#include <string.h>

const struct term *assembly_arbitrary(struct assembly *in, unsigned width,
                                      enum nondet_source source, const char *name) {
  uint32_t target = builder_add_temporary(in->b, width, "");
  struct edge *edge = builder_add_edge(in->b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = source;
  edge->nondet.name = name;
  return builder_register_term(in->b, target);
}

static const struct term *undefined(struct assembly *in, unsigned width) {
  return assembly_arbitrary(in, width, NONDET_UNINITIALISED, "register of the machine");
}

/* Copies the value: later writes change the register of the program. */
static const struct term *read_slot_value(struct assembly *in, const struct assembly_slot *slot) {
  if (!slot->has_number)
    return slot->term;
  const struct term *value = builder_register_term(in->b, slot->number);
  uint32_t copy = builder_add_temporary(in->b, value->width, "");
  builder_add_assign(in->b, copy, value);
  return builder_register_term(in->b, copy);
}

static void write_slot(struct assembly *in, struct assembly_slot *slot, unsigned bits,
                       const struct term *value) {
  slot->bits = bits;
  if (!in->jumps.any) {
    slot->term = values_keep(in->b, value);
    return;
  }
  if (!slot->has_number) {
    slot->number = builder_add_temporary(in->b, value->width, "");
    slot->has_number = true;
  }
  builder_add_assign(in->b, slot->number, value);
}

static struct assembly_slot *slot_of(struct assembly *in, struct assembly_register reg) {
  return &in->slots[reg.constraint >= 0 ? in->constraints[reg.constraint].slot
                                        : (unsigned)reg.machine];
}

/* The initial value of the register of an output; NULL: no input is in it. */
static LLVMValueRef value_in_register(const struct assembly *in,
                                      const struct assembly_constraint *output) {
  for (unsigned i = 0; i < in->constraint_count; i++) {
    const struct assembly_constraint *c = &in->constraints[i];
    if (!c->is_output && !c->is_memory && c->value && c->slot == output->slot)
      return c->value;
  }
  return NULL;
}

/* Could the compiler have put this operand, or its address, into the register of that output? It
 * cannot if another value is in that register at first. */
static bool may_share(const struct assembly *in, const struct assembly_constraint *c,
                      const struct assembly_constraint *output) {
  if (!output->is_output || output->is_memory || output->is_early || output->condition >= 0)
    return false;
  LLVMValueRef there = value_in_register(in, output);
  if (there && there != c->value)
    return false;
  if (c->is_memory)
    return !LLVMIsConstant(c->value) && !LLVMIsAAllocaInst(c->value);
  if (c->is_tied || c->is_output || c->slot == output->slot)
    return false;
  if (c->allows_immediate && LLVMIsAConstantInt(c->value))
    return false;
  return c->machine < 0 || output->machine < 0;
}

static bool check_sharing(struct assembly *in, unsigned number, const bool *is_written) {
  for (unsigned i = 0; i < in->constraint_count; i++)
    if (is_written[i] && may_share(in, &in->constraints[number], &in->constraints[i]))
      return assembly_fail(in,
                           "\"%s\", as operand %u may be in the register of operand %u, which "
                           "is written before (it has no '&')",
                           in->statements.items[in->current].text, number, i);
  return true;
}

static bool note_read(struct assembly *in, int number) {
  in->is_read[number] = true;
  return check_sharing(in, (unsigned)number, in->is_written);
}

static void note_write(struct assembly *in, const struct assembly_slot *slot) {
  for (unsigned i = 0; i < in->constraint_count; i++)
    if (in->constraints[i].is_output && &in->slots[in->constraints[i].slot] == slot)
      in->is_being_written[i] = true;
}

/* Extends a value by arbitrary bits above the known ones. Later reads get the same bits. */
static const struct term *read_slot(struct assembly *in, struct assembly_slot *slot,
                                    unsigned width) {
  struct terms *terms = in->terms;
  if (slot->bits >= width)
    return term_resize(terms, width, read_slot_value(in, slot));
  if (in->jumps.back) {
    assembly_fail(in, "\"%s\", which reads what nothing has set",
                  in->statements.items[in->current].text);
    return values_integer(in->b, width, 0);
  }
  const struct term *value = undefined(in, width - slot->bits);
  if (slot->bits)
    value = term_apply(terms, OP_CONCAT, value,
                       term_resize(terms, slot->bits, read_slot_value(in, slot)), NULL);
  bool is_first = !slot->bits && width == in->word;
  write_slot(in, slot, width, width > 1 ? term_resize(terms, in->word, value) : value);
  if (is_first)
    slot->first = slot->term;
  return value;
}

const struct term *assembly_read_register(struct assembly *in, struct assembly_register reg) {
  unsigned width = reg.size * 8;
  if (in->syntax == SYNTAX_ARM && reg.constraint < 0 && reg.machine == ARM_ZERO)
    return values_integer(in->b, width, 0);
  if (reg.constraint >= 0) {
    const struct assembly_constraint *c = &in->constraints[reg.constraint];
    if (!note_read(in, reg.constraint) || c->is_pair || c->is_memory || !width) {
      assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
      return values_integer(in->b, width ? width : 8, 0);
    }
    if (c->allows_immediate && c->value && LLVMIsAConstantInt(c->value))
      return values_integer(in->b, width, (uint64_t)LLVMConstIntGetSExtValue(c->value));
  }
  struct assembly_slot *slot = slot_of(in, reg);
  if (reg.is_high)
    return term_extract(in->terms, 8, 8, read_slot(in, slot, 16));
  return read_slot(in, slot, width);
}

/* The bits of `old` from `low` up stay. */
static const struct term *keep_above(struct assembly *in, const struct term *old,
                                     const struct term *value) {
  unsigned low = value->width;
  return term_apply(in->terms, OP_CONCAT, term_extract(in->terms, low, old->width - low, old),
                    value, NULL);
}

void assembly_write_register(struct assembly *in, struct assembly_register reg,
                             const struct term *value) {
  if (reg.constraint < 0 && in->syntax == SYNTAX_ARM && reg.machine == ARM_ZERO)
    return;
  bool is_stack =
      in->syntax == SYNTAX_ARM ? reg.machine == ARM_STACK : reg.machine == 4 || reg.machine == 5;
  if (reg.constraint < 0 && is_stack) {
    assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
    return;
  }
  if (reg.constraint >= 0 && !in->constraints[reg.constraint].is_output &&
      !in->constraints[reg.constraint].is_tied) {
    assembly_fail(in, "\"%s\", which writes an operand that is an input only",
                  in->statements.items[in->current].text);
    return;
  }
  struct assembly_slot *slot = slot_of(in, reg);
  note_write(in, slot);
  if (reg.constraint < 0)
    in->changed_by[reg.machine] = in->statements.items[in->current].text;
  unsigned width = value->width;
  if (reg.is_high) {
    const struct term *old = read_slot(in, slot, slot->bits < 16 ? 16 : slot->bits);
    value = term_apply(in->terms, OP_CONCAT, value, term_extract(in->terms, 0, 8, old), NULL);
    if (old->width > 16)
      value = keep_above(in, old, value);
    width = value->width;
  } else if (width >= 32) { /* the upper half becomes zero */
    width = in->word;
  } else if (slot->bits > width) {
    value = keep_above(in, term_resize(in->terms, slot->bits, read_slot_value(in, slot)), value);
    width = value->width;
  }
  write_slot(in, slot, width, term_resize(in->terms, in->word, value));
}

bool assembly_is_immediate(const struct assembly *in, const struct assembly_operand *operand) {
  if (operand->kind != OPERAND_REGISTER || operand->reg.constraint < 0)
    return operand->kind == OPERAND_NUMBER;
  const struct assembly_constraint *c = &in->constraints[operand->reg.constraint];
  return c->allows_immediate && c->value && LLVMIsAConstantInt(c->value);
}

unsigned assembly_operand_size(const struct assembly *in, const struct assembly_operand *operand) {
  if (operand->kind == OPERAND_MEMORY)
    return operand->size;
  return operand->kind == OPERAND_REGISTER && !assembly_is_immediate(in, operand)
             ? operand->reg.size
             : 0;
}

const struct term *assembly_address(struct assembly *in, const struct assembly_operand *operand) {
  unsigned width = in->b->lowering->pointer_width;
  const struct term *address = values_pointer_constant(in->b, 0);
  bool is_strange = (operand->base.is_present && operand->base.size * 8 != width) ||
                    (operand->index.is_present && operand->index.size * 8 != width);
  if (operand->base.is_present && operand->base.constraint < 0)
    is_strange |= in->syntax == SYNTAX_ARM
                      ? operand->base.machine == ARM_STACK
                      : operand->base.machine == 4 || operand->base.machine == 5;
  if (is_strange) {
    assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
    return address;
  }
  if (operand->constraint >= 0 && !note_read(in, operand->constraint))
    return address;
  if (operand->constraint >= 0)
    address = values_sized(in->b, in->constraints[operand->constraint].value);
  if (operand->base.is_present)
    address = assembly_read_register(in, operand->base);
  if (operand->index.is_present) {
    const struct term *index = assembly_read_register(in, operand->index);
    address = values_apply(
        in->b, OP_ADD, address,
        values_apply(in->b, OP_MUL, index, values_pointer_constant(in->b, operand->scale)));
  }
  return values_add_offset(in->b, address, (uint64_t)operand->number);
}

enum memory_order assembly_order(const struct assembly *in, enum memory_order order) {
  return in->clobbers_memory || order == ORDER_PLAIN ? order : ORDER_RELAXED;
}

const struct term *assembly_load(struct assembly *in, const struct term *address, unsigned size,
                                 enum memory_order order) {
  uint32_t target = builder_add_temporary(in->b, size * 8, "");
  lower_add_load(in->b, target, address, size, order);
  return builder_register_term(in->b, target);
}

void assembly_store(struct assembly *in, const struct term *address, const struct term *value,
                    enum memory_order order) {
  lower_add_store(in->b, address, value, value->width / 8, order);
}

const struct term *assembly_read(struct assembly *in, const struct assembly_operand *operand,
                                 unsigned size) {
  unsigned own = assembly_operand_size(in, operand);
  if (own && own != size) {
    assembly_fail(in, "\"%s\", whose operands differ in size",
                  in->statements.items[in->current].text);
    return values_integer(in->b, size * 8, 0);
  }
  if (operand->kind == OPERAND_NUMBER)
    return values_integer(in->b, size * 8, (uint64_t)operand->number);
  if (operand->kind == OPERAND_REGISTER) {
    struct assembly_register reg = operand->reg;
    reg.size = size;
    return assembly_read_register(in, reg);
  }
  if (operand->kind == OPERAND_MEMORY) /* instructions that also write there use assembly_add_rmw */
    return assembly_load(in, assembly_address(in, operand), size,
                         assembly_order(in, ORDER_ACQUIRE));
  assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
  return values_integer(in->b, size * 8, 0);
}

bool assembly_write(struct assembly *in, const struct assembly_operand *operand, unsigned size,
                    const struct term *value) {
  unsigned own = assembly_operand_size(in, operand);
  if (own && own != size)
    return assembly_fail(in, "\"%s\", whose operands differ in size",
                         in->statements.items[in->current].text);
  if (operand->kind == OPERAND_REGISTER)
    assembly_write_register(in, operand->reg, value);
  else if (operand->kind == OPERAND_MEMORY)
    assembly_store(in, assembly_address(in, operand), value, assembly_order(in, ORDER_RELEASE));
  else
    return assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
  return true;
}

const struct term *assembly_add_rmw(struct assembly *in, enum rmw_operator op,
                                    const struct term *address, const struct term *operand,
                                    enum memory_order order) {
  uint32_t target = builder_add_temporary(in->b, operand->width, "");
  struct edge *edge = builder_add_edge(in->b, OPERATION_RMW);
  edge->rmw.target = target;
  edge->rmw.address = address;
  edge->rmw.operand = operand;
  edge->rmw.size = operand->width / 8;
  edge->rmw.op = op;
  edge->rmw.order = order;
  return builder_register_term(in->b, target);
}

const struct term *assembly_add_cas(struct assembly *in, const struct term *address,
                                    const struct term *expected, const struct term *desired,
                                    enum memory_order order, const struct term **success) {
  uint32_t old = builder_add_temporary(in->b, desired->width, "");
  uint32_t bit = builder_add_temporary(in->b, 1, "");
  struct edge *edge = builder_add_edge(in->b, OPERATION_CAS);
  edge->cas.old = old;
  edge->cas.success = bit;
  edge->cas.address = address;
  edge->cas.expected = expected;
  edge->cas.desired = desired;
  edge->cas.size = desired->width / 8;
  edge->cas.order = order;
  edge->cas.failure = order == ORDER_RELEASE   ? ORDER_RELAXED
                      : order == ORDER_ACQ_REL ? ORDER_ACQUIRE
                                               : order;
  *success = builder_register_term(in->b, bit);
  return builder_register_term(in->b, old);
}

const struct term *assembly_flag(struct assembly *in, enum assembly_flag flag) {
  return read_slot(in, &in->flags[flag], 1);
}

void assembly_set_flag(struct assembly *in, enum assembly_flag flag, const struct term *value) {
  struct assembly_slot *slot = &in->flags[flag];
  if (in->jumps.any && (in->needed_flags & 1U << flag)) {
    write_slot(in, slot, 1, value);
    return;
  }
  slot->bits = 1;
  slot->term = value;
}

void assembly_forget_flag(struct assembly *in, enum assembly_flag flag) {
  in->flags[flag].bits = 0;
}

void assembly_set_result_flags(struct assembly *in, const struct term *result) {
  assembly_set_flag(in, FLAG_ZERO,
                    values_apply(in->b, OP_EQ, result, values_integer(in->b, result->width, 0)));
  assembly_set_flag(in, FLAG_SIGN, term_extract(in->terms, result->width - 1, 1, result));
}

/* The label that a jump from the current statement leads to. */
static size_t find_statement(const struct assembly *in, const struct assembly_operand *label) {
  size_t found = SIZE_MAX;
  for (size_t i = 0; i < in->statements.count; i++) {
    const char *name = in->statements.items[i].label;
    if (!name || strcmp(name, label->label) != 0)
      continue;
    if (label->direction == 'f' && i > in->current && found == SIZE_MAX)
      found = i;
    if (label->direction == 'b' && i < in->current)
      found = i;
    if (!label->direction)
      found = i;
  }
  return found;
}

static uint32_t location_of_label(struct assembly *in, size_t statement) {
  for (size_t i = 0; i < in->labels.count; i++)
    if (in->labels.items[i].statement == statement)
      return in->labels.items[i].location;
  struct assembly_label label = {.location = builder_add_location(in->b), .statement = statement};
  vector_push(&in->labels, label);
  return label.location;
}

void assembly_place_label(struct assembly *in, size_t statement) {
  uint32_t location = location_of_label(in, statement);
  builder_add_edge_to(in->b, OPERATION_SKIP, location);
  in->b->current = location;
}

/* Which C label an operand of the template is. */
static unsigned exit_of(const struct assembly *in, int constraint) {
  unsigned number = 0;
  for (int i = 0; i < constraint; i++)
    number += in->constraints[i].is_label;
  return number;
}

bool assembly_jump(struct assembly *in, const struct assembly_operand *label,
                   const struct term *condition) {
  if (label->kind != OPERAND_LABEL)
    return assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
  uint32_t to;
  if (label->constraint >= 0) {
    if (!in->exits)
      return assembly_fail(in, "\"%s\"", in->statements.items[in->current].text);
    to = in->exits[exit_of(in, label->constraint)];
  } else {
    to = location_of_label(in, find_statement(in, label));
  }
  struct builder *b = in->b;
  if (!condition || term_is_true(condition)) {
    builder_add_edge_to(b, OPERATION_SKIP, to);
    b->current = builder_add_location(b); /* reached by labels only */
    return true;
  }
  if (term_is_false(condition))
    return true;
  condition = values_keep(b, condition);
  uint32_t origin = b->current;
  builder_add_edge_to(b, OPERATION_ASSUME, to)->assume.condition = condition;
  b->current = origin;
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, condition);
  return true;
}

static void set_input(struct assembly *in, const struct assembly_constraint *c) {
  struct terms *terms = in->terms;
  const struct term *value = values_term(in->b, c->value);
  if (c->is_pair) { /* eax, edx */
    if (value->width != 64)
      assembly_fail(in, "an operand with the constraint A that has not 64 bits");
    value = term_resize(terms, 64, value);
    write_slot(in, &in->slots[0], 32, term_extract(terms, 0, 32, value));
    write_slot(in, &in->slots[2], 32, term_extract(terms, 32, 32, value));
    return;
  }
  if (value->width > in->word)
    return;
  write_slot(in, &in->slots[c->slot], c->width, term_resize(terms, in->word, value));
}

static void set_arbitrary(struct assembly *in, const struct assembly_slot *slot) {
  if (slot->bits)
    return;
  struct edge *edge = builder_add_edge(in->b, OPERATION_NONDET);
  edge->nondet.target = slot->number;
  edge->nondet.source = NONDET_UNINITIALISED;
  edge->nondet.name = "register of the machine";
}

void assembly_start(struct assembly *in) {
  for (unsigned i = 0; i < in->constraint_count; i++) {
    const struct assembly_constraint *c = &in->constraints[i];
    if (c->value && !c->is_memory)
      set_input(in, c);
  }
  /* A forward jump may skip the statement that sets a register. */
  for (unsigned i = 0; i < ASSEMBLY_SLOTS && in->jumps.any; i++)
    if (!in->slots[i].bits) {
      in->slots[i].number = builder_add_temporary(in->b, in->word, "");
      in->slots[i].has_number = true;
    }
  for (unsigned i = 0; i < in->constraint_count && in->jumps.forward; i++) {
    const struct assembly_constraint *c = &in->constraints[i];
    if (c->is_output && !c->is_memory && c->condition < 0 && assembly_may_be_skipped(in, i))
      set_arbitrary(in, &in->slots[c->slot]);
  }
  for (unsigned i = 0; i < ASSEMBLY_MACHINE_REGISTERS && in->jumps.forward; i++)
    if (in->is_clobbered[i])
      set_arbitrary(in, &in->slots[i]);
}

void assembly_end_statement(struct assembly *in) {
  for (unsigned i = 0; i < in->constraint_count; i++)
    in->is_written[i] |= in->is_being_written[i];
}

/* In a loop, every read may follow every write. */
void assembly_check_loop(struct assembly *in) {
  for (unsigned i = 0; i < in->constraint_count && in->jumps.back; i++)
    if (in->is_read[i])
      check_sharing(in, i, in->is_written);
}

const struct term *assembly_finish_output(struct assembly *in, unsigned number) {
  const struct assembly_constraint *c = &in->constraints[number];
  if (c->condition >= 0)
    return term_resize(in->terms, c->width, assembly_condition(in, c->condition));
  if (c->is_pair)
    return term_apply(in->terms, OP_CONCAT, read_slot(in, &in->slots[2], 32),
                      read_slot(in, &in->slots[0], 32), NULL);
  return read_slot(in, &in->slots[c->slot], c->width);
}
