/* SPDX-License-Identifier: Apache-2.0 */
/* Writes operators as C expressions. Integers are unsigned, so that they wrap; signed operands are
 * cast where it matters. */
#include "base/bits.h"
#include "sequentialize/writer.h"

#include "program/address.h"

#include <string.h>

static struct ctype unsigned_of(unsigned width) { return ctype_integer(width, false); }
static struct ctype signed_of(unsigned width) { return ctype_integer(width, true); }

static bool is_whole(unsigned width) {
  return width == 8 || width == 16 || width == 32 || width == 64;
}

static struct cexpr binary(struct writer *w, struct cexpr a, const char *op, struct cexpr b,
                           struct ctype type) {
  return (struct cexpr){arena_format(w->s->arena, "%s %s %s", cexpr_group(w, a, CEXPR_UNARY), op,
                                     cexpr_group(w, b, CEXPR_UNARY)),
                        type, CEXPR_BINARY};
}

static struct cexpr operand(struct writer *w, const struct term *term, struct ctype type) {
  if (term_is_constant(term) && !(type.kind != CTYPE_POINTER && cexpr_is_pointer(w, term))) {
    struct cexpr e = cexpr_constant(w, term->value, type);
    if (type.kind == CTYPE_INTEGER && type.bits < 32)
      e.type = type; /* integer promotion makes it an int anyway */
    return e;
  }
  return cexpr_cast(w, cexpr_of(w, term), type);
}

/* Cuts a value that integer promotion made wider, or that has surplus bits, to its width. */
static struct cexpr truncate(struct writer *w, struct cexpr e, unsigned width) {
  struct ctype type = unsigned_of(width);
  if (width >= 32 && is_whole(width))
    return e;
  if (is_whole(width))
    return (struct cexpr){arena_format(w->s->arena, "(%s)%s", ctype_name(&w->s->types, type),
                                       cexpr_group(w, e, CEXPR_UNARY)),
                          type, CEXPR_UNARY};
  struct cexpr mask = cexpr_constant(w, width_mask(width), type.bits < 32 ? unsigned_of(32) : type);
  struct cexpr masked = binary(w, e, "&", mask, type);
  if (type.bits >= 32)
    return masked;
  return (struct cexpr){
      arena_format(w->s->arena, "(%s)(%s)", ctype_name(&w->s->types, type), masked.text), type,
      CEXPR_UNARY};
}

/* An operand, sign-extended to the width of its type. */
static struct cexpr signed_operand(struct writer *w, const struct term *term) {
  unsigned width = term->width;
  struct ctype type = signed_of(width);
  if (width == 1) {
    struct cexpr bit = operand(w, term, unsigned_of(1));
    return (struct cexpr){arena_format(w->s->arena, "-(int)%s", cexpr_group(w, bit, CEXPR_UNARY)),
                          signed_of(32), CEXPR_UNARY};
  }
  if (is_whole(width))
    return operand(w, term, type);
  struct ctype wide = signed_of(type.bits < 32 ? 32 : type.bits);
  struct cexpr e = operand(w, term, unsigned_of(wide.bits));
  unsigned shift = wide.bits - width;
  return (struct cexpr){arena_format(w->s->arena, "(%s)(%s << %u) >> %u",
                                     ctype_name(&w->s->types, wide), cexpr_group(w, e, CEXPR_UNARY),
                                     shift, shift),
                        wide, CEXPR_BINARY};
}

enum { SMALL = 1 << 15 };

/* Writes x - 1 for x + 4294967295, and x & ~7 instead of a large mask. False: the term has no
 * such short form. */
static bool is_written_short(struct writer *w, const struct term *term, struct cexpr *out) {
  if (!term_is_constant(term->operands[1]) || (term->width != 32 && term->width != 64))
    return false;
  struct ctype type = unsigned_of(term->width);
  uint64_t number = term->operands[1]->value, mask = width_mask(term->width);
  uint64_t less = (mask - number + 1) & mask, others = mask - number;
  struct cexpr a = operand(w, term->operands[0], type), b;
  if (term->op == OP_ADD && less && less < SMALL) {
    *out = binary(w, a, "-", cexpr_constant(w, less, type), type);
    return true;
  }
  if (term->op != OP_AND || !others || others >= SMALL)
    return false;
  b = cexpr_constant(w, others, type);
  b = (struct cexpr){arena_format(w->s->arena, "~%s", b.text), type, CEXPR_UNARY};
  *out = binary(w, a, "&", b, type);
  return true;
}

