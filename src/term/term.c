/* SPDX-License-Identifier: Apache-2.0 */
/* Hash consing: equal terms are one pointer. */
#include "term/term.h"

#include "base/hash.h"
#include "base/memory.h"
#include "term/intern.h"

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

const struct term *term_intern(struct terms *terms, const struct term *wanted) {
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
  return term_intern(terms, &wanted);
}

const struct term *term_variable(struct terms *terms, unsigned width, uint64_t number) {
  assert(width >= 1 && width <= 64);
  struct term wanted = {.kind = TERM_VARIABLE, .width = (uint8_t)width, .value = number};
  return term_intern(terms, &wanted);
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
