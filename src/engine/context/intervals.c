/* SPDX-License-Identifier: Apache-2.0 */
/* Replaces the values of variables by their intervals (machine.overlay). */
#include "engine/context/intervals.h"

#include "analysis/sharing.h"
#include "por/future.h"
#include "semantics/value_state.h"
#include "term/term.h"

#include <string.h>

static uint64_t initial_bits(const struct object *object) {
  uint64_t bits = 0;
  for (uint64_t i = 0; object->bytes && i < object->size; i++)
    bits |= (uint64_t)object->bytes[i] << (8 * i);
  return bits;
}

static bool is_number(const struct object *object) {
  bool has_size = object->size == 1 || object->size == 2 || object->size == 4 || object->size == 8;
  return has_size && !object->is_constant && !object->function;
}

static struct interval *interval_at(const struct intervals *intervals, uint64_t address,
                                    uint64_t size) {
  vector_each (interval, &intervals->list) {
    if (!interval->is_dropped && address < interval->address + interval->size &&
        interval->address < address + size)
      return interval;
  }
  return NULL;
}

bool intervals_hold(void *context, const struct exact_access *access) {
  const struct intervals *intervals = context;
  const struct interval *interval =
      interval_at(intervals, access->start, access->end - access->start);
  return interval && access->start == interval->address &&
         access->end == interval->address + interval->size;
}

/* The interval of the accessed variable, or NULL. */
static struct interval *interval_of(const struct intervals *intervals,
                                    const struct overlay_access *access) {
  if (access->place->thread)
    return NULL;
  uint64_t address = access->place->address + access->place->offset;
  struct interval *interval = interval_at(intervals, address, access->size);
  if (interval && (interval->address != address || interval->size != access->size)) {
    interval->is_dropped = true;
    return NULL;
  }
  return interval;
}

/* The bits of a thread in the contents that a state keeps. 0: the thread has not written the
 * variable; all ones: its steps went up by any number; otherwise by one less than that. */
struct field {
  unsigned shift, width; /* 0: there are too many threads */
};

enum { WIDEST_FIELD = 8 };

static struct field field_of(struct intervals *intervals, const struct interval *interval,
                             uint32_t thread) {
  uint64_t place = intervals->threads.count;
  if (!map_get(&intervals->threads, thread, &place))
    map_set(&intervals->threads, thread, place);
  size_t width = intervals->thread_count ? 8 * interval->size / intervals->thread_count : 1;
  width = width > WIDEST_FIELD ? WIDEST_FIELD : width ? width : 1;
  if ((place + 1) * width > 8 * interval->size)
    return (struct field){0, 0};
  return (struct field){(unsigned)(place * width), (unsigned)width};
}

static uint64_t most_of(struct field field) { return ((uint64_t)1 << field.width) - 1; }

/* The fields of all threads: the contents that the state keeps, xor the initial value. */
static uint64_t held_fields(const struct interval *interval, const struct overlay_access *access) {
  const struct machine *machine = access->machine;
  const struct place *place = access->place;
  uint64_t bits = 0;
  machine->domain->known(machine->domain_context,
                         machine->domain->content_read(machine->domain_context, place->content,
                                                       place->size, place->offset, access->size,
                                                       NULL, machine->chooser),
                         &bits);
  return (bits ^ (uint64_t)interval->initial.low) & width_mask(interval->size * 8);
}

static void hold_fields(const struct interval *interval, const struct overlay_access *access,
                        uint64_t fields) {
  const struct machine *machine = access->machine;
  const struct place *place = access->place;
  uint64_t bits = (fields ^ (uint64_t)interval->initial.low) & width_mask(interval->size * 8);
  machine->domain->content_write(
      machine->domain_context, place->content, place->size, place->offset, access->size,
      machine->domain->constant(machine->domain_context, interval->size * 8, bits));
  state_note_change(access->state, place);
}

/* The values that a thread with this field can read. */
static struct range readable(const struct interval *interval, struct field field, uint64_t own,
                             uint32_t thread) {
  struct range range = own ? interval->written : interval->all;
  struct counter_steps sum = {own ? (int64_t)own - 1 : 0, 0};
  if (!interval->has_sums || !field.width || own == most_of(field))
    return range;
  for (size_t i = 0; i < interval->sums.list.count; i++)
    if (interval->sums.list.items[i].thread != thread)
      sum = counter_steps_sum(sum, interval->sums.list.items[i].steps);
  struct range base = {range.low, interval->highest}; /* steps down are part of the range */
  int64_t high = counter_range(base, (struct counter_steps){sum.up, 0}, interval->size * 8).high;
  if (high < range.high && high >= range.low)
    range.high = high;
  return range;
}

