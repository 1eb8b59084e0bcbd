/* SPDX-License-Identifier: Apache-2.0 */
/* Writes terms as C expressions: constants, registers, casts. */
#include "sequentialize/writer.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *cexpr_group(struct writer *w, struct cexpr e, enum cexpr_rank most) {
  return e.rank <= most ? e.text : arena_format(w->s->arena, "(%s)", e.text);
}

void cexpr_need_helper(struct sequentializer *s, const char *text) {
  if (map_get(&s->needs.helpers, (uintptr_t)text, NULL))
    return;
  map_set(&s->needs.helpers, (uintptr_t)text, 1);
  text_add(&s->needs.helper_text, text);
}

static bool is_address(const struct writer *w, uint64_t bits) {
  return bits && cplace_is_object(w->s, bits);
}

/* A number of the width of a pointer that is the address of a variable is taken for that. Numbers
 * of a program hardly ever lie in the ranges of its variables. */
static bool constant_is_pointer(const struct writer *w, const struct term *term) {
  return term->width == w->s->program->pointer_width && is_address(w, term->value);
}

bool cexpr_is_pointer(struct writer *w, const struct term *term) {
  if (term->width != w->s->program->pointer_width)
    return false;
  switch ((int)term->kind) {
  case TERM_CONSTANT:
    return constant_is_pointer(w, term) ||
           (numbers_is_record(w->s, term) &&
            !numbers_is_thread(w->s, w->instance->function, term)); /* a part of a record */
  case TERM_VARIABLE:
    return w->unit->registers.items[w->instance->first_register + term->value].type.kind ==
           CTYPE_POINTER;
  default:
    if (term->op == OP_ADD &&
        (numbers_is_thread(w->s, w->instance->function, term->operands[0]) ||
         numbers_is_record(w->s, term->operands[0]) || numbers_is_record(w->s, term->operands[1])))
      return true; /* a part of a record */
    if (term->op == OP_ADD)
      return cexpr_is_pointer(w, term->operands[0]) != cexpr_is_pointer(w, term->operands[1]);
    if (term->op == OP_SUB)
      return cexpr_is_pointer(w, term->operands[0]) && !cexpr_is_pointer(w, term->operands[1]);
    if (term->op == OP_ITE)
      return cexpr_is_pointer(w, term->operands[1]) || cexpr_is_pointer(w, term->operands[2]);
    return false;
  }
}

static struct cexpr float_constant(struct writer *w, uint64_t bits, struct ctype wanted) {
  struct cexpr e = {.type = wanted, .rank = CEXPR_PRIMARY};
  double value;
  if (wanted.bits == 32) {
    uint32_t low = (uint32_t)bits;
    float narrow;
    memcpy(&narrow, &low, sizeof narrow);
    value = (double)narrow;
  } else {
    memcpy(&value, &bits, sizeof value);
  }
  if (isfinite(value)) {
    char text[64];
    snprintf(text, sizeof text, "%.17g", value);
    bool whole = !strpbrk(text, ".e");
    e.text =
        arena_format(w->s->arena, "%s%s%s", text, whole ? ".0" : "", wanted.bits == 32 ? "f" : "");
    e.rank = text[0] == '-' ? CEXPR_UNARY : CEXPR_PRIMARY;
    return e;
  }
  struct cexpr number = cexpr_constant(w, bits, ctype_integer(wanted.bits, false));
  return cexpr_cast(w, number, wanted);
}

static const char *suffix_of(const struct writer *w, struct ctype type) {
  if (type.bits < 64)
    return type.is_signed || type.bits < 32 ? "" : "u";
  if (w->s->program->data_model == DATA_MODEL_LP64)
    return type.is_signed ? "l" : "ul";
  return type.is_signed ? "ll" : "ull";
}

