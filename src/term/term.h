/* SPDX-License-Identifier: Apache-2.0 */
/* Hash-consed bit-vector terms: equal terms are one pointer. Terms have no side effects and no
 * memory; a variable is a number whose meaning the user of the term gives it (in a program: a
 * register of the function). Constructors simplify. */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "term/operator.h"

#include <stddef.h>

struct text;

enum term_kind { TERM_CONSTANT, TERM_VARIABLE, TERM_APPLY };

struct term {
  uint8_t kind, op, width, low; /* op and low: for TERM_APPLY; low as in operation_on_bits */
  uint8_t arity;
  uint32_t id;    /* dense, in order of creation: operands have smaller ones */
  uint64_t value; /* of a constant, or the variable's number */
  const struct term *operands[3];
};

struct terms;
struct terms *terms_create(void);
void terms_destroy(struct terms *terms);
size_t terms_count(const struct terms *terms);

const struct term *term_constant(struct terms *terms, unsigned width, uint64_t bits);
const struct term *term_variable(struct terms *terms, unsigned width, uint64_t number);

/* Operators whose result width follows from the operands. Unused operands are NULL. */
const struct term *term_apply(struct terms *terms, enum operator op, const struct term *a,
                              const struct term *b, const struct term *c);
/* ZEXT, SEXT and the float conversions: the result width is given. ZEXT and SEXT to the operand's
 * own width return the operand. */
const struct term *term_convert(struct terms *terms, enum operator op, unsigned width,
                                const struct term *a);
const struct term *term_extract(struct terms *terms, unsigned low, unsigned width,
                                const struct term *a);
/* The operator of `node` (a TERM_APPLY, of these or other terms) on other operands of the same
 * widths. */
const struct term *term_rebuild(struct terms *terms, const struct term *node,
                                const struct term *const operands[3]);
/* To `width` by zero extension or by dropping upper bits. */
const struct term *term_resize(struct terms *terms, unsigned width, const struct term *a);

/* How many of the lowest bits are certainly zero, as far as a look at some of the term tells. */
unsigned term_trailing_zeros(const struct term *term);

static inline bool term_is_constant(const struct term *term) { return term->kind == TERM_CONSTANT; }
static inline bool term_is_true(const struct term *term) {
  return term->kind == TERM_CONSTANT && term->width == 1 && term->value == 1;
}
static inline bool term_is_false(const struct term *term) {
  return term->kind == TERM_CONSTANT && term->width == 1 && term->value == 0;
}

/* What the operator of a TERM_APPLY gives on these values of its operands. */
uint64_t term_apply_to_bits(const struct term *node, const uint64_t operands[3]);

/* A readable form; `name_variable` writes a variable's name, NULL writes `v<number>`. */
void term_print(struct text *out, const struct term *term,
                void (*name_variable)(struct text *out, uint64_t number, void *context),
                void *context);
/* The same for who has names for constants too: false leaves it to be printed as a number. */
struct term_names {
  void (*variable)(struct text *out, uint64_t number, void *context);
  bool (*constant)(struct text *out, const struct term *constant, void *context);
  void *context;
};
void term_print_named(struct text *out, const struct term *term, const struct term_names *names);

#endif
