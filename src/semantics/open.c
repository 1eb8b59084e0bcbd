/* SPDX-License-Identifier: Apache-2.0 */
/* Allocates, reads and writes objects with a symbolic end. */
#include "semantics/open.h"

#include "analysis/reuse.h"
#include "program/address.h"
#include "semantics/evaluate.h"
#include "semantics/tell.h"
#include "semantics/violate.h"

enum { NOT_FILLED = 256 }; /* OPEN_REST: nothing is known of the bytes */

struct value open_number(const struct machine *machine, uint64_t bits) {
  return machine->domain->constant(machine->domain_context, 64, bits);
}

struct value open_apply(const struct machine *machine, enum operator op, struct value a,
                        struct value b) {
  bool compares = op == OP_EQ || op == OP_ULT || op == OP_ULE;
  struct value operands[3] = {a, b, b};
  return apply_operator(machine, op, compares ? 1 : 64, 64, operands);
}

static struct value both(const struct machine *machine, struct value a, struct value b) {
  struct value operands[3] = {a, b, b};
  return apply_operator(machine, OP_AND, 1, 1, operands);
}

static bool is_number(const struct machine *machine, struct value value, uint64_t *bits) {
  return machine->domain->known(machine->domain_context, value, bits);
}

static struct value get_field(const struct machine *machine, const struct place *place,
                              unsigned at) {
  return machine->domain->content_read(machine->domain_context, place->content, place->size, at,
                                       OPEN_FIELD, NULL, machine->chooser);
}

static void set_field(const struct machine *machine, const struct place *place, unsigned at,
                      struct value value) {
  machine->domain->content_write(machine->domain_context, place->content, place->size, at,
                                 OPEN_FIELD, value);
}

struct value open_end(const struct machine *machine, const struct place *place) {
  return get_field(machine, place, OPEN_END);
}

/* How many writes are remembered. A number above the maximum: that is unknown. */
static uint64_t count_of(const struct machine *machine, const struct place *place) {
  uint64_t count;
  return is_number(machine, get_field(machine, place, OPEN_COUNT), &count) ? count : UINT64_MAX;
}

bool open_wants(struct machine *machine, struct value size) {
  uint64_t bits;
  if (!machine->symbolic.opens_sizes)
    return false;
  bool wants =
      !is_number(machine, size, &bits) &&
      !(machine->symbolic.is_small_choice && machine->symbolic.is_small_choice(machine, size));
  return settle_way(machine, wants);
}

/* Many objects have to find room: each gets at most a third of what is left of its thread's, and a
 * power of two. */
static uint64_t extent_of(const struct machine *machine, const struct thread *thread, bool heap) {
  enum data_model model = machine->program->data_model;
  struct address_range range =
      heap ? address_of_heap(model, thread->number) : address_of_stack(model, thread->number);
  uint64_t end = heap ? thread->heap_end : thread->stack_end, extent = MOST_ALLOCATED;
  uint64_t left = range.end - (end > range.start ? end : range.start);
  while (extent > 1 && extent > left / 3)
    extent /= 2;
  return extent;
}

void open_reset(struct machine *machine, struct state *state, const struct place *place,
                uint64_t byte) {
  const struct domain *domain = machine->domain;
  void *context = machine->domain_context;
  domain->content_init(context, place->content, OPEN_WINDOW, NULL, byte != 0);
  for (unsigned i = 0; byte && byte < NOT_FILLED && i < OPEN_WINDOW; i++)
    domain->content_write(context, place->content, place->size, i, 1,
                          domain->constant(context, 8, byte));
  set_field(machine, place, OPEN_REST, open_number(machine, byte));
  for (unsigned at = OPEN_COUNT; at < OPEN_CONTENTS; at += OPEN_FIELD)
    set_field(machine, place, at, open_number(machine, 0));
  state_note_change(state, place);
}

