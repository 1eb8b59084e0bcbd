/* SPDX-License-Identifier: Apache-2.0 */
/* Nodes in an array, operands before users, and a hash table over the pairs of operands.
 *
 * Before a node is made, rules look at the operands and one level below them: the cases where an
 * AND is constant, is one of its operands, or is a smaller AND (Brummayer and Biere, "Local
 * two-level and-inverter graph minimization without blowup", 2006). Of their rules we take those
 * that never make an additional node. */
#include "solver/aig.h"

#include "base/hash.h"
#include "base/memory.h"
#include "base/vector.h"

#include <assert.h>
#include <string.h>

struct aig_node {
  aig_edge operands[2]; /* the larger first; an input has AIG_TRUE twice, which no AND has */
};

struct aig {
  VECTOR(struct aig_node) nodes;
  VECTOR(uint8_t) uses;
  uint32_t *slots;       /* node numbers, 0 for free */
  size_t ands, capacity; /* capacity is a power of two */
};

enum { FIRST_CAPACITY = 1024 };

struct aig *aig_create(void) {
  struct aig *aig = memory_allocate_zeroed(sizeof *aig);
  aig->capacity = FIRST_CAPACITY;
  aig->slots = memory_allocate_zeroed(aig->capacity * sizeof *aig->slots);
  vector_push(&aig->nodes, (struct aig_node){{AIG_TRUE, AIG_TRUE}});
  vector_push(&aig->uses, 0);
  return aig;
}

void aig_destroy(struct aig *aig) {
  if (!aig)
    return;
  vector_release(&aig->nodes);
  vector_release(&aig->uses);
  memory_release(aig->slots);
  memory_release(aig);
}

size_t aig_count(const struct aig *aig) { return aig->nodes.count; }

bool aig_is_and(const struct aig *aig, uint32_t node) {
  return aig->nodes.items[node].operands[0] != AIG_TRUE;
}

aig_edge aig_operand(const struct aig *aig, uint32_t node, unsigned which) {
  assert(aig_is_and(aig, node));
  return aig->nodes.items[node].operands[which];
}

unsigned aig_uses(const struct aig *aig, uint32_t node) { return aig->uses.items[node]; }

static aig_edge add_node(struct aig *aig, aig_edge a, aig_edge b) {
  assert(aig->nodes.count < UINT32_MAX / 2);
  vector_push(&aig->nodes, (struct aig_node){{a, b}});
  vector_push(&aig->uses, 0);
  return (aig_edge)(aig->nodes.count - 1) << 1;
}

aig_edge aig_input(struct aig *aig) { return add_node(aig, AIG_TRUE, AIG_TRUE); }

static size_t slot_of(const struct aig *aig, aig_edge a, aig_edge b) {
  return (size_t)hash_mix((uint64_t)a << 32 | b) & (aig->capacity - 1);
}

static void grow(struct aig *aig) {
  memory_release(aig->slots);
  aig->capacity *= 2;
  aig->slots = memory_allocate_zeroed(aig->capacity * sizeof *aig->slots);
  for (uint32_t i = 1; i < aig->nodes.count; i++) {
    if (!aig_is_and(aig, i))
      continue;
    const aig_edge *operands = aig->nodes.items[i].operands;
    size_t at = slot_of(aig, operands[0], operands[1]);
    while (aig->slots[at])
      at = (at + 1) & (aig->capacity - 1);
    aig->slots[at] = i;
  }
}

static void count_use(struct aig *aig, aig_edge a) {
  uint8_t *uses = &aig->uses.items[aig_node(a)];
  if (*uses < UINT8_MAX)
    ++*uses;
}

static aig_edge find_or_add(struct aig *aig, aig_edge a, aig_edge b) {
  if (aig->ands * 4 >= aig->capacity * 3)
    grow(aig);
  size_t at = slot_of(aig, a, b);
  for (; aig->slots[at]; at = (at + 1) & (aig->capacity - 1)) {
    const aig_edge *operands = aig->nodes.items[aig->slots[at]].operands;
    if (operands[0] == a && operands[1] == b)
      return aig->slots[at] << 1;
  }
  aig_edge made = add_node(aig, a, b);
  aig->slots[at] = aig_node(made);
  aig->ands++;
  count_use(aig, a);
  count_use(aig, b);
  return made;
}

#define NO_RULE UINT32_MAX

/* a is an AND, or the negation of one, of x and y: what is a & b? If b says what one operand of a
 * negated AND is, *left holds the other operand that remains to be negated. */
static aig_edge look_below(const struct aig *aig, aig_edge a, aig_edge b, aig_edge *left) {
  if (!aig_is_and(aig, aig_node(a)))
    return NO_RULE;
  const aig_edge *operands = aig->nodes.items[aig_node(a)].operands;
  aig_edge x = operands[0], y = operands[1];
  if (!aig_is_negated(a)) {
    if (b == x || b == y)
      return a;
    return b == aig_not(x) || b == aig_not(y) ? AIG_FALSE : (aig_edge)NO_RULE;
  }
  if (b == aig_not(x) || b == aig_not(y))
    return b;
  if (b == x)
    *left = y;
  else if (b == y)
    *left = x;
  return NO_RULE;
}

