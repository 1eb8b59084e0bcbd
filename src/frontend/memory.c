/* SPDX-License-Identifier: Apache-2.0 */
/* Lowers instructions with memory: allocations, loads, stores, read-modify-writes. copies.c has
 * copies and fills. */
#include "frontend/shapes.h"

#include <assert.h>

static enum memory_order order_of(LLVMAtomicOrdering ordering) {
  static const enum memory_order orders[] = {
      [LLVMAtomicOrderingNotAtomic] = ORDER_PLAIN,
      [LLVMAtomicOrderingUnordered] = ORDER_RELAXED,
      [LLVMAtomicOrderingMonotonic] = ORDER_RELAXED,
      [LLVMAtomicOrderingAcquire] = ORDER_ACQUIRE,
      [LLVMAtomicOrderingRelease] = ORDER_RELEASE,
      [LLVMAtomicOrderingAcquireRelease] = ORDER_ACQ_REL,
      [LLVMAtomicOrderingSequentiallyConsistent] = ORDER_SEQ_CST,
  };
  return orders[ordering];
}

void lower_add_load(struct builder *b, uint32_t target, const struct term *address, uint32_t size,
                    enum memory_order order) {
  struct edge *edge = builder_add_edge(b, OPERATION_LOAD);
  edge->load.target = target;
  edge->load.address = address;
  edge->load.size = size;
  edge->load.order = order;
}

void lower_add_store(struct builder *b, const struct term *address, const struct term *value,
                     uint32_t size, enum memory_order order) {
  struct edge *edge = builder_add_edge(b, OPERATION_STORE);
  edge->store.address = address;
  edge->store.value = value;
  edge->store.size = size;
  edge->store.order = order;
}

/* A machine of 32 bits moves a plain integer of 64 bits in two instructions, between which others
 * can come: clang reads the lower half first and writes the upper half first. The models of the
 * library are not code of that machine. */
static bool is_split(const struct builder *b, const struct leaf *leaf, enum memory_order order) {
  return b->lowering->pointer_size == 4 && leaf->size == 8 && leaf->width == 64 &&
         leaf->is_integer && order == ORDER_PLAIN && !b->function->is_library;
}

static void add_split_load(struct builder *b, uint32_t target, const struct term *address) {
  uint32_t low = builder_add_temporary(b, 32, ""), high = builder_add_temporary(b, 32, "");
  lower_add_load(b, low, address, 4, ORDER_PLAIN);
  lower_add_load(b, high, values_add_offset(b, address, 4), 4, ORDER_PLAIN);
  builder_add_assign(b, target,
                     term_apply(b->lowering->terms, OP_CONCAT, builder_register_term(b, high),
                                builder_register_term(b, low), NULL));
}

static void add_split_store(struct builder *b, const struct term *address,
                            const struct term *value) {
  struct terms *terms = b->lowering->terms;
  value = values_keep(b, value);
  lower_add_store(b, values_add_offset(b, address, 4), term_extract(terms, 32, 32, value), 4,
                  ORDER_PLAIN);
  lower_add_store(b, address, term_extract(terms, 0, 32, value), 4, ORDER_PLAIN);
}

/* Where clang passes a struct as integers: the shape of the struct and where the access begins. */
struct coercion {
  struct shape shape;
  uint64_t start;
  bool is_one;
};

/* Padding that is passed on is zero; C leaves its value open. */
static void add_coerced_load(struct builder *b, uint32_t target, const struct term *address,
                             const struct leaf *leaf, const struct coercion *coercion) {
  struct terms *terms = b->lowering->terms;
  const struct term *value = NULL;
  for (uint32_t at = 0, size; at < leaf->size; at += size) {
    uint32_t place = (uint32_t)(coercion->start + leaf->offset) + at;
    size = shapes_part_at(&coercion->shape, place);
    size = size < leaf->size - at ? size : leaf->size - at;
    const struct term *part = values_integer(b, size * 8, 0);
    if (coercion->shape.bytes[place] != BYTE_PADDING) {
      uint32_t loaded = builder_add_temporary(b, size * 8, "");
      lower_add_load(b, loaded, values_add_offset(b, address, at), size, ORDER_PLAIN);
      part = builder_register_term(b, loaded);
    }
    value = value ? term_apply(terms, OP_CONCAT, part, value, NULL) : part;
  }
  assert(value); /* a leaf has bytes */
  builder_add_assign(b, target, term_resize(terms, leaf->width, value));
}