static struct cexpr modular(struct writer *w, const struct term *term, const char *op) {
  struct ctype type = unsigned_of(term->width == 1 ? 8 : term->width);
  struct cexpr shorter;
  if (is_written_short(w, term, &shorter))
    return shorter;
  struct cexpr e =
      binary(w, operand(w, term->operands[0], type), op, operand(w, term->operands[1], type), type);
  if (type.bits < 32) /* the product of two shorts must not overflow an int */
    e = binary(w, operand(w, term->operands[0], type.bits == 16 ? unsigned_of(32) : type), op,
               operand(w, term->operands[1], type), type);
  return truncate(w, e, term->width == 1 ? 8 : term->width);
}

static struct cexpr logical(struct writer *w, const struct term *term) {
  const char *op = term->op == OP_AND ? "&&" : term->op == OP_OR ? "||" : "!=";
  struct ctype type = unsigned_of(1);
  return binary(w, operand(w, term->operands[0], type), op, operand(w, term->operands[1], type),
                type);
}

static struct cexpr divided(struct writer *w, const struct term *term) {
  bool is_signed = term->op == OP_SDIV || term->op == OP_SREM;
  const char *op = term->op == OP_SDIV || term->op == OP_UDIV ? "/" : "%";
  struct cexpr a, b;
  if (is_signed) {
    a = signed_operand(w, term->operands[0]);
    b = signed_operand(w, term->operands[1]);
    struct cexpr e = binary(w, a, op, b, a.type);
    if (is_whole(term->width) && term->width >= 32)
      return e;
    return truncate(w, e, term->width);
  }
  a = operand(w, term->operands[0], unsigned_of(term->width));
  b = operand(w, term->operands[1], unsigned_of(term->width));
  return truncate(w, binary(w, a, op, b, unsigned_of(term->width)), term->width);
}

static struct cexpr shifted(struct writer *w, const struct term *term) {
  unsigned width = term->width;
  const struct term *amount = term->operands[1];
  struct cexpr a = term->op == OP_ASHR ? signed_operand(w, term->operands[0])
                                       : operand(w, term->operands[0], unsigned_of(width));
  if (a.type.bits < 32)
    a = cexpr_cast(w, a, ctype_integer(32, term->op == OP_ASHR));
  struct cexpr b = operand(w, amount, unsigned_of(width));
  struct cexpr e = binary(w, a, term->op == OP_SHL ? "<<" : ">>", b, a.type);
  if (!(term_is_constant(amount) && amount->value < width)) {
    const char *beyond = "0";
    if (term->op == OP_ASHR)
      beyond = arena_format(w->s->arena, "(%s < 0 ? -1 : 0)", cexpr_group(w, a, CEXPR_UNARY));
    e = (struct cexpr){arena_format(w->s->arena, "%s < %u ? %s : %s",
                                    cexpr_group(w, b, CEXPR_UNARY), width, e.text, beyond),
                       a.type, CEXPR_BINARY};
  }
  e = truncate(w, e, width);
  return e;
}

/* If the pointer can only point into the range of variables, or only elsewhere: an address of
 * that kind; else 0. */
static uint64_t representative(struct writer *w, const struct term *pointer) {
  struct address_range range = address_of_program_objects(w->s->program->data_model);
  uint32_t count = sharing_object_count(w->s->sharing);
  uint64_t *set = memory_allocate_zeroed((count / 64 + 1) * sizeof *set);
  sharing_add_pointees(w->s->sharing, w->instance->function, pointer, set);
  bool variables = false, others = false;
  for (uint32_t i = 0; i < count; i++)
    if (bits_has(set, i))
      *(i < w->s->program->object_count ? &variables : &others) = true;
  memory_release(set);
  if (variables == others)
    return 0;
  return variables ? range.start + (range.end - range.start) / 2 : range.end + 4096;
}

