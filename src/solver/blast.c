/* SPDX-License-Identifier: Apache-2.0 */
/* Bit blasting. The words of all terms are in one array; the number of a term gives the
 * position. */
#include "solver/blast.h"

#include "base/memory.h"
#include "base/vector.h"
#include "solver/circuit.h"
#include "term/term.h"
#include "term/walk.h"

#include <assert.h>
#include <string.h>

struct blaster {
  struct aig *aig;
  VECTOR(uint32_t) places; /* by the terms' numbers: 1 + where the word begins; 0: not translated */
  VECTOR(aig_edge) bits;
  enum operator unsupported; /* OP_COUNT: none */
};

struct blaster *blaster_create(struct aig *aig) {
  struct blaster *blaster = memory_allocate_zeroed(sizeof *blaster);
  blaster->aig = aig;
  blaster->unsupported = OP_COUNT;
  return blaster;
}

void blaster_destroy(struct blaster *blaster) {
  if (!blaster)
    return;
  vector_release(&blaster->places);
  vector_release(&blaster->bits);
  memory_release(blaster);
}

enum operator blaster_unsupported(const struct blaster *blaster) { return blaster->unsupported; }

const aig_edge *blaster_known_bits(const struct blaster *blaster, const struct term *term) {
  if (term->id >= blaster->places.count || !blaster->places.items[term->id])
    return NULL;
  return blaster->bits.items + blaster->places.items[term->id] - 1;
}

static void blast_arithmetic(struct aig *aig, const struct term *term, const aig_edge *a,
                             const aig_edge *b, aig_edge *out) {
  unsigned width = term->width;
  switch (term->op) {
  case OP_ADD:
    circuit_add(aig, width, a, b, AIG_FALSE, out);
    break;
  case OP_SUB:
    circuit_subtract(aig, width, a, b, out);
    break;
  case OP_MUL:
    circuit_multiply(aig, width, a, b, out);
    break;
  case OP_UDIV:
    circuit_divide(aig, width, a, b, out, NULL);
    break;
  case OP_SDIV:
    circuit_divide_signed(aig, width, a, b, out, NULL);
    break;
  case OP_UREM:
    circuit_divide(aig, width, a, b, NULL, out);
    break;
  case OP_SREM:
    circuit_divide_signed(aig, width, a, b, NULL, out);
    break;
  case OP_SHL:
    circuit_shift(aig, CIRCUIT_SHIFT_LEFT, width, a, b, out);
    break;
  case OP_LSHR:
    circuit_shift(aig, CIRCUIT_SHIFT_RIGHT, width, a, b, out);
    break;
  default:
    assert(term->op == OP_ASHR);
    circuit_shift(aig, CIRCUIT_SHIFT_RIGHT_SIGNED, width, a, b, out);
  }
}

static void blast_bitwise(struct aig *aig, const struct term *term, const aig_edge *a,
                          const aig_edge *b, aig_edge *out) {
  for (unsigned i = 0; i < term->width; i++) {
    if (term->op == OP_AND)
      out[i] = aig_and(aig, a[i], b[i]);
    else if (term->op == OP_OR)
      out[i] = aig_or(aig, a[i], b[i]);
    else
      out[i] = aig_xor(aig, a[i], b[i]);
  }
}