enum outcome open_allocate(struct machine *machine, struct state *state, struct thread *thread,
                           const struct edge *edge, struct value size) {
  bool heap = edge->allocate.heap;
  uint64_t extent = extent_of(machine, thread, heap), fits;
  size = resize_value(machine, size, edge->allocate.size->width, 64);
  if (stale_addresses_has(machine->program, heap ? REUSE_BLOCKS : REUSE_SLOTS) ||
      !concretize_value(machine, open_apply(machine, OP_ULE, size, open_number(machine, extent)), 1,
                        &fits))
    return not_supported(machine, user_edge(thread, edge), "allocation of an unknown size");
  if (!fits)
    return stopped(machine, user_edge(thread, edge), "allocation of an unknown, large size",
                   OUTCOME_LIMIT);
  struct memory_object *object =
      state_add_open_object(state, thread, heap, OPEN_CONTENTS, extent, edge->allocate.alignment);
  if (!object)
    return stopped(machine, user_edge(thread, edge), "out of addresses", OUTCOME_LIMIT);
  object->allocation = edge;
  struct place place = {.content = object->content,
                        .address = object->address,
                        .size = object->size,
                        .dynamic = object,
                        .thread = thread};
  set_field(machine, &place, OPEN_END, size);
  open_reset(machine, state, &place, edge->allocate.zeroed ? 0 : NOT_FILLED);
  set_number(machine, thread, edge->allocate.target, object->address);
  return OUTCOME_STEPPED;
}

static struct memory_object *object_at(const struct state *state, uint64_t address) {
  uint32_t number;
  bool heap;
  if (!address_find_thread(state->program->data_model, address, &number, &heap))
    return NULL;
  const struct thread *thread = state_thread(state, number);
  if (!thread)
    return NULL;
  struct memory_object *object =
      state_object_before(heap ? &thread->heap : &thread->stack, address);
  return object && object->extent && address - object->address < object->extent ? object : NULL;
}

static bool lies_in_object(const void *state, uint64_t address) {
  struct place place;
  return object_at(state, address) || state_find_place(state, address, &place);
}

static const struct memory_object *object_of(const struct machine *machine,
                                             const struct state *state, struct value address) {
  uint64_t base = 0;
  return machine->symbolic.opens_sizes && machine->domain->base(machine->domain_context, address,
                                                                lies_in_object, state, &base)
             ? object_at(state, base)
             : NULL;
}

static bool find_at(const struct state *state, uint64_t base, struct place *place) {
  return base && state_find_place(state, base, place) && place->dynamic;
}

bool open_find(const struct machine *machine, const struct state *state, struct value address,
               struct place *place) {
  if (!machine->symbolic.opens_sizes)
    return false;
  const struct memory_object *object = object_of(machine, state, address);
  return find_at(state, settle_way(machine, object ? object->address : 0), place);
}

bool open_look(const struct machine *machine, const struct state *state, struct value address,
               struct place *place) {
  const struct memory_object *object = object_of(machine, state, address);
  return object && find_at(state, object->address, place);
}

bool open_may_have(const struct state *state, const struct access *access) {
  const struct memory_object *object = object_at(state, access->address);
  return object && object->content &&
         access->size <= object->extent - (access->address - object->address);
}

void open_narrow(const struct machine *machine, const struct state *state, struct value address,
                 struct value size, struct access *access) {
  struct place place;
  uint64_t number;
  if (!machine->symbolic.opens_sizes)
    return;
  access->at = resize_value(machine, address, machine->program->pointer_width, 64);
  access->length = size;
  access->has_values = true;
  if (open_look(machine, state, address, &place)) {
    access->address = place.address;
    access->size = place.dynamic->extent;
  } else if (is_number(machine, address, &number) && state_find_place(state, number, &place)) {
    access->address = number;
    access->size = place.size - place.offset;
  }
}

static struct value at_of(const struct machine *machine, const struct access *access) {
  return access->has_values ? access->at : open_number(machine, access->address);
}

static struct value length_of(const struct machine *machine, const struct access *access) {
  return access->has_values ? access->length : open_number(machine, access->size);
}

