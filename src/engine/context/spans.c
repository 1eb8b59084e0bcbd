/* The veil over variables with spans. */
#include "engine/context/spans.h"

#include "analysis/sharing.h"
#include "por/future.h"
#include "semantics/footprint.h"
#include "semantics/value_state.h"
#include "term/term.h"

#include <string.h>

static int64_t as_signed(uint64_t bits, unsigned width) {
  uint64_t sign = (uint64_t)1 << (width - 1);
  return (int64_t)(((bits & width_mask(width)) ^ sign) - sign);
}

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

static struct span *span_at(const struct spans *spans, uint64_t address, uint64_t size) {
  for (size_t i = 0; i < spans->list.count; i++) {
    struct span *span = &spans->list.items[i];
    if (!span->is_dropped && address < span->address + span->size && span->address < address + size)
      return span;
  }
  return NULL;
}

bool spans_hold(void *context, const struct exact_access *access) {
  const struct spans *spans = context;
  const struct span *span = span_at(spans, access->start, access->end - access->start);
  return span && access->start == span->address && access->end == span->address + span->size;
}

/* The span that the access is to; NULL: none. */
static struct span *span_of(const struct spans *spans, const struct veiled_access *access) {
  if (access->place->thread)
    return NULL;
  uint64_t address = access->place->address + access->place->offset;
  struct span *span = span_at(spans, address, access->size);
  if (span && (span->address != address || span->size != access->size)) {
    span->is_dropped = true;
    return NULL;
  }
  return span;
}

/* The bits of a thread in what the state holds. 0: it has not written the variable; the largest
 * number: its steps went up by any number; else by one less than that. */
struct field {
  unsigned shift, width; /* 0: there are too many threads */
};

enum { WIDEST_FIELD = 8 };

static struct field field_of(struct spans *spans, const struct span *span, uint32_t thread) {
  uint64_t place = spans->threads.count;
  if (!map_get(&spans->threads, thread, &place))
    map_set(&spans->threads, thread, place);
  size_t width = spans->thread_count ? 8 * span->size / spans->thread_count : 1;
  width = width > WIDEST_FIELD ? WIDEST_FIELD : width ? width : 1;
  if ((place + 1) * width > 8 * span->size)
    return (struct field){0, 0};
  return (struct field){(unsigned)(place * width), (unsigned)width};
}

static uint64_t most_of(struct field field) { return ((uint64_t)1 << field.width) - 1; }

/* The fields of all threads: what the state holds, apart from what it held initially. */
static uint64_t held_fields(const struct span *span, const struct veiled_access *access) {
  const struct machine *machine = access->machine;
  const struct place *place = access->place;
  uint64_t bits = 0;
  machine->domain->known(machine->domain_context,
                         machine->domain->content_read(machine->domain_context, place->content,
                                                       place->size, place->offset, access->size,
                                                       NULL, machine->chooser),
                         &bits);
  return (bits ^ (uint64_t)span->initial.low) & width_mask(span->size * 8);
}

static void hold_fields(const struct span *span, const struct veiled_access *access,
                        uint64_t fields) {
  const struct machine *machine = access->machine;
  const struct place *place = access->place;
  uint64_t bits = (fields ^ (uint64_t)span->initial.low) & width_mask(span->size * 8);
  machine->domain->content_write(
      machine->domain_context, place->content, place->size, place->offset, access->size,
      machine->domain->constant(machine->domain_context, span->size * 8, bits));
  state_note_change(access->state, place);
}