static const struct term *bound(struct terms *terms, const struct term *symbol, int64_t low,
                                int64_t high, bool is_upper) {
  const struct term *limit = term_constant(
      terms, symbol->width, (uint64_t)(is_upper ? high : low) & width_mask(symbol->width));
  return is_upper ? term_apply(terms, OP_SLE, symbol, limit, NULL)
                  : term_apply(terms, OP_SLE, limit, symbol, NULL);
}

/* A symbol for a value of the variable that the state does not use yet. */
static const struct term *fresh_symbol(struct intervals *intervals, struct interval *interval,
                                       const struct state *state) {
  struct value_context *context = intervals->context;
  if (interval->symbols.count) {
    const struct term *unused =
        value_unused_variable(context, state, interval->symbols.items, interval->symbols.count);
    if (unused)
      return unused;
  }
  vector_push(&context->symbols, (struct symbol){NULL, NO_THREAD, interval->size * 8});
  const struct term *fresh =
      term_variable(context->terms, interval->size * 8, context->symbols.count - 1);
  ranges_set(intervals->ranges, fresh, interval->all);
  map_set(&intervals->of_symbol, fresh->id, (uint64_t)(interval - intervals->list.items));
  vector_push(&interval->symbols, fresh);
  return fresh;
}

static bool read_interval(struct overlay *overlay, const struct overlay_access *access,
                          struct value *value) {
  struct intervals *intervals = (struct intervals *)overlay;
  struct interval *interval = interval_of(intervals, access);
  if (!interval)
    return false;
  uint32_t number = access->thread->number;
  struct field field = field_of(intervals, interval, number);
  uint64_t own = held_fields(interval, access) >> field.shift & most_of(field);
  struct range range = readable(interval, field, own, number);
  const struct term *symbol = fresh_symbol(intervals, interval, access->state);
  for (int upper = 0; upper < 2 && !access->machine->now.is_looking; upper++) {
    const struct term *fact =
        bound(intervals->context->terms, symbol, range.low, range.high, upper != 0);
    if (!term_is_true(fact))
      value_assume(intervals->context, access->state, fact);
  }
  *value =
      (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(intervals->context, symbol)};
  return true;
}

/* Is the value a step: a value read from the variable, plus a number? */
static bool find_step(const struct intervals *intervals, const struct interval *interval,
                      const struct term *term, int64_t *by) {
  struct counter_reads reads = {.ranges = intervals->ranges,
                                .reads = &intervals->of_symbol,
                                .variable = (uint64_t)(interval - intervals->list.items)};
  struct range step;
  if (!counter_find_step(&reads, term, &step) || step.low != step.high)
    return false;
  *by = step.low;
  return true;
}

static void note_plain(struct interval *interval, struct range range) {
  interval->plain = interval->has_plain ? range_hull(interval->plain, range) : range;
  interval->has_plain = true;
}

static void note_step(struct intervals *intervals, struct interval *interval, uint32_t thread,
                      int64_t by) {
  struct range range = {by, by};
  interval->step = interval->has_step ? range_hull(interval->step, range) : range;
  interval->has_step = true;
  if (by)
    vector_push(&intervals->steps,
                (struct interval_step){(uint32_t)(interval - intervals->list.items), thread, by});
}

/* The range of a term under the facts of the state. */
static struct range range_in(const struct intervals *intervals, const struct state *state,
                             const struct term *term) {
  struct range range = ranges_of(intervals->ranges, term);
  for (size_t i = 0; i < state->facts.count; i++) {
    struct range under = ranges_under(
        intervals->ranges, value_term_by_id(intervals->context, state->facts.items[i]), term);
    if (under.low <= range.high && range.low <= under.high)
      range = range_common(range, under);
  }
  return range;
}

/* Records a written value. Returns how far its step goes up, or 0. */
static int64_t note_written(struct intervals *intervals, struct interval *interval,
                            const struct overlay_access *access, struct value value) {
  unsigned width = interval->size * 8;
  const struct term *term = value_to_term(intervals->context, value, width);
  bool is_real = !machine_tells_touches(access->machine) && !access->machine->now.is_looking;
  int64_t by = 0;
  bool is_step = term && !term_is_constant(term) && find_step(intervals, interval, term, &by);
  if (is_real && is_step)
    note_step(intervals, interval, access->thread->number, by);
  else if (is_real && !term)
    note_plain(interval, range_full(width));
  else if (is_real && term_is_constant(term))
    note_plain(interval,
               (struct range){width_signed(term->value, width), width_signed(term->value, width)});
  else if (is_real)
    note_plain(interval, range_in(intervals, access->state, term));
  return is_step && by > 0 ? by : 0;
}