static struct value are_apart(const struct machine *machine, const struct access *a,
                              const struct access *b) {
  struct value first = at_of(machine, a), other = at_of(machine, b);
  return both(
      machine,
      open_apply(machine, OP_ULE, length_of(machine, b), open_apply(machine, OP_SUB, first, other)),
      open_apply(machine, OP_ULE, length_of(machine, a),
                 open_apply(machine, OP_SUB, other, first)));
}

bool open_overlap(const struct machine *machine, const struct access *a, const struct access *b,
                  bool *overlap) {
  uint64_t apart;
  if ((a->is_unknown && !a->has_values) || (b->is_unknown && !b->has_values))
    return false;
  bool is_told = look_at_value(machine, are_apart(machine, a, b), 1, &apart);
  *overlap = is_told && !apart;
  return is_told;
}

void open_decide_overlap(const struct machine *machine, const struct access *a,
                         const struct access *b) {
  uint64_t apart;
  if (!(a->is_unknown && !a->has_values) && !(b->is_unknown && !b->has_values))
    concretize_value(machine, are_apart(machine, a, b), 1, &apart);
}

static bool has_open(const struct memory_objects *objects) {
  for (size_t i = 0; i < objects->count; i++)
    if (objects->items[i].extent && objects->items[i].content)
      return true;
  return false;
}

bool open_exists(const struct state *state) {
  for (size_t i = 0; i < state->thread_count; i++)
    if (has_open(&state->threads[i]->heap) || has_open(&state->threads[i]->stack))
      return true;
  return false;
}

/* An access to a part of an address that is kept here could make a number that remembers it. */
static void note_part(const struct machine *machine, const struct thread *thread,
                      const struct edge *edge, uint64_t size) {
  unsigned width = machine->program->pointer_width / 8;
  if (size && size % width == 0)
    return;
  if (stale_addresses_derived(machine->program, thread_top(thread)->function, edge) &
      DERIVES_BY_ACCESS)
    stale_parts_note(machine->stale_parts, machine->program, user_edge(thread, edge),
                     REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS);
}

static enum outcome unknown_address(const struct memory_access *access) {
  return not_supported(access->machine, user_edge(access->thread, access->edge),
                       "access at an unknown address");
}

static enum outcome violate_memory(const struct memory_access *access, const char *message) {
  return violate(access->machine, access->thread, access->edge, PROPERTY_MEMORY, message,
                 access->place.address, OUTCOME_PRUNED);
}

/* An access outside the bounds. Another object may follow after the gap at the end: then the
 * access ends the step only if memory is checked. */
static enum outcome leave_object(const struct memory_access *access, struct value offset) {
  struct machine *machine = access->machine;
  uint64_t is_near = 1;
  struct value end = open_end(machine, &access->place), gap = open_number(machine, ADDRESS_GAP);
  struct value last = open_apply(machine, OP_ADD, open_apply(machine, OP_ADD, end, gap), gap);
  struct value from = open_apply(machine, OP_ADD, offset, gap);
  if (!property_in(PROPERTY_MEMORY, machine->properties) &&
      (!concretize_value(machine, open_apply(machine, OP_ULT, from, last), 1, &is_near) ||
       !is_near))
    return unknown_address(access);
  return violate_memory(access, "access out of bounds");
}

/* Decides at which offset an access within the bounds is. False: it cannot be decided. */
static bool choose_way(const struct machine *machine, struct value offset, uint64_t fixed,
                       struct place *place) {
  uint64_t number;
  bool is_followed = fixed && is_number(machine, offset, &number) && number < OPEN_WINDOW &&
                     fixed <= OPEN_WINDOW - number && count_of(machine, place) == 0;
  place->is_open = !settle_way(machine, is_followed);
  place->at = offset;
  return place->is_open || concretize_value(machine, offset, 64, &place->offset);
}

