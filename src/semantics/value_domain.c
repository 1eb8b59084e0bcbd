/* SPDX-License-Identifier: Apache-2.0 */
/* Values that are numbers, terms or unknown. Contents of memory are a cell of 64 bits for each
 * byte: a number below 256 is the byte; otherwise the cell says that the byte was never written, is
 * unknown, or is part of a term (its id above, which byte of it below). */
#include "semantics/value_domain.h"

#include "semantics/chooser.h"
#include "semantics/violate.h"

#include <string.h>

enum { CELL_UNWRITTEN = 256 };

static uint64_t term_cell(uint32_t id, unsigned byte) { return (uint64_t)(id + 1) << 32 | byte; }

static struct value unknown(void) { return (struct value){0, VALUE_UNKNOWN}; }

static struct value from_term(struct value_context *context, const struct term *term) {
  if (term_is_constant(term))
    return (struct value){term->value, VALUE_KNOWN};
  return (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(context, term)};
}

static struct value constant(void *context, unsigned width, uint64_t bits) {
  (void)context;
  (void)width;
  return (struct value){bits, VALUE_KNOWN};
}

static bool known(void *context, struct value value, uint64_t *bits) {
  (void)context;
  *bits = value.bits;
  return value.extra == VALUE_KNOWN;
}

static bool is_number(struct value value, uint64_t bits) {
  return value.extra == VALUE_KNOWN && value.bits == bits;
}

/* What can be told although an operand is unknown. */
static struct value apply_to_unknown(const struct term *node, const struct value operands[3]) {
  struct value a = operands[0], b = operands[1];
  uint64_t absorbing = node->op == OP_OR ? width_mask(node->width) : 0;
  if (node->op == OP_ITE && a.extra == VALUE_KNOWN)
    return operands[a.bits ? 1 : 2];
  if ((node->op == OP_AND || node->op == OP_MUL || node->op == OP_OR) &&
      (is_number(a, absorbing) || is_number(b, absorbing)))
    return (struct value){absorbing, VALUE_KNOWN};
  return unknown();
}

static struct value apply(void *data, const struct term *node, const struct value operands[3]) {
  struct value_context *context = data;
  bool all_known = true, some_unknown = false;
  for (unsigned i = 0; i < node->arity; i++) {
    all_known &= operands[i].extra == VALUE_KNOWN;
    some_unknown |= operands[i].extra == VALUE_UNKNOWN;
  }
  if (all_known) {
    uint64_t bits[3] = {operands[0].bits, operands[1].bits, operands[2].bits};
    return (struct value){term_apply_to_bits(node, bits), VALUE_KNOWN};
  }
  if (some_unknown)
    return apply_to_unknown(node, operands);
  const struct term *terms[3] = {NULL, NULL, NULL};
  for (unsigned i = 0; i < node->arity; i++)
    terms[i] = value_to_term(context, operands[i], node->operands[i]->width);
  return from_term(context, term_rebuild(context->terms, node, terms));
}

static const struct edge *source_of(const struct value_context *context, const struct edge *edge) {
  const struct thread *thread = state_thread(*context->state, context->running);
  return edge && thread ? user_edge(thread, edge) : edge;
}

static bool is_kept(const struct value_context *context, const struct edge *source) {
  return context->keeps_all || map_get(&context->precision, (uintptr_t)source, NULL);
}

/* A symbol that does not occur in the state: the first of its source and thread. */
static const struct term *fresh_symbol(struct value_context *context, unsigned width,
                                       const struct edge *source) {
  struct symbol symbol = {source, context->running, width};
  const struct term *variable = NULL;
  if (!context->keeps_all || context->reuses_symbols) {
    VECTOR(const struct term *) alike = {0};
    for (size_t i = 0; i < context->symbols.count; i++) {
      const struct symbol *other = &context->symbols.items[i];
      if (other->source == source && other->thread == symbol.thread && other->width == width)
        vector_push(&alike, term_variable(context->terms, width, i));
    }
    if (alike.count)
      variable = value_unused_variable(context, *context->state, alike.items, alike.count);
    vector_release(&alike);
  }
  if (variable)
    return variable;
  vector_push(&context->symbols, symbol);
  return term_variable(context->terms, width, context->symbols.count - 1);
}