/* Finds addresses of objects that may die: intervals would hide these references. */
struct search_for_address {
  const struct state *state;
  bool found;
};

static void note_address(void *visitor, uint64_t number) {
  struct search_for_address *search = visitor;
  struct place place;
  search->found |= state_find_place(search->state, number, &place) && place.thread;
}

static bool write_interval(struct overlay *overlay, const struct overlay_access *access,
                           struct value value) {
  struct intervals *intervals = (struct intervals *)overlay;
  struct interval *interval = interval_of(intervals, access);
  if (!interval)
    return false;
  const struct machine *machine = access->machine;
  struct search_for_address search = {.state = access->state};
  machine->domain->references(machine->domain_context, value, note_address, &search);
  interval->is_dropped |= search.found;
  int64_t up = note_written(intervals, interval, access, value);
  struct field field = field_of(intervals, interval, access->thread->number);
  uint64_t fields = held_fields(interval, access), most = most_of(field);
  uint64_t own = fields >> field.shift & most;
  uint64_t now = (uint64_t)up > most ? most : (own ? own : 1) + (uint64_t)up;
  if (now > most)
    now = most;
  hold_fields(interval, access, (fields & ~(most << field.shift)) | now << field.shift);
  return true;
}

static void bypass(struct overlay *overlay, const struct place *place, uint64_t size, bool writes) {
  (void)writes;
  struct interval *interval;
  uint64_t address = place->address + place->offset;
  while ((interval = interval_at((struct intervals *)overlay, address, size)))
    interval->is_dropped = true;
}

void intervals_init(struct intervals *intervals, const struct program *program) {
  *intervals = (struct intervals){
      .overlay = {.read = read_interval, .write = write_interval, .bypass = bypass}};
  struct sharing *sharing = sharing_create(program);
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    if (!is_number(object) || !sharing_of_object(sharing, object) ||
        !sharing_is_written(sharing, object))
      continue;
    int64_t initial = width_signed(initial_bits(object), (unsigned)object->size * 8);
    struct range range = {initial, initial};
    vector_push(&intervals->list, (struct interval){.address = object->address,
                                                    .size = (uint32_t)object->size,
                                                    .initial = range,
                                                    .written = range,
                                                    .all = range});
  }
  sharing_destroy(sharing);
}

void intervals_begin(struct intervals *intervals, struct value_context *context) {
  intervals->context = context;
  intervals->ranges = ranges_create();
  intervals->steps.count = 0;
  for (size_t i = 0; i < intervals->list.count; i++)
    intervals->list.items[i].has_plain = intervals->list.items[i].has_step = false;
}

void intervals_end(struct intervals *intervals) {
  ranges_destroy(intervals->ranges);
  intervals->thread_count = intervals->threads.count;
  map_release(&intervals->of_symbol);
  map_release(&intervals->threads);
  for (size_t i = 0; i < intervals->list.count; i++)
    vector_release(&intervals->list.items[i].symbols);
}

void intervals_release(struct intervals *intervals) {
  vector_release_members(&intervals->list, sums.list);
  vector_release(&intervals->steps);
}

static struct range plain_range(const struct interval *interval) {
  return interval->has_plain ? range_hull(interval->initial, interval->plain) : interval->initial;
}

int64_t intervals_highest(const struct interval *interval) { return plain_range(interval).high; }

struct range intervals_written(const struct interval *interval, struct counter_steps steps) {
  if (!interval->has_step)
    return interval->has_plain ? interval->plain : interval->initial;
  /* If no step goes down, a stepped value is above the base by the smallest step; likewise below.
   */
  struct range base = plain_range(interval);
  if (!steps.down && __builtin_add_overflow(base.low, interval->step.low, &base.low))
    return range_full(interval->size * 8);
  if (!steps.up && __builtin_add_overflow(base.high, interval->step.high, &base.high))
    return range_full(interval->size * 8);
  struct range stepped = counter_range(base, steps, interval->size * 8);
  return interval->has_plain ? range_hull(interval->plain, stepped) : stepped;
}

bool intervals_include(struct range larger, struct range smaller) {
  return larger.low <= smaller.low && smaller.high <= larger.high;
}
