/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers instructions without memory: arithmetic, comparisons, casts, addresses, parts of
 * aggregates and vectors. Where C has undefined behaviour, a check comes first; the operators
 * themselves are total. */
#include "frontend/lower.h"

static struct terms *terms_of(struct builder *b) { return b->lowering->terms; }

/* The lanes of a vector in one register, or the value itself. */
struct lanes {
  unsigned count, width;
};

static struct lanes lanes_of(struct builder *b, LLVMTypeRef type) {
  struct lanes lanes = {.count = 1};
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
    lanes.count = LLVMGetVectorSize(type);
    type = LLVMGetElementType(type);
  }
  lanes.width = types_leaves(b->lowering, type)->list[0].width;
  return lanes;
}

static const struct term *lane(struct builder *b, struct lanes lanes, const struct term *x,
                               unsigned i) {
  return lanes.count == 1 ? x : term_extract(terms_of(b), i * lanes.width, lanes.width, x);
}

static const struct term *join(struct builder *b, const struct term *low, const struct term *high) {
  return low ? values_apply(b, OP_CONCAT, high, low) : high;
}

static void check_overflow(struct builder *b, enum operator op, const struct term *x,
                           const struct term *y, const char *message) {
  const struct term *overflows = values_apply(b, op, x, y);
  builder_add_check(b, values_not(b, overflows), PROPERTY_OVERFLOW, false, message);
}

static void check_division(struct builder *b, bool is_signed, const struct term *x,
                           const struct term *y) {
  const struct term *zero = values_integer(b, y->width, 0);
  builder_add_check(b, values_not(b, values_apply(b, OP_EQ, y, zero)), PROPERTY_DIVISION, true,
                    "division by zero");
  if (!is_signed)
    return;
  const struct term *least = values_integer(b, x->width, UINT64_C(1) << (x->width - 1));
  const struct term *minus_one = values_integer(b, y->width, UINT64_MAX);
  const struct term *bad = values_apply(b, OP_AND, values_apply(b, OP_EQ, x, least),
                                        values_apply(b, OP_EQ, y, minus_one));
  const struct term *good = values_not(b, bad);
  builder_add_check(b, good, PROPERTY_OVERFLOW, false, "division overflows");
  builder_add_check(b, good, PROPERTY_DIVISION, true, "division overflows");
}

static void check_shift(struct builder *b, const struct term *amount) {
  unsigned width = amount->width;
  if (width < 64 && (uint64_t)width > width_mask(width))
    return; /* every amount is fine */
  const struct term *limit = values_integer(b, width, width);
  builder_add_check(b, values_apply(b, OP_ULT, amount, limit), PROPERTY_DIVISION, false,
                    "shift by the width of the type or more");
}

/* An opcode and the operator that it stands for. */
struct opcode_operator {
  LLVMOpcode opcode;
  enum operator op;
};

static const struct opcode_operator binaries[] = {
    {LLVMAdd, OP_ADD},   {LLVMSub, OP_SUB},   {LLVMMul, OP_MUL},   {LLVMUDiv, OP_UDIV},
    {LLVMSDiv, OP_SDIV}, {LLVMURem, OP_UREM}, {LLVMSRem, OP_SREM}, {LLVMAnd, OP_AND},
    {LLVMOr, OP_OR},     {LLVMXor, OP_XOR},   {LLVMShl, OP_SHL},   {LLVMLShr, OP_LSHR},
    {LLVMAShr, OP_ASHR}, {LLVMFAdd, OP_FADD}, {LLVMFSub, OP_FSUB}, {LLVMFMul, OP_FMUL},
    {LLVMFDiv, OP_FDIV}, {LLVMFRem, OP_FREM},
};

static bool find_operator(const struct opcode_operator *rows, size_t count, LLVMOpcode opcode,
                          enum operator* op) {
  for (size_t i = 0; i < count; i++)
    if (rows[i].opcode == opcode) {
      *op = rows[i].op;
      return true;
    }
  return false;
}