static void record_choice(struct value_context *context, const struct term *term) {
  if (context->keeps_all && !context->reuses_symbols)
    vector_push(&context->choices, term);
}

static struct value arbitrary(void *data, unsigned width, const struct edge *edge,
                              struct chooser *chooser) {
  struct value_context *context = data;
  const struct edge *source = source_of(context, edge);
  const struct term *term;
  if (width <= FEW_BITS)
    term = term_constant(context->terms, width,
                         chooser->choose(chooser, width, edge) & width_mask(width));
  else if (is_kept(context, source))
    term = fresh_symbol(context, width, source);
  else
    return unknown();
  record_choice(context, term);
  return from_term(context, term);
}

static size_t content_size(uint64_t size) { return (size_t)size * sizeof(uint64_t); }

static void content_init(void *context, void *content, uint64_t size, const unsigned char *bytes,
                         bool is_arbitrary) {
  (void)context;
  uint64_t *cells = content;
  for (uint64_t i = 0; i < size; i++)
    cells[i] = is_arbitrary ? CELL_UNWRITTEN : bytes ? bytes[i] : 0;
}

static void write_term(struct value_context *context, uint64_t *cell, const struct term *term,
                       unsigned byte) {
  *cell = term_is_constant(term) ? term->value >> (8 * byte) & 0xff
                                 : term_cell(value_remember_term(context, term), byte);
}

/* Gives the bytes that were never written a symbol; false: they stay unknown. */
static bool name_unwritten(struct value_context *context, uint64_t *cells, unsigned count,
                           unsigned unwritten, const struct edge *edge) {
  const struct edge *source = source_of(context, edge);
  if (!is_kept(context, source))
    return false;
  const struct term *symbol = fresh_symbol(context, unwritten * 8, source);
  record_choice(context, symbol);
  for (unsigned i = 0, byte = 0; i < count; i++)
    if (cells[i] == CELL_UNWRITTEN)
      write_term(context, &cells[i], symbol, byte++);
  return true;
}

/* The term of `count` cells, none of them unknown. */
static const struct term *join_cells(struct value_context *context, const uint64_t *cells,
                                     unsigned count) {
  const struct term *whole = NULL;
  bool is_whole = value_cell_has_term(cells[0]);
  for (unsigned i = 0; i < count; i++)
    is_whole &= cells[i] == (cells[0] & ~(uint64_t)0xff) + i;
  if (is_whole) {
    const struct term *term = value_cell_term(context, cells[0]);
    if (term->width == count * 8)
      return term;
  }
  for (unsigned i = 0; i < count; i++) {
    const struct term *byte = value_cell_has_term(cells[i])
                                  ? term_extract(context->terms, 8 * (unsigned)(cells[i] & 0xff), 8,
                                                 value_cell_term(context, cells[i]))
                                  : term_constant(context->terms, 8, cells[i]);
    whole = whole ? term_apply(context->terms, OP_CONCAT, byte, whole, NULL) : byte;
  }
  return whole;
}

static struct value content_read(void *data, void *content, uint64_t size, uint64_t offset,
                                 unsigned count, const struct edge *edge, struct chooser *chooser) {
  (void)size;
  struct value_context *context = data;
  uint64_t *cells = (uint64_t *)content + offset, bits = 0;
  unsigned unwritten = 0;
  bool all_known = true, some_unknown = false;
  for (unsigned i = 0; i < count; i++) {
    all_known &= cells[i] < CELL_UNWRITTEN;
    some_unknown |= cells[i] == VALUE_UNKNOWN_CELL;
    unwritten += cells[i] == CELL_UNWRITTEN;
    bits |= (cells[i] & 0xff) << (8 * i);
  }
  if (all_known)
    return (struct value){bits, VALUE_KNOWN};
  if (some_unknown || (unwritten && (chooser->only_looks ||
                                     !name_unwritten(context, cells, count, unwritten, edge))))
    return unknown();
  return from_term(context, join_cells(context, cells, count));
}

static void content_write(void *data, void *content, uint64_t size, uint64_t offset, unsigned count,
                          struct value value) {
  (void)size;
  struct value_context *context = data;
  uint64_t *cells = (uint64_t *)content + offset;
  for (unsigned i = 0; i < count; i++) {
    if (value.extra == VALUE_KNOWN)
      cells[i] = value.bits >> (8 * i) & 0xff;
    else if (value.extra == VALUE_UNKNOWN)
      cells[i] = VALUE_UNKNOWN_CELL;
    else
      write_term(context, &cells[i], value_to_term(context, value, count * 8), i);
  }
}

