/* SPDX-License-Identifier: Apache-2.0 */
/* Operators and accesses that can distinguish threads by their addresses. */
#include "engine/modular/addresses.h"

#include "abstract/cells.h"
#include "abstract/own_address.h"
#include "program/address.h"

/* Threads' memory begins at multiples of this many bits, and more on LP64. */
enum { COMMON_BITS = 18, COMMON_BITS_LP64 = 41 };

static unsigned common_bits(const struct cells *cells) {
  return cells->program->pointer_width == 64 ? COMMON_BITS_LP64 : COMMON_BITS;
}

static const struct term *term_of(const struct cells *cells, struct value value) {
  return value.extra == VALUE_KNOWN || value.extra == VALUE_UNKNOWN
             ? NULL
             : value_term_by_id(&cells->context, (uint32_t)(value.extra - VALUE_TERM));
}

static bool is_address(const struct cells *cells, struct value value, unsigned width) {
  if (width != cells->program->pointer_width)
    return false;
  const struct term *term = term_of(cells, value);
  return term ? cells_mentions_foreign(cells, term, MAIN)
              : value.extra == VALUE_KNOWN && cells_is_foreign(cells, value.bits, MAIN);
}

/* Does the other operand change, or leave, only bits that addresses of all threads share? */
static bool is_mask(const struct cells *cells, struct value value, bool may_leave) {
  uint64_t common = width_mask(common_bits(cells));
  uint64_t all = width_mask(cells->program->pointer_width);
  return value.extra == VALUE_KNOWN &&
         ((value.bits & ~common) == 0 || (may_leave && ((~value.bits & all) & ~common) == 0));
}

/* A number outside the memory of threads compares alike with all addresses in it. */
static bool is_comparable(const struct cells *cells, struct value value, bool is_also_address) {
  uint32_t thread;
  bool heap;
  return is_also_address ||
         (value.extra == VALUE_KNOWN &&
          !address_find_thread(cells->program->data_model, value.bits, &thread, &heap));
}

/* Is the term one address, and numbers that are added to it? */
static bool is_sum(const struct cells *cells, const struct term *term) {
  if (term_is_constant(term))
    return cells_is_foreign(cells, term->value, MAIN);
  if (term->kind != TERM_APPLY || (term->op != OP_ADD && term->op != OP_SUB))
    return false;
  bool first = cells_mentions_foreign(cells, term->operands[0], MAIN);
  if (first == cells_mentions_foreign(cells, term->operands[1], MAIN))
    return false;
  return first ? is_sum(cells, term->operands[0])
               : term->op == OP_ADD && is_sum(cells, term->operands[1]);
}

/* Is the value certainly an address? The difference of two of them is the same in all threads. */
static bool is_certain(const struct cells *cells, struct value value) {
  const struct term *term = term_of(cells, value);
  return !term || is_sum(cells, term);
}

static bool tells_apart(const struct cells *cells, const struct term *node,
                        const struct value operands[3]) {
  bool address[3] = {false, false, false}, any = false;
  for (unsigned i = 0; i < node->arity; i++)
    any |= address[i] = is_address(cells, operands[i], node->operands[i]->width);
  if (!any)
    return false;
  struct value other = operands[!!address[0]];
  switch (node->op) {
  case OP_ADD:
    return address[0] && address[1];
  case OP_SUB:
    return !address[0] ||
           (address[1] && !(is_certain(cells, operands[0]) && is_certain(cells, operands[1])));
  case OP_ITE:
    return false;
  case OP_SLT:
  case OP_SLE: /* addresses of some threads look negative */
    return !address[0] || !address[1];
  case OP_EQ:
  case OP_ULT:
  case OP_ULE:
    return !is_comparable(cells, other, address[0] && address[1]);
  case OP_AND:
    return !is_mask(cells, other, true);
  case OP_OR:
    return !is_mask(cells, other, false);
  case OP_EXTRACT:
    return node->low + node->width > common_bits(cells);
  default:
    return true;
  }
}

static struct value value_of(struct cells *cells, const struct term *term) {
  return (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(&cells->context, term)};
}

static struct value input(struct cells *cells, unsigned width) {
  return value_of(cells, cells_input(cells, width));
}

/* Is the address of the thread's own record compared with a term? Then its symbol is used. */
static bool compares_self(struct cells *cells, const struct term *node, struct value operands[3]) {
  if (node->op != OP_EQ)
    return false;
  unsigned width = node->operands[0]->width;
  unsigned own = is_address(cells, operands[1], width);
  if (operands[own].extra != VALUE_KNOWN || !is_address(cells, operands[own], width) ||
      !term_of(cells, operands[!own]) || is_address(cells, operands[!own], width))
    return false;
  const struct term *symbol = own_address_symbol(cells, operands[own].bits);
  if (symbol)
    operands[own] = value_of(cells, symbol);
  return symbol;
}

/* Does the result of an operator on the address of a record and a number follow from the facts
 * about records? */