enum outcome open_enter(struct memory_access *access, struct value address, struct value size,
                        uint64_t fixed) {
  struct machine *machine = access->machine;
  struct place *place = &access->place;
  unsigned width = machine->program->pointer_width;
  if (!place->content)
    return violate_memory(access, place->dynamic->allocation->allocate.heap
                                      ? "use after free"
                                      : "use of a local variable that is over");
  struct value operands[3] = {
      address, machine->domain->constant(machine->domain_context, width, place->address)};
  struct value offset =
      resize_value(machine, apply_operator(machine, OP_SUB, width, width, operands), width, 64);
  struct value end = open_end(machine, place);
  struct value left = open_apply(machine, OP_SUB, end, offset);
  struct value is_inside = open_apply(machine, fixed ? OP_ULT : OP_ULE, offset, end);
  uint64_t inside;
  if (fixed != 1)
    is_inside = both(machine, is_inside, open_apply(machine, OP_ULE, size, left));
  if (!concretize_value(machine, is_inside, 1, &inside))
    return unknown_address(access);
  if (!inside)
    return leave_object(access, offset);
  if (!choose_way(machine, offset, fixed, place))
    return unknown_address(access);
  if (place->is_open && machine->program->reuse)
    note_part(machine, access->thread, access->edge, fixed);
  return OUTCOME_STEPPED;
}

/* Bytes at an offset: aligned ones are told by which element of their size they are in, so that two
 * are equal or apart. `shape`: the size, and above it the offset in an element and one more, or
 * zero: then `where` is the offset. */
struct open_bytes {
  struct value where;
  uint64_t shape;
};

static unsigned size_of(uint64_t shape) { return (unsigned)(shape & 0xff); }
static uint64_t remainder_of(uint64_t shape) { return (shape >> 8) - 1; }
static bool is_aligned(uint64_t shape) { return shape >> 8; }

static struct open_bytes span_at(const struct machine *machine, struct value offset,
                                 unsigned size) {
  struct open_bytes span = {offset, size};
  bool is_power = !(size & (size - 1));
  unsigned zeros = machine->domain->trailing_zeros(machine->domain_context, offset, 64);
  uint64_t number, rest = 0;
  bool aligned = is_power && zeros < 64 && (uint64_t)1 << zeros >= size;
  if (is_power && is_number(machine, offset, &number)) {
    rest = number % size;
    aligned = true;
  }
  span.shape = settle_way(machine, aligned ? size | (rest + 1) << 8 : size);
  if (is_aligned(span.shape))
    span.where = open_apply(machine, OP_LSHR, offset,
                            open_number(machine, (uint64_t)__builtin_ctz(size_of(span.shape))));
  return span;
}

static struct value first_of(const struct machine *machine, const struct open_bytes *span) {
  if (!is_aligned(span->shape))
    return span->where;
  struct value scaled =
      open_apply(machine, OP_SHL, span->where,
                 open_number(machine, (uint64_t)__builtin_ctz(size_of(span->shape))));
  return open_apply(machine, OP_ADD, scaled, open_number(machine, remainder_of(span->shape)));
}

/* Gets a remembered write; false: it is unknown which one it is. */
static bool get_write(const struct machine *machine, const struct place *place, uint64_t index,
                      struct open_bytes *span, struct value *value) {
  unsigned at = OPEN_WRITES + (unsigned)index * OPEN_WRITE;
  span->where = get_field(machine, place, at);
  *value = get_field(machine, place, at + OPEN_FIELD);
  return is_number(machine, get_field(machine, place, at + 2 * OPEN_FIELD), &span->shape) &&
         size_of(span->shape);
}

static void set_write(const struct machine *machine, const struct place *place, uint64_t index,
                      const struct open_bytes *span, struct value value) {
  unsigned at = OPEN_WRITES + (unsigned)index * OPEN_WRITE;
  set_field(machine, place, at, span->where);
  set_field(machine, place, at + OPEN_FIELD, value);
  set_field(machine, place, at + 2 * OPEN_FIELD, open_number(machine, span->shape));
}

enum overlap { OVERLAP_NONE, OVERLAP_ALL, OVERLAP_UNKNOWN };

