/* SPDX-License-Identifier: Apache-2.0 */
/* The textbook circuits, chosen for what a SAT solver sees of them: ripple-carry adders whose carry
 * is a multiplexer (six clauses), shift-and-add multipliers, restoring dividers, barrel shifters.
 * Constants fold away inside the graph, so there are no special cases for them but one: a factor
 * known to be constant is recoded to have few non-zero digits. */
#include "solver/circuit.h"

#include <assert.h>
#include <string.h>

aig_edge circuit_add(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                     aig_edge carry, aig_edge *out) {
  for (unsigned i = 0; i < width; i++) {
    aig_edge x = a[i], differ = aig_xor(aig, x, b[i]);
    out[i] = aig_xor(aig, differ, carry);
    carry = aig_mux(aig, differ, carry, x);
  }
  return carry;
}

static void invert(unsigned width, const aig_edge *a, aig_edge *out) {
  for (unsigned i = 0; i < width; i++)
    out[i] = aig_not(a[i]);
}

void circuit_subtract(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      aig_edge *out) {
  aig_edge inverted[CIRCUIT_WIDTH];
  invert(width, b, inverted);
  circuit_add(aig, width, a, inverted, AIG_TRUE, out);
}

/* condition ? -a : a */
static void negate_if(struct aig *aig, unsigned width, aig_edge condition, const aig_edge *a,
                      aig_edge *out) {
  aig_edge carry = condition;
  for (unsigned i = 0; i < width; i++) {
    aig_edge flipped = aig_xor(aig, a[i], condition);
    out[i] = aig_xor(aig, flipped, carry);
    carry = aig_and(aig, flipped, carry);
  }
}

static bool is_constant(unsigned width, const aig_edge *a) {
  for (unsigned i = 0; i < width; i++)
    if (!aig_is_constant(a[i]))
      return false;
  return true;
}

/* The factor's digits -1, 0 and 1 in non-adjacent form: no two neighbours are both non-zero. */
static void multiply_by_constant(struct aig *aig, unsigned width, const aig_edge *a,
                                 const aig_edge *factor, aig_edge *out) {
  aig_edge sum[CIRCUIT_WIDTH] = {0}; /* AIG_FALSE */
  bool carry = false;
  for (unsigned i = 0; i < width; i++) {
    bool bit = (factor[i] == AIG_TRUE) != carry;
    carry = carry && factor[i] == AIG_TRUE;
    if (!bit)
      continue;
    bool minus = i + 1 < width && factor[i + 1] == AIG_TRUE;
    if (minus) {
      circuit_subtract(aig, width - i, sum + i, a, sum + i);
      carry = true;
    } else {
      circuit_add(aig, width - i, sum + i, a, AIG_FALSE, sum + i);
    }
  }
  memcpy(out, sum, width * sizeof *out);
}

void circuit_multiply(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      aig_edge *out) {
  assert(width <= CIRCUIT_WIDTH);
  if (is_constant(width, b)) {
    multiply_by_constant(aig, width, a, b, out);
    return;
  }
  if (is_constant(width, a)) {
    multiply_by_constant(aig, width, b, a, out);
    return;
  }
  aig_edge sum[CIRCUIT_WIDTH] = {0}, row[CIRCUIT_WIDTH];
  for (unsigned i = 0; i < width; i++) {
    for (unsigned j = 0; i + j < width; j++)
      row[j] = aig_and(aig, a[j], b[i]);
    circuit_add(aig, width - i, sum + i, row, AIG_FALSE, sum + i);
  }
  memcpy(out, sum, width * sizeof *out);
}

/* Takes the dividend's bits from the top; where the divisor fits it is subtracted. The partial
 * remainder is below the divisor, so twice it and a bit needs one bit more. A divisor of zero fits
 * always and changes nothing: all ones and the dividend, as it should be. */
void circuit_divide(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                    aig_edge *quotient, aig_edge *remainder) {
  assert(width < CIRCUIT_WIDTH);
  aig_edge partial[CIRCUIT_WIDTH] = {0}, less[CIRCUIT_WIDTH], inverted[CIRCUIT_WIDTH];
  aig_edge digits[CIRCUIT_WIDTH];
  invert(width, b, inverted);
  inverted[width] = AIG_TRUE;
  for (unsigned i = width; i-- > 0;) {
    memmove(partial + 1, partial, width * sizeof *partial);
    partial[0] = a[i];
    digits[i] = circuit_add(aig, width + 1, partial, inverted, AIG_TRUE, less);
    circuit_choose(aig, width + 1, digits[i], less, partial, partial);
  }
  if (quotient)
    memcpy(quotient, digits, width * sizeof *digits);
  if (remainder)
    memcpy(remainder, partial, width * sizeof *partial);
}

/* The quotient of the magnitudes is negated if the signs differ, the remainder has the sign of the
 * dividend. That also gives what is wanted for zero, and for the least number by -1. */
void circuit_divide_signed(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                           aig_edge *quotient, aig_edge *remainder) {
  aig_edge a_sign = a[width - 1], b_sign = b[width - 1];
  aig_edge dividend[CIRCUIT_WIDTH], divisor[CIRCUIT_WIDTH];
  negate_if(aig, width, a_sign, a, dividend);
  negate_if(aig, width, b_sign, b, divisor);
  circuit_divide(aig, width, dividend, divisor, quotient, remainder);
  if (quotient)
    negate_if(aig, width, aig_xor(aig, a_sign, b_sign), quotient, quotient);
  if (remainder)
    negate_if(aig, width, a_sign, remainder, remainder);
}

