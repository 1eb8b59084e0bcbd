/* SPDX-License-Identifier: Apache-2.0 */
/* Values of terms in a frame, and how a value becomes a number: the domain knows it, the chooser
 * picks one, or the execution that is repeated has picked it before (value_log). */
#include "semantics/evaluate.h"

#include "semantics/tell.h"

struct value evaluate_in(const struct machine *machine, const struct value *registers,
                         const struct term *term) {
  const struct domain *domain = machine->domain;
  if (term->kind == TERM_VARIABLE)
    return registers[term->value];
  if (term->kind == TERM_CONSTANT)
    return domain->constant(machine->domain_context, term->width, term->value);
  struct value operands[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (unsigned i = 0; i < term->arity; i++) {
    const struct term *operand = term->operands[i];
    operands[i] = operand->kind == TERM_VARIABLE ? registers[operand->value]
                                                 : evaluate_in(machine, registers, operand);
  }
  return domain->apply(machine->domain_context, term, operands);
}

bool look_at_value(const struct machine *machine, struct value value, unsigned width,
                   uint64_t *bits) {
  struct chooser *chooser = machine->chooser;
  return machine->domain->known(machine->domain_context, value, bits) ||
         (chooser->concretize && chooser->concretize(chooser, value, width, true, bits));
}

static bool follow_value_log(struct value_log *value_log, struct value value, unsigned width,
                             uint64_t *bits) {
  if (value_log->next == value_log->numbers.count) {
    value_log->end(value_log, value, width);
    return false;
  }
  *bits = value_log->numbers.items[value_log->next++];
  return value_log->meet(value_log, value, width, *bits);
}

bool concretize_value(const struct machine *machine, struct value value, unsigned width,
                      uint64_t *bits) {
  struct value_log *value_log = machine->now.is_looking ? NULL : machine->log.values;
  if (value_log)
    return follow_value_log(value_log, value, width, bits);
  bool told = machine->now.is_looking
                  ? look_at_value(machine, value, width, bits)
                  : machine->domain->known(machine->domain_context, value, bits) ||
                        (machine->chooser->concretize &&
                         machine->chooser->concretize(machine->chooser, value, width, false, bits));
  if (told && !machine->now.is_looking)
    tell_number(machine, *bits);
  return told;
}

uint64_t settle_way(const struct machine *machine, uint64_t own) {
  struct value_log *value_log = machine->now.is_looking ? NULL : machine->log.values;
  if (value_log)
    return value_log->next < value_log->numbers.count ? value_log->numbers.items[value_log->next++]
                                                      : own;
  if (!machine->now.is_looking)
    tell_number(machine, own);
  return own;
}

bool evaluate_number(const struct machine *machine, const struct thread *thread,
                     const struct term *term, uint64_t *bits) {
  return concretize_value(machine, evaluate(machine, thread, term), term->width, bits);
}

bool machine_evaluate(const struct machine *machine, const struct thread *thread,
                      const struct frame *frame, const struct term *term, uint64_t *bits) {
  const struct value *registers = thread->registers.items + frame->first_register;
  struct value value = machine->domain->evaluate ? machine->domain->evaluate(registers, term)
                                                 : evaluate_in(machine, registers, term);
  return machine->domain->known(machine->domain_context, value, bits);
}

struct value apply_operator(const struct machine *machine, enum operator op, unsigned width,
                            unsigned operand_width, const struct value operands[3]) {
  struct term bit = {.kind = TERM_VARIABLE, .width = 1};
  struct term operand = {.kind = TERM_VARIABLE, .width = (uint8_t)operand_width};
  struct term node = {.kind = TERM_APPLY,
                      .op = (uint8_t)op,
                      .width = (uint8_t)width,
                      .arity = (uint8_t)operator_arity(op),
                      .operands = {op == OP_ITE ? &bit : &operand, &operand, &operand}};
  return machine->domain->apply(machine->domain_context, &node, operands);
}

void set_number(struct machine *machine, struct thread *thread, uint32_t target, uint64_t bits) {
  if (target == NO_REGISTER)
    return;
  unsigned width = thread_top(thread)->function->registers[target].width;
  set_register(thread, target,
               machine->domain->constant(machine->domain_context, width, bits & width_mask(width)));
}