static void add_coerced_store(struct builder *b, const struct term *address,
                              const struct term *value, const struct leaf *leaf,
                              const struct coercion *coercion) {
  struct terms *terms = b->lowering->terms;
  value = term_resize(terms, leaf->size * 8, values_keep(b, value));
  for (uint32_t at = 0, size; at < leaf->size; at += size) {
    uint32_t place = (uint32_t)(coercion->start + leaf->offset) + at;
    size = shapes_part_at(&coercion->shape, place);
    size = size < leaf->size - at ? size : leaf->size - at;
    if (coercion->shape.bytes[place] != BYTE_PADDING)
      lower_add_store(b, values_add_offset(b, address, at),
                      term_extract(terms, at * 8, size * 8, value), size, ORDER_PLAIN);
    else
      copies_fill_padding(b, values_add_offset(b, address, at), values_integer(b, 8, 0), size);
  }
}

static bool splits_leaf(const struct coercion *coercion, const struct leaf *leaf) {
  return coercion && coercion->is_one &&
         shapes_splits(&coercion->shape, coercion->start + leaf->offset, leaf->size);
}

/* `coercion` may be NULL. */
static void add_loads(struct builder *b, const uint32_t *targets, const struct term *address,
                      const struct leaves *leaves, enum memory_order order,
                      const struct coercion *coercion) {
  for (uint32_t i = 0; i < leaves->count; i++) {
    const struct leaf *leaf = &leaves->list[i];
    const struct term *place = values_add_offset(b, address, leaf->offset);
    if (splits_leaf(coercion, leaf))
      add_coerced_load(b, targets[i], place, leaf, coercion);
    else if (is_split(b, leaf, order))
      add_split_load(b, targets[i], place);
    else
      lower_add_load(b, targets[i], place, leaf->size, order);
  }
}

static void add_stores(struct builder *b, const struct term *address,
                       const struct term *const *terms, const struct leaves *leaves,
                       enum memory_order order, const struct coercion *coercion) {
  for (uint32_t i = 0; i < leaves->count; i++) {
    const struct leaf *leaf = &leaves->list[i];
    const struct term *place = values_add_offset(b, address, leaf->offset);
    const struct term *value = values_defined(b, terms[i], leaf);
    if (splits_leaf(coercion, leaf))
      add_coerced_store(b, place, value, leaf, coercion);
    else if (is_split(b, leaf, order))
      add_split_store(b, place, value);
    else
      lower_add_store(b, place, value, leaf->size, order);
  }
}

static struct coercion find_coercion(struct builder *b, LLVMValueRef instruction,
                                     LLVMValueRef pointer, const struct leaves *leaves) {
  struct coercion coercion = {.is_one = false};
  bool is_wide = leaves->count > 1 || (leaves->count == 1 && leaves->list[0].size > 1);
  coercion.is_one = b->lowering->splits_copies && is_wide && !b->function->is_library &&
                    LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic &&
                    !LLVMGetVolatile(instruction) &&
                    shapes_find_coerced(b, pointer, &coercion.shape, &coercion.start);
  return coercion;
}

/* An atomic access to more than a register holds is an atomic section. */
static bool needs_section(const struct leaves *leaves, enum memory_order order) {
  return leaves->count > 1 && order != ORDER_PLAIN;
}

/* A volatile access to a scalar may count as a relaxed atomic one (--volatile atomic). */
static enum memory_order order_of_access(struct builder *b, LLVMValueRef instruction,
                                         const struct leaves *leaves) {
  enum memory_order order = order_of(LLVMGetOrdering(instruction));
  bool is_relaxed = order == ORDER_PLAIN && b->lowering->options->volatile_atomic &&
                    leaves->count == 1 && LLVMGetVolatile(instruction);
  return is_relaxed ? ORDER_RELAXED : order;
}

