/* SPDX-License-Identifier: Apache-2.0 */
/* The objects that an address may lie in.
 *
 * An address is a term. It may lie in the objects of its constants, and in those that pointers read
 * from memory may point to; an unknown pointer may be the address of any shared object. An address
 * outside of all of them is an error or an incompleteness, so missing an object never hides an
 * execution. */
#include "engine/order/targets.h"

#include "program/address.h"

struct target_collection {
  const struct order_run *run;
  struct map seen;           /* by id of a term: the finding */
  struct targets *targets;   /* receives the objects; or NULL: */
  struct pointees *pointees; /* receives their addresses */
};

enum finding { FOUND_NOTHING, FOUND_OBJECTS, FOUND_ANYTHING };

static void add_target(struct targets *targets, const struct instance *instance) {
  for (uint32_t i = 0; i < targets->count; i++)
    if (targets->numbers[i] == instance->number)
      return;
  if (targets->count == MOST_TARGETS)
    targets->too_many = true;
  else
    targets->numbers[targets->count++] = instance->number;
}

static void add_instance(struct target_collection *collection, const struct instance *instance) {
  if (collection->targets)
    add_target(collection->targets, instance);
  else
    pointees_add(collection->pointees, instance->base);
}

/* The objects next to a constant, since a[i - 1] may be computed from the address of a[1]. */
static enum finding collect_constant(struct target_collection *collection, uint64_t address) {
  const struct order_run *run = collection->run;
  size_t at = instances_first_above(&run->instances, address);
  enum finding finding = FOUND_NOTHING;
  for (size_t i = at ? at - 1 : 0; i <= at && i < run->instances.by_address.count; i++) {
    const struct instance *instance = run->instances.by_address.items[i];
    if (address + ADDRESS_GAP < instance->base ||
        address > instance->base + instance->size + ADDRESS_GAP)
      continue;
    add_instance(collection, instance);
    finding = FOUND_OBJECTS;
  }
  return finding;
}

static enum finding collect_variable(struct target_collection *collection, uint64_t number) {
  uint64_t known;
  if (!map_get(&collection->run->symbols.pointees, number, &known))
    return FOUND_ANYTHING;
  const struct pointees *pointees = (const struct pointees *)(uintptr_t)known;
  if (pointees->any)
    return FOUND_ANYTHING;
  for (size_t i = 0; i < pointees->count; i++) {
    const struct instance *instance =
        instances_find(&collection->run->instances, pointees->items[i]);
    if (instance)
      add_instance(collection, instance);
  }
  return pointees->count ? FOUND_OBJECTS : FOUND_NOTHING;
}

static enum finding collect_term(struct target_collection *collection, const struct term *term);

static enum finding worse(enum finding a, enum finding b) { return a > b ? a : b; }

static enum finding collect_piece(struct target_collection *collection, const struct term *term);

/* A term that is composed of pieces of pointers. */
static enum finding collect_pieces(struct target_collection *collection, const struct term *term) {
  bool chooses = term->op == OP_ITE;
  if (term->op == OP_EXTRACT)
    return collect_piece(collection, term->operands[0]);
  if (term->op != OP_CONCAT && !chooses)
    return FOUND_ANYTHING;
  enum finding first = collect_piece(collection, term->operands[chooses]);
  return worse(first, collect_piece(collection, term->operands[chooses + 1]));
}

static enum finding collect_piece(struct target_collection *collection, const struct term *term) {
  uint64_t known;
  if (term->kind == TERM_CONSTANT)
    return FOUND_NOTHING;
  if (term->width >= collection->run->program->pointer_width)
    return collect_term(collection, term);
  if (term->kind == TERM_VARIABLE)
    return FOUND_ANYTHING;
  if (map_get(&collection->seen, term->id, &known))
    return (enum finding)known;
  enum finding finding = collect_pieces(collection, term);
  map_set(&collection->seen, term->id, finding);
  return finding;
}

/* Of a sum, one operand is the pointer; of a selection, each operand may be one. */
static enum finding collect_operands(struct target_collection *collection,
                                     const struct term *term) {
  bool chooses = term->op == OP_ITE;
  bool combines = chooses || term->op == OP_ADD || term->op == OP_SUB || term->op == OP_AND ||
                  term->op == OP_OR || term->op == OP_XOR;
  if (!combines)
    return FOUND_ANYTHING;
  enum finding finding = FOUND_NOTHING;
  bool anything = false;
  for (unsigned i = chooses ? 1 : 0; i < term->arity; i++) {
    enum finding one = collect_term(collection, term->operands[i]);
    anything |= one == FOUND_ANYTHING;
    if (one == FOUND_OBJECTS)
      finding = FOUND_OBJECTS;
  }
  return anything && (chooses || finding == FOUND_NOTHING) ? FOUND_ANYTHING : finding;
}

static enum finding collect_term(struct target_collection *collection, const struct term *term) {
  uint64_t known;
  if (term->width < collection->run->program->pointer_width)
    return FOUND_NOTHING;
  if (map_get(&collection->seen, term->id, &known))
    return (enum finding)known;
  enum finding finding;
  if (term->kind == TERM_CONSTANT)
    finding = collect_constant(collection, term->value);
  else if (term->kind == TERM_VARIABLE)
    finding = collect_variable(collection, term->value);
  else if (term->op == OP_MUL || term->op == OP_ZEXT || term->op == OP_SEXT || term->op == OP_SHL)
    finding = FOUND_NOTHING; /* an index, not a pointer */
  else if (term->op == OP_CONCAT)
    finding = collect_pieces(collection, term);
  else
    finding = collect_operands(collection, term);
  map_set(&collection->seen, term->id, finding);
  return finding;
}

void targets_find(struct order_run *run, const struct term *address, struct targets *targets) {
  *targets = (struct targets){.count = 0};
  if (term_is_constant(address)) {
    const struct instance *instance = instances_find(&run->instances, address->value);
    if (instance)
      add_target(targets, instance);
    return;
  }
  struct target_collection collection = {.run = run, .targets = targets};
  enum finding finding = collect_term(&collection, address);
  map_release(&collection.seen);
  if (finding != FOUND_ANYTHING)
    return;
  targets->any = run->instances.unknown_pointers = true;
  for (size_t i = 0; i < run->instances.count; i++)
    if (run->instances.items[i]->shared || run->instances.items[i]->constant)
      add_target(targets, run->instances.items[i]);
}

struct pointees targets_pointees(const struct order_run *run, const struct term *value) {
  struct pointees pointees = {0};
  struct target_collection collection = {.run = run, .pointees = &pointees};
  pointees.any |= collect_term(&collection, value) == FOUND_ANYTHING;
  map_release(&collection.seen);
  return pointees;
}
