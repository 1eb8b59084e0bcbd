/* SPDX-License-Identifier: Apache-2.0 */
/* Looks for terms that may tell an address from one that was in use before: comparisons of two
 * values that may both be such addresses, differences of them, and operators that make another
 * number of one (a hash, an index into a table). A value counts if it is as wide as a pointer, or
 * was cut from one that is. Points-to sets do not tell the fields of an object apart, so numbers
 * that lie next to pointers count as well.
 *
 * What the library compares for its own purposes does not count. It compares for its caller in
 * functions that compare two of their parameters, as pthread_equal does, and byte by byte in
 * memcmp. */
#include "analysis/reuse.h"

#include "analysis/liveness.h"
#include "analysis/sharing.h"
#include "base/memory.h"
#include "program/uses.h"

struct reuse_search {
  const struct program *program;
  struct sharing *sharing;
  size_t words;
  uint64_t *blocks, *slots, *record; /* sets of objects that may get an address again … */
  uint64_t *freed;                   /* … and of blocks whose address may come back */
  uint64_t *pointees;                /* scratch */
  unsigned found;
};

enum {
  FEW_TERMS = 64,
  LOW_BITS = 12, /* of an address: others tell objects apart */
  INT_BITS = 32,
  FREED = 1 << 16, /* beside kinds of addresses: it may be one of a block that is freed */
};

static void add(uint64_t *set, uint32_t number) { set[number / 64] |= UINT64_C(1) << number % 64; }

static bool meets(const struct reuse_search *search, const uint64_t *set) {
  for (size_t i = 0; i < search->words; i++)
    if (search->pointees[i] & set[i])
      return true;
  return false;
}

/* The kinds of addresses that a term may evaluate to. */
static unsigned kinds_of(struct reuse_search *search, const struct function *function,
                         const struct term *term) {
  if (term_is_constant(term))
    return 0;
  for (size_t i = 0; i < search->words; i++)
    search->pointees[i] = 0;
  sharing_add_copied(search->sharing, function, term, search->pointees);
  return (meets(search, search->blocks) ? REUSE_BLOCKS : 0u) |
         (meets(search, search->slots) ? REUSE_SLOTS : 0u) |
         (meets(search, search->record) ? REUSE_RECORDS : 0u) |
         (meets(search, search->freed) ? FREED : 0u);
}

/* What is noticed of the kinds `some` if blocks of the kinds `any` are told apart. */
static void notice(struct reuse_search *search, unsigned some, unsigned any) {
  search->found |= any & FREED ? some : some & ~(unsigned)REUSE_BLOCKS;
}

/* Two addresses are compared; those of the kinds `but` do not count. */
static void look_at_both(struct reuse_search *search, const struct function *function,
                         const struct term *term, unsigned but) {
  if (term_is_constant(term->operands[0]) || term_is_constant(term->operands[1]))
    return;
  unsigned first = kinds_of(search, function, term->operands[0]);
  unsigned second = first ? kinds_of(search, function, term->operands[1]) : 0;
  notice(search, first & second & ~but, first | second);
}

static void look_at_one(struct reuse_search *search, const struct function *function,
                        const struct term *term) {
  unsigned kinds = kinds_of(search, function, term);
  notice(search, kinds, kinds);
}

static bool is_parameter(const struct function *function, const struct term *term) {
  for (uint32_t i = 0; i < function->parameter_count; i++)
    if (term->kind == TERM_VARIABLE && term->value == function->parameters[i])
      return true;
  return false;
}

/* Does an AND keep the bits that tell objects apart? */
static bool keeps_object(const struct term *term) {
  for (unsigned i = 0; i < 2; i++) {
    const struct term *mask = term->operands[i];
    if (term_is_constant(mask) && !(~mask->value & width_mask(mask->width) >> LOW_BITS << LOW_BITS))
      return true;
  }
  return false;
}

static void look_in_library(struct reuse_search *search, const struct function *function,
                            const struct term *term) {
  bool compares = operator_is_comparison((enum operator)term->op);
  if (compares && is_parameter(function, term->operands[0]) &&
      is_parameter(function, term->operands[1]))
    look_at_both(search, function, term, ~(unsigned)REUSE_RECORDS);
  else if (term->operands[0]->width <= INT_BITS && (compares || term->op == OP_SUB) &&
           !((kinds_of(search, function, term->operands[0]) |
              kinds_of(search, function, term->operands[1])) &
             REUSE_RECORDS)) /* what a record holds is the library's own business */
    look_at_both(search, function, term, 0);
}

