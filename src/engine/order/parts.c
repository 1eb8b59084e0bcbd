/* SPDX-License-Identifier: Apache-2.0 */
/* Noticing accesses to a part of an address, as the machine does (semantics/derive.h). Symbolic
 * execution does not know what memory holds when an access happens. So it lists where addresses
 * were written and where less than an address was accessed, in any order and on any path. If two
 * such places overlap, a part may be accessed. */
#include "engine/order/access.h"

#include "analysis/reuse.h"
#include "base/hash.h"
#include "program/address.h"

enum { BUDGET = 64, EXACT = 64 };

static void list_edges(struct map *edges, const struct program *program) {
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    for (uint32_t j = 0; j < function->edge_count; j++)
      if (stale_addresses_derived(program, function, &function->edges[j]) & DERIVES_BY_ACCESS)
        map_set(edges, (uintptr_t)&function->edges[j], 1);
  }
}

void order_parts_begin(struct order_parts *parts, const struct program *program) {
  if (program->reuse && !parts->is_listed)
    list_edges(&parts->edges, program);
  parts->is_listed = true;
  parts->addresses.count = parts->narrow.count = 0;
  map_release(&parts->seen);
}

void order_parts_release(struct order_parts *parts) {
  map_release(&parts->edges);
  map_release(&parts->seen);
  vector_release(&parts->addresses);
  vector_release(&parts->narrow);
}

static unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

/* How many of the lowest bits of a term are known; *bits has them. */
static unsigned known_bits(const struct term *term, unsigned *budget, uint64_t *bits) {
  *bits = term_is_constant(term) ? term->value : 0;
  if (term_is_constant(term))
    return EXACT;
  bool is_binary = term->kind == TERM_APPLY && term->arity == 2;
  if (*budget == 0 || !is_binary ||
      (term->op != OP_ADD && term->op != OP_SUB && term->op != OP_AND))
    return lesser(order_term_low_zeros(term), EXACT - 1);
  --*budget;
  uint64_t a, b;
  unsigned first = known_bits(term->operands[0], budget, &a);
  unsigned second = known_bits(term->operands[1], budget, &b);
  unsigned count = lesser(lesser(first, second), EXACT - 1);
  *bits = term->op == OP_ADD ? a + b : term->op == OP_SUB ? a - b : a & b;
  unsigned zeros = lesser(order_term_low_zeros(term), EXACT - 1);
  if (zeros > count) {
    *bits = 0;
    count = zeros;
  }
  return count;
}

/* May the bytes of two accesses to one object overlap, other than by `within` lying in `around`? */
static bool cuts(const struct order_piece *around, const struct order_piece *within) {
  unsigned known = lesser(around->known, within->known);
  if (known == EXACT) {
    uint64_t a = around->bits, a_end = a + around->size, b = within->bits, b_end = b + within->size;
    return a < b_end && b < a_end && !(a <= b && b_end <= a_end);
  }
  uint64_t period = (uint64_t)1 << lesser(known, 32);
  uint64_t distance = (within->bits - around->bits) & (period - 1);
  if (around->size >= within->size && period >= within->size && distance % within->size == 0 &&
      around->size % within->size == 0)
    return false;
  return distance < around->size || distance + within->size > period;
}

static void compare(struct symbolic *symbolic, const struct order_piece *narrow,
                    const struct order_piece *address) {
  if (narrow->instance == address->instance && cuts(narrow, address))
    stale_addresses_note_part(symbolic->program, narrow->edge, address->kinds);
}

static bool is_listed(struct order_parts *parts, const struct order_piece *piece, bool is_address) {
  uint64_t key = hash_combine((uint64_t)piece->instance << 32 | piece->size, piece->bits);
  key = hash_combine(key, (uint64_t)piece->known << 8 | (is_address ? piece->kinds : 0));
  if (map_get(&parts->seen, key, NULL))
    return true;
  map_set(&parts->seen, key, 1);
  return false;
}

static void add_piece(struct symbolic *symbolic, struct order_pieces *list,
                      const struct order_pieces *others, const struct order_piece *piece) {
  bool is_address = list == &symbolic->parts->addresses;
  if (is_listed(symbolic->parts, piece, is_address))
    return;
  vector_push(list, *piece);
  for (size_t i = 0; i < others->count; i++)
    if (is_address)
      compare(symbolic, &others->items[i], piece);
    else
      compare(symbolic, piece, &others->items[i]);
}

static unsigned kind_of(const struct symbolic *symbolic, const struct instance *instance) {
  uint32_t thread;
  bool heap;
  if (!address_find_thread(symbolic->program->data_model, instance->base, &thread, &heap))
    return 0;
  return !instance->allocation ? REUSE_RECORDS : instance->heap ? REUSE_BLOCKS : REUSE_SLOTS;
}

/* The kinds of addresses that a value may be one of and that do not come back. */
static unsigned kinds_of(const struct symbolic *symbolic, const struct term *value) {
  unsigned all = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS, kinds = 0;
  struct pointees pointees = find_pointees(symbolic, value);
  for (size_t i = 0; i < pointees.count; i++) {
    const struct instance *instance = order_memory_find(symbolic, pointees.items[i]);
    kinds |= instance ? kind_of(symbolic, instance) : 0;
  }
  kinds = pointees.any ? all : kinds;
  vector_release(&pointees);
  return kinds & ~stale_addresses_kinds(symbolic->program);
}

void order_parts_note(struct symbolic *symbolic, const struct request *request,
                      const struct order_access *access) {
  struct order_parts *parts = symbolic->parts;
  unsigned width = symbolic->program->pointer_width / 8, budget = BUDGET;
  if (!parts->edges.count || stale_addresses_has_part(symbolic->program))
    return;
  struct order_piece piece = {.size = request->size,
                              .edge = symbolic->site ? symbolic->site : request->edge};
  piece.known = known_bits(request->address, &budget, &piece.bits);
  bool is_whole = request->size >= width && (uint64_t)1 << lesser(piece.known, 32) >= width &&
                  piece.bits % width == 0;
  /* A fill is accessed byte by byte, and reads nothing that could be kept. */
  bool fills = request->bulk && request->edge->op == OPERATION_FILL;
  bool cuts_some = !is_whole && !fills && map_get(&parts->edges, (uintptr_t)request->edge, NULL);
  if (request->writes && request->size >= width)
    piece.kinds = kinds_of(symbolic, request->value);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    piece.instance = access->targets.numbers[i];
    if (term_is_false(access->lies[i]))
      continue;
    if (piece.kinds)
      add_piece(symbolic, &parts->addresses, &parts->narrow, &piece);
    if (cuts_some)
      add_piece(symbolic, &parts->narrow, &parts->addresses, &piece);
  }
}
