/* SPDX-License-Identifier: Apache-2.0 */
/* Operands as terms over registers.
 *
 * A value without side effects that is used at most once, and that is not a source variable, gets
 * no register: its term is substituted where it is used. In SSA form this is always correct, since
 * a definition cannot be executed again between a later definition that depends on it and the use
 * of that one. */
#include "frontend/lower.h"

#include <string.h>

const struct term *values_integer(struct builder *b, unsigned width, uint64_t bits) {
  return term_constant(b->lowering->terms, width, bits & width_mask(width));
}

const struct term *values_pointer_constant(struct builder *b, uint64_t bits) {
  return values_integer(b, b->lowering->pointer_width, bits);
}

const struct term *values_apply(struct builder *b, enum operator op, const struct term *x,
                                const struct term *y) {
  return term_apply(b->lowering->terms, op, x, y, NULL);
}

const struct term *values_not(struct builder *b, const struct term *x) {
  return term_apply(b->lowering->terms, OP_NOT, x, NULL, NULL);
}

const struct term *values_choose(struct builder *b, const struct term *condition,
                                 const struct term *x, const struct term *y) {
  return term_apply(b->lowering->terms, OP_ITE, condition, x, y);
}

const struct term *values_add_offset(struct builder *b, const struct term *address,
                                     uint64_t offset) {
  return offset ? values_apply(b, OP_ADD, address, values_integer(b, address->width, offset))
                : address;
}

const struct term *values_defined(struct builder *b, const struct term *leaf,
                                  const struct leaf *shape) {
  if (leaf)
    return leaf;
  uint32_t target = builder_add_temporary(b, shape->width, "");
  b->registers.items[target].is_float = shape->is_float;
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = NONDET_UNINITIALISED;
  edge->nondet.name = "undefined value";
  return builder_register_term(b, target);
}

static const struct term *thread_local_address(struct builder *b, LLVMValueRef variable) {
  uint32_t target = builder_add_temporary(b, b->lowering->pointer_width, "self");
  builder_add_edge(b, OPERATION_SELF)->get.target = target;
  return values_add_offset(b, builder_register_term(b, target),
                           objects_variable(b->lowering, variable));
}

static void add_constant_words(struct builder *b, LLVMValueRef constant, const struct term **terms,
                               uint32_t *count) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(constant));
  uint64_t words[WIDE_MAX_WORDS] = {0};
  const char *why = NULL;
  if (!constants_bytes(b->lowering, constant, (unsigned char *)words, &why))
    builder_add_unsupported(b, why);
  for (uint32_t i = 0; i < leaves->count; i++)
    terms[(*count)++] = values_integer(b, leaves->list[i].width, words[i]);
}

/* Of a vector of more than 64 bits. */
static void add_constant_elements(struct builder *b, LLVMValueRef constant,
                                  const struct term **terms, uint32_t *count) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(constant));
  uint64_t size = types_size(b->lowering, LLVMTypeOf(constant));
  unsigned char *bytes = arena_allocate(b->scratch, size);
  const char *why = NULL;
  memset(bytes, 0, size);
  if (!constants_bytes(b->lowering, constant, bytes, &why))
    builder_add_unsupported(b, why);
  for (uint32_t i = 0; i < leaves->count; i++) {
    uint64_t bits = 0;
    memcpy(&bits, bytes + leaves->list[i].offset, leaves->list[i].size);
    terms[(*count)++] = values_integer(b, leaves->list[i].width, bits);
  }
}

const struct term *values_address_as_number(struct builder *b, const struct term *address) {
  if (!term_is_constant(address) || !address->value)
    return address;
  uint32_t target = builder_add_temporary(b, address->width, "");
  builder_add_assign(b, target, address);
  return builder_register_term(b, target);
}

static const struct term *number_of(struct builder *b, LLVMValueRef constant);

static bool is_expression(LLVMValueRef constant) {
  return LLVMGetValueKind(constant) == LLVMConstantExprValueKind;
}

static const struct term *binary_number(struct builder *b, LLVMValueRef constant,
                                        enum operator op) {
  const struct term *x = number_of(b, LLVMGetOperand(constant, 0));
  return values_apply(b, op, x, number_of(b, LLVMGetOperand(constant, 1)));
}

/* An expression that computes with addresses, as a term over registers that hold them. */
static const struct term *computed_number(struct builder *b, LLVMValueRef constant,
                                          unsigned width) {
  struct terms *terms = b->lowering->terms;
  LLVMValueRef operand = LLVMGetOperand(constant, 0);
  switch (LLVMGetConstOpcode(constant)) {
  case LLVMPtrToInt:
    return term_resize(terms, width, values_address_as_number(b, number_of(b, operand)));
  case LLVMIntToPtr:
  case LLVMTrunc:
    return term_resize(terms, width, number_of(b, operand));
  case LLVMAdd:
    return binary_number(b, constant, OP_ADD);
  case LLVMSub:
    return binary_number(b, constant, OP_SUB);
  case LLVMMul:
    return binary_number(b, constant, OP_MUL);
  case LLVMXor:
    return binary_number(b, constant, OP_XOR);
  case LLVMShl:
    return binary_number(b, constant, OP_SHL);
  case LLVMGetElementPtr:
    if (LLVMGetNumOperands(constant) != 2 || !is_expression(LLVMGetOperand(constant, 1)))
      return NULL;
    return values_apply(
        b, OP_ADD, number_of(b, operand),
        values_apply(b, OP_MUL, values_sized(b, LLVMGetOperand(constant, 1)),
                     values_pointer_constant(
                         b, types_size(b->lowering, LLVMGetGEPSourceElementType(constant)))));
  default:
    return NULL;
  }
}

/* A scalar. Parts of addresses, and distances between them, stay terms over registers: a folded
 * constant would not show which object it comes from. */