static void content_move(void *target, uint64_t target_size, uint64_t target_offset,
                         const void *source, uint64_t source_size, uint64_t source_offset,
                         uint64_t count) {
  (void)target_size;
  (void)source_size;
  for (uint64_t i = 0; i < count; i++)
    ((uint64_t *)target)[target_offset + i] =
        source ? ((const uint64_t *)source)[source_offset + i] : CELL_UNWRITTEN;
}

static bool covers(struct value old, struct value fresh) {
  return old.extra == VALUE_UNKNOWN || (old.extra == fresh.extra && old.bits == fresh.bits);
}

static bool content_covers(const void *old, const void *fresh, size_t bytes) {
  for (size_t i = 0; i + sizeof(uint64_t) <= bytes; i += sizeof(uint64_t)) {
    uint64_t a, b; /* not aligned where they are remembered */
    memcpy(&a, (const unsigned char *)old + i, sizeof a);
    memcpy(&b, (const unsigned char *)fresh + i, sizeof b);
    if (a != b && a != VALUE_UNKNOWN_CELL)
      return false;
  }
  return true;
}

static void references(void *context, struct value value,
                       void (*visit)(void *visitor, uint64_t number), void *visitor) {
  if (value.extra == VALUE_KNOWN)
    visit(visitor, value.bits);
  else if (value.extra != VALUE_UNKNOWN)
    value_term_numbers(value_to_term(context, value, 64), visit, visitor);
}

static void content_references(void *context, const void *content, uint64_t size, unsigned width,
                               void (*visit)(void *visitor, uint64_t number), void *visitor) {
  const uint64_t *cells = content;
  uint64_t bits = 0;
  unsigned known_bytes = 0;
  for (uint64_t i = 0; i < size; i++) {
    known_bytes = cells[i] < CELL_UNWRITTEN ? known_bytes + 1 : 0;
    bits = bits >> 8 | (cells[i] & 0xff) << (8 * (width - 1));
    if (known_bytes >= width)
      visit(visitor, bits);
    if (value_cell_has_term(cells[i]) && (i == 0 || cells[i] >> 32 != cells[i - 1] >> 32))
      value_term_numbers(value_cell_term(context, cells[i]), visit, visitor);
  }
}

/* The one of two operands that has an address. */
static bool find_base(const struct term *term, unsigned depth,
                      bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
                      uint64_t *found) {
  uint64_t other;
  if (term_is_constant(term)) {
    *found = term->value;
    return accepts(visitor, term->value);
  }
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB) || !depth)
    return false;
  bool first = find_base(term->operands[0], depth - 1, accepts, visitor, found);
  bool second = term->op == OP_ADD &&
                find_base(term->operands[1], depth - 1, accepts, visitor, first ? &other : found);
  return first != second;
}

static bool base(void *context, struct value value,
                 bool (*accepts)(const void *visitor, uint64_t number), const void *visitor,
                 uint64_t *number) {
  enum { DEEPEST = 12 };
  const struct term *term = value_to_term(context, value, 64);
  return term && find_base(term, DEEPEST, accepts, visitor, number);
}

static unsigned trailing_zeros(void *context, struct value value, unsigned width) {
  const struct term *term = value_to_term(context, value, width);
  return term ? term_trailing_zeros(term) : 0;
}

static bool is_unknown(struct value value) { return value.extra == VALUE_UNKNOWN; }

static struct value forgotten(void *data, unsigned width) {
  struct value_context *context = data;
  return context->keeps_all ? from_term(context, fresh_symbol(context, width, NULL)) : unknown();
}

const struct domain domain_value = {
    .name = "value",
    .has_extra = true,
    .constant = constant,
    .apply = apply,
    .arbitrary = arbitrary,
    .known = known,
    .content_size = content_size,
    .content_init = content_init,
    .content_read = content_read,
    .content_write = content_write,
    .content_move = content_move,
    .covers = covers,
    .content_covers = content_covers,
    .references = references,
    .content_references = content_references,
    .base = base,
    .trailing_zeros = trailing_zeros,
    .is_unknown = is_unknown,
    .forgotten = forgotten,
};
