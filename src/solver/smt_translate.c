/* SPDX-License-Identifier: Apache-2.0 */
/* Integer operators are those of Z3, whose meaning for zero divisors and long shifts is that of
 * term/operator.h. */
#include "solver/smt_translate.h"

#include "base/memory.h"
#include "base/vector.h"
#include "solver/smt_float.h"
#include "term/term.h"
#include "term/walk.h"

#include <assert.h>

struct smt_translator {
  struct smt_pool *pool;
  VECTOR(Z3_ast) expressions; /* both by the terms' numbers */
  VECTOR(uint16_t) depths;
  VECTOR(Z3_ast) definitions; /* not yet given out */
  uint64_t count;
  enum operator unsupported; /* OP_COUNT: none */
};

struct smt_translator *smt_translator_create(struct smt_pool *pool) {
  struct smt_translator *translator = memory_allocate_zeroed(sizeof *translator);
  translator->pool = pool;
  translator->unsupported = OP_COUNT;
  return translator;
}

void smt_translator_destroy(struct smt_translator *translator) {
  if (!translator)
    return;
  vector_release(&translator->expressions);
  vector_release(&translator->depths);
  vector_release(&translator->definitions);
  memory_release(translator);
}

uint64_t smt_translator_count(const struct smt_translator *translator) { return translator->count; }

enum operator smt_unsupported(const struct smt_translator *translator) {
  return translator->unsupported;
}

Z3_ast smt_next_definition(struct smt_translator *translator) {
  return translator->definitions.count ? vector_pop(&translator->definitions) : NULL;
}

Z3_ast smt_translated(const struct smt_translator *translator, const struct term *term) {
  return term->id < translator->expressions.count ? translator->expressions.items[term->id] : NULL;
}

/* A translated term as a bit-vector, also if it has one bit. */
static Z3_ast word_of(const struct smt_translator *translator, const struct term *term) {
  struct smt_pool *pool = translator->pool;
  Z3_ast expression = smt_translated(translator, term);
  if (term->width > 1)
    return expression;
  Z3_ast one = smt_constant(pool, 1, 1), zero = smt_constant(pool, 1, 0);
  return smt_keep(pool, Z3_mk_ite(pool->z3, expression, one, zero));
}

static Z3_ast negation(struct smt_pool *pool, Z3_ast a) {
  return smt_keep(pool, Z3_mk_not(pool->z3, a));
}

/* The operators on Booleans that have a form of their own; NULL for the others. */
static Z3_ast translate_boolean(struct smt_pool *pool, const struct term *term,
                                const Z3_ast *bits) {
  Z3_ast pair[] = {bits[0], bits[1]};
  switch (term->op) {
  case OP_AND:
    return Z3_mk_and(pool->z3, 2, pair);
  case OP_OR:
    return Z3_mk_or(pool->z3, 2, pair);
  case OP_XOR:
    return Z3_mk_xor(pool->z3, bits[0], bits[1]);
  case OP_NOT:
    return Z3_mk_not(pool->z3, bits[0]);
  case OP_EQ:
    return Z3_mk_iff(pool->z3, bits[0], bits[1]);
  default:
    return NULL;
  }
}

/* The operators that Z3 has as functions of two bit-vectors. */
static Z3_ast (*const binary[OP_COUNT])(Z3_context, Z3_ast, Z3_ast) = {
    [OP_ADD] = Z3_mk_bvadd,   [OP_SUB] = Z3_mk_bvsub,     [OP_MUL] = Z3_mk_bvmul,
    [OP_UDIV] = Z3_mk_bvudiv, [OP_SDIV] = Z3_mk_bvsdiv,   [OP_UREM] = Z3_mk_bvurem,
    [OP_SREM] = Z3_mk_bvsrem, [OP_AND] = Z3_mk_bvand,     [OP_OR] = Z3_mk_bvor,
    [OP_XOR] = Z3_mk_bvxor,   [OP_SHL] = Z3_mk_bvshl,     [OP_LSHR] = Z3_mk_bvlshr,
    [OP_ASHR] = Z3_mk_bvashr, [OP_CONCAT] = Z3_mk_concat, [OP_EQ] = Z3_mk_eq,
    [OP_ULT] = Z3_mk_bvult,   [OP_ULE] = Z3_mk_bvule,     [OP_SLT] = Z3_mk_bvslt,
    [OP_SLE] = Z3_mk_bvsle,
};

static Z3_ast translate_arithmetic(struct smt_pool *pool, const struct term *term, Z3_ast a,
                                   Z3_ast b) {
  unsigned added = (unsigned)term->width - term->operands[0]->width;
  switch (term->op) {
  case OP_NOT:
    return Z3_mk_bvnot(pool->z3, a);
  case OP_ZEXT:
    return Z3_mk_zero_ext(pool->z3, added, a);
  case OP_SEXT:
    return Z3_mk_sign_ext(pool->z3, added, a);
  case OP_EXTRACT:
    return Z3_mk_extract(pool->z3, (unsigned)term->low + term->width - 1, term->low, a);
  default:
    assert(binary[term->op]);
    return binary[term->op](pool->z3, a, b);
  }
}

/* The sum, difference or product in twice the width, where it is exact, and not what is left of it
 * in the width of the operands. Z3's own predicate is wrong on 4 * -1 in 6 bits. */