/* The library finds out whether an address is that of a variable by comparing it, or its upper
 * bits, with the ends of the range of variables. Writes the answer as a constant if points-to sets
 * decide it. False: they do not, or this is another comparison. */
static bool is_range_check(struct writer *w, const struct term *term, struct cexpr *out) {
  const struct term *x = term->operands[0], *y = term->operands[1];
  if ((term->op != OP_ULT && term->op != OP_ULE && term->op != OP_EQ) || !w->s->sharing ||
      term_is_constant(x) == term_is_constant(y))
    return false;
  const struct term *pointer = term_is_constant(x) ? y : x, *bound = term_is_constant(x) ? x : y;
  struct address_range range = address_of_program_objects(w->s->program->data_model);
  uint64_t shift = 0;
  if (term->op == OP_EQ) {
    if (pointer->kind != TERM_APPLY || pointer->op != OP_LSHR ||
        !term_is_constant(pointer->operands[1]) || pointer->operands[1]->value >= 64)
      return false;
    shift = pointer->operands[1]->value;
    if (bound->value != range.start >> shift || bound->value == range.end >> shift)
      return false;
  } else if (bound->value + 1 != range.start && bound->value != range.start &&
             bound->value + 1 != range.end && bound->value != range.end) {
    return false;
  }
  const struct term *address = term->op == OP_EQ ? pointer->operands[0] : pointer;
  uint64_t inside = cexpr_is_pointer(w, address) ? representative(w, address) : 0;
  if (!inside)
    return false;
  uint64_t a = pointer == x ? inside >> shift : x->value;
  uint64_t b = pointer == y ? inside >> shift : y->value;
  bool holds = term->op == OP_EQ ? a == b : term->op == OP_ULT ? a < b : a <= b;
  *out = (struct cexpr){holds ? "1" : "0", unsigned_of(1), CEXPR_PRIMARY};
  return true;
}

static bool is_zero(const struct term *term) { return term_is_constant(term) && !term->value; }

static bool is_widened(const struct term *term) {
  return term->kind == TERM_APPLY && term->op == OP_ZEXT;
}

/* Does the term ask whether a zero-extended value is negative? Compilers warn of such
 * comparisons, and of variables that are never read. */
static bool is_sign_check(struct writer *w, const struct term *term, struct cexpr *out) {
  const struct term *x = term->operands[0], *y = term->operands[1];
  bool is_below = term->op == OP_SLT && is_widened(x) && is_zero(y);
  bool is_above = term->op == OP_SLE && is_zero(x) && is_widened(y);
  if (!is_below && !is_above)
    return false;
  const char *value = cexpr_group(w, cexpr_of(w, is_below ? x : y), CEXPR_UNARY);
  *out = (struct cexpr){arena_format(w->s->arena, "((void)%s, %d)", value, is_above),
                        unsigned_of(1), CEXPR_PRIMARY};
  return true;
}

/* Does the term compare with 0 a truth value, or an address that is certainly not 0? */
static bool is_truth_check(struct writer *w, const struct term *term, bool is_negated,
                           struct cexpr *out) {
  const struct term *x = term->kind == TERM_APPLY ? term->operands[0] : NULL;
  if (!x || term->op != OP_EQ || !is_zero(term->operands[1]) || x->kind != TERM_VARIABLE)
    return false;
  if (w->unit->registers.items[w->instance->first_register + x->value].slot) {
    *out = (struct cexpr){is_negated ? "1" : "0", unsigned_of(1), CEXPR_PRIMARY};
    return true;
  }
  *out = cexpr_of(w, x);
  if (out->type.kind != CTYPE_BOOL)
    return false;
  if (!is_negated)
    *out = (struct cexpr){arena_format(w->s->arena, "!%s", cexpr_group(w, *out, CEXPR_UNARY)),
                          out->type, CEXPR_UNARY};
  return true;
}