/* A stage for each bit of the amount that shifts by less than the width; any higher bit leaves
 * only what is shifted in. */
void circuit_shift(struct aig *aig, enum circuit_shift kind, unsigned width, const aig_edge *a,
                   const aig_edge *amount, aig_edge *out) {
  aig_edge fill = kind == CIRCUIT_SHIFT_RIGHT_SIGNED ? a[width - 1] : AIG_FALSE, far = AIG_FALSE;
  aig_edge word[CIRCUIT_WIDTH], shifted[CIRCUIT_WIDTH];
  memcpy(word, a, width * sizeof *a);
  for (unsigned stage = 0; stage < width; stage++) {
    if (stage >= 7 || 1u << stage >= width) {
      far = aig_or(aig, far, amount[stage]);
      continue;
    }
    unsigned distance = 1u << stage;
    for (unsigned i = 0; i < width; i++) {
      if (kind == CIRCUIT_SHIFT_LEFT)
        shifted[i] = i >= distance ? word[i - distance] : fill;
      else
        shifted[i] = i + distance < width ? word[i + distance] : fill;
    }
    circuit_choose(aig, width, amount[stage], shifted, word, word);
  }
  for (unsigned i = 0; i < width; i++)
    out[i] = aig_mux(aig, far, fill, word[i]);
}

void circuit_choose(struct aig *aig, unsigned width, aig_edge condition, const aig_edge *then,
                    const aig_edge *otherwise, aig_edge *out) {
  for (unsigned i = 0; i < width; i++)
    out[i] = aig_mux(aig, condition, then[i], otherwise[i]);
}

aig_edge circuit_equal(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b) {
  aig_edge equal = AIG_TRUE;
  for (unsigned i = 0; i < width; i++)
    equal = aig_and(aig, equal, aig_not(aig_xor(aig, a[i], b[i])));
  return equal;
}

/* The highest bit where they differ decides. */
aig_edge circuit_less(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                      bool or_equal) {
  aig_edge less = or_equal ? AIG_TRUE : AIG_FALSE;
  for (unsigned i = 0; i < width; i++)
    less = aig_mux(aig, aig_xor(aig, a[i], b[i]), b[i], less);
  return less;
}

aig_edge circuit_less_signed(struct aig *aig, unsigned width, const aig_edge *a, const aig_edge *b,
                             bool or_equal) {
  aig_edge less = circuit_less(aig, width - 1, a, b, or_equal);
  aig_edge a_sign = a[width - 1], b_sign = b[width - 1];
  return aig_mux(aig, aig_xor(aig, a_sign, b_sign), a_sign, less);
}

aig_edge circuit_add_overflows(struct aig *aig, unsigned width, const aig_edge *a,
                               const aig_edge *b, bool subtract) {
  aig_edge result[CIRCUIT_WIDTH], a_sign = a[width - 1];
  aig_edge b_sign = aig_not_if(b[width - 1], subtract);
  if (subtract)
    circuit_subtract(aig, width, a, b, result);
  else
    circuit_add(aig, width, a, b, AIG_FALSE, result);
  return aig_and(aig, aig_not(aig_xor(aig, a_sign, b_sign)),
                 aig_xor(aig, result[width - 1], a_sign));
}

/* Without the product of double width (Gok, Schulte and others, "Efficient integer multiplication
 * overflow detection circuits", 2001): let i and j be the highest bits of the operands that are
 * set, or for signed numbers differ from the sign. If i + j is large the product is too large;
 * otherwise it fits one bit more than the operands have, where it is looked at. The lower bits of
 * that product are the nodes that the multiplication itself has. */
aig_edge circuit_multiply_overflows(struct aig *aig, unsigned width, const aig_edge *a,
                                    const aig_edge *b, bool is_signed) {
  assert(width < CIRCUIT_WIDTH);
  aig_edge wide_a[CIRCUIT_WIDTH], wide_b[CIRCUIT_WIDTH], product[CIRCUIT_WIDTH];
  aig_edge a_sign = is_signed ? a[width - 1] : AIG_FALSE;
  aig_edge b_sign = is_signed ? b[width - 1] : AIG_FALSE;
  memcpy(wide_a, a, width * sizeof *a);
  memcpy(wide_b, b, width * sizeof *b);
  wide_a[width] = a_sign;
  wide_b[width] = b_sign;
  circuit_multiply(aig, width + 1, wide_a, wide_b, product);
  aig_edge above = is_signed ? aig_xor(aig, product[width], product[width - 1]) : product[width];

  unsigned bits =
      is_signed ? width - 1 : width; /* those with a weight: i + j >= bits is too large */
  aig_edge large = AIG_FALSE, some_of_b = AIG_FALSE;
  for (unsigned i = 1; i < bits; i++) {
    some_of_b = aig_or(aig, some_of_b, aig_xor(aig, b[bits - i], b_sign));
    large = aig_or(aig, large, aig_and(aig, aig_xor(aig, a[i], a_sign), some_of_b));
  }
  return aig_or(aig, above, large);
}