static Z3_ast translate_overflow(struct smt_pool *pool, const struct term *term, Z3_ast a,
                                 Z3_ast b) {
  unsigned width = term->operands[0]->width;
  bool is_signed = term->op == OP_SADD_OVERFLOWS || term->op == OP_SSUB_OVERFLOWS ||
                   term->op == OP_SMUL_OVERFLOWS;
  Z3_ast (*extend)(Z3_context, unsigned, Z3_ast) = is_signed ? Z3_mk_sign_ext : Z3_mk_zero_ext;
  a = smt_keep(pool, extend(pool->z3, width, a));
  b = smt_keep(pool, extend(pool->z3, width, b));
  Z3_ast exact;
  if (term->op == OP_SADD_OVERFLOWS || term->op == OP_UADD_OVERFLOWS)
    exact = Z3_mk_bvadd(pool->z3, a, b);
  else if (term->op == OP_SSUB_OVERFLOWS || term->op == OP_USUB_OVERFLOWS)
    exact = Z3_mk_bvsub(pool->z3, a, b);
  else
    exact = Z3_mk_bvmul(pool->z3, a, b);
  exact = smt_keep(pool, exact);
  Z3_ast kept = smt_keep(pool, Z3_mk_extract(pool->z3, width - 1, 0, exact));
  kept = smt_keep(pool, extend(pool->z3, width, kept));
  return negation(pool, smt_keep(pool, Z3_mk_eq(pool->z3, kept, exact)));
}

/* A constant that is defined to equal the expression. */
static Z3_ast name(struct smt_translator *translator, Z3_ast expression) {
  struct smt_pool *pool = translator->pool;
  Z3_sort sort = Z3_get_sort(pool->z3, expression);
  Z3_ast constant = smt_keep(pool, Z3_mk_fresh_const(pool->z3, "n", sort));
  vector_push(&translator->definitions, smt_keep(pool, Z3_mk_eq(pool->z3, constant, expression)));
  return constant;
}

static Z3_ast translate_operator(struct smt_translator *translator, const struct term *term) {
  struct smt_pool *pool = translator->pool;
  Z3_ast words[3] = {NULL, NULL, NULL}, parts[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    parts[i] = smt_translated(translator, term->operands[i]);
  if (term->op == OP_ITE)
    return Z3_mk_ite(pool->z3, parts[0], parts[1], parts[2]);
  Z3_ast simple = term->width == 1 && term->operands[0]->width == 1
                      ? translate_boolean(pool, term, parts)
                      : NULL;
  if (simple)
    return simple;
  for (unsigned i = 0; i < term->arity; i++)
    words[i] = word_of(translator, term->operands[i]);
  if (operator_is_float((enum operator)term->op))
    return smt_translate_float(pool, term, words);
  if (operator_is_comparison((enum operator)term->op))
    return binary[term->op] ? binary[term->op](pool->z3, words[0], words[1])
                            : translate_overflow(pool, term, words[0], words[1]);
  Z3_ast word = smt_keep(pool, translate_arithmetic(pool, term, words[0], words[1]));
  return term->width > 1 ? word : Z3_mk_eq(pool->z3, word, smt_constant(pool, 1, 1));
}

static Z3_ast translate_leaf(struct smt_pool *pool, const struct term *term) {
  if (term->kind == TERM_VARIABLE) {
    Z3_sort sort =
        term->width == 1 ? Z3_mk_bool_sort(pool->z3) : Z3_mk_bv_sort(pool->z3, term->width);
    return Z3_mk_fresh_const(pool->z3, "v", sort);
  }
  if (term->width > 1)
    return smt_constant(pool, term->width, term->value);
  return term->value ? Z3_mk_true(pool->z3) : Z3_mk_false(pool->z3);
}

static bool is_done(const struct term *term, void *context) {
  const struct smt_translator *translator = context;
  return translator->unsupported != OP_COUNT || smt_translated(translator, term);
}

static bool is_float(const struct term *term) {
  return term->kind == TERM_APPLY && operator_is_float((enum operator)term->op);
}

/* Some results get names: those of operators on floats, so that the conversion to bit-vectors sees
 * each once and not once for every term that contains it; and those that nest deeply, because Z3
 * recurses over expressions. */
static void translate(const struct term *term, void *context) {
  enum { MOST_DEPTH = 500 };
  struct smt_translator *translator = context;
  if (term->kind == TERM_APPLY && operator_is_computed((enum operator)term->op)) {
    translator->unsupported = (enum operator)term->op;
    return;
  }
  Z3_ast expression = term->kind == TERM_APPLY ? translate_operator(translator, term)
                                               : translate_leaf(translator->pool, term);
  assert(expression);
  smt_keep(translator->pool, expression);
  uint16_t depth = 0;
  for (unsigned i = 0; i < term->arity; i++)
    if (translator->depths.items[term->operands[i]->id] >= depth)
      depth = (uint16_t)(translator->depths.items[term->operands[i]->id] + 1);
  if (depth == MOST_DEPTH || is_float(term)) {
    expression = name(translator, expression);
    depth = 0;
  }
  while (translator->expressions.count <= term->id) {
    vector_push(&translator->expressions, NULL);
    vector_push(&translator->depths, 0);
  }
  translator->expressions.items[term->id] = expression;
  translator->depths.items[term->id] = depth;
  translator->count++;
}

Z3_ast smt_translate(struct smt_translator *translator, const struct term *term) {
  translator->unsupported = OP_COUNT;
  term_walk(term, is_done, translate, translator);
  return smt_translated(translator, term);
}
