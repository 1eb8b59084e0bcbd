/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables begin with an arbitrary value. If every path from the beginning of a variable
 * writes it before reading it, and nothing but these reads and writes uses its address, the first
 * value does not matter and is left out. */
#include "sequentialize/flat.h"

#include <string.h>

struct first_value_search {
  const struct flat_unit *unit;
  uint32_t number; /* number of the register that holds the address */
  uint64_t size;   /* of the variable */
};

/* Is the term the address of the variable? */
static bool is_address(const struct first_value_search *search, const struct flat_node *node,
                       const struct term *term) {
  return term->kind == TERM_VARIABLE &&
         node->instance->first_register + (uint32_t)term->value == search->number;
}

static bool is_load(const struct first_value_search *search, const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_LOAD &&
         is_address(search, node, node->edge->load.address);
}

static bool is_store(const struct first_value_search *search, const struct flat_node *node) {
  return node->kind == FLAT_EDGE && node->edge->op == OPERATION_STORE &&
         is_address(search, node, node->edge->store.address) &&
         node->edge->store.size == search->size;
}

/* After the node, does the variable still have the value that it had before? */
static bool is_unwritten(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context) {
  (void)to;
  return !is_store(context, &unit->nodes.items[from]);
}

struct address_uses {
  bool *is_handed_on; /* per register */
  uint32_t accessed;  /* the register whose variable the node loads or stores */
  unsigned times;     /* how often the node reads it */
};

static void note_use(uint32_t number, void *context) {
  struct address_uses *uses = context;
  uses->is_handed_on[number] |= number != uses->accessed || uses->times++ > 0;
}

/* If the node loads or stores a whole variable: the register with its address; or NO_NODE_AT. */
static uint32_t accessed_by(struct sequentializer *s, const struct flat_unit *unit,
                            const struct flat_node *node) {
  bool loads = node->kind == FLAT_EDGE && node->edge->op == OPERATION_LOAD;
  if (!loads && !(node->kind == FLAT_EDGE && node->edge->op == OPERATION_STORE))
    return NO_NODE_AT;
  const struct term *address = loads ? node->edge->load.address : node->edge->store.address;
  if (address->kind != TERM_VARIABLE)
    return NO_NODE_AT;
  uint32_t number = node->instance->first_register + (uint32_t)address->value;
  const struct flat_register *reg = &unit->registers.items[number];
  if (!reg->slot || reg->alias)
    return NO_NODE_AT;
  uint64_t size = flat_term(s, reg->instance, reg->slot->allocate.size)->value;
  return size == (loads ? node->edge->load.size : node->edge->store.size) ? number : NO_NODE_AT;
}

/* Finds the registers whose address is used for more than loads and stores of the whole
 * variable. */
static bool *find_handed_on(struct sequentializer *s, struct flat_unit *unit) {
  bool *found = arena_allocate(s->arena, unit->registers.count + 1);
  memset(found, 0, unit->registers.count + 1);
  struct address_uses uses = {.is_handed_on = found};
  for (size_t i = 0; i < unit->registers.count; i++)
    found[unit->registers.items[i].alias] = true;
  for (uint32_t i = 0; i < unit->nodes.count; i++) {
    uses.accessed = accessed_by(s, unit, &unit->nodes.items[i]);
    uses.times = 0;
    flow_reads(s, unit, &unit->nodes.items[i], note_use, &uses);
  }
  return found;
}

bool flow_needs_first_value(struct sequentializer *s, struct flat_unit *unit, uint32_t number) {
  const struct flat_register *reg = &unit->registers.items[number];
  const struct term *size = flat_term(s, reg->instance, reg->slot->allocate.size);
  struct first_value_search search = {unit, number, size->value};
  if (!unit->values.is_handed_on)
    unit->values.is_handed_on = find_handed_on(s, unit);
  if (unit->is_plain || reg->alias || unit->values.is_handed_on[number])
    return true;
  bool *reached = memory_allocate_zeroed(unit->nodes.count + 1), found = false;
  reached[reg->slot_node] = true;
  flow_spread(unit, reached, is_unwritten, &search);
  for (uint32_t i = 0; i < unit->nodes.count && !found; i++)
    found = reached[i] && is_load(&search, &unit->nodes.items[i]);
  memory_release(reached);
  return found;
}
