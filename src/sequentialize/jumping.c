/* SPDX-License-Identifier: Apache-2.0 */
/* setjmp and longjmp. A setjmp has a number, which the first word of the buffer keeps; the second
 * word keeps how many calls of recursive functions the thread is in. A longjmp goes on after the
 * setjmp with the number that is in the buffer, if its function may be one of those that the thread
 * is in; else that function has returned, which violates `memory`. Variables of the functions
 * between end. A longjmp in an atomic section is a limit of the output. */
#include "sequentialize/writer.h"

#include "frontend/sequential.h"

/* A word of the buffer. */
static struct cexpr word_at(struct writer *w, const struct term *buffer, unsigned index) {
  unsigned bits = w->s->program->pointer_width;
  const struct term *address = flat_term(w->s, w->instance, buffer);
  if (index)
    address =
        term_apply(w->s->program->terms, OP_ADD, address,
                   term_constant(w->s->program->terms, bits, (uint64_t)index * bits / 8), NULL);
  return cplace_at(w, address, bits / 8, ctype_integer(bits, false));
}

static uint32_t number_of(const struct writer *w, const struct flat_node *node) {
  for (size_t i = 0; i < w->unit->landings.count; i++)
    if (w->unit->landings.items[i].instance == node->instance &&
        w->unit->landings.items[i].edge == node->edge)
      return w->unit->landings.items[i].number;
  return 0;
}

void jumping_save(struct writer *w, const struct flat_node *node) {
  const struct edge *edge = node->edge;
  struct cexpr first = word_at(w, edge->setjmp.buffer, 0);
  statement_line(w, "%s = %s;", first.text, cexpr_constant(w, number_of(w, node), first.type).text);
  if (w->s->needs.frames) {
    struct cexpr depth = {arena_format(w->s->arena, "depth[%s]", w->thread),
                          ctype_integer(32, false), CEXPR_PRIMARY};
    struct cexpr second = word_at(w, edge->setjmp.buffer, 1);
    statement_line(w, "%s = %s;", second.text, cexpr_cast(w, depth, second.type).text);
  }
  if (!statement_wants(w, w->instance, edge->setjmp.target))
    return;
  struct flat_register *reg = statement_register(w, w->instance, edge->setjmp.target);
  statement_assign(w, reg, statement_name(w, w->instance, edge->setjmp.target),
                   cexpr_constant(w, 0, reg->type));
}

const char *jumping_condition(struct writer *w, const struct flat_node *jump, uint32_t number,
                              bool negated) {
  w->instance = jump->instance;
  struct cexpr word = word_at(w, jump->edge->longjmp.buffer, 0);
  return arena_format(w->s->arena, "%s %s %s", cexpr_group(w, word, CEXPR_UNARY),
                      negated ? "!=" : "==", cexpr_constant(w, number, word.type).text);
}

void jumping_land(struct writer *w, const struct flat_node *node) {
  uint32_t target = node->call->setjmp.target;
  bool restores = w->s->needs.frames;
  w->instance = node->instance;
  if (restores) {
    struct cexpr depth = word_at(w, node->edge->longjmp.buffer, 1);
    statement_line(w, "{");
    w->indent++;
    statement_line(w, "unsigned int heddle_depth = %s;",
                   cexpr_cast(w, depth, ctype_integer(32, false)).text);
  }
  if (statement_wants(w, node->caller, target)) {
    struct flat_register *reg = statement_register(w, node->caller, target);
    unsigned width = node->caller->function->registers[target].width;
    const struct term *value = flat_term(w->s, w->instance, node->edge->longjmp.value);
    struct cexpr result = statement_value(w, term_resize(w->s->program->terms, width, value), reg);
    w->frame = restores ? "heddle_depth" : NULL;
    statement_assign(w, reg, statement_name(w, node->caller, target), result);
    w->frame = NULL;
  }
  for (const struct flat_instance *i = node->instance; i && i != node->caller; i = i->caller)
    access_end_all(w, i);
  if (restores) {
    statement_line(w, "depth[%s] = heddle_depth;", w->thread);
    w->indent--;
    statement_line(w, "}");
  }
}

void jumping_fail(struct writer *w, const struct flat_node *node) {
  if (node->depth) {
    w->s->needs.limits = true;
    statement_line(w, SEQUENTIAL_BOUND "library_model(); /* longjmp in an atomic section */");
    return;
  }
  if (property_in(PROPERTY_MEMORY, w->s->options->properties))
    statement_line(w, "reach_error(); /* longjmp to a function that has returned */");
  else
    statement_require(w, node, term_constant(w->s->program->terms, 1, 0));
}