static enum overlap compare(const struct machine *machine, const struct open_bytes *a,
                            const struct open_bytes *b) {
  uint64_t holds;
  if (a->shape == b->shape &&
      !concretize_value(machine, open_apply(machine, OP_EQ, a->where, b->where), 1, &holds))
    return OVERLAP_UNKNOWN;
  if (a->shape == b->shape && (holds || is_aligned(a->shape)))
    return holds ? OVERLAP_ALL : OVERLAP_NONE;
  struct value first = first_of(machine, a), other = first_of(machine, b);
  struct value apart = both(machine,
                            open_apply(machine, OP_ULE, open_number(machine, size_of(b->shape)),
                                       open_apply(machine, OP_SUB, first, other)),
                            open_apply(machine, OP_ULE, open_number(machine, size_of(a->shape)),
                                       open_apply(machine, OP_SUB, other, first)));
  return concretize_value(machine, apart, 1, &holds) && holds ? OVERLAP_NONE : OVERLAP_UNKNOWN;
}

/* An element of the window, but not one that is like the rest: filled, or not known either. */
static bool differs(const struct machine *machine, const struct place *place, uint64_t offset,
                    unsigned size, uint64_t filling, bool is_filled, struct value *value) {
  struct looking_chooser looking = chooser_looking();
  uint64_t bits;
  *value = machine->domain->content_read(machine->domain_context, place->content, place->size,
                                         offset, size, NULL, &looking.chooser);
  if (is_filled && is_number(machine, *value, &bits) && bits == filling)
    return false;
  if (!machine->domain->is_unknown(*value))
    return true;
  *value = machine->domain->forgotten(machine->domain_context, size * 8);
  return is_filled;
}

/* The element of the window that an offset falls on, or `otherwise` if that is none of those that
 * are known. */
static struct value select_element(const struct machine *machine, const struct place *place,
                                   const struct open_bytes *span, uint64_t filling, bool is_filled,
                                   struct value otherwise) {
  unsigned size = size_of(span->shape);
  struct value element, result = otherwise;
  for (uint64_t at = remainder_of(span->shape); at + size <= OPEN_WINDOW; at += size)
    if (differs(machine, place, at, size, filling, is_filled, &element)) {
      struct value operands[3] = {
          open_apply(machine, OP_EQ, span->where, open_number(machine, at / size)), element,
          result};
      result = apply_operator(machine, OP_ITE, size * 8, size * 8, operands);
    }
  return result;
}

/* The contents before the remembered writes. */
static struct value read_below(struct machine *machine, const struct edge *edge,
                               const struct place *place, const struct open_bytes *span) {
  enum { WAY_OTHER, WAY_WINDOW };
  const struct domain *domain = machine->domain;
  unsigned size = size_of(span->shape);
  uint64_t offset, byte;
  bool is_known = is_number(machine, place->at, &offset);
  bool is_filled =
      is_number(machine, get_field(machine, place, OPEN_REST), &byte) && byte < NOT_FILLED;
  bool in_window = is_known && offset < OPEN_WINDOW && size <= OPEN_WINDOW - offset;
  if (settle_way(machine, in_window ? WAY_WINDOW : WAY_OTHER) == WAY_WINDOW &&
      concretize_value(machine, place->at, 64, &offset))
    return domain->content_read(machine->domain_context, place->content, place->size, offset, size,
                                edge, machine->chooser);
  uint64_t filling = (byte & 0xff) * (UINT64_C(0x0101010101010101) & width_mask(size * 8));
  struct value rest = is_filled ? domain->constant(machine->domain_context, size * 8, filling)
                                : domain->forgotten(machine->domain_context, size * 8);
  if (is_aligned(span->shape) && !remainder_of(span->shape)) /* none crosses the window's end */
    return select_element(machine, place, span, filling, is_filled, rest);
  return domain->forgotten(machine->domain_context, size * 8);
}

static void note_access(struct machine *machine, const struct place *place, bool writes) {
  tell_bytes(machine, place->address, place->dynamic->extent, writes);
  if (!writes)
    tell_dependence(machine);
}