/* Is it part of a check that clang inserted? */
static bool is_of_check(LLVMValueRef instruction) {
  static const char name[] = "nosanitize";
  unsigned kind =
      LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(instruction)), name, sizeof name - 1);
  return LLVMGetMetadata(instruction, kind);
}

static void check_binary(struct builder *b, LLVMValueRef instruction, const struct term *x,
                         const struct term *y) {
  if (is_of_check(instruction))
    return;
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMAdd:
    if (LLVMGetNSW(instruction))
      check_overflow(b, OP_SADD_OVERFLOWS, x, y, "signed addition overflows");
    break;
  case LLVMSub:
    if (LLVMGetNSW(instruction))
      check_overflow(b, OP_SSUB_OVERFLOWS, x, y, "signed subtraction overflows");
    break;
  case LLVMMul:
    if (LLVMGetNSW(instruction))
      check_overflow(b, OP_SMUL_OVERFLOWS, x, y, "signed multiplication overflows");
    break;
  case LLVMUDiv:
  case LLVMURem:
    check_division(b, false, x, y);
    break;
  case LLVMSDiv:
  case LLVMSRem:
    check_division(b, true, x, y);
    break;
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    check_shift(b, y);
    break;
  default:
    break;
  }
}

static void lower_binary(struct builder *b, LLVMValueRef instruction, enum operator op) {
  const struct term *x = values_term(b, LLVMGetOperand(instruction, 0));
  const struct term *y = values_term(b, LLVMGetOperand(instruction, 1));
  struct lanes lanes = lanes_of(b, LLVMTypeOf(instruction));
  const struct term *result = NULL;
  for (unsigned i = 0; i < lanes.count; i++) {
    const struct term *left = lane(b, lanes, x, i), *right = lane(b, lanes, y, i);
    check_binary(b, instruction, left, right);
    result = join(b, result, values_apply(b, op, left, right));
  }
  values_set_term(b, instruction, result);
}

/* A predicate as an operator, perhaps on exchanged operands, perhaps negated. */
struct predicate {
  enum operator op;
  bool is_exchanged, is_negated;
};

static const struct term *apply_predicate(struct builder *b, const struct predicate *predicate,
                                          const struct term *x, const struct term *y) {
  const struct term *result = predicate->is_exchanged ? values_apply(b, predicate->op, y, x)
                                                      : values_apply(b, predicate->op, x, y);
  return predicate->is_negated ? values_not(b, result) : result;
}

static const struct term *compare_integers(struct builder *b, LLVMIntPredicate predicate,
                                           const struct term *x, const struct term *y) {
  static const struct predicate predicates[] = {
      [LLVMIntEQ] = {OP_EQ, false, false},   [LLVMIntNE] = {OP_EQ, false, true},
      [LLVMIntUGT] = {OP_ULT, true, false},  [LLVMIntUGE] = {OP_ULE, true, false},
      [LLVMIntULT] = {OP_ULT, false, false}, [LLVMIntULE] = {OP_ULE, false, false},
      [LLVMIntSGT] = {OP_SLT, true, false},  [LLVMIntSGE] = {OP_SLE, true, false},
      [LLVMIntSLT] = {OP_SLT, false, false}, [LLVMIntSLE] = {OP_SLE, false, false},
  };
  return apply_predicate(b, &predicates[predicate], x, y);
}

/* The ordered predicates are false on NaN, as heddle's operators are; an unordered one is the
 * negation of the opposite ordered one. */
