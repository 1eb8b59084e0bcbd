/* SPDX-License-Identifier: Apache-2.0 */
/* Hash consing and the constructors: each matches its operands, applies the rules of simplify.c,
 * and creates a node only if none of them applies. */
#include "term/term.h"

#include "base/hash.h"
#include "base/memory.h"
#include "term/simplify.h"

#include <assert.h>
#include <string.h>

struct terms {
  struct arena *arena;
  const struct term **slots;
  size_t count, capacity; /* capacity is a power of two */
};

enum { FIRST_CAPACITY = 1024 };

struct terms *terms_create(void) {
  struct terms *terms = memory_allocate_zeroed(sizeof *terms);
  terms->arena = arena_create();
  terms->capacity = FIRST_CAPACITY;
  terms->slots = memory_allocate_zeroed(terms->capacity * sizeof *terms->slots);
  return terms;
}

void terms_destroy(struct terms *terms) {
  if (!terms)
    return;
  arena_destroy(terms->arena);
  memory_release(terms->slots);
  memory_release(terms);
}

size_t terms_count(const struct terms *terms) { return terms->count; }

static uint64_t hash_term(const struct term *term) {
  uint64_t shape = (uint64_t)term->kind | (uint64_t)term->op << 8 | (uint64_t)term->width << 16 |
                   (uint64_t)term->low << 24;
  uint64_t hash = hash_combine(shape, term->value);
  for (unsigned i = 0; i < term->arity; i++)
    hash = hash_combine(hash, term->operands[i]->id);
  return hash;
}

static bool is_same(const struct term *a, const struct term *b) {
  return a->kind == b->kind && a->op == b->op && a->width == b->width && a->low == b->low &&
         a->value == b->value && a->operands[0] == b->operands[0] &&
         a->operands[1] == b->operands[1] && a->operands[2] == b->operands[2];
}

static void grow(struct terms *terms) {
  size_t capacity = terms->capacity * 2;
  const struct term **slots = memory_allocate_zeroed(capacity * sizeof *slots);
  for (size_t i = 0; i < terms->capacity; i++) {
    if (!terms->slots[i])
      continue;
    size_t at = (size_t)hash_term(terms->slots[i]) & (capacity - 1);
    while (slots[at])
      at = (at + 1) & (capacity - 1);
    slots[at] = terms->slots[i];
  }
  memory_release(terms->slots);
  terms->slots = slots;
  terms->capacity = capacity;
}

static const struct term *intern(struct terms *terms, const struct term *wanted) {
  if (terms->count * 4 >= terms->capacity * 3)
    grow(terms);
  size_t at = (size_t)hash_term(wanted) & (terms->capacity - 1);
  for (; terms->slots[at]; at = (at + 1) & (terms->capacity - 1))
    if (is_same(terms->slots[at], wanted))
      return terms->slots[at];
  struct term *made = arena_copy(terms->arena, wanted, sizeof *wanted);
  made->id = (uint32_t)terms->count++;
  terms->slots[at] = made;
  return made;
}

const struct term *term_constant(struct terms *terms, unsigned width, uint64_t bits) {
  assert(width >= 1 && width <= 64);
  struct term wanted = {
      .kind = TERM_CONSTANT, .width = (uint8_t)width, .value = bits & width_mask(width)};
  return intern(terms, &wanted);
}

const struct term *term_variable(struct terms *terms, unsigned width, uint64_t number) {
  assert(width >= 1 && width <= 64);
  struct term wanted = {.kind = TERM_VARIABLE, .width = (uint8_t)width, .value = number};
  return intern(terms, &wanted);
}

uint64_t term_apply_to_bits(const struct term *node, const uint64_t operands[3]) {
  return operator_apply(
      &(struct operation_on_bits){.op = (enum operator)node->op,
                                  .width = node->width,
                                  .operand_width = node->operands[node->op == OP_ITE]->width,
                                  .low = node->low,
                                  .a = operands[0],
                                  .b = operands[1],
                                  .c = operands[2]});
}

static uint64_t fold(const struct term *node) {
  uint64_t operands[3] = {0, 0, 0};
  for (unsigned i = 0; i < node->arity; i++)
    operands[i] = node->operands[i]->value;
  return term_apply_to_bits(node, operands);
}

static bool all_constant(const struct term *node) {
  for (unsigned i = 0; i < node->arity; i++)
    if (!term_is_constant(node->operands[i]))
      return false;
  return true;
}

/* Only where the operands' order cannot show: two NaNs make an addition of floats depend on it. */
static bool is_commutative(unsigned op) {
  return op == OP_ADD || op == OP_MUL || op == OP_AND || op == OP_OR || op == OP_XOR ||
         op == OP_EQ || op == OP_SADD_OVERFLOWS || op == OP_SMUL_OVERFLOWS ||
         op == OP_UADD_OVERFLOWS || op == OP_UMUL_OVERFLOWS || op == OP_FEQ || op == OP_FUNORDERED;
}