/* One that --volatile atomic would change. */
static bool is_volatile_scalar(LLVMValueRef instruction, const struct leaves *leaves,
                               enum memory_order order) {
  return order == ORDER_PLAIN && leaves->count == 1 && LLVMGetVolatile(instruction);
}

static void lower_load(struct builder *b, LLVMValueRef instruction) {
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 0));
  enum memory_order order = order_of_access(b, instruction, leaves);
  const uint32_t *targets = values_add_registers(b, instruction);
  if (needs_section(leaves, order))
    builder_add_edge(b, OPERATION_ATOMIC_BEGIN);
  struct coercion coercion = find_coercion(b, instruction, LLVMGetOperand(instruction, 0), leaves);
  b->in_volatile = is_volatile_scalar(instruction, leaves, order);
  add_loads(b, targets, address, leaves, order, &coercion);
  b->in_volatile = false;
  if (needs_section(leaves, order))
    builder_add_edge(b, OPERATION_ATOMIC_END);
}

static void lower_store(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef value = LLVMGetOperand(instruction, 0);
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(value));
  const struct term *const *terms = values_leaves(b, value);
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 1));
  enum memory_order order = order_of_access(b, instruction, leaves);
  if (needs_section(leaves, order))
    builder_add_edge(b, OPERATION_ATOMIC_BEGIN);
  struct coercion coercion = find_coercion(b, instruction, LLVMGetOperand(instruction, 1), leaves);
  b->in_volatile = is_volatile_scalar(instruction, leaves, order);
  add_stores(b, address, terms, leaves, order, &coercion);
  b->in_volatile = false;
  if (needs_section(leaves, order))
    builder_add_edge(b, OPERATION_ATOMIC_END);
}

static bool rmw_operator_of(LLVMAtomicRMWBinOp operation, enum rmw_operator *op) {
  static const struct {
    LLVMAtomicRMWBinOp operation;
    enum rmw_operator op;
  } operators[] = {
      {LLVMAtomicRMWBinOpXchg, RMW_EXCHANGE}, {LLVMAtomicRMWBinOpAdd, RMW_ADD},
      {LLVMAtomicRMWBinOpSub, RMW_SUB},       {LLVMAtomicRMWBinOpAnd, RMW_AND},
      {LLVMAtomicRMWBinOpNand, RMW_NAND},     {LLVMAtomicRMWBinOpOr, RMW_OR},
      {LLVMAtomicRMWBinOpXor, RMW_XOR},       {LLVMAtomicRMWBinOpMax, RMW_MAX},
      {LLVMAtomicRMWBinOpMin, RMW_MIN},       {LLVMAtomicRMWBinOpUMax, RMW_UMAX},
      {LLVMAtomicRMWBinOpUMin, RMW_UMIN},     {LLVMAtomicRMWBinOpFAdd, RMW_FADD},
      {LLVMAtomicRMWBinOpFSub, RMW_FSUB},
  };
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (operators[i].operation == operation) {
      *op = operators[i].op;
      return true;
    }
  return false;
}

static void lower_wide_exchange(struct builder *b, LLVMValueRef instruction,
                                const struct leaves *leaves, const struct term *address) {
  const struct term *const *terms = values_leaves(b, LLVMGetOperand(instruction, 1));
  const uint32_t *targets = values_add_registers(b, instruction);
  builder_add_edge(b, OPERATION_ATOMIC_BEGIN);
  add_loads(b, targets, address, leaves, ORDER_SEQ_CST, NULL);
  add_stores(b, address, terms, leaves, ORDER_SEQ_CST, NULL);
  builder_add_edge(b, OPERATION_ATOMIC_END);
}

static bool lower_read_modify_write(struct builder *b, LLVMValueRef instruction) {
  enum rmw_operator op;
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(instruction));
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 0));
  if (leaves->count > 1 && LLVMGetAtomicRMWBinOp(instruction) == LLVMAtomicRMWBinOpXchg) {
    lower_wide_exchange(b, instruction, leaves, address);
    return true;
  }
  if (!rmw_operator_of(LLVMGetAtomicRMWBinOp(instruction), &op) || leaves->count != 1)
    return false;
  const struct term *operand = values_term(b, LLVMGetOperand(instruction, 1));
  uint32_t target = values_add_register(b, instruction);
  struct edge *edge = builder_add_edge(b, OPERATION_RMW);
  edge->rmw.target = target;
  edge->rmw.address = address;
  edge->rmw.operand = operand;
  edge->rmw.size = leaves->list[0].size;
  edge->rmw.op = op;
  edge->rmw.order = order_of(LLVMGetOrdering(instruction));
  return true;
}