static const struct term *compare_floats(struct builder *b, LLVMRealPredicate predicate,
                                         const struct term *x, const struct term *y) {
  static const struct predicate predicates[] = {
      [LLVMRealOEQ] = {OP_FEQ, false, false},        [LLVMRealUNE] = {OP_FEQ, false, true},
      [LLVMRealOGT] = {OP_FLT, true, false},         [LLVMRealULE] = {OP_FLT, true, true},
      [LLVMRealOGE] = {OP_FLE, true, false},         [LLVMRealULT] = {OP_FLE, true, true},
      [LLVMRealOLT] = {OP_FLT, false, false},        [LLVMRealUGE] = {OP_FLT, false, true},
      [LLVMRealOLE] = {OP_FLE, false, false},        [LLVMRealUGT] = {OP_FLE, false, true},
      [LLVMRealUNO] = {OP_FUNORDERED, false, false}, [LLVMRealORD] = {OP_FUNORDERED, false, true},
  };
  switch (predicate) {
  case LLVMRealPredicateFalse:
  case LLVMRealPredicateTrue:
    return values_integer(b, 1, predicate == LLVMRealPredicateTrue);
  case LLVMRealONE:
    return values_apply(b, OP_OR, values_apply(b, OP_FLT, x, y), values_apply(b, OP_FLT, y, x));
  case LLVMRealUEQ:
    return values_apply(b, OP_OR, values_apply(b, OP_FEQ, x, y),
                        values_apply(b, OP_FUNORDERED, x, y));
  default:
    return apply_predicate(b, &predicates[predicate], x, y);
  }
}

static bool lower_comparison(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef left = LLVMGetOperand(instruction, 0), right = LLVMGetOperand(instruction, 1);
  if (LLVMGetTypeKind(LLVMTypeOf(left)) == LLVMVectorTypeKind)
    return false;
  const struct term *x = values_term(b, left), *y = values_term(b, right);
  if (LLVMGetTypeKind(LLVMTypeOf(left)) == LLVMPointerTypeKind && term_is_constant(x) &&
      term_is_constant(y)) { /* which of two variables is first is not known here */
    x = values_address_as_number(b, x);
    y = values_address_as_number(b, y);
  }
  values_set_term(b, instruction,
                  LLVMGetInstructionOpcode(instruction) == LLVMICmp
                      ? compare_integers(b, LLVMGetICmpPredicate(instruction), x, y)
                      : compare_floats(b, LLVMGetFCmpPredicate(instruction), x, y));
  return true;
}

static const struct term *cast(struct builder *b, LLVMOpcode opcode, unsigned width,
                               const struct term *x) {
  static const struct opcode_operator conversions[] = {
      {LLVMSExt, OP_SEXT},
      {LLVMFPToUI, OP_FLOAT_TO_UINT},
      {LLVMFPToSI, OP_FLOAT_TO_SINT},
      {LLVMUIToFP, OP_FLOAT_FROM_UINT},
      {LLVMSIToFP, OP_FLOAT_FROM_SINT},
      {LLVMFPTrunc, OP_FCONVERT},
      {LLVMFPExt, OP_FCONVERT},
  };
  enum operator op;
  if (find_operator(conversions, sizeof conversions / sizeof *conversions, opcode, &op))
    return term_convert(terms_of(b), op, width, x);
  return term_resize(terms_of(b), width,
                     x); /* the bits stay, or are cut, or get zeros above them */
}

static bool lower_cast(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  const struct term *x = values_term(b, operand), *result = NULL;
  if (opcode == LLVMBitCast) {
    values_set_term(b, instruction, x);
    return true;
  }
  if (opcode == LLVMPtrToInt)
    x = values_address_as_number(b, x);
  struct lanes from = lanes_of(b, LLVMTypeOf(operand)), to = lanes_of(b, LLVMTypeOf(instruction));
  for (unsigned i = 0; i < from.count; i++)
    result = join(b, result, cast(b, opcode, to.width, lane(b, from, x, i)));
  values_set_term(b, instruction, result);
  return true;
}

static const struct term *scaled_index(struct builder *b, LLVMValueRef index, uint64_t size) {
  const struct term *term = values_sized(b, index);
  return values_apply(b, OP_MUL, term, values_pointer_constant(b, size));
}