/* a and b both are ANDs or negations: do operands of one decide about the other? */
static aig_edge look_across(const struct aig *aig, aig_edge a, aig_edge b) {
  if (!aig_is_and(aig, aig_node(a)) || !aig_is_and(aig, aig_node(b)) || aig_is_negated(a))
    return NO_RULE;
  const aig_edge *of_a = aig->nodes.items[aig_node(a)].operands;
  const aig_edge *of_b = aig->nodes.items[aig_node(b)].operands;
  for (unsigned i = 0; i < 4; i++)
    if (of_a[i / 2] == aig_not(of_b[i % 2]))
      return aig_is_negated(b) ? a : AIG_FALSE;
  return NO_RULE;
}

/* !(x & y) & !(x & !y) is !x. */
static aig_edge resolve(const struct aig *aig, aig_edge a, aig_edge b) {
  if (!aig_is_negated(a) || !aig_is_negated(b) || !aig_is_and(aig, aig_node(a)) ||
      !aig_is_and(aig, aig_node(b)))
    return NO_RULE;
  const aig_edge *of_a = aig->nodes.items[aig_node(a)].operands;
  const aig_edge *of_b = aig->nodes.items[aig_node(b)].operands;
  for (unsigned i = 0; i < 4; i++)
    if (of_a[i / 2] == of_b[i % 2] && of_a[1 - i / 2] == aig_not(of_b[1 - i % 2]))
      return aig_not(of_a[i / 2]);
  return NO_RULE;
}

aig_edge aig_and(struct aig *aig, aig_edge a, aig_edge b) {
  for (;;) {
    if (a < b) {
      aig_edge swap = a;
      a = b;
      b = swap;
    }
    if (b == AIG_FALSE || a == aig_not(b))
      return AIG_FALSE;
    if (b == AIG_TRUE || a == b)
      return a;
    aig_edge left = NO_RULE, found = look_below(aig, a, b, &left);
    if (found == NO_RULE && left != NO_RULE) { /* !(b & left) & b is b & !left */
      a = aig_not(left);
      continue;
    }
    if (found == NO_RULE)
      found = look_below(aig, b, a, &left);
    if (found == NO_RULE && left != NO_RULE) {
      b = aig_not(left);
      continue;
    }
    if (found == NO_RULE)
      found = look_across(aig, a, b);
    if (found == NO_RULE)
      found = look_across(aig, b, a);
    if (found == NO_RULE)
      found = resolve(aig, a, b);
    return found == NO_RULE ? find_or_add(aig, a, b) : found;
  }
}

aig_edge aig_or(struct aig *aig, aig_edge a, aig_edge b) {
  return aig_not(aig_and(aig, aig_not(a), aig_not(b)));
}

/* Negations are taken out first, so that x ^ y and x ^ !y are one node. */
aig_edge aig_xor(struct aig *aig, aig_edge a, aig_edge b) {
  bool negated = aig_is_negated(a) != aig_is_negated(b);
  a &= ~1u;
  b &= ~1u;
  aig_edge both = aig_and(aig, a, b), none = aig_and(aig, aig_not(a), aig_not(b));
  return aig_not_if(aig_and(aig, aig_not(both), aig_not(none)), negated);
}

aig_edge aig_mux(struct aig *aig, aig_edge condition, aig_edge then, aig_edge otherwise) {
  if (then == otherwise)
    return then;
  if (then == aig_not(otherwise))
    return aig_xor(aig, condition, otherwise);
  if (aig_is_negated(condition)) {
    condition = aig_not(condition);
    aig_edge swap = then;
    then = otherwise;
    otherwise = swap;
  }
  bool negated = aig_is_negated(then);
  aig_edge is_then = aig_and(aig, condition, aig_not_if(then, negated));
  aig_edge is_otherwise = aig_and(aig, aig_not(condition), aig_not_if(otherwise, negated));
  return aig_not_if(aig_or(aig, is_then, is_otherwise), negated);
}

bool aig_match_mux(const struct aig *aig, uint32_t node, aig_edge *condition, aig_edge *then,
                   aig_edge *otherwise) {
  const aig_edge *operands = aig->nodes.items[node].operands;
  for (unsigned i = 0; i < 2; i++)
    if (!aig_is_negated(operands[i]) || !aig_is_and(aig, aig_node(operands[i])))
      return false;
  const aig_edge *of_a = aig->nodes.items[aig_node(operands[0])].operands;
  const aig_edge *of_b = aig->nodes.items[aig_node(operands[1])].operands;
  for (unsigned i = 0; i < 4; i++) {
    if (of_a[i / 2] != aig_not(of_b[i % 2]))
      continue;
    *condition = of_a[i / 2];
    *then = of_a[1 - i / 2];
    *otherwise = of_b[1 - i % 2];
    return true;
  }
  return false;
}