static bool fails_spuriously(LLVMValueRef exchange) {
  return LLVMGetWeak(exchange) && !weak_failure_only_repeats(exchange);
}

/* Whether a weak compare-exchange fails although it finds what it expects (C11 7.17.7.4): a bit. */
static const struct term *add_spurious_failure(struct builder *b) {
  uint32_t target = builder_add_temporary(b, 1, "fails");
  struct edge *edge = builder_add_edge(b, OPERATION_NONDET);
  edge->nondet.target = target;
  edge->nondet.source = NONDET_SPURIOUS;
  edge->nondet.name = "weak compare-exchange";
  return builder_register_term(b, target);
}

/* A failed compare-exchange only reads. `targets`: what is found, and whether it succeeds, which
 * `may` can forbid. */
static void add_wide_compare_exchange(struct builder *b, const struct term *address,
                                      const struct leaves *leaves,
                                      const struct term *const *expected,
                                      const struct term *const *desired, const uint32_t *targets,
                                      const struct term *may) {
  const struct term *equal = may;
  builder_add_edge(b, OPERATION_ATOMIC_BEGIN);
  add_loads(b, targets, address, leaves, ORDER_SEQ_CST, NULL);
  for (uint32_t i = 0; i < leaves->count; i++)
    equal = values_apply(b, OP_AND, equal,
                         values_apply(b, OP_EQ, builder_register_term(b, targets[i]),
                                      values_defined(b, expected[i], &leaves->list[i])));
  builder_add_assign(b, targets[leaves->count], equal);
  const struct term *succeeds = builder_register_term(b, targets[leaves->count]);
  uint32_t origin = b->current, behind = builder_add_location(b);
  builder_add_edge(b, OPERATION_ASSUME)->assume.condition = succeeds;
  add_stores(b, address, desired, leaves, ORDER_SEQ_CST, NULL);
  builder_add_edge_to(b, OPERATION_SKIP, behind);
  b->current = origin;
  builder_add_edge_to(b, OPERATION_ASSUME, behind)->assume.condition = values_not(b, succeeds);
  b->current = behind;
  builder_add_edge(b, OPERATION_ATOMIC_END);
}

static void lower_wide_compare_exchange(struct builder *b, LLVMValueRef instruction,
                                        const struct leaves *leaves) {
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 0));
  const struct term *const *expected = values_leaves(b, LLVMGetOperand(instruction, 1));
  const struct term *const *desired = values_leaves(b, LLVMGetOperand(instruction, 2));
  const uint32_t *targets = values_add_registers(b, instruction);
  const struct term *may = values_integer(b, 1, 1);
  if (fails_spuriously(instruction))
    may = values_not(b, add_spurious_failure(b));
  add_wide_compare_exchange(b, address, leaves, expected, desired, targets, may);
}

const struct term *lower_add_pair_exchange(struct builder *b, const struct term *address,
                                           const struct term *const expected[2],
                                           const struct term *const desired[2],
                                           const struct term *old[2]) {
  LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetModuleContext(b->lowering->module), 128);
  uint32_t targets[3];
  for (int i = 0; i < 3; i++)
    targets[i] = builder_add_temporary(b, i < 2 ? 64 : 1, "");
  add_wide_compare_exchange(b, address, types_leaves(b->lowering, type), expected, desired, targets,
                            values_integer(b, 1, 1));
  for (int i = 0; i < 2; i++)
    old[i] = builder_register_term(b, targets[i]);
  return builder_register_term(b, targets[2]);
}