/* A comparison. That of a value with itself becomes a constant, as compilers warn of it. */
static struct cexpr comparison(struct writer *w, struct cexpr a, const char *op, struct cexpr b) {
  if (strcmp(a.text, b.text) != 0)
    return binary(w, a, op, b, unsigned_of(1));
  return (struct cexpr){arena_format(w->s->arena, "((void)%s, %d)", cexpr_group(w, a, CEXPR_UNARY),
                                     strcmp(op, "<") != 0),
                        unsigned_of(1), CEXPR_PRIMARY};
}

static struct cexpr compared(struct writer *w, const struct term *term) {
  struct cexpr known;
  if (is_range_check(w, term, &known) || is_sign_check(w, term, &known) ||
      is_truth_check(w, term, false, &known))
    return known;
  const struct term *x = term->operands[0], *y = term->operands[1];
  struct ctype type = unsigned_of(1);
  const char *op = term->op == OP_EQ ? "==" : term->op == OP_ULT || term->op == OP_SLT ? "<" : "<=";
  bool x_points = cexpr_is_pointer(w, x), y_points = cexpr_is_pointer(w, y);
  if ((x_points || y_points) && term->op != OP_SLT && term->op != OP_SLE &&
      (x_points || term_is_constant(x)) && (y_points || term_is_constant(y)) &&
      !(term->op != OP_EQ && (!x_points || !y_points))) {
    struct cexpr a = operand(w, x, ctype_pointer(&w->s->types, NULL));
    struct cexpr b = operand(w, y, ctype_pointer(&w->s->types, NULL));
    if ((term->op != OP_EQ || (x_points && y_points)) && strcmp(a.text, b.text) != 0)
      return (struct cexpr){
          arena_format(w->s->arena, "(%s)%s %s (%s)%s", term->op == OP_EQ ? "void *" : "char *",
                       cexpr_group(w, a, CEXPR_UNARY), op, term->op == OP_EQ ? "void *" : "char *",
                       cexpr_group(w, b, CEXPR_UNARY)),
          type, CEXPR_BINARY};
    return comparison(w, a, op, b);
  }
  if (term->op == OP_SLT || term->op == OP_SLE)
    return comparison(w, signed_operand(w, x), op, signed_operand(w, y));
  struct ctype common = unsigned_of(x->width);
  if (term->op == OP_EQ && x->width > 1) { /* equality does not depend on the sign */
    struct ctype a = cexpr_type(w, term_is_constant(x) ? y : x);
    if (a.kind == CTYPE_INTEGER && a.bits == common.bits)
      common = a;
  }
  return comparison(w, operand(w, x, common), op, operand(w, y, common));
}

static struct cexpr negated(struct writer *w, const struct term *term) {
  const struct term *x = term->operands[0];
  if (term->width > 1) {
    struct cexpr a = operand(w, x, unsigned_of(term->width));
    struct cexpr e = {arena_format(w->s->arena, "~%s", cexpr_group(w, a, CEXPR_UNARY)), a.type,
                      CEXPR_UNARY};
    return truncate(w, e, term->width);
  }
  struct cexpr known;
  if (is_truth_check(w, x, true, &known))
    return known;
  struct cexpr a = operand(w, x, unsigned_of(1));
  const char *equal = x->kind == TERM_APPLY && x->op == OP_EQ ? strstr(a.text, " == ") : NULL;
  if (equal && !strstr(equal + 4, " == ") && a.rank == CEXPR_BINARY)
    return (struct cexpr){
        arena_format(w->s->arena, "%.*s != %s", (int)(equal - a.text), a.text, equal + 4),
        unsigned_of(1), CEXPR_BINARY};
  return (struct cexpr){arena_format(w->s->arena, "!%s", cexpr_group(w, a, CEXPR_UNARY)),
                        unsigned_of(1), CEXPR_UNARY};
}