static bool lower_element_address(struct builder *b, LLVMValueRef instruction) {
  struct lowering *in = b->lowering;
  if (LLVMGetTypeKind(LLVMTypeOf(instruction)) != LLVMPointerTypeKind)
    return false;
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 0));
  LLVMTypeRef type = LLVMGetGEPSourceElementType(instruction);
  unsigned count = (unsigned)LLVMGetNumOperands(instruction);
  uint64_t offset = 0;
  for (unsigned i = 1; i < count; i++) {
    LLVMValueRef index = LLVMGetOperand(instruction, i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      offset += LLVMOffsetOfElement(in->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1)
      type = LLVMGetElementType(type);
    uint64_t size = types_size(in, type);
    if (LLVMIsAConstantInt(index))
      offset += (uint64_t)LLVMConstIntGetSExtValue(index) * size;
    else
      address = values_apply(b, OP_ADD, address, scaled_index(b, index, size));
  }
  values_set_term(b, instruction, values_add_offset(b, address, offset));
  return true;
}

static bool lower_select(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef condition = LLVMGetOperand(instruction, 0);
  if (LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMVectorTypeKind)
    return false;
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  const struct term *chooser = values_term(b, condition);
  const struct term *const *x = values_leaves(b, LLVMGetOperand(instruction, 1));
  const struct term *const *y = values_leaves(b, LLVMGetOperand(instruction, 2));
  const struct term **result = arena_allocate(b->scratch, leaves->count * sizeof *result);
  for (uint32_t i = 0; i < leaves->count; i++)
    result[i] = values_choose(b, chooser, values_defined(b, x[i], &leaves->list[i]),
                              values_defined(b, y[i], &leaves->list[i]));
  values_set(b, instruction, result);
  return true;
}

/* The first leaf of the part that an extractvalue or insertvalue names. */
static uint32_t part_start(struct builder *b, LLVMValueRef instruction, LLVMTypeRef type,
                           LLVMTypeRef *part) {
  const unsigned *indices = LLVMGetIndices(instruction);
  unsigned count = LLVMGetNumIndices(instruction);
  uint32_t start = 0;
  for (unsigned i = 0; i < count; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      for (unsigned k = 0; k < indices[i]; k++)
        start += types_leaves(b->lowering, LLVMStructGetTypeAtIndex(type, k))->count;
      type = LLVMStructGetTypeAtIndex(type, indices[i]);
    } else {
      type = LLVMGetElementType(type);
      start += indices[i] * types_leaves(b->lowering, type)->count;
    }
  }
  *part = type;
  return start;
}

static bool lower_extract_part(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef whole = LLVMGetOperand(instruction, 0);
  LLVMTypeRef part;
  uint32_t start = part_start(b, instruction, LLVMTypeOf(whole), &part);
  values_set(b, instruction, values_leaves(b, whole) + start);
  return true;
}

static bool lower_insert_part(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef whole = LLVMGetOperand(instruction, 0);
  LLVMTypeRef part;
  uint32_t start = part_start(b, instruction, LLVMTypeOf(whole), &part);
  uint32_t count = types_leaves(b->lowering, part)->count;
  uint32_t all = types_leaves(b->lowering, LLVMTypeOf(whole))->count;
  const struct term *const *old = values_leaves(b, whole);
  const struct term *const *fresh = values_leaves(b, LLVMGetOperand(instruction, 1));
  const struct term **result = arena_allocate(b->scratch, all * sizeof *result);
  for (uint32_t i = 0; i < all; i++)
    result[i] = i >= start && i < start + count ? fresh[i - start] : old[i];
  values_set(b, instruction, result);
  return true;
}

static const struct term *join_lanes(struct builder *b, const struct term *const *parts,
                                     unsigned count) {
  const struct term *result = NULL;
  for (unsigned i = 0; i < count; i++)
    result = join(b, result, parts[i]);
  return result;
}