static const struct term *number_of(struct builder *b, LLVMValueRef constant) {
  struct lowering *in = b->lowering;
  const struct leaf *leaf = &types_leaves(in, LLVMTypeOf(constant))->list[0];
  const struct term *term = NULL;
  const char *why = NULL;
  uint64_t bits = 0;
  if (is_expression(constant) && LLVMGetTypeKind(LLVMTypeOf(constant)) != LLVMVectorTypeKind)
    term = computed_number(b, constant, leaf->width);
  if (!term && !constants_scalar(in, constant, &bits, &why))
    builder_add_unsupported(b, why);
  return term ? term : values_integer(b, leaf->width, bits);
}

static void add_constant_leaves(struct builder *b, LLVMValueRef constant, const struct term **terms,
                                uint32_t *count) {
  struct lowering *in = b->lowering;
  LLVMTypeRef type = LLVMTypeOf(constant);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsUndef(constant)) { /* poison is one of them */
    *count += types_leaves(in, type)->count;
    return;
  }
  if (vectors_is_wide(in, type)) {
    add_constant_elements(b, constant, terms, count);
    return;
  }
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
    uint64_t parts =
        kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (unsigned i = 0; i < parts; i++)
      add_constant_leaves(b, LLVMGetAggregateElement(constant, i), terms, count);
    return;
  }
  if (wide_is(type)) {
    add_constant_words(b, constant, terms, count);
    return;
  }
  if (LLVMIsAGlobalVariable(constant) && LLVMIsThreadLocal(constant) &&
      !LLVMIsDeclaration(constant)) {
    terms[(*count)++] = thread_local_address(b, constant);
    return;
  }
  terms[(*count)++] = number_of(b, constant);
}

const struct term *const *values_leaves(struct builder *b, LLVMValueRef value) {
  uint64_t found;
  if (map_get(&b->values, (uintptr_t)value, &found))
    return (const struct term *const *)(uintptr_t)found;
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  const struct term **terms = arena_allocate(b->scratch, leaves->count * sizeof *terms);
  uint32_t count = 0;
  if (LLVMIsConstant(value) && leaves->count)
    add_constant_leaves(b, value, terms, &count);
  return terms;
}

const struct term *values_term(struct builder *b, LLVMValueRef value) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  return values_defined(b, values_leaves(b, value)[0], &leaves->list[0]);
}

const struct term *values_sized(struct builder *b, LLVMValueRef value) {
  const struct term *term = values_term(b, value);
  unsigned width = b->lowering->pointer_width;
  if (term->width < width)
    return term_convert(b->lowering->terms, OP_SEXT, width, term);
  return term_resize(b->lowering->terms, width, term);
}

static void describe_register(struct builder *b, LLVMValueRef value, const struct leaf *leaf,
                              struct reg *reg) {
  const struct variable *variable = variables_find(&b->variables, value);
  size_t length;
  const char *name = LLVMGetValueName2(value, &length);
  *reg = (struct reg){
      .width = leaf->width, .is_float = leaf->is_float, .is_pointer = leaf->is_pointer};
  if (variable) {
    reg->name = variable->name;
    reg->type = variable->type;
    reg->is_source = true;
  } else {
    reg->name = arena_copy_text(b->lowering->arena, name);
  }
}

uint32_t *values_add_registers(struct builder *b, LLVMValueRef value) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  uint32_t *targets = arena_allocate(b->scratch, leaves->count * sizeof *targets);
  const struct term **terms = arena_allocate(b->scratch, leaves->count * sizeof *terms);
  for (uint32_t i = 0; i < leaves->count; i++) {
    struct reg reg;
    describe_register(b, value, &leaves->list[i], &reg);
    targets[i] = builder_add_register(b, &reg);
    terms[i] = builder_register_term(b, targets[i]);
  }
  map_set(&b->values, (uintptr_t)value, (uintptr_t)terms);
  return targets;
}

uint32_t values_add_register(struct builder *b, LLVMValueRef value) {
  return values_add_registers(b, value)[0];
}

static bool needs_register(struct builder *b, LLVMValueRef value, const struct term *term) {
  if (!term || term->kind != TERM_APPLY)
    return false;
  LLVMUseRef use = LLVMGetFirstUse(value);
  return variables_find(&b->variables, value) || (use && LLVMGetNextUse(use));
}

void values_set(struct builder *b, LLVMValueRef value, const struct term *const *terms) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  const struct term **kept = arena_allocate(b->scratch, leaves->count * sizeof *kept);
  for (uint32_t i = 0; i < leaves->count; i++) {
    kept[i] = terms[i];
    if (!needs_register(b, value, terms[i]))
      continue;
    struct reg reg;
    describe_register(b, value, &leaves->list[i], &reg);
    uint32_t target = builder_add_register(b, &reg);
    builder_add_assign(b, target, terms[i]);
    kept[i] = builder_register_term(b, target);
  }
  map_set(&b->values, (uintptr_t)value, (uintptr_t)kept);
}

void values_set_term(struct builder *b, LLVMValueRef value, const struct term *term) {
  values_set(b, value, &term);
}

const struct term *values_keep(struct builder *b, const struct term *term) {
  if (term->kind != TERM_APPLY)
    return term;
  uint32_t target = builder_add_temporary(b, term->width, "");
  builder_add_assign(b, target, term);
  return builder_register_term(b, target);
}

void values_set_dummy(struct builder *b, LLVMValueRef value) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  const struct term **terms = arena_allocate(b->scratch, leaves->count * sizeof *terms);
  for (uint32_t i = 0; i < leaves->count; i++)
    terms[i] = values_integer(b, leaves->list[i].width, 0);
  map_set(&b->values, (uintptr_t)value, (uintptr_t)terms);
}