/* Constants to the right, then by age. */
static void sort_operands(struct term *node) {
  const struct term *a = node->operands[0], *b = node->operands[1];
  assert(b);
  bool swap = term_is_constant(a) != term_is_constant(b) ? term_is_constant(a) : a->id > b->id;
  if (swap) {
    node->operands[0] = b;
    node->operands[1] = a;
  }
}

static const struct term *make(struct terms *terms, struct term *node) {
  if (all_constant(node))
    return term_constant(terms, node->width, fold(node));
  if (is_commutative(node->op))
    sort_operands(node);
  const struct term *simpler = term_simplify(terms, node);
  return simpler ? simpler : intern(terms, node);
}

const struct term *term_apply(struct terms *terms, enum operator op, const struct term *a,
                              const struct term *b, const struct term *c) {
  unsigned arity = operator_arity(op), width = a->width;
  assert(arity <= 3 && (arity < 2) == !b && (arity < 3) == !c);
  struct term node = {.kind = TERM_APPLY, .op = (uint8_t)op, .arity = (uint8_t)arity};
  if (op == OP_CONCAT) {
    assert(b);
    width = (unsigned)a->width + b->width;
    node.low = b->width;
  } else if (op == OP_ITE) {
    assert(b && c && a->width == 1 && b->width == c->width);
    width = b->width;
  } else {
    assert(op != OP_ZEXT && op != OP_SEXT && op != OP_EXTRACT && op < OP_FCONVERT);
    assert(!b || a->width == b->width);
    if (operator_is_comparison(op))
      width = 1;
  }
  assert(width <= 64);
  node.width = (uint8_t)width;
  node.operands[0] = a;
  node.operands[1] = b;
  node.operands[2] = c;
  return make(terms, &node);
}

const struct term *term_convert(struct terms *terms, enum operator op, unsigned width,
                                const struct term *a) {
  assert(op == OP_ZEXT || op == OP_SEXT || op >= OP_FCONVERT);
  assert(width >= 1 && width <= 64);
  assert((op != OP_ZEXT && op != OP_SEXT) || width >= a->width);
  if (width == a->width && (op == OP_ZEXT || op == OP_SEXT || op == OP_FCONVERT))
    return a;
  struct term node = {.kind = TERM_APPLY, .op = (uint8_t)op, .width = (uint8_t)width, .arity = 1};
  node.operands[0] = a;
  return make(terms, &node);
}

const struct term *term_extract(struct terms *terms, unsigned low, unsigned width,
                                const struct term *a) {
  assert(width >= 1 && low + width <= a->width);
  if (width == a->width)
    return a;
  struct term node = {.kind = TERM_APPLY,
                      .op = OP_EXTRACT,
                      .width = (uint8_t)width,
                      .low = (uint8_t)low,
                      .arity = 1};
  node.operands[0] = a;
  return make(terms, &node);
}

const struct term *term_rebuild(struct terms *terms, const struct term *node,
                                const struct term *const operands[3]) {
  if (node->op == OP_EXTRACT)
    return term_extract(terms, node->low, node->width, operands[0]);
  if (node->op == OP_ZEXT || node->op == OP_SEXT || node->op >= OP_FCONVERT)
    return term_convert(terms, (enum operator)node->op, node->width, operands[0]);
  return term_apply(terms, (enum operator)node->op, operands[0],
                    node->arity > 1 ? operands[1] : NULL, node->arity > 2 ? operands[2] : NULL);
}

const struct term *term_resize(struct terms *terms, unsigned width, const struct term *a) {
  return width < a->width ? term_extract(terms, 0, width, a)
                          : term_convert(terms, OP_ZEXT, width, a);
}

/* Terms are graphs: a budget of visits keeps this from going over shared parts again and again. */
static unsigned zeros_below(const struct term *term, unsigned *budget) {
  if (term->kind == TERM_CONSTANT)
    return term->value ? (unsigned)__builtin_ctzll(term->value) : 64;
  if (term->kind == TERM_VARIABLE || *budget == 0)
    return 0;
  --*budget;
  unsigned first = term->op == OP_ITE ? 64 : zeros_below(term->operands[0], budget);
  if (term->op == OP_ZEXT || term->op == OP_SEXT)
    return first;
  if (term->op == OP_SHL)
    return term_is_constant(term->operands[1]) && term->operands[1]->value < 64
               ? first + (unsigned)term->operands[1]->value
               : first;
  if (term->op != OP_MUL && term->op != OP_ADD && term->op != OP_SUB && term->op != OP_ITE &&
      term->op != OP_AND)
    return 0;
  unsigned second = zeros_below(term->operands[1], budget);
  if (term->op == OP_MUL)
    return first + second;
  if (term->op == OP_AND)
    return first > second ? first : second;
  if (term->op == OP_ITE)
    first = zeros_below(term->operands[2], budget);
  return first < second ? first : second;
}

unsigned term_trailing_zeros(const struct term *term) {
  unsigned budget = 100, zeros = zeros_below(term, &budget);
  return zeros < term->width ? zeros : term->width;
}