static void look_at_operator(struct reuse_search *search, const struct function *function,
                             const struct term *term) {
  bool is_wide = term->operands[0]->width >= search->program->pointer_width;
  if (function->is_library) {
    look_in_library(search, function, term);
    return;
  }
  if (!is_wide)
    return;
  if (operator_is_comparison((enum operator)term->op)) {
    look_at_both(search, function, term, 0);
    return;
  }
  switch ((int)term->op) {
  case OP_SUB:
  case OP_XOR:
    look_at_both(search, function, term, 0);
    break;
  case OP_AND:
    if (!keeps_object(term))
      look_at_one(search, function, term);
    break;
  case OP_MUL:
  case OP_UDIV:
  case OP_SDIV:
  case OP_UREM:
  case OP_SREM:
  case OP_LSHR:
  case OP_ASHR:
  case OP_EXTRACT:
    look_at_one(search, function, term->operands[0]);
    break;
  default:
    break;
  }
}

static void look_at_term(struct reuse_search *search, const struct function *function,
                         const struct term *term) {
  if (term->kind != TERM_APPLY)
    return;
  look_at_operator(search, function, term);
  for (unsigned i = 0; i < term->arity; i++)
    look_at_term(search, function, term->operands[i]);
}

static void look_at_edge(struct reuse_search *search, const struct function *function,
                         const struct edge *edge) {
  const struct term *few[FEW_TERMS], **terms = few;
  size_t count = edge_terms(edge, few, FEW_TERMS);
  if (count > FEW_TERMS) {
    terms = memory_allocate(count * sizeof *terms);
    edge_terms(edge, terms, count);
  }
  for (size_t i = 0; i < count; i++)
    look_at_term(search, function, terms[i]);
  if (edge->op == OPERATION_CAS && !function->is_library &&
      edge->cas.expected->width >= search->program->pointer_width)
    look_at_one(search, function, edge->cas.expected);
  if (terms != few)
    memory_release(terms);
}

static void note_objects(struct reuse_search *search, const struct function *function,
                         const struct edge *edge) {
  uint32_t number;
  if (edge->op == OPERATION_SPAWN)
    add(search->record, sharing_record(search->sharing));
  if (edge->op == OPERATION_FREE)
    sharing_add_pointees(search->sharing, function, edge->free.address, search->freed);
  if (edge->op != OPERATION_ALLOCATE || !sharing_find_allocation(search->sharing, edge, &number))
    return;
  if (edge->allocate.heap)
    add(search->blocks, number);
  else if (!function->is_library)
    add(search->slots, number);
}

static void for_each_edge(struct reuse_search *search,
                          void (*look)(struct reuse_search *search, const struct function *function,
                                       const struct edge *edge)) {
  for (uint32_t i = 0; i < search->program->function_count; i++) {
    const struct function *function = search->program->functions[i];
    for (uint32_t j = 0; j < function->edge_count; j++)
      look(search, function, &function->edges[j]);
  }
}

static unsigned find_kinds(const struct program *program) {
  struct reuse_search search = {.program = program, .sharing = sharing_create(program)};
  search.words = sharing_object_count(search.sharing) / 64 + 1;
  uint64_t *sets = memory_allocate_zeroed(5 * search.words * sizeof *sets);
  search.blocks = sets;
  search.slots = sets + search.words;
  search.record = sets + 2 * search.words;
  search.freed = sets + 3 * search.words;
  search.pointees = sets + 4 * search.words;
  for_each_edge(&search, note_objects);
  for_each_edge(&search, look_at_edge);
  memory_release(sets);
  sharing_destroy(search.sharing);
  return search.found & (REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS);
}

struct reuse *stale_addresses_create(const struct program *program) {
  struct reuse *reuse = memory_allocate_zeroed(sizeof *reuse);
  reuse->kinds = find_kinds(program) | REUSE_KEYS;
  reuse->liveness = liveness_create(program);
  return reuse;
}

void stale_addresses_destroy(struct reuse *reuse) {
  if (!reuse)
    return;
  liveness_destroy(reuse->liveness);
  memory_release(reuse);
}