struct cexpr cexpr_constant(struct writer *w, uint64_t bits, struct ctype wanted) {
  struct cexpr e = {.type = wanted, .rank = CEXPR_PRIMARY}, found;
  struct arena *arena = w->s->arena;
  uint32_t thread;
  uint64_t offset;
  if (w->s->threads_are_numbers && wanted.bits == w->s->program->pointer_width &&
      numbers_record(w->s, bits, &thread, &offset) && offset < THREAD_UNIT)
    bits = (uint64_t)(thread + 1) * THREAD_UNIT + offset;
  switch ((int)wanted.kind) {
  case CTYPE_POINTER:
    if (!bits)
      e.text = "((void *)0)", e.type.source = NULL;
    else if (cplace_constant(w, bits, &found))
      e = found;
    else
      e = (struct cexpr){arena_format(arena, "(void *)%" PRIu64 "%s", bits,
                                      suffix_of(w, ctype_integer(wanted.bits, false))),
                         ctype_pointer(&w->s->types, NULL), CEXPR_UNARY};
    return e;
  case CTYPE_FLOAT:
    return float_constant(w, bits, wanted);
  case CTYPE_BOOL:
    e.text = bits & 1 ? "1" : "0";
    return e;
  case CTYPE_INTEGER:
    break;
  }
  if (wanted.bits == w->s->program->pointer_width && w->s->program->data_model == DATA_MODEL_LP64 &&
      is_address(w, bits)) {
    cplace_constant(w, bits, &found);
    return cexpr_cast(w, found, wanted);
  }
  if (!wanted.is_signed) {
    e.text =
        arena_format(arena, "%" PRIu64 "%s", bits & width_mask(wanted.bits), suffix_of(w, wanted));
    if (wanted.bits < 32)
      e.type = ctype_integer(32, true);
    return e;
  }
  int64_t value = width_signed(bits & width_mask(wanted.bits), wanted.bits);
  if (value == width_signed((uint64_t)1 << (wanted.bits - 1), wanted.bits) && wanted.bits >= 32)
    e.text = arena_format(arena, "(%" PRId64 "%s - 1)", value + 1, suffix_of(w, wanted));
  else
    e.text = arena_format(arena, "%" PRId64 "%s", value, suffix_of(w, wanted));
  e.rank = value < 0 && e.text[0] == '-' ? CEXPR_UNARY : CEXPR_PRIMARY;
  if (wanted.bits < 32)
    e.type = ctype_integer(32, true);
  return e;
}

static const char BITS_64[] = "static unsigned long long bits_of_double(double x) {\n"
                              "  union { double number; unsigned long long bits; } both;\n"
                              "  both.number = x;\n  return both.bits;\n}\n\n";
static const char BITS_32[] = "static unsigned int bits_of_float(float x) {\n"
                              "  union { float number; unsigned int bits; } both;\n"
                              "  both.number = x;\n  return both.bits;\n}\n\n";
static const char DOUBLE_64[] = "static double double_of_bits(unsigned long long x) {\n"
                                "  union { double number; unsigned long long bits; } both;\n"
                                "  both.bits = x;\n  return both.number;\n}\n\n";
static const char FLOAT_32[] = "static float float_of_bits(unsigned int x) {\n"
                               "  union { float number; unsigned int bits; } both;\n"
                               "  both.bits = x;\n  return both.number;\n}\n\n";

static struct cexpr reinterpret(struct writer *w, struct cexpr from, struct ctype wanted) {
  struct sequentializer *s = w->s;
  bool to_float = wanted.kind == CTYPE_FLOAT;
  bool wide = (to_float ? wanted.bits : from.type.bits) == 64;
  cexpr_need_helper(s, to_float ? (wide ? DOUBLE_64 : FLOAT_32) : (wide ? BITS_64 : BITS_32));
  if (to_float && from.type.kind == CTYPE_POINTER)
    from = cexpr_cast(w, from, ctype_integer(from.type.bits, false));
  struct cexpr e = {arena_format(s->arena, "%s(%s)",
                                 to_float ? (wide ? "double_of_bits" : "float_of_bits")
                                          : (wide ? "bits_of_double" : "bits_of_float"),
                                 from.text),
                    to_float ? wanted : ctype_integer(wide ? 64 : 32, false), CEXPR_PRIMARY};
  return to_float ? e : cexpr_cast(w, e, wanted);
}

