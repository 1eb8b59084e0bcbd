/* SPDX-License-Identifier: Apache-2.0 */
/* Finds events that may overlap, their pieces, and the address bits that distinguish them. */
#include "engine/order/places.h"

static void list_touching(struct places *places) {
  const struct order_run *run = places->formula->run;
  places->touching = memory_allocate_zeroed((run->instances.count + 1) * sizeof *places->touching);
  for (uint32_t i = 0; i < run->log.events.count; i++) {
    const struct order_event *event = &run->log.events.items[i];
    for (uint32_t j = 0; !event->is_known && j < event->target_count; j++)
      vector_push(&places->touching[event->targets[j]], i);
  }
}

/* Addresses differ in these bits, since an event is executed only in one of its objects. */
static void find_telling_bits(struct places *places) {
  const struct order_run *run = places->formula->run;
  uint64_t some = 0;
  for (size_t i = 0; i < run->instances.count; i++) {
    const struct instance *instance = run->instances.items[i];
    if (!places->touching[i].count || !instance->size)
      continue;
    uint64_t last = instance->base + instance->size - 1, within = instance->base ^ last;
    some = some ? some : instance->base;
    places->telling |= instance->base ^ some;
    if (within)
      places->telling |= UINT64_MAX >> __builtin_clzll(within);
  }
}

/* The largest power of two that divides its address, up to 16. */
static uint32_t alignment(const struct order_event *event) {
  unsigned zeros = term_trailing_zeros(event->address);
  return zeros >= 4 ? 16 : 1u << zeros;
}

/* The `count` lowest bits of an address are those of `rest`. */
struct address_end {
  uint64_t rest;
  unsigned count;
};

static struct address_end address_end(const struct term *address) {
  struct address_end low = {.count = 63};
  if (term_is_constant(address)) {
    low.rest = address->value;
    return low;
  }
  for (unsigned i = 0; address->kind == TERM_APPLY && address->op == OP_ADD && i < 2; i++)
    if (term_is_constant(address->operands[i])) {
      low.rest = address->operands[i]->value;
      address = address->operands[1 - i];
      break;
    }
  unsigned zeros = term_trailing_zeros(address);
  low.count = zeros < low.count ? zeros : low.count;
  return low;
}

/* The address of `a` minus that of `b`, modulo *unit. */
static uint64_t distance(const struct order_event *a, const struct order_event *b, uint64_t *unit) {
  struct address_end first = address_end(a->address), second = address_end(b->address);
  *unit = UINT64_C(1) << (first.count < second.count ? first.count : second.count);
  return (first.rest - second.rest) & (*unit - 1);
}

bool places_may_overlap(const struct order_event *a, const struct order_event *b) {
  uint64_t unit, above = distance(a, b, &unit);
  return above < b->size || ((0 - above) & (unit - 1)) < a->size;
}

/* The largest size of pieces such that two events, which have pieces of sizes `first` and `second`,
 * overlap only in whole pieces. */
static uint32_t common_piece(const struct order_event *a, uint32_t first,
                             const struct order_event *b, uint32_t second) {
  uint64_t unit, above = distance(a, b, &unit);
  if (first == second && above % first == 0 && unit % first == 0)
    return first;
  if (first == a->size && first == second && second == b->size && !above && first <= unit)
    return first; /* they overlap only if the addresses are equal */
  uint32_t piece = first < second ? first : second;
  uint32_t most = alignment(a) < alignment(b) ? alignment(a) : alignment(b);
  while (piece & (piece - 1))
    piece &= piece - 1;
  if (piece > most)
    piece = most;
  while (first % piece || second % piece)
    piece /= 2;
  return piece;
}

/* For each event, the first one with the same address and size. */
static uint32_t *find_alike(const struct order_run *run) {
  uint32_t *alike = arena_allocate(run->arena, (run->log.events.count + 1) * sizeof *alike);
  struct map first = {0};
  for (uint32_t i = 0; i < run->log.events.count; i++) {
    const struct order_event *event = &run->log.events.items[i];
    uint64_t key = (uint64_t)event->address->id << 8 | event->size, known = i;
    if (!map_get(&first, key, &known))
      map_set(&first, key, i);
    alike[i] = (uint32_t)known;
  }
  map_release(&first);
  return alike;
}

/* The events that touch an instance, one for each address and size. */
static void list_different(const struct places *places, const uint32_t *alike, size_t instance,
                           struct event_list *different) {
  struct map seen = {0};
  different->count = 0;
  for (size_t i = 0; i < places->touching[instance].count; i++) {
    uint32_t event = alike[places->touching[instance].items[i]];
    if (map_get(&seen, event, NULL))
      continue;
    map_set(&seen, event, 1);
    vector_push(different, event);
  }
  map_release(&seen);
}

/* Divides events until all that overlap have pieces of one size. */
static void find_pieces(struct places *places) {
  const struct order_run *run = places->formula->run;
  const struct order_event *events = run->log.events.items;
  places->pieces = arena_allocate(run->arena, (run->log.events.count + 1) * sizeof *places->pieces);
  for (uint32_t i = 0; i < run->log.events.count; i++)
    places->pieces[i] = events[i].size;
  uint32_t *alike = find_alike(run);
  struct event_list different = {0};
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < run->instances.count; i++) {
      list_different(places, alike, i, &different);
      for (size_t j = 0; j < different.count && !formula_is_stopped(places->formula); j++)
        for (size_t k = j + 1; k < different.count; k++) {
          uint32_t a = different.items[j], b = different.items[k];
          uint32_t *first = &places->pieces[a], *second = &places->pieces[b];
          if ((*first == 1 && *second == 1) || !places_may_overlap(&events[a], &events[b]))
            continue;
          uint32_t piece = common_piece(&events[a], *first, &events[b], *second);
          changed |= piece != *first || piece != *second;
          *first = *second = piece;
        }
    }
  }
  vector_release(&different);
  for (uint32_t i = 0; i < run->log.events.count; i++)
    places->pieces[i] = places->pieces[alike[i]];
}

void places_find(struct places *places, struct formula *formula) {
  *places = (struct places){.formula = formula};
  list_touching(places);
  find_telling_bits(places);
  find_pieces(places);
}

void places_release(struct places *places) {
  for (size_t i = 0; i < places->formula->run->instances.count; i++)
    vector_release(&places->touching[i]);
  memory_release(places->touching);
}

const struct term *places_shift(const struct places *places, const struct term *address,
                                uint32_t lane) {
  struct terms *terms = places->formula->run->terms;
  return term_apply(terms, OP_ADD, address, term_constant(terms, address->width, lane), NULL);
}

const struct term *places_tell(const struct places *places, const struct order_event *event,
                               uint32_t lane) {
  struct terms *terms = places->formula->run->terms;
  const struct term *address = places_shift(places, event->address, lane);
  uint64_t telling = places->telling & width_mask(address->width);
  return term_apply(terms, OP_AND, address, term_constant(terms, address->width, telling), NULL);
}
