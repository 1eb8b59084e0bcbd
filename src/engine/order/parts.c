/* SPDX-License-Identifier: Apache-2.0 */
/* Lists pieces, and compares them after the run. */
#include "engine/order/parts.h"

#include "analysis/reuse.h"
#include "base/hash.h"
#include "program/address.h"

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

/* Is nothing recorded? A specification keeps no part of the addresses that it compares. */
static bool is_off(const struct order_run *run) {
  return run->observes || !run->parts->edges.count || stale_parts_seen(run->stale_parts);
}

/* Lists a piece. If it is listed with another guard, it is assumed on every path. */
static void add_piece(struct order_run *run, struct order_pieces *list,
                      const struct order_piece *piece) {
  uint64_t key = hash_combine((uint64_t)piece->instance << 32 | piece->size, piece->address->id);
  key = hash_combine(key, (uint64_t)piece->kinds << 1 | (list == &run->parts->narrow));
  uint64_t known;
  if (!map_get(&run->parts->seen, key, &known)) {
    map_set(&run->parts->seen, key, list->count);
    vector_push(list, *piece);
  } else if (list->items[known].guard != piece->guard) {
    list->items[known].guard = always(run->terms);
  }
}

static unsigned kind_of(const struct order_run *run, const struct instance *instance) {
  uint32_t thread;
  bool heap;
  if (!address_find_thread(run->program->data_model, instance->base, &thread, &heap))
    return 0;
  return !instance->allocation ? REUSE_RECORDS : instance->heap ? REUSE_BLOCKS : REUSE_SLOTS;
}

/* The kinds of addresses that the value may be and that are not reused yet; all of them if its
 * pointees are unknown. */
static unsigned kinds_of(const struct order_run *run, const struct term *value) {
  unsigned kinds = 0;
  struct pointees pointees = targets_pointees(run, value);
  for (size_t i = 0; i < pointees.count; i++) {
    const struct instance *instance = instances_find(&run->instances, pointees.items[i]);
    kinds |= instance ? kind_of(run, instance) : 0;
  }
  kinds = pointees.any ? ALL_KINDS : kinds;
  vector_release(&pointees);
  return kinds & ~stale_addresses_kinds(run->program);
}

static struct order_piece piece_at(const struct order_run *run, const struct edge *edge,
                                   const struct term *address, const struct term *guard,
                                   uint64_t size) {
  return (struct order_piece){.size = (uint32_t)size,
                              .address = address,
                              .guard = guard,
                              .edge = run->site ? run->site : edge};
}