static struct cexpr chosen(struct writer *w, const struct term *term) {
  struct ctype type = cexpr_type(w, term);
  if (type.kind == CTYPE_INTEGER)
    type = unsigned_of(term->width);
  struct cexpr condition = operand(w, term->operands[0], unsigned_of(1));
  struct cexpr a = operand(w, term->operands[1], type), b = operand(w, term->operands[2], type);
  if (type.kind == CTYPE_POINTER) /* both operands of ?: need one type */
    return (struct cexpr){arena_format(w->s->arena, "%s ? (void *)%s : (void *)%s",
                                       cexpr_group(w, condition, CEXPR_UNARY),
                                       cexpr_group(w, a, CEXPR_UNARY),
                                       cexpr_group(w, b, CEXPR_UNARY)),
                          ctype_pointer(&w->s->types, NULL), CEXPR_BINARY};
  return (struct cexpr){
      arena_format(w->s->arena, "%s ? %s : %s", cexpr_group(w, condition, CEXPR_UNARY),
                   cexpr_group(w, a, CEXPR_UNARY), cexpr_group(w, b, CEXPR_UNARY)),
      type, CEXPR_BINARY};
}

static struct cexpr extracted(struct writer *w, const struct term *term) {
  const struct term *x = term->operands[0];
  if (term->width == 1 && !term->low && x->kind == TERM_VARIABLE) {
    struct cexpr bit = cexpr_of(w, x);
    if (bit.type.kind == CTYPE_BOOL)
      return bit;
  }
  struct cexpr a = operand(w, x, unsigned_of(x->width));
  if (term->low) {
    if (a.type.bits < 32)
      a = cexpr_cast(w, a, unsigned_of(32));
    a = (struct cexpr){
        arena_format(w->s->arena, "%s >> %u", cexpr_group(w, a, CEXPR_UNARY), term->low), a.type,
        CEXPR_BINARY};
  }
  if (term->width == 1)
    return (struct cexpr){
        arena_format(w->s->arena, "(%s & 1) != 0", cexpr_group(w, a, CEXPR_UNARY)), unsigned_of(1),
        CEXPR_BINARY};
  struct ctype type = unsigned_of(term->width);
  struct cexpr e = {arena_format(w->s->arena, "(%s)%s", ctype_name(&w->s->types, type),
                                 cexpr_group(w, a, CEXPR_UNARY)),
                    type, CEXPR_UNARY};
  return is_whole(term->width) ? e : truncate(w, e, term->width);
}

static struct cexpr extended(struct writer *w, const struct term *term) {
  const struct term *x = term->operands[0];
  struct ctype type = ctype_integer(term->width, term->op == OP_SEXT);
  struct cexpr a =
      term->op == OP_SEXT ? signed_operand(w, x) : operand(w, x, unsigned_of(x->width));
  a.type.source = NULL;
  if (term->op == OP_ZEXT && a.type.kind == CTYPE_BOOL)
    return a; /* 0 or 1 in any type */
  struct cexpr e = cexpr_cast(w, a, type);
  return term->op == OP_SEXT && !is_whole(term->width)
             ? truncate(w, cexpr_cast(w, e, unsigned_of(term->width)), term->width)
             : e;
}

static struct cexpr joined(struct writer *w, const struct term *term) {
  struct ctype type = unsigned_of(term->width);
  struct ctype wide = type.bits < 32 ? unsigned_of(32) : type;
  const struct term *x = term->operands[0], *y = term->operands[1];
  struct cexpr a = cexpr_cast(w, operand(w, x, unsigned_of(x->width)), wide);
  struct cexpr b = cexpr_cast(w, operand(w, y, unsigned_of(y->width)), wide);
  struct cexpr high = {
      arena_format(w->s->arena, "%s << %u", cexpr_group(w, a, CEXPR_UNARY), y->width), wide,
      CEXPR_BINARY};
  return truncate(w, binary(w, high, "|", b, wide), term->width);
}

static const char MULTIPLY[] =
    "static int product_overflows(long long a, long long b, long long least, long long most) {\n"
    "  if (a == 0 || b == 0)\n    return 0;\n"
    "  if (a > 0)\n    return b > 0 ? a > most / b : b < least / a;\n"
    "  return b > 0 ? a < least / b : a < most / b;\n}\n\n";
static const char UNSIGNED_MULTIPLY[] =
    "static int unsigned_product_overflows(unsigned long long a, unsigned long long b,\n"
    "                                      unsigned long long most) {\n"
    "  return a != 0 && b > most / a;\n}\n\n";