struct value open_read(struct machine *machine, struct state *state, const struct edge *edge,
                       const struct place *place, unsigned size) {
  struct open_bytes span = span_at(machine, place->at, size), written;
  uint64_t count = count_of(machine, place);
  enum overlap overlap = count > OPEN_MOST_WRITES ? OVERLAP_UNKNOWN : OVERLAP_NONE;
  struct value value;
  note_access(machine, place, false);
  if (machine->now.is_waiting) /* what is forgotten never makes a wait certain */
    machine->doubts.unclear = true;
  for (uint64_t i = count; i-- > 0 && overlap == OVERLAP_NONE;) {
    overlap = get_write(machine, place, i, &written, &value) ? compare(machine, &span, &written)
                                                             : OVERLAP_UNKNOWN;
    if (overlap == OVERLAP_ALL)
      return resize_value(machine, value, 64, size * 8);
  }
  if (overlap == OVERLAP_UNKNOWN)
    return machine->domain->forgotten(machine->domain_context, size * 8);
  if (!machine->now.is_looking)
    state_note_change(state, place);
  return read_below(machine, edge, place, &span);
}

static void remove_write(const struct machine *machine, const struct place *place, uint64_t index,
                         uint64_t count) {
  struct open_bytes span;
  struct value value;
  for (uint64_t i = index; i + 1 < count; i++) {
    get_write(machine, place, i + 1, &span, &value);
    set_write(machine, place, i, &span, value);
  }
}

/* The oldest write goes where it belongs; where that is not known all that is older is forgotten,
 * but not what is newer. */
static void settle_oldest(struct machine *machine, const struct place *place, uint64_t count) {
  const struct domain *domain = machine->domain;
  enum { WAY_ANYWHERE, WAY_WINDOW, WAY_BEHIND };
  struct open_bytes span;
  struct value value;
  uint64_t offset, way = WAY_ANYWHERE;
  get_write(machine, place, 0, &span, &value);
  struct value first = first_of(machine, &span);
  bool is_known = is_number(machine, first, &offset);
  if (is_known && offset < OPEN_WINDOW && size_of(span.shape) <= OPEN_WINDOW - offset)
    way = WAY_WINDOW;
  else if (is_known && offset >= OPEN_WINDOW)
    way = WAY_BEHIND;
  way = settle_way(machine, way);
  if (way != WAY_WINDOW)
    set_field(machine, place, OPEN_REST, open_number(machine, NOT_FILLED));
  if (way == WAY_WINDOW && concretize_value(machine, first, 64, &offset))
    domain->content_write(machine->domain_context, place->content, place->size, offset,
                          size_of(span.shape),
                          resize_value(machine, value, 64, size_of(span.shape) * 8));
  else if (way == WAY_ANYWHERE)
    domain->content_init(machine->domain_context, place->content, OPEN_WINDOW, NULL, true);
  remove_write(machine, place, 0, count);
}

static bool is_same(struct value a, struct value b) {
  return a.bits == b.bits && a.extra == b.extra;
}

void open_write(struct machine *machine, struct state *state, const struct place *place,
                unsigned size, struct value value) {
  struct open_bytes span = span_at(machine, place->at, size), written;
  struct value old;
  note_access(machine, place, true);
  uint64_t count = count_of(machine, place);
  bool is_known = count <= OPEN_MOST_WRITES;
  for (uint64_t i = 0; is_known && i < count; i++)
    is_known = get_write(machine, place, i, &written, &old);
  if (!is_known) {
    open_reset(machine, state, place, NOT_FILLED);
    count = 0;
  }
  for (uint64_t i = count; i-- > 0;) {
    get_write(machine, place, i, &written, &old);
    if (!settle_way(machine, written.shape == span.shape && is_same(written.where, span.where)))
      continue;
    remove_write(machine, place, i, count--);
  }
  if (count == OPEN_MOST_WRITES)
    settle_oldest(machine, place, count--);
  set_write(machine, place, count++, &span, resize_value(machine, value, size * 8, 64));
  for (; count > machine->symbolic.open_writes; count--)
    settle_oldest(machine, place, count);
  for (uint64_t i = count; i < OPEN_MOST_WRITES; i++)
    set_write(machine, place, i, &(struct open_bytes){open_number(machine, 0), 0},
              open_number(machine, 0));
  set_field(machine, place, OPEN_COUNT, open_number(machine, count));
  state_note_change(state, place);
}