void order_parts_note_loaded(struct order_run *run, const struct request *request,
                             const struct order_access *access, const struct term *value) {
  struct order_parts *parts = run->parts;
  unsigned width = run->program->pointer_width / 8;
  if (is_off(run) || request->kind == ACCESS_BULK || request->size < width ||
      term_is_constant(value))
    return;
  struct order_piece load =
      piece_at(run, request->edge, request->address, request->path->guard, request->size);
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

/* Was this unknown value loaded? Then it is an address if an address was there. */
static bool is_copied(struct order_run *run, const struct order_piece *to,
                      const struct term *value) {
  struct order_parts *parts = run->parts;
  uint64_t at = 0;
  if (!map_get(&parts->loaded, value->id, &at))
    return false;
  for (; at; at = parts->loads.items[at - 1].earlier) {
    struct order_copy copy = {parts->loads.items[at - 1], *to};
    vector_push(&parts->copies, copy);
  }
  return true;
}

void order_parts_note(struct order_run *run, const struct request *request,
                      const struct order_access *access) {
  unsigned width = run->program->pointer_width / 8;
  if (is_off(run))
    return;
  struct order_piece piece =
      piece_at(run, request->edge, request->address,
               order_and(run->terms, request->path->guard, request->when), request->size);
  bool is_aligned = term_is_constant(request->address)
                        ? request->address->value % width == 0
                        : 1u << (term_trailing_zeros(request->address) & 15) >= width;
  bool cuts_some = !(request->size >= width && is_aligned) && request->kind != ACCESS_BULK &&
                   map_get(&run->parts->edges, (uintptr_t)request->edge, NULL);
  if (request->writes && request->kind != ACCESS_BULK &&
      request->size >= width) /* copies are followed */
    piece.kinds = kinds_of(run, request->value);
  unsigned unknown = ALL_KINDS & ~stale_addresses_kinds(run->program);
  for (uint32_t i = 0; i < access->targets.count; i++) {
    struct order_piece narrow = piece;
    narrow.kinds = 0;
    narrow.instance = piece.instance = access->targets.numbers[i];
    if (term_is_false(access->lies[i]))
      continue;
    if (piece.kinds && !(piece.kinds == unknown && is_copied(run, &piece, request->value)))
      add_piece(run, &run->parts->addresses, &piece);
    if (cuts_some)
      add_piece(run, &run->parts->narrow, &narrow);
  }
}

static const struct term *minus(struct order_run *run, const struct term *a, const struct term *b) {
  return term_apply(run->terms, OP_SUB, a, b, NULL);
}

/* An address in an object of which only the lowest bits are known. */
static const struct term *any_place(struct order_run *run, uint32_t instance, unsigned known,
                                    uint64_t lowest) {
  unsigned width = run->program->pointer_width;
  uint64_t key = hash_combine((uint64_t)instance << 8 | known, lowest), place;
  if (map_get(&run->parts->places, key, &place))
    return (const struct term *)(uintptr_t)place;
  const struct term *any = term_apply(run->terms, OP_SHL, symbols_fresh(&run->symbols, width),
                                      term_constant(run->terms, width, known), NULL);
  any = order_plus(run->terms, any, lowest);
  map_set(&run->parts->places, key, (uintptr_t)any);
  return any;
}

/* Lists what a copy or fill may cut: if its size is symbolic, any address in the objects. */
static void note_range(struct order_run *run, struct order_piece piece,
                       const struct targets *targets) {
  bool is_known = piece.size > 0;
  const struct term *begin = piece.address, *guard = piece.guard;
  for (uint32_t i = 0; i < targets->count; i++) {
    const struct instance *instance = run->instances.items[targets->numbers[i]];
    piece.instance = targets->numbers[i];
    piece.guard = order_and(
        run->terms, guard,
        order_below(run->terms, order_offset(run->terms, begin, instance->base), instance->size));
    if (!is_known) {
      piece.size = 1;
      piece.address = any_place(run, piece.instance, 0, 0);
    }
    add_piece(run, &run->parts->narrow, &piece);
  }
}

void order_parts_note_bulk(struct order_run *run, const struct thread_path *path,
                           const struct edge *edge, const struct term *target,
                           const struct term *source, const struct term *size) {
  struct targets to, from;
  if (is_off(run) || !map_get(&run->parts->edges, (uintptr_t)edge, NULL))
    return;
  uint64_t bytes = term_is_constant(size) ? size->value : 0;
  struct order_copy copy = {.to = piece_at(run, edge, target, path->guard, bytes)};
  targets_find(run, target, &to);
  note_range(run, copy.to, &to);
  if (!source)
    return;
  copy.from = piece_at(run, edge, source, path->guard, bytes);
  targets_find(run, source, &from);
  note_range(run, copy.from, &from);
  for (uint32_t i = 0; bytes && i < from.count; i++)
    for (uint32_t j = 0; j < to.count; j++) {
      copy.from.instance = from.numbers[i];
      copy.to.instance = to.numbers[j];
      vector_push(&run->parts->copies, copy);
    }
}

static unsigned lesser(unsigned a, unsigned b) { return a < b ? a : b; }

/* The number of lowest bits of a term that are known; *bits receives them. */
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

/* An address of which only the known lowest bits of the piece are kept. */
static const struct term *some_place(struct order_run *run, const struct order_piece *piece) {
  enum { MOST_KNOWN = 4 };
  unsigned budget = BUDGET;
  uint64_t bits;
  unsigned known = lesser(known_bits(piece->address, &budget, &bits), MOST_KNOWN);
  return any_place(run, piece->instance, known, bits & (((uint64_t)1 << known) - 1));
}

/* An address that is copied as a whole is also written at the target. */
static void follow_copy(struct order_run *run, const struct order_copy *copy,
                        const struct order_piece *address) {
  if (copy->from.instance != address->instance || copy->from.size < address->size)
    return;
  const struct term *offset = minus(run, address->address, copy->from.address);
  const struct term *within = order_below(run->terms, offset, copy->from.size - address->size + 1);
  struct order_piece there = *address;
  there.instance = copy->to.instance;
  there.address = term_apply(run->terms, OP_ADD, copy->to.address, offset, NULL);
  if (term_is_false(within))
    return;
  if (term_is_constant(there.address)) {
    there.guard =
        order_and(run->terms, order_and(run->terms, address->guard, within), copy->to.guard);
  } else {
    there.address = some_place(run, &there);
    there.guard = always(run->terms);
  }
  if (!term_is_false(there.guard))
    add_piece(run, &run->parts->addresses, &there);
}

/* The condition that the access overlaps an address without containing all of it. */
static const struct term *where_cut(struct order_run *run, const struct order_piece *access,
                                    const struct order_piece *address) {
  unsigned budget = BUDGET;
  uint64_t a, b;
  unsigned known = lesser(known_bits(access->address, &budget, &a), 16);
  known = lesser(known, known_bits(address->address, &budget, &b));
  uint64_t period = (uint64_t)1 << known, distance = (b - a) & (period - 1);
  if (distance >= access->size && distance + address->size <= period)
    return never(run->terms);
  const struct term *ahead = minus(run, address->address, access->address);
  const struct term *overlaps =
      order_overlap(run->terms, access->address, access->size, address->address, address->size);
  if (access->size >= address->size)
    overlaps = order_and(
        run->terms, overlaps,
        term_apply(run->terms, OP_NOT,
                   order_below(run->terms, ahead, access->size - address->size + 1), NULL, NULL));
  return order_and(run->terms, overlaps, order_and(run->terms, access->guard, address->guard));
}

static void compare_pieces(struct order_run *run, const struct order_piece *access,
                           const struct order_piece *address, unsigned *pairs) {
  const struct term *where = where_cut(run, access, address);
  bool are_numbers = term_is_constant(access->address) && term_is_constant(address->address);
  if (term_is_false(where))
    return;
  if (are_numbers || ++*pairs > MOST_PAIRS) {
    stale_parts_note(run->stale_parts, run->program, access->edge, address->kinds);
    return;
  }
  vector_push(&run->outcomes.incomplete, (struct incompleteness){.condition = where,
                                                                 .node = NO_NODE,
                                                                 .parts = address->kinds,
                                                                 .edge = access->edge,
                                                                 .what = PART_ACCESS});
}

void order_parts_end(struct order_run *run) {
  struct order_parts *parts = run->parts;
  unsigned pairs = 0;
  for (size_t i = 0; i < parts->addresses.count; i++)
    for (size_t j = 0; j < parts->copies.count; j++) {
      struct order_piece address = parts->addresses.items[i];
      follow_copy(run, &parts->copies.items[j], &address);
    }
  for (size_t i = 0; i < parts->narrow.count; i++)
    for (size_t j = 0; j < parts->addresses.count; j++)
      if (parts->narrow.items[i].instance == parts->addresses.items[j].instance &&
          !stale_parts_seen(run->stale_parts))
        compare_pieces(run, &parts->narrow.items[i], &parts->addresses.items[j], &pairs);
}