static const char ADD_OVERFLOWS[] =
    "static int sum_overflows(long long a, long long b, long long least, long long most) {\n"
    "  return b >= 0 ? a > most - b : a < least - b;\n}\n\n";
static const char SUB_OVERFLOWS[] =
    "static int difference_overflows(long long a, long long b, long long least, long long most) {\n"
    "  return b >= 0 ? a < least + b : a > most + b;\n}\n\n";

static struct cexpr overflows(struct writer *w, const struct term *term) {
  unsigned width = term->operands[0]->width;
  struct ctype type = unsigned_of(width), wide = signed_of(64);
  struct arena *arena = w->s->arena;
  bool is_signed = term->op == OP_SADD_OVERFLOWS || term->op == OP_SSUB_OVERFLOWS ||
                   term->op == OP_SMUL_OVERFLOWS;
  struct cexpr a =
      is_signed ? signed_operand(w, term->operands[0]) : operand(w, term->operands[0], type);
  struct cexpr b =
      is_signed ? signed_operand(w, term->operands[1]) : operand(w, term->operands[1], type);
  struct cexpr e = {.type = unsigned_of(1), .rank = CEXPR_PRIMARY};
  if (is_signed) {
    bool adds = term->op == OP_SADD_OVERFLOWS, multiplies = term->op == OP_SMUL_OVERFLOWS;
    cexpr_need_helper(w->s, multiplies ? MULTIPLY : adds ? ADD_OVERFLOWS : SUB_OVERFLOWS);
    const char *most = cexpr_constant(w, width_mask(width) >> 1, wide).text;
    e.text = arena_format(arena, "%s(%s, %s, -%s - 1, %s)",
                          multiplies ? "product_overflows"
                          : adds     ? "sum_overflows"
                                     : "difference_overflows",
                          a.text, b.text, most, most);
    return e;
  }
  const char *most = cexpr_constant(w, width_mask(width), unsigned_of(64)).text;
  if (term->op == OP_UMUL_OVERFLOWS) {
    cexpr_need_helper(w->s, UNSIGNED_MULTIPLY);
    e.text = arena_format(arena, "unsigned_product_overflows(%s, %s, %s)", a.text, b.text, most);
    return e;
  }
  if (term->op == OP_USUB_OVERFLOWS)
    return binary(w, a, "<", b, e.type);
  e.text = arena_format(arena, "%s > %s - %s", cexpr_group(w, a, CEXPR_UNARY), most,
                        cexpr_group(w, b, CEXPR_UNARY));
  e.rank = CEXPR_BINARY;
  return e;
}

static void declare_math(struct writer *w, const char *name, unsigned arity, bool narrow) {
  uint64_t found;
  uint64_t key = (uint64_t)(uintptr_t)name << 1 | narrow;
  const char *type = narrow ? "float" : "double";
  if (map_get(&w->s->needs.helpers, ~key, &found))
    return;
  map_set(&w->s->needs.helpers, ~key, 1);
  text_format(&w->s->needs.helper_text, "extern %s %s%s(%s%s%s);\n", type, name, narrow ? "f" : "",
              type, arity > 1 ? ", " : "", arity > 1 ? type : "");
}

