/* SPDX-License-Identifier: Apache-2.0 */
/* The operators that tell threads apart by their addresses. */
#include "engine/addresses.h"

#include "engine/cells.h"
#include "program/address.h"

/* Threads' memory begins at multiples of this many bits, and more on LP64. */
enum { COMMON_BITS = 18, COMMON_BITS_LP64 = 41 };

static unsigned common_bits(const struct cells *cells) {
  return cells->program->pointer_width == 64 ? COMMON_BITS_LP64 : COMMON_BITS;
}

static bool is_address(const struct cells *cells, struct value value, unsigned width) {
  if (width != cells->program->pointer_width)
    return false;
  const struct term *term =
      value.extra == VALUE_KNOWN || value.extra == VALUE_UNKNOWN
          ? NULL
          : value_term_by_id(&cells->context, (uint32_t)(value.extra - VALUE_TERM));
  return term ? cells_mentions_foreign(cells, term, MAIN)
              : value.extra == VALUE_KNOWN && cells_is_foreign(cells, value.bits, MAIN);
}

/* The other operand only changes, or only leaves, bits that addresses of all threads share. */
static bool is_mask(const struct cells *cells, struct value value, bool may_leave) {
  uint64_t common = width_mask(common_bits(cells));
  uint64_t all = width_mask(cells->program->pointer_width);
  return value.extra == VALUE_KNOWN &&
         ((value.bits & ~common) == 0 || (may_leave && ((~value.bits & all) & ~common) == 0));
}

/* Memory of threads is on one side of every number that is not in it. */
static bool is_comparable(const struct cells *cells, struct value value, bool is_also_address) {
  uint32_t thread;
  bool heap;
  return is_also_address ||
         (value.extra == VALUE_KNOWN &&
          !address_find_thread(cells->program->data_model, value.bits, &thread, &heap));
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
    return !address[0];
  case OP_ITE:
    return false;
  case OP_SLT:
  case OP_SLE: /* some threads' addresses look negative */
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

static struct value apply(void *data, const struct term *node, const struct value operands[3]) {
  struct cells *cells = (struct cells *)((char *)data - offsetof(struct cells, context));
  if (!tells_apart(cells, node, operands))
    return domain_value.apply(data, node, operands);
  const struct term *input = cells_input(cells, node->width);
  return (struct value){0, VALUE_TERM + (uint64_t)value_remember_term(&cells->context, input)};
}

struct domain addresses_domain(void) {
  struct domain domain = domain_value;
  domain.apply = apply;
  return domain;
}
