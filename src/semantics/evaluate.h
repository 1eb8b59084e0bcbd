/* SPDX-License-Identifier: Apache-2.0 */
/* Mostly for semantics/: values in registers, and how they become numbers. */
#ifndef SEMANTICS_EVALUATE_H
#define SEMANTICS_EVALUATE_H

#include "semantics/machine.h"

/* The value of a term over registers, operator by operator. */
struct value evaluate_in(const struct machine *machine, const struct value *registers,
                         const struct term *term);
/* The value of a term in the top frame of a thread. */
static inline struct value evaluate(const struct machine *machine, const struct thread *thread,
                                    const struct term *term) {
  const struct value *registers = thread->registers.items + thread_top(thread)->first_register;
  return machine->domain->evaluate ? machine->domain->evaluate(registers, term)
                                   : evaluate_in(machine, registers, term);
}
/* The same as a number; if the value could be several, it is this number from now on. False: no
 * number can be chosen. */
bool evaluate_number(const struct machine *machine, const struct thread *thread,
                     const struct term *term, uint64_t *bits);
bool concretize_value(const struct machine *machine, struct value value, unsigned width,
                      uint64_t *bits);
/* A decision of a step that does not follow from numbers: `own`, or what the execution that is
 * repeated decided. */
uint64_t settle_way(const struct machine *machine, uint64_t own);
/* The number that the value is, if it can be only one. Makes nothing concrete. */
bool look_at_value(const struct machine *machine, struct value value, unsigned width,
                   uint64_t *bits);
static inline bool look_at_number(const struct machine *machine, const struct thread *thread,
                                  const struct term *term, uint64_t *bits) {
  return look_at_value(machine, evaluate(machine, thread, term), term->width, bits);
}

/* An operator on values whose widths are given. */
struct value apply_operator(const struct machine *machine, enum operator op, unsigned width,
                            unsigned operand_width, const struct value operands[3]);
/* Zero-extends or truncates. */
static inline struct value resize_value(const struct machine *machine, struct value value,
                                        unsigned from, unsigned to) {
  if (from == to)
    return value;
  struct value operands[3] = {value, {0, 0}, {0, 0}};
  return apply_operator(machine, from < to ? OP_ZEXT : OP_EXTRACT, to, from, operands);
}
/* Registers of the top frame; NO_REGISTER: nothing happens. */
static inline void set_register(struct thread *thread, uint32_t target, struct value value) {
  if (target != NO_REGISTER)
    thread->registers.items[thread_top(thread)->first_register + target] = value;
}
void set_number(struct machine *machine, struct thread *thread, uint32_t target, uint64_t bits);

#endif