static bool lower_compare_exchange(struct builder *b, LLVMValueRef instruction) {
  LLVMValueRef desired = LLVMGetOperand(instruction, 2);
  const struct leaves *leaves = types_leaves(b->lowering, LLVMTypeOf(desired));
  if (leaves->count > 1) {
    lower_wide_compare_exchange(b, instruction, leaves);
    return true;
  }
  const struct term *address = values_term(b, LLVMGetOperand(instruction, 0));
  const struct term *expected = values_term(b, LLVMGetOperand(instruction, 1));
  const struct term *value = values_term(b, desired);
  const uint32_t *targets = values_add_registers(b, instruction);
  uint32_t size = leaves->list[0].size;
  enum memory_order failure = order_of(LLVMGetCmpXchgFailureOrdering(instruction));
  uint32_t behind = 0;
  bool is_weak = fails_spuriously(instruction);
  if (is_weak) {
    const struct term *fails = add_spurious_failure(b);
    uint32_t origin = b->current;
    behind = builder_add_location(b);
    builder_add_edge(b, OPERATION_ASSUME)->assume.condition = fails;
    lower_add_load(b, targets[0], address, size, failure);
    builder_add_assign(b, targets[1], values_integer(b, 1, 0));
    builder_add_edge_to(b, OPERATION_SKIP, behind);
    b->current = origin;
    builder_add_edge(b, OPERATION_ASSUME)->assume.condition = values_not(b, fails);
  }
  struct edge *edge = builder_add_edge(b, OPERATION_CAS);
  edge->cas.old = targets[0];
  edge->cas.success = targets[1];
  edge->cas.address = address;
  edge->cas.expected = expected;
  edge->cas.desired = value;
  edge->cas.size = size;
  edge->cas.order = order_of(LLVMGetCmpXchgSuccessOrdering(instruction));
  edge->cas.failure = failure;
  if (is_weak) {
    builder_add_edge_to(b, OPERATION_SKIP, behind);
    b->current = behind;
  }
  return true;
}

static void lower_fence(struct builder *b, LLVMValueRef instruction) {
  if (!LLVMIsAtomicSingleThread(instruction)) /* else it is a barrier for the compiler only */
    builder_add_edge(b, OPERATION_FENCE)->fence.order = order_of(LLVMGetOrdering(instruction));
}

void lower_add_slot(struct builder *b, LLVMValueRef alloca, bool in_block) {
  struct lowering *in = b->lowering;
  const struct variable *variable = variables_find(&b->variables, alloca);
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  const struct term *number = term_resize(in->terms, in->pointer_width, values_term(b, count));
  uint64_t size = types_size(in, LLVMGetAllocatedType(alloca));
  size_t length;
  const char *name = LLVMGetValueName2(alloca, &length);
  uint32_t target = (uint32_t)values_term(b, alloca)->value;
  const struct term *bytes = values_apply(b, OP_MUL, number, values_pointer_constant(b, size));
  struct edge *edge = builder_add_edge(b, OPERATION_ALLOCATE);
  edge->allocate.target = target;
  edge->allocate.size = bytes;
  edge->allocate.alignment = LLVMGetAlignment(alloca);
  edge->allocate.name = variable ? variable->name : arena_copy_text(in->arena, name);
  edge->allocate.type = variable ? variable->type : NULL;
  edge->allocate.has_fields = shapes_have_fields(LLVMGetAllocatedType(alloca));
  edge->allocate.in_block = in_block;
}

static void lower_allocation(struct builder *b, LLVMValueRef instruction) {
  if (!LLVMGetFirstUse(instruction) && !variables_find(&b->variables, instruction))
    return;
  uint32_t target = values_add_register(b, instruction);
  b->registers.items[target].is_source = false;
  b->registers.items[target].type = NULL;
  if (!scopes_end(b, instruction))
    lower_add_slot(b, instruction, false);
}

bool lower_memory_access(struct builder *b, LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
  case LLVMAlloca:
    lower_allocation(b, instruction);
    return true;
  case LLVMLoad:
    lower_load(b, instruction);
    return true;
  case LLVMStore:
    lower_store(b, instruction);
    return true;
  case LLVMAtomicRMW:
    return lower_read_modify_write(b, instruction);
  case LLVMAtomicCmpXchg:
    return lower_compare_exchange(b, instruction);
  case LLVMFence:
    lower_fence(b, instruction);
    return true;
  default:
    return false;
  }
}