/* What a thread can read that has this in its field. */
static struct range readable(const struct span *span, struct field field, uint64_t own,
                             uint32_t thread) {
  struct range range = own ? span->written : span->all;
  int64_t high = own ? (int64_t)own - 1 : 0;
  bool fits = !__builtin_add_overflow(high, span->highest, &high);
  for (size_t i = 0; i < span->sums.list.count; i++)
    if (span->sums.list.items[i].thread != thread)
      fits &= !__builtin_add_overflow(high, span->sums.list.items[i].up, &high);
  bool is_known = span->has_sums && field.width && own != most_of(field);
  if (is_known && fits && high < range.high && high >= range.low)
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

/* A symbol of the variable that the state does not refer to. */
static const struct term *fresh_symbol(struct spans *spans, struct span *span,
                                       const struct state *state) {
  struct value_context *context = spans->context;
  if (span->symbols.count) {
    const struct term *unused =
        value_unused_variable(context, state, span->symbols.items, span->symbols.count);
    if (unused)
      return unused;
  }
  vector_push(&context->symbols, (struct symbol){NULL, NO_THREAD, span->size * 8});
  const struct term *fresh =
      term_variable(context->terms, span->size * 8, context->symbols.count - 1);
  ranges_set(spans->ranges, fresh, span->all);
  map_set(&spans->of_symbol, fresh->id, (uint64_t)(span - spans->list.items));
  vector_push(&span->symbols, fresh);
  return fresh;
}

static bool read_span(struct veil *veil, const struct veiled_access *access, struct value *value) {
  struct spans *spans = (struct spans *)veil;
  struct span *span = span_of(spans, access);
  if (!span)
    return false;
  uint32_t number = access->thread->number;
  struct field field = field_of(spans, span, number);
  uint64_t own = held_fields(span, access) >> field.shift & most_of(field);
  struct range range = readable(span, field, own, number);
  const struct term *symbol = fresh_symbol(spans, span, access->state);
  for (int upper = 0; upper < 2 && !access->machine->is_looking; upper++) {
    const struct term *fact =
        bound(spans->context->terms, symbol, range.low, range.high, upper != 0);
    if (!term_is_true(fact))
      value_assume(spans->context, access->state, fact);
  }
  *value = (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(spans->context, symbol)};
  return true;
}

/* Is the value one that was read from the variable, plus a number? */
static bool find_step(const struct spans *spans, const struct span *span, const struct term *term,
                      int64_t *by) {
  uint64_t found;
  const struct term *symbol = term;
  *by = 0;
  if (term->kind == TERM_APPLY && (term->op == OP_ADD || term->op == OP_SUB)) {
    bool second = term_is_constant(term->operands[1]);
    if (!second && (term->op == OP_SUB || !term_is_constant(term->operands[0])))
      return false;
    *by = as_signed(term->operands[second]->value, term->width);
    symbol = term->operands[!second];
    if (term->op == OP_SUB && __builtin_sub_overflow((int64_t)0, *by, by))
      return false;
  }
  return symbol->kind == TERM_VARIABLE && map_get(&spans->of_symbol, symbol->id, &found) &&
         found == (uint64_t)(span - spans->list.items);
}

static void note_plain(struct span *span, struct range range) {
  span->plain = span->has_plain ? range_hull(span->plain, range) : range;
  span->has_plain = true;
}

static void note_step(struct spans *spans, struct span *span, uint32_t thread, int64_t by) {
  struct range range = {by, by};
  span->step = span->has_step ? range_hull(span->step, range) : range;
  span->has_step = true;
  if (by)
    vector_push(&spans->steps,
                (struct span_step){(uint32_t)(span - spans->list.items), thread, by});
}

/* What the facts of the state leave of the range of a term. */
static struct range range_in(const struct spans *spans, const struct state *state,
                             const struct term *term) {
  struct range range = ranges_of(spans->ranges, term);
  for (size_t i = 0; i < state->facts.count; i++) {
    struct range under =
        ranges_under(spans->ranges, value_term_by_id(spans->context, state->facts.items[i]), term);
    if (under.low <= range.high && range.low <= under.high)
      range = range_common(range, under);
  }
  return range;
}

/* How far up the value steps. */
static int64_t note_written(struct spans *spans, struct span *span,
                            const struct veiled_access *access, struct value value) {
  unsigned width = span->size * 8;
  const struct term *term = value_to_term(spans->context, value, width);
  bool is_real = !access->machine->footprint && !access->machine->is_looking;
  int64_t by = 0;
  bool is_step = term && !term_is_constant(term) && find_step(spans, span, term, &by);
  if (is_real && is_step)
    note_step(spans, span, access->thread->number, by);
  else if (is_real && !term)
    note_plain(span, range_full(width));
  else if (is_real && term_is_constant(term))
    note_plain(span, (struct range){as_signed(term->value, width), as_signed(term->value, width)});
  else if (is_real)
    note_plain(span, range_in(spans, access->state, term));
  return is_step && by > 0 ? by : 0;
}

/* Addresses of what may die must be seen by whoever looks for references. */
struct search_for_address {
  const struct state *state;
  bool found;
};

static void note_address(void *visitor, uint64_t number) {
  struct search_for_address *search = visitor;
  struct place place;
  search->found |= state_find_place(search->state, number, &place) && place.thread;
}

static bool write_span(struct veil *veil, const struct veiled_access *access, struct value value) {
  struct spans *spans = (struct spans *)veil;
  struct span *span = span_of(spans, access);
  if (!span)
    return false;
  const struct machine *machine = access->machine;
  struct search_for_address search = {.state = access->state};
  machine->domain->references(machine->domain_context, value, note_address, &search);
  span->is_dropped |= search.found;
  int64_t up = note_written(spans, span, access, value);
  struct field field = field_of(spans, span, access->thread->number);
  uint64_t fields = held_fields(span, access), most = most_of(field);
  uint64_t own = fields >> field.shift & most;
  uint64_t now = (uint64_t)up > most ? most : (own ? own : 1) + (uint64_t)up;
  if (now > most)
    now = most;
  hold_fields(span, access, (fields & ~(most << field.shift)) | now << field.shift);
  return true;
}

static void pierce(struct veil *veil, uint64_t address, uint64_t size) {
  struct span *span;
  while ((span = span_at((struct spans *)veil, address, size)))
    span->is_dropped = true;
}

void spans_init(struct spans *spans, const struct program *program) {
  *spans = (struct spans){.veil = {read_span, write_span, pierce}};
  struct sharing *sharing = sharing_create(program);
  for (uint32_t i = 0; i < program->object_count; i++) {
    const struct object *object = &program->objects[i];
    if (!is_number(object) || !sharing_of_object(sharing, object) ||
        !sharing_is_written(sharing, object))
      continue;
    int64_t initial = as_signed(initial_bits(object), (unsigned)object->size * 8);
    struct range range = {initial, initial};
    vector_push(&spans->list, (struct span){.address = object->address,
                                            .size = (uint32_t)object->size,
                                            .initial = range,
                                            .written = range,
                                            .all = range});
  }
  sharing_destroy(sharing);
}

void spans_begin(struct spans *spans, struct value_context *context) {
  spans->context = context;
  spans->ranges = ranges_create();
  spans->steps.count = 0;
  for (size_t i = 0; i < spans->list.count; i++)
    spans->list.items[i].has_plain = spans->list.items[i].has_step = false;
}

void spans_end(struct spans *spans) {
  ranges_destroy(spans->ranges);
  spans->thread_count = spans->threads.count;
  map_release(&spans->of_symbol);
  map_release(&spans->threads);
  for (size_t i = 0; i < spans->list.count; i++)
    vector_release(&spans->list.items[i].symbols);
}

void spans_release(struct spans *spans) {
  for (size_t i = 0; i < spans->list.count; i++)
    vector_release(&spans->list.items[i].sums.list);
  vector_release(&spans->list);
  vector_release(&spans->steps);
}

static bool is_beyond(struct range range, unsigned width) {
  struct range full = range_full(width);
  return range.low < full.low || range.high > full.high;
}

static struct range plain_range(const struct span *span) {
  return span->has_plain ? range_hull(span->initial, span->plain) : span->initial;
}

int64_t spans_highest(const struct span *span) { return plain_range(span).high; }

struct range spans_written(const struct span *span, int64_t down, int64_t up) {
  unsigned width = span->size * 8;
  struct range base = plain_range(span);
  struct range stepped = base;
  if (!span->has_step)
    return span->has_plain ? span->plain : span->initial;
  if (__builtin_add_overflow(base.low, down ? down : span->step.low, &stepped.low) ||
      __builtin_add_overflow(base.high, up ? up : span->step.high, &stepped.high) ||
      is_beyond(stepped, width))
    return range_full(width);
  return span->has_plain ? range_hull(span->plain, stepped) : stepped;
}

bool spans_include(struct range larger, struct range smaller) {
  return larger.low <= smaller.low && smaller.high <= larger.high;
}
