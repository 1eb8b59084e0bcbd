/* SPDX-License-Identifier: Apache-2.0 */
/* Addresses of variables as constants. A register that always is the address of a variable gets no
 * variable of its own: the address is written where the register is read. But terms on constants
 * are folded, and what is left of an address that is shifted, cut or subtracted is a number that
 * only the address space of heddle explains. A register that is taken apart like this stays a
 * variable, and the sequential program computes with the addresses that it has itself. */
#include "program/uses.h"
#include "sequentialize/flat.h"

/* Does the operator leave this operand whole? It does, too, if it uses only the lowest bits,
 * which are the same for every address. */
static bool keeps_operand(const struct term *term, unsigned index) {
  if (term->op == OP_AND)
    return term_is_constant(term->operands[1 - index]) && term->operands[1 - index]->value < 8;
  return term->op == OP_ADD || term->op == OP_EQ || (term->op == OP_SUB && index == 0) ||
         (term->op == OP_ITE && index > 0);
}

static void note_registers(const struct term *term, bool is_whole, bool *apart) {
  if (term->kind == TERM_VARIABLE)
    apart[term->value] |= !is_whole;
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    note_registers(term->operands[i], is_whole && keeps_operand(term, i), apart);
}

static void note_term(const struct term *term, void *context) {
  note_registers(term, true, context);
}

static const bool *registers_apart(struct sequentializer *s, const struct function *function) {
  if (!s->facts.apart)
    s->facts.apart =
        arena_allocate(s->arena, (s->program->function_count + 1) * sizeof *s->facts.apart);
  bool **known = &s->facts.apart[function->number];
  if (!*known) {
    *known = arena_allocate(s->arena, function->register_count + 1);
    for (uint32_t i = 0; i < function->edge_count; i++)
      edge_visit_terms(&function->edges[i], note_term, *known);
  }
  return *known;
}

bool flat_keeps_constant(struct sequentializer *s, const struct function *function, uint32_t number,
                         const struct term *constant) {
  bool is_address = constant && constant->width == s->program->pointer_width &&
                    program_find_object(s->program, constant->value) != NULL;
  return !is_address || !registers_apart(s, function)[number];
}