struct cexpr cexpr_cast(struct writer *w, struct cexpr from, struct ctype wanted) {
  struct arena *arena = w->s->arena;
  if (ctype_equals(&w->s->types, from.type, wanted))
    return from;
  if (from.type.kind == CTYPE_FLOAT && wanted.kind == CTYPE_FLOAT && from.type.bits == wanted.bits)
    return from;
  if (from.type.kind == CTYPE_FLOAT || wanted.kind == CTYPE_FLOAT)
    return reinterpret(w, from, wanted);
  if (wanted.kind == CTYPE_POINTER && from.type.kind == CTYPE_POINTER) {
    /* No cast is needed between void * and another pointer. */
    const char *to = ctype_name(&w->s->types, wanted), *have = ctype_name(&w->s->types, from.type);
    if (!strcmp(to, "void *") || !strcmp(have, "void *") || !strcmp(to, have))
      return (struct cexpr){from.text, wanted, from.rank};
  } else if (wanted.kind == CTYPE_POINTER) {
    struct ctype word = ctype_integer(w->s->program->pointer_width, false);
    if (from.type.bits != word.bits || from.type.kind == CTYPE_BOOL)
      from = cexpr_cast(w, from, word);
  } else if (from.type.kind == CTYPE_POINTER) {
    struct ctype word = ctype_integer(w->s->program->pointer_width, false);
    if (!ctype_equals(&w->s->types, wanted, word)) {
      struct cexpr number = {arena_format(arena, "(%s)%s", ctype_name(&w->s->types, word),
                                          cexpr_group(w, from, CEXPR_UNARY)),
                             word, CEXPR_UNARY};
      return cexpr_cast(w, number, wanted);
    }
  }
  if (wanted.kind == CTYPE_BOOL)
    return (struct cexpr){arena_format(arena, "%s != 0", cexpr_group(w, from, CEXPR_UNARY)), wanted,
                          CEXPR_BINARY};
  wanted.source = wanted.kind == CTYPE_POINTER ? wanted.source : NULL;
  return (struct cexpr){arena_format(arena, "(%s)%s", ctype_name(&w->s->types, wanted),
                                     cexpr_group(w, from, CEXPR_UNARY)),
                        wanted, CEXPR_UNARY};
}

struct ctype cexpr_type(struct writer *w, const struct term *term) {
  if (cexpr_is_pointer(w, term))
    return ctype_pointer(&w->s->types, NULL);
  if (term->kind == TERM_VARIABLE)
    return w->unit->registers.items[w->instance->first_register + term->value].type;
  if (term->kind == TERM_APPLY) {
    switch ((int)term->op) {
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
    case OP_FCONVERT:
    case OP_FLOAT_FROM_SINT:
    case OP_FLOAT_FROM_UINT:
    case OP_FSQRT:
    case OP_FRINT:
      return ctype_float(term->width);
    case OP_ITE:
      return cexpr_type(w, term->operands[term_is_constant(term->operands[1]) ? 2 : 1]);
    default:
      if (operator_is_computed(term->op))
        return ctype_float(term->width);
    }
  }
  return ctype_integer(term->width, false);
}

struct cexpr cexpr_of(struct writer *w, const struct term *term) {
  switch ((int)term->kind) {
  case TERM_CONSTANT:
    return cexpr_constant(w, term->value, cexpr_type(w, term));
  case TERM_VARIABLE: {
    uint32_t number = w->instance->first_register + (uint32_t)term->value;
    const struct flat_register *reg = &w->unit->registers.items[number];
    if (reg->slot)
      return cplace_address(w, term);
    if (reg->is_own)
      return statement_own_number(w);
    if (reg->is_inlined && reg->value)
      return (struct cexpr){reg->value, reg->value_type, (enum cexpr_rank)reg->value_rank};
    return (struct cexpr){naming_register(w, number), w->unit->registers.items[number].type,
                          CEXPR_PRIMARY};
  }
  default:
    return cexpr_is_pointer(w, term) && term->op != OP_ITE ? cplace_address(w, term)
                                                           : cexpr_apply(w, term);
  }
}

struct cexpr cexpr_value(struct writer *w, const struct term *term, struct ctype wanted) {
  term = flat_term(w->s, w->instance, term);
  if (term_is_constant(term) && !(wanted.kind != CTYPE_POINTER && constant_is_pointer(w, term)))
    return wanted.kind == CTYPE_POINTER
               ? cexpr_cast(w, cexpr_constant(w, term->value, wanted), wanted)
               : cexpr_constant(w, term->value, wanted);
  return cexpr_cast(w, cexpr_of(w, term), wanted);
}

const char *cexpr_as(struct writer *w, const struct term *term, struct ctype wanted) {
  return cexpr_value(w, term, wanted).text;
}

const char *cexpr_condition(struct writer *w, const struct term *term, bool negated) {
  term = flat_term(w->s, w->instance, term);
  if (negated)
    term = term_apply(w->s->program->terms, OP_NOT, term, NULL, NULL);
  return cexpr_cast(w, cexpr_of(w, term), ctype_integer(1, false)).text;
}