/* insertelement and extractelement at a constant place, shufflevector. */
static bool lower_vector(struct builder *b, LLVMValueRef instruction) {
  enum { MAX_LANES = 8 };
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  LLVMValueRef vector = LLVMGetOperand(instruction, 0);
  struct lanes lanes = lanes_of(b, LLVMTypeOf(vector));
  const struct term *x = values_term(b, vector), *parts[MAX_LANES];
  if (opcode == LLVMShuffleVector) {
    const struct term *y = values_term(b, LLVMGetOperand(instruction, 1));
    unsigned count = LLVMGetNumMaskElements(instruction);
    for (unsigned i = 0; i < count; i++) {
      int from = LLVMGetMaskValue(instruction, i);
      unsigned place = from < 0 ? 0 : (unsigned)from;
      parts[i] =
          place < lanes.count ? lane(b, lanes, x, place) : lane(b, lanes, y, place - lanes.count);
    }
    values_set_term(b, instruction, join_lanes(b, parts, count));
    return true;
  }
  LLVMValueRef index = LLVMGetOperand(instruction, opcode == LLVMExtractElement ? 1 : 2);
  uint64_t place = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : lanes.count;
  if (place >= lanes.count)
    return false;
  if (opcode == LLVMExtractElement) {
    values_set_term(b, instruction, lane(b, lanes, x, (unsigned)place));
    return true;
  }
  for (unsigned i = 0; i < lanes.count; i++)
    parts[i] = i == place ? values_term(b, LLVMGetOperand(instruction, 1)) : lane(b, lanes, x, i);
  values_set_term(b, instruction, join_lanes(b, parts, lanes.count));
  return true;
}

static bool lower_freeze(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef operand = LLVMGetOperand(instruction, 0);
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  const struct term *const *terms = values_leaves(b, operand);
  if (!LLVMGetFirstUse(instruction))
    return true;
  if (!LLVMIsUndef(operand)) {
    const struct term **kept = arena_allocate(b->scratch, leaves->count * sizeof *kept);
    for (uint32_t i = 0; i < leaves->count; i++)
      kept[i] = values_defined(b, terms[i], &leaves->list[i]);
    values_set(b, instruction, kept);
    return true;
  }
  const struct variable *variable = variables_find(&b->variables, instruction);
  const uint32_t *targets = values_add_registers(b, instruction);
  for (uint32_t i = 0; i < leaves->count; i++) {
    struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
    edge->nondet.target = targets[i];
    edge->nondet.source = NONDET_UNINITIALISED;
    edge->nondet.name = variable ? variable->name : "uninitialised variable";
  }
  return true;
}

static void lower_negation(struct builder *b, LLVMValueRef instruction) {
  const struct term *x = values_term(b, LLVMGetOperand(instruction, 0)), *result = NULL;
  struct lanes lanes = lanes_of(b, LLVMTypeOf(instruction));
  const struct term *sign = values_integer(b, lanes.width, UINT64_C(1) << (lanes.width - 1));
  for (unsigned i = 0; i < lanes.count; i++)
    result = join(b, result, values_apply(b, OP_XOR, lane(b, lanes, x, i), sign));
  values_set_term(b, instruction, result);
}

bool instructions_lower(struct builder *b, LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  enum operator op;
  if (find_operator(binaries, sizeof binaries / sizeof *binaries, opcode, &op)) {
    lower_binary(b, instruction, op);
    return true;
  }
  switch (opcode) {
  case LLVMFNeg:
    lower_negation(b, instruction);
    return true;
  case LLVMICmp:
  case LLVMFCmp:
    return lower_comparison(b, instruction);
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
    return lower_cast(b, instruction);
  case LLVMGetElementPtr:
    return lower_element_address(b, instruction);
  case LLVMSelect:
    return lower_select(b, instruction);
  case LLVMExtractValue:
    return lower_extract_part(b, instruction);
  case LLVMInsertValue:
    return lower_insert_part(b, instruction);
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    return lower_vector(b, instruction);
  case LLVMFreeze:
    return lower_freeze(b, instruction);
  default:
    return false;
  }
}