static struct cexpr computed(struct writer *w, const struct term *term) {
  unsigned width = term->operands[0]->width;
  struct ctype type = ctype_float(width), bit = unsigned_of(1);
  struct arena *arena = w->s->arena;
  struct cexpr a = {0}, b = {0};
  if (term->op != OP_FLOAT_FROM_SINT && term->op != OP_FLOAT_FROM_UINT) {
    a = operand(w, term->operands[0], type);
    if (term->arity > 1)
      b = operand(w, term->operands[1], type);
  }
  switch ((int)term->op) {
  case OP_FADD:
    return binary(w, a, "+", b, type);
  case OP_FSUB:
    return binary(w, a, "-", b, type);
  case OP_FMUL:
    return binary(w, a, "*", b, type);
  case OP_FDIV:
    return binary(w, a, "/", b, type);
  case OP_FEQ:
    return binary(w, a, "==", b, bit);
  case OP_FLT:
    return binary(w, a, "<", b, bit);
  case OP_FLE:
    return binary(w, a, "<=", b, bit);
  case OP_FUNORDERED: {
    const char *x = cexpr_group(w, a, CEXPR_UNARY), *y = cexpr_group(w, b, CEXPR_UNARY);
    return (struct cexpr){arena_format(arena, "%s != %s || %s != %s", x, x, y, y), bit,
                          CEXPR_BINARY};
  }
  case OP_FCONVERT:
  case OP_FLOAT_FROM_SINT:
  case OP_FLOAT_FROM_UINT: {
    if (term->op == OP_FLOAT_FROM_SINT)
      a = signed_operand(w, term->operands[0]);
    else if (term->op == OP_FLOAT_FROM_UINT)
      a = operand(w, term->operands[0], unsigned_of(width));
    struct ctype to = ctype_float(term->width);
    return (struct cexpr){
        arena_format(arena, "(%s)%s", ctype_name(&w->s->types, to), cexpr_group(w, a, CEXPR_UNARY)),
        to, CEXPR_UNARY};
  }
  case OP_FLOAT_TO_SINT:
  case OP_FLOAT_TO_UINT: {
    struct ctype to = ctype_integer(term->width, term->op == OP_FLOAT_TO_SINT);
    return (struct cexpr){
        arena_format(arena, "(%s)%s", ctype_name(&w->s->types, to), cexpr_group(w, a, CEXPR_UNARY)),
        to, CEXPR_UNARY};
  }
  default: {
    const char *name = term->op == OP_FREM ? "fmod" : operator_text(term->op);
    declare_math(w, name, term->arity, width == 32);
    return (struct cexpr){arena_format(arena, "%s%s(%s%s%s)", name, width == 32 ? "f" : "", a.text,
                                       b.text ? ", " : "", b.text ? b.text : ""),
                          type, CEXPR_PRIMARY};
  }
  }
}

/* If the term inverts the sign bit of a float, gives the negation of the float. False: it does
 * not. */
static bool is_float_sign(struct writer *w, const struct term *term, struct cexpr *out) {
  if (term->op != OP_XOR || !term_is_constant(term->operands[1]) ||
      term->operands[1]->value != (uint64_t)1 << (term->width - 1) ||
      cexpr_type(w, term->operands[0]).kind != CTYPE_FLOAT)
    return false;
  struct cexpr a = operand(w, term->operands[0], ctype_float(term->width));
  *out = (struct cexpr){arena_format(w->s->arena, "-%s", cexpr_group(w, a, CEXPR_PRIMARY)), a.type,
                        CEXPR_UNARY};
  return true;
}

struct cexpr cexpr_apply(struct writer *w, const struct term *term) {
  struct cexpr sign;
  switch ((int)term->op) {
  case OP_ADD:
    return modular(w, term, "+");
  case OP_SUB:
    return modular(w, term, "-");
  case OP_MUL:
    return modular(w, term, "*");
  case OP_AND:
  case OP_OR:
  case OP_XOR:
    if (term->width == 1)
      return logical(w, term);
    if (is_float_sign(w, term, &sign))
      return sign;
    return modular(w, term, term->op == OP_AND ? "&" : term->op == OP_OR ? "|" : "^");
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
    return divided(w, term);
  case OP_SHL:
  case OP_LSHR:
  case OP_ASHR:
    return shifted(w, term);
  case OP_NOT:
    return negated(w, term);
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
  case OP_SLT:
  case OP_SLE:
    return compared(w, term);
  case OP_ITE:
    return chosen(w, term);
  case OP_ZEXT:
  case OP_SEXT:
    return extended(w, term);
  case OP_EXTRACT:
    return extracted(w, term);
  case OP_CONCAT:
    return joined(w, term);
  case OP_SADD_OVERFLOWS:
  case OP_SSUB_OVERFLOWS:
  case OP_SMUL_OVERFLOWS:
  case OP_UADD_OVERFLOWS:
  case OP_USUB_OVERFLOWS:
  case OP_UMUL_OVERFLOWS:
    return overflows(w, term);
  default:
    return computed(w, term);
  }
}