static bool decides(struct cells *cells, const struct term *node, const struct value operands[3],
                    struct value *result) {
  if (node->arity != 2)
    return false;
  for (unsigned i = 0; i < 2; i++) {
    uint64_t mark;
    const struct term *term = term_of(cells, operands[i]), *symbol;
    if (!term || operands[!i].extra != VALUE_KNOWN ||
        !(symbol = own_address_of_record(cells, term, &mark)))
      continue;
    const struct term *found =
        own_address_apply(cells, node, symbol, mark, operands[!i].bits, i == 0);
    if (found)
      *result = term_is_constant(found) ? (struct value){found->value, VALUE_KNOWN}
                                        : value_of(cells, found);
    return found;
  }
  return false;
}

/* Would a value computed from one address not be recognised as an address? It would seem to be the
 * same in all threads. */
static bool loses_address(const struct cells *cells, const struct term *node,
                          const struct value operands[3], struct value result) {
  if (node->op != OP_ADD && node->op != OP_SUB && node->op != OP_AND && node->op != OP_OR)
    return false;
  bool first = is_address(cells, operands[0], node->width);
  bool second = is_address(cells, operands[1], node->width);
  bool is_difference = node->op == OP_SUB && first && second;
  bool leaves_common = node->op == OP_AND && is_mask(cells, operands[first], false);
  return (first || second) && !is_difference && !leaves_common &&
         !is_address(cells, result, node->width);
}

static struct cells *cells_with(void *context) {
  return (struct cells *)((char *)context - offsetof(struct cells, context));
}

static struct value apply(void *data, const struct term *node, const struct value operands[3]) {
  struct cells *cells = cells_with(data);
  struct value compared[3] = {operands[0], operands[1], operands[2]}, decided;
  if (decides(cells, node, operands, &decided))
    return decided;
  if (compares_self(cells, node, compared))
    return domain_value.apply(data, node, compared);
  if (tells_apart(cells, node, operands))
    return input(cells, node->width);
  struct value result = domain_value.apply(data, node, operands);
  return loses_address(cells, node, operands, result) ? input(cells, node->width) : result;
}

/* Is there an address in these bytes? */
static bool has_address(const struct cells *cells, const uint64_t *bytes) {
  uint64_t number = 0;
  for (unsigned i = 0; i < cells->program->pointer_width / 8; i++) {
    if (bytes[i] > UINT8_MAX) /* not a number */
      return false;
    number |= bytes[i] << (8 * i);
  }
  return cells_is_foreign(cells, number, MAIN);
}

/* The first address, from `at` on, that the access covers only in part; `size`: there is none. */
static uint64_t find_cut(const struct cells *cells, const void *content, uint64_t size, uint64_t at,
                         uint64_t offset, unsigned count) {
  unsigned width = cells->program->pointer_width / 8;
  const uint64_t *bytes = content;
  for (; cells_know_extents(cells) && at + width <= size && at < offset + count; at++)
    if ((cells->has_unaligned || at % width == 0) && at + width > offset &&
        !(at == offset && count == width) && has_address(cells, bytes + at))
      return at;
  return size;
}

static uint64_t first_near(const struct cells *cells, uint64_t offset) {
  unsigned width = cells->program->pointer_width / 8;
  return offset < width ? 0 : offset - width + 1;
}

static bool is_part_of_address(const struct cells *cells, struct value value) {
  const struct term *term = term_of(cells, value);
  return term && term->kind == TERM_APPLY && (term->op == OP_CONCAT || term->op == OP_EXTRACT) &&
         cells_mentions_foreign(cells, term, MAIN);
}

static struct value content_read(void *data, void *content, uint64_t size, uint64_t offset,
                                 unsigned count, const struct edge *edge, struct chooser *chooser) {
  struct cells *cells = cells_with(data);
  uint64_t cut = find_cut(cells, content, size, first_near(cells, offset), offset, count);
  struct value value = domain_value.content_read(data, content, size, offset, count, edge, chooser);
  return cut < size || is_part_of_address(cells, value) ? input(cells, 8 * count) : value;
}

/* Forgets the rest of an address that is written in part. */
static void content_write(void *data, void *content, uint64_t size, uint64_t offset, unsigned count,
                          struct value value) {
  struct cells *cells = cells_with(data);
  unsigned width = cells->program->pointer_width / 8;
  uint64_t cut = first_near(cells, offset);
  if (offset % width && is_address(cells, value, 8 * count) && !cells->has_unaligned)
    cells->has_unaligned = cells->grew = true;
  while ((cut = find_cut(cells, content, size, cut, offset, count)) < size)
    domain_value.content_init(data, (uint64_t *)content + cut, width, NULL, true);
  domain_value.content_write(data, content, size, offset, count, value);
}

struct domain addresses_domain(void) {
  struct domain domain = domain_value;
  domain.apply = apply;
  domain.content_read = content_read;
  domain.content_write = content_write;
  domain.content_move = NULL;
  return domain;
}
