/* SPDX-License-Identifier: Apache-2.0 */
/* Detects accesses to a part of an address, as the machine does (semantics/derive.h). Symbolic
 * execution does not know the contents of memory when an access happens. So it lists where
 * addresses were written and where less than an address was accessed, in any order and on any path.
 * If two such places can be the same, a part may be accessed. If both addresses are numbers, this
 * is recorded at once. Otherwise it is an incompleteness, which the formula decides. */
#include "engine/order/access.h"

#include "analysis/reuse.h"
#include "base/hash.h"
#include "program/address.h"

#include <stdio.h>

enum { ALL_KINDS = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS };
enum { BUDGET = 64, ALL_BITS = 64, MOST_PAIRS = 2000 };

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
  parts->addresses.count = parts->narrow.count = parts->copies.count = parts->loads.count = 0;
  map_release(&parts->seen);
  map_release(&parts->places);
  map_release(&parts->loaded);
}

void order_parts_release(struct order_parts *parts) {
  map_release(&parts->edges);
  map_release(&parts->places);
  map_release(&parts->seen);
  map_release(&parts->loaded);
  vector_release(&parts->loads);
  vector_release(&parts->addresses);
  vector_release(&parts->narrow);
  vector_release(&parts->copies);
}

/* A specification compares what it observes: that keeps no part of an address. */
static bool is_off(const struct symbolic *symbolic) {
  return symbolic->observes || !symbolic->parts->edges.count ||
         stale_addresses_has_part(symbolic->program);
}

/* The same place on another path: then it is one on every path. */
static void add_piece(struct symbolic *symbolic, struct order_pieces *list,
                      const struct order_piece *piece) {
  uint64_t key = hash_combine((uint64_t)piece->instance << 32 | piece->size, piece->address->id);
  key = hash_combine(key, (uint64_t)piece->kinds << 1 | (list == &symbolic->parts->narrow));
  uint64_t known;
  if (!map_get(&symbolic->parts->seen, key, &known)) {
    map_set(&symbolic->parts->seen, key, list->count);
    vector_push(list, *piece);
  } else if (list->items[known].guard != piece->guard) {
    list->items[known].guard = term_constant(symbolic->terms, 1, 1);
  }
}

static unsigned kind_of(const struct symbolic *symbolic, const struct instance *instance) {
  uint32_t thread;
  bool heap;
  if (!address_find_thread(symbolic->program->data_model, instance->base, &thread, &heap))
    return 0;
  return !instance->allocation ? REUSE_RECORDS : instance->heap ? REUSE_BLOCKS : REUSE_SLOTS;
}

/* The kinds of addresses that a value may be one of and that do not come back; ALL_KINDS: perhaps
 * nothing is known of it. */
static unsigned kinds_of(const struct symbolic *symbolic, const struct term *value) {
  unsigned kinds = 0;
  struct pointees pointees = find_pointees(symbolic, value);
  for (size_t i = 0; i < pointees.count; i++) {
    const struct instance *instance = order_memory_find(symbolic, pointees.items[i]);
    kinds |= instance ? kind_of(symbolic, instance) : 0;
  }
  kinds = pointees.any ? ALL_KINDS : kinds;
  vector_release(&pointees);
  return kinds & ~stale_addresses_kinds(symbolic->program);
}

static struct order_piece piece_at(const struct symbolic *symbolic, const struct edge *edge,
                                   const struct term *address, const struct term *guard,
                                   uint64_t size) {
  return (struct order_piece){.size = (uint32_t)size,
                              .address = address,
                              .guard = guard,
                              .edge = symbolic->site ? symbolic->site : edge};
}

void order_parts_note_loaded(struct symbolic *symbolic, const struct request *request,
                             const struct order_access *access, const struct term *value) {
  struct order_parts *parts = symbolic->parts;
  unsigned width = symbolic->program->pointer_width / 8;
  if (is_off(symbolic) || request->bulk || request->size < width || term_is_constant(value))
    return;
  struct order_piece load =
      piece_at(symbolic, request->edge, request->address, request->path->guard, request->size);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    uint64_t earlier = 0;
    if (term_is_false(access->lies[i]))
      continue;
    map_get(&parts->loaded, value->id, &earlier);
    load.instance = access->targets.numbers[i];
    load.earlier = earlier;
    vector_push(&parts->loads, load);
    map_set(&parts->loaded, value->id, parts->loads.count);
  }
}

/* Is a value of which nothing is known one that was loaded? Then it is an address if one was there.
 */
static bool is_copied(struct symbolic *symbolic, const struct order_piece *to,
                      const struct term *value) {
  struct order_parts *parts = symbolic->parts;
  uint64_t at = 0;
  if (!map_get(&parts->loaded, value->id, &at))
    return false;
  for (; at; at = parts->loads.items[at - 1].earlier) {
    struct order_copy copy = {parts->loads.items[at - 1], *to};
    vector_push(&parts->copies, copy);
  }
  return true;
}

