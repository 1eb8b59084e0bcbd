/* SPDX-License-Identifier: Apache-2.0 */
/* Prints terms for a person: infix, small negative constants as such. */
#include "base/text.h"
#include "term/term.h"

#include <inttypes.h>

/* Terms share subterms: printed out they can be exponentially long. */
enum { LONGEST = 4000 };

struct printing {
  struct text *out;
  size_t end;
  const struct term_names *names;
};

static void print_constant(const struct printing *to, const struct term *term) {
  struct text *out = to->out;
  if (to->names->constant && to->names->constant(out, term, to->names->context))
    return;
  int64_t value = width_signed(term->value, term->width);
  if (term->width > 1 && value < 0 && value >= -65536)
    text_format(out, "%" PRId64, value);
  else if (term->value < 65536)
    text_format(out, "%" PRIu64, term->value);
  else
    text_format(out, "0x%" PRIx64, term->value);
}

static bool is_infix(const struct term *term) {
  return term->arity == 2 && term->op != OP_CONCAT && term->op != OP_FUNORDERED &&
         !(term->op >= OP_SADD_OVERFLOWS && term->op <= OP_UMUL_OVERFLOWS);
}

static bool is_equation(const struct term *term) {
  return term->kind == TERM_APPLY && term->op == OP_EQ;
}

static void print(struct printing *to, const struct term *term, bool nested);

static void print_call(struct printing *to, const struct term *term) {
  text_add(to->out, operator_text((enum operator)term->op));
  if (term->op == OP_EXTRACT)
    text_format(to->out, "[%u:%u]", term->low + term->width - 1u, term->low);
  else if (term->op == OP_ZEXT || term->op == OP_SEXT || term->op >= OP_FCONVERT)
    text_format(to->out, "%u", term->width);
  text_add(to->out, "(");
  for (unsigned i = 0; i < term->arity; i++) {
    text_add(to->out, i ? ", " : "");
    print(to, term->operands[i], false);
  }
  text_add(to->out, ")");
}

static void print_apply(struct printing *to, const struct term *term, bool nested) {
  if (term->op == OP_NOT && is_equation(term->operands[0])) {
    text_add(to->out, nested ? "(" : "");
    print(to, term->operands[0]->operands[0], true);
    text_add(to->out, " != ");
    print(to, term->operands[0]->operands[1], true);
    text_add(to->out, nested ? ")" : "");
    return;
  }
  if (term->op == OP_NOT) {
    text_add(to->out, term->width == 1 ? "!" : "~");
    print(to, term->operands[0], true);
    return;
  }
  if (term->op != OP_ITE && !is_infix(term)) {
    print_call(to, term);
    return;
  }
  text_add(to->out, nested ? "(" : "");
  print(to, term->operands[0], true);
  text_format(to->out, " %s ", term->op == OP_ITE ? "?" : operator_text((enum operator)term->op));
  print(to, term->operands[1], true);
  if (term->op == OP_ITE) {
    text_add(to->out, " : ");
    print(to, term->operands[2], true);
  }
  text_add(to->out, nested ? ")" : "");
}

static void print(struct printing *to, const struct term *term, bool nested) {
  if (to->out->length > to->end)
    text_add(to->out, "…");
  else if (term->kind == TERM_CONSTANT)
    print_constant(to, term);
  else if (term->kind == TERM_APPLY)
    print_apply(to, term, nested);
  else if (to->names->variable)
    to->names->variable(to->out, term->value, to->names->context);
  else
    text_format(to->out, "v%" PRIu64, term->value);
}

void term_print_named(struct text *out, const struct term *term, const struct term_names *names) {
  struct printing to = {out, out->length + LONGEST, names};
  print(&to, term, false);
}

void term_print(struct text *out, const struct term *term,
                void (*name_variable)(struct text *out, uint64_t number, void *context),
                void *context) {
  struct term_names names = {name_variable, NULL, context};
  term_print_named(out, term, &names);
}