static aig_edge blast_predicate(struct aig *aig, const struct term *term, const aig_edge *a,
                                const aig_edge *b) {
  unsigned width = term->operands[0]->width;
  aig_edge sum[CIRCUIT_WIDTH];
  switch (term->op) {
  case OP_EQ:
    return circuit_equal(aig, width, a, b);
  case OP_ULT:
  case OP_USUB_OVERFLOWS:
    return circuit_less(aig, width, a, b, false);
  case OP_ULE:
    return circuit_less(aig, width, a, b, true);
  case OP_SLT:
    return circuit_less_signed(aig, width, a, b, false);
  case OP_SLE:
    return circuit_less_signed(aig, width, a, b, true);
  case OP_SADD_OVERFLOWS:
    return circuit_add_overflows(aig, width, a, b, false);
  case OP_SSUB_OVERFLOWS:
    return circuit_add_overflows(aig, width, a, b, true);
  case OP_UADD_OVERFLOWS:
    return circuit_add(aig, width, a, b, AIG_FALSE, sum);
  case OP_SMUL_OVERFLOWS:
    return circuit_multiply_overflows(aig, width, a, b, true);
  default:
    assert(term->op == OP_UMUL_OVERFLOWS);
    return circuit_multiply_overflows(aig, width, a, b, false);
  }
}

/* Operators that only say where bits go. */
static void blast_wiring(const struct term *term, const aig_edge *a, const aig_edge *b,
                         aig_edge *out) {
  unsigned from = term->operands[0]->width;
  for (unsigned i = 0; i < term->width; i++) {
    if (term->op == OP_NOT)
      out[i] = aig_not(a[i]);
    else if (term->op == OP_EXTRACT)
      out[i] = a[i + term->low];
    else if (term->op == OP_CONCAT)
      out[i] = i < term->low ? b[i] : a[i - term->low];
    else if (i < from)
      out[i] = a[i];
    else
      out[i] = term->op == OP_SEXT ? a[from - 1] : AIG_FALSE;
  }
}

static void blast_operator(struct blaster *blaster, const struct term *term, aig_edge *out) {
  const aig_edge *words[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < term->arity; i++)
    words[i] = blaster_known_bits(blaster, term->operands[i]);
  if (term->op == OP_ITE)
    circuit_choose(blaster->aig, term->width, *words[0], words[1], words[2], out);
  else if (operator_is_comparison((enum operator)term->op))
    *out = blast_predicate(blaster->aig, term, words[0], words[1]);
  else if (term->op == OP_AND || term->op == OP_OR || term->op == OP_XOR)
    blast_bitwise(blaster->aig, term, words[0], words[1], out);
  else if (term->op == OP_NOT || term->op == OP_ZEXT || term->op == OP_SEXT ||
           term->op == OP_EXTRACT || term->op == OP_CONCAT)
    blast_wiring(term, words[0], words[1], out);
  else
    blast_arithmetic(blaster->aig, term, words[0], words[1], out);
}

static bool is_done(const struct term *term, void *context) {
  const struct blaster *blaster = context;
  return blaster->unsupported != OP_COUNT || blaster_known_bits(blaster, term);
}

static void blast(const struct term *term, void *context) {
  struct blaster *blaster = context;
  aig_edge word[CIRCUIT_WIDTH];
  if (term->kind == TERM_APPLY && operator_is_float((enum operator)term->op)) {
    blaster->unsupported = (enum operator)term->op;
    return;
  }
  if (term->kind == TERM_APPLY)
    blast_operator(blaster, term, word);
  else
    for (unsigned i = 0; i < term->width; i++)
      word[i] = term->kind == TERM_VARIABLE ? aig_input(blaster->aig)
                                            : aig_not_if(AIG_FALSE, term->value >> i & 1);
  while (blaster->places.count <= term->id)
    vector_push(&blaster->places, 0);
  assert(blaster->bits.count < UINT32_MAX - CIRCUIT_WIDTH);
  blaster->places.items[term->id] = (uint32_t)blaster->bits.count + 1;
  vector_reserve(&blaster->bits, blaster->bits.count + term->width);
  memcpy(blaster->bits.items + blaster->bits.count, word, term->width * sizeof *word);
  blaster->bits.count += term->width;
}

const aig_edge *blaster_bits(struct blaster *blaster, const struct term *term) {
  blaster->unsupported = OP_COUNT;
  term_walk(term, is_done, blast, blaster);
  return blaster->unsupported == OP_COUNT ? blaster_known_bits(blaster, term) : NULL;
}