void order_parts_note(struct symbolic *symbolic, const struct request *request,
                      const struct order_access *access) {
  unsigned width = symbolic->program->pointer_width / 8;
  if (is_off(symbolic))
    return;
  struct order_piece piece =
      piece_at(symbolic, request->edge, request->address,
               order_and(symbolic, request->path->guard, request->when), request->size);
  bool is_aligned = term_is_constant(request->address)
                        ? request->address->value % width == 0
                        : 1u << (term_trailing_zeros(request->address) & 15) >= width;
  bool cuts_some = !(request->size >= width && is_aligned) && !request->bulk &&
                   map_get(&symbolic->parts->edges, (uintptr_t)request->edge, NULL);
  if (request->writes && !request->bulk && request->size >= width) /* copies are followed */
    piece.kinds = kinds_of(symbolic, request->value);
  unsigned unknown = ALL_KINDS & ~stale_addresses_kinds(symbolic->program);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct order_piece narrow = piece;
    narrow.kinds = 0;
    narrow.instance = piece.instance = access->targets.numbers[i];
    if (term_is_false(access->lies[i]))
      continue;
    if (piece.kinds && !(piece.kinds == unknown && is_copied(symbolic, &piece, request->value)))
      add_piece(symbolic, &symbolic->parts->addresses, &piece);
    if (cuts_some)
      add_piece(symbolic, &symbolic->parts->narrow, &narrow);
  }
}

static const struct term *minus(struct symbolic *symbolic, const struct term *a,
                                const struct term *b) {
  return term_apply(symbolic->terms, OP_SUB, a, b, NULL);
}

static const struct term *is_below(struct symbolic *symbolic, const struct term *a, uint64_t b) {
  return term_apply(symbolic->terms, OP_ULT, a, term_constant(symbolic->terms, a->width, b), NULL);
}

/* A place in an object of which only so many of the lowest bits are known. */
static const struct term *any_place(struct symbolic *symbolic, uint32_t instance, unsigned known,
                                    uint64_t lowest) {
  unsigned width = symbolic->program->pointer_width;
  uint64_t key = hash_combine((uint64_t)instance << 8 | known, lowest), place;
  if (map_get(&symbolic->parts->places, key, &place))
    return (const struct term *)(uintptr_t)place;
  const struct term *any = term_apply(symbolic->terms, OP_SHL, order_fresh(symbolic, width),
                                      term_constant(symbolic->terms, width, known), NULL);
  any =
      term_apply(symbolic->terms, OP_ADD, any, term_constant(symbolic->terms, width, lowest), NULL);
  map_set(&symbolic->parts->places, key, (uintptr_t)any);
  return any;
}

/* What a copy or fill may cut. If the size is no number, that is any address in the objects. */
static void note_range(struct symbolic *symbolic, struct order_piece piece,
                       const struct targets *targets) {
  bool is_known = piece.size > 0;
  const struct term *begin = piece.address, *guard = piece.guard;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct instance *instance = symbolic->instances.items[targets->numbers[i]];
    const struct term *base = term_constant(symbolic->terms, begin->width, instance->base);
    piece.instance = targets->numbers[i];
    piece.guard = order_and(symbolic, guard,
                            is_below(symbolic, minus(symbolic, begin, base), instance->size));
    if (!is_known) {
      piece.size = 1;
      piece.address = any_place(symbolic, piece.instance, 0, 0);
    }
    add_piece(symbolic, &symbolic->parts->narrow, &piece);
  }
}

void order_parts_note_bulk(struct symbolic *symbolic, const struct thread_path *path,
                           const struct edge *edge, const struct term *target,
                           const struct term *source, const struct term *size) {
  struct targets to, from;
  if (is_off(symbolic) || !map_get(&symbolic->parts->edges, (uintptr_t)edge, NULL))
    return;
  uint64_t bytes = term_is_constant(size) ? size->value : 0;
  struct order_copy copy = {.to = piece_at(symbolic, edge, target, path->guard, bytes)};
  find_targets(symbolic, target, &to);
  note_range(symbolic, copy.to, &to);
  if (!source)
    return;
  copy.from = piece_at(symbolic, edge, source, path->guard, bytes);
  find_targets(symbolic, source, &from);
  note_range(symbolic, copy.from, &from);
  for (uint32_t i = 0; bytes && i < from.count; i++)
    for (uint32_t j = 0; j < to.count; j++) {
      copy.from.instance = from.numbers[i];
      copy.to.instance = to.numbers[j];
      vector_push(&symbolic->parts->copies, copy);
    }
}

static unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

/* How many of the lowest bits of a term are known; *bits has them. */
static unsigned known_bits(const struct term *term, unsigned *budget, uint64_t *bits) {
  *bits = term_is_constant(term) ? term->value : 0;
  if (term_is_constant(term))
    return ALL_BITS;
  unsigned zeros = lesser(term_trailing_zeros(term), ALL_BITS - 1);
  if (*budget == 0 || term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB))
    return zeros;
  --*budget;
  uint64_t a, b;
  unsigned first = known_bits(term->operands[0], budget, &a);
  unsigned second = known_bits(term->operands[1], budget, &b);
  unsigned count = lesser(lesser(first, second), ALL_BITS - 1);
  if (zeros > count)
    return zeros;
  *bits = term->op == OP_ADD ? a + b : a - b;
  return count;
}

/* A place that is no number, up to what is known of its lowest bits. */
static const struct term *some_place(struct symbolic *symbolic, const struct order_piece *piece) {
  enum { MOST_KNOWN = 4 };
  unsigned budget = BUDGET;
  uint64_t bits;
  unsigned known = lesser(known_bits(piece->address, &budget, &bits), MOST_KNOWN);
  return any_place(symbolic, piece->instance, known, bits & (((uint64_t)1 << known) - 1));
}

/* An address that is copied as a whole is one where it goes. */
static void follow_copy(struct symbolic *symbolic, const struct order_copy *copy,
                        const struct order_piece *address) {
  if (copy->from.instance != address->instance || copy->from.size < address->size)
    return;
  const struct term *offset = minus(symbolic, address->address, copy->from.address);
  const struct term *within = is_below(symbolic, offset, copy->from.size - address->size + 1);
  struct order_piece there = *address;
  there.instance = copy->to.instance;
  there.address = term_apply(symbolic->terms, OP_ADD, copy->to.address, offset, NULL);
  if (term_is_false(within))
    return;
  if (term_is_constant(there.address)) {
    there.guard = order_and(symbolic, order_and(symbolic, address->guard, within), copy->to.guard);
  } else {
    there.address = some_place(symbolic, &there);
    there.guard = term_constant(symbolic->terms, 1, 1);
  }
  if (!term_is_false(there.guard))
    add_piece(symbolic, &symbolic->parts->addresses, &there);
}

/* Where an access may overlap an address that does not lie within it, or false. */
static const struct term *where_cut(struct symbolic *symbolic, const struct order_piece *access,
                                    const struct order_piece *address) {
  const struct term *no = term_constant(symbolic->terms, 1, 0);
  unsigned budget = BUDGET;
  uint64_t a, b;
  unsigned known = lesser(known_bits(access->address, &budget, &a), 16);
  known = lesser(known, known_bits(address->address, &budget, &b));
  uint64_t period = (uint64_t)1 << known, distance = (b - a) & (period - 1);
  if (distance >= access->size && distance + address->size <= period)
    return no;
  const struct term *ahead = minus(symbolic, address->address, access->address);
  const struct term *behind = minus(symbolic, access->address, address->address);
  const struct term *overlaps =
      term_apply(symbolic->terms, OP_OR, is_below(symbolic, ahead, access->size),
                 is_below(symbolic, behind, address->size), NULL);
  if (access->size >= address->size)
    overlaps = order_and(symbolic, overlaps,
                         term_apply(symbolic->terms, OP_NOT,
                                    is_below(symbolic, ahead, access->size - address->size + 1),
                                    NULL, NULL));
  return order_and(symbolic, overlaps, order_and(symbolic, access->guard, address->guard));
}

static void compare(struct symbolic *symbolic, const struct order_piece *access,
                    const struct order_piece *address, unsigned *pairs) {
  const struct term *where = where_cut(symbolic, access, address);
  bool are_numbers = term_is_constant(access->address) && term_is_constant(address->address);
  if (term_is_false(where))
    return;
  if (are_numbers || ++*pairs > MOST_PAIRS) {
    stale_addresses_note_part(symbolic->program, access->edge, address->kinds);
    return;
  }
  struct incompleteness fresh = {
      .condition = where, .node = NO_NODE, .parts = address->kinds, .edge = access->edge};
  snprintf(fresh.reason, sizeof fresh.reason, "part of an address is accessed");
  vector_push(&symbolic->incomplete, fresh);
}

void order_parts_end(struct symbolic *symbolic) {
  struct order_parts *parts = symbolic->parts;
  unsigned pairs = 0;
  for (size_t i = 0; i < parts->addresses.count; i++)
    for (size_t j = 0; j < parts->copies.count; j++) {
      struct order_piece address = parts->addresses.items[i];
      follow_copy(symbolic, &parts->copies.items[j], &address);
    }
  for (size_t i = 0; i < parts->narrow.count; i++)
    for (size_t j = 0; j < parts->addresses.count; j++)
      if (parts->narrow.items[i].instance == parts->addresses.items[j].instance &&
          !stale_addresses_has_part(symbolic->program))
        compare(symbolic, &parts->narrow.items[i], &parts->addresses.items[j], &pairs);
}
