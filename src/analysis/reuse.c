/* SPDX-License-Identifier: Apache-2.0 */
/* Finds terms that may distinguish an address from a reused one: comparisons of two values that may
 * both be such addresses, differences of them, and operators that turn an address into another
 * number (a hash, an index into a table). A value counts if it is as wide as a pointer or was
 * truncated from such a value. Points-to sets do not distinguish the fields of an object, so
 * numbers next to pointers count as well.
 *
 * Comparisons inside the library do not count, except those that it makes for its caller: in
 * functions that compare two of their parameters, as pthread_equal does, and byte by byte in
 * memcmp.
 *
 * A part of an address can also be read from memory. Narrow accesses to structures are too common
 * to count, since points-to sets do not distinguish fields. Narrow accesses to pointer variables,
 * arrays of numbers and unions count, and so does reading single bytes, or narrow elements in
 * sequence, of any object. If the program writes text into memory and a string contains %p, texts
 * may contain addresses.
 *
 * The analysis also lists every edge that may compute such a number, for semantics/derive.c. This
 * includes accesses that do not count: if one of them turns out to read a part of an address, the
 * search restarts with that kind of addresses. */
#include "analysis/reuse.h"

#include "analysis/liveness.h"
#include "analysis/sharing.h"
#include "base/memory.h"
#include "program/access.h"
#include "program/type.h"
#include "program/uses.h"

#include <string.h>

struct reuse_search {
  const struct program *program;
  struct sharing *sharing;
  size_t words;
  uint64_t *blocks, *slots, *record; /* sets of objects that may get an address again … */
  uint64_t *freed;                   /* … and of blocks whose address may come back */
  uint64_t *split;    /* those that a narrow access may read a part of an address from */
  uint64_t *pointees; /* scratch */
  uint64_t *accessed; /* scratch */
  unsigned found;
  unsigned char **derived; /* as in struct reuse … */
  unsigned all_derived;    /* … and this one */
};

enum {
  FEW_TERMS = 64,
  LOW_BITS = 12, /* the lowest bits of an address; only the others tell objects apart */
  INT_BITS = 32,
  FREED = 1 << 16, /* a bit beside those of the kinds: the address may be that of a freed block */
};

static void add(uint64_t *set, uint32_t number) { set[number / 64] |= UINT64_C(1) << number % 64; }

static bool meets(const struct reuse_search *search, const uint64_t *set) {
  for (size_t i = 0; i < search->words; i++)
    if (search->pointees[i] & set[i])
      return true;
  return false;
}

static bool meets_any(const struct reuse_search *search, const uint64_t *set) {
  for (size_t i = 0; i < search->words; i++)
    if (set[i])
      return true;
  return false;
}

static void clear(const struct reuse_search *search, uint64_t *set) {
  memset(set, 0, search->words * sizeof *set);
}

/* The kinds of the objects in search->pointees. */
static unsigned kinds_found(const struct reuse_search *search) {
  return (meets(search, search->blocks) ? REUSE_BLOCKS : 0u) |
         (meets(search, search->slots) ? REUSE_SLOTS : 0u) |
         (meets(search, search->record) ? REUSE_RECORDS : 0u) |
         (meets(search, search->freed) ? FREED : 0u);
}

/* The kinds of addresses that a term may evaluate to. */
static unsigned kinds_of(struct reuse_search *search, const struct function *function,
                         const struct term *term) {
  if (term_is_constant(term))
    return 0;
  clear(search, search->pointees);
  sharing_add_copied(search->sharing, function, term, search->pointees);
  return kinds_found(search);
}

/* The kinds of addresses that memory at an address may hold, if that is in an object of `only`. */
static unsigned kinds_at(struct reuse_search *search, const struct function *function,
                         const struct term *address, const uint64_t *only) {
  clear(search, search->pointees);
  clear(search, search->accessed);
  sharing_add_copied(search->sharing, function, address, search->accessed);
  for (size_t i = 0; only && i < search->words; i++)
    search->accessed[i] &= only[i];
  sharing_add_contents(search->sharing, search->accessed, search->pointees);
  return kinds_found(search);
}

/* Adds the kinds `some` to what the program can observe. Heap blocks count only if a freed address
 * is among the kinds `any` of the addresses that are told apart. */
static void notice(struct reuse_search *search, unsigned some, unsigned any) {
  search->found |= any & FREED ? some : some & ~(unsigned)REUSE_BLOCKS;
}

/* Notes a comparison of two addresses. Those of the kinds `but` do not count. */
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

/* Is it the block that the function allocates? */
static bool is_allocated_here(const struct function *function, const struct term *term) {
  for (uint32_t i = 0; term->kind == TERM_VARIABLE && i < function->edge_count; i++) {
    const struct edge *edge = &function->edges[i];
    if (edge->op == OPERATION_ALLOCATE && edge->allocate.target == term->value)
      return true;
  }
  return false;
}

/* Whether blocks overlap, as memcpy asks, or a block stays where it is, as realloc does, tells
 * no code an address. */
static bool is_of_library(const struct reuse_search *search, const struct function *function,
                          const struct term *term) {
  return (term->op == OP_SUB && term->operands[0]->width >= search->program->pointer_width) ||
         is_allocated_here(function, term->operands[0]) ||
         is_allocated_here(function, term->operands[1]);
}

static void look_in_library(struct reuse_search *search, const struct function *function,
                            const struct term *term) {
  bool compares = operator_is_comparison((enum operator)term->op);
  if (compares && is_parameter(function, term->operands[0]) &&
      is_parameter(function, term->operands[1]))
    look_at_both(search, function, term, ~(unsigned)REUSE_RECORDS);
  else if (term->operands[0]->width <= INT_BITS && (compares || term->op == OP_SUB) &&
           !is_of_library(search, function, term) &&
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
  switch (term->op) {
  case OP_SUB:
  case OP_XOR:
    look_at_both(search, function, term, 0);
    break;
  case OP_AND:
    if (!keeps_object(term))
      look_at_one(search, function, term);
    break;
  case OP_SHL:
  case OP_FLOAT_FROM_SINT:
  case OP_FLOAT_FROM_UINT:
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

/* Does the edge call one of two functions of the library with at least three arguments? */
static bool calls(const struct edge *edge, const char *first, const char *second) {
  const struct function *callee = edge->op == OPERATION_CALL ? edge->call.callee : NULL;
  return callee && callee->is_library && edge->call.argument_count >= 3 &&
         (strcmp(callee->name, first) == 0 || strcmp(callee->name, second) == 0);
}

static bool is_scaled(const struct term *index, uint32_t size) {
  if (index->kind != TERM_APPLY)
    return false;
  const struct term *first = index->operands[0], *second = index->operands[1];
  if (index->op == OP_ADD || index->op == OP_SUB)
    return is_scaled(first, size) || is_scaled(second, size);
  if (index->op == OP_SHL)
    return term_is_constant(second) && second->value < INT_BITS && size == 1u << second->value;
  return index->op == OP_MUL && ((term_is_constant(second) && second->value == size) ||
                                 (term_is_constant(first) && first->value == size));
}

/* May an address be the one of an element of so many bytes in an array of them? A byte at a fixed
 * place after a pointer is taken for a field. */
static bool has_stride(const struct term *address, uint32_t size) {
  if (size > 1)
    return is_scaled(address, size);
  return address->kind != TERM_APPLY || address->op != OP_ADD ||
         (!term_is_constant(address->operands[0]) && !term_is_constant(address->operands[1]));
}

/* A part of an address may be read, or addresses in memory compared. */
static void look_at_access(struct reuse_search *search, const struct function *function,
                           const struct edge *edge) {
  unsigned kinds = 0, width = search->program->pointer_width / 8;
  if (edge->op == OPERATION_LOAD && edge->load.size < width)
    kinds = kinds_at(search, function, edge->load.address,
                     has_stride(edge->load.address, edge->load.size) ? NULL : search->split);
  const struct term *const *arguments = edge->call.arguments;
  if (calls(edge, "memcmp", "bcmp"))
    kinds = kinds_at(search, function, arguments[0], NULL) &
            kinds_at(search, function, arguments[1], NULL);
  else if (calls(edge, "memcpy", "memmove") || calls(edge, "mempcpy", "bcopy") ||
           calls(edge, "__heddle_parts_memcpy", "__heddle_parts_memcpy")) {
    if (!term_is_constant(arguments[2]) || arguments[2]->value % width)
      kinds = kinds_at(search, function, arguments[0], search->split) |
              kinds_at(search, function, arguments[1], search->split);
  }
  notice(search, kinds, kinds);
}

/* What is asked of addresses may tell them apart. */
static bool asks_layout(const struct edge *edge) {
  return edge->op == OPERATION_NONDET && edge->nondet.source == NONDET_LAYOUT;
}

static void look_at_layout(struct reuse_search *search, const struct function *function,
                           const struct edge *edge) {
  if (!asks_layout(edge))
    return;
  unsigned first = kinds_of(search, function, edge->nondet.address);
  unsigned second = edge->nondet.other ? kinds_of(search, function, edge->nondet.other) : first;
  notice(search, first & second, first | second);
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
  if (!function->is_library)
    look_at_access(search, function, edge);
  look_at_layout(search, function, edge);
  if (terms != few)
    memory_release(terms);
}

static bool is_found(struct reuse_search *search, const struct function *function,
                     const struct term *term) {
  return term->width >= search->program->pointer_width &&
         kinds_of(search, function, term) & search->found;
}

/* May a term make another number of an address of the kinds that were found, or compare two? */
static bool derives(struct reuse_search *search, const struct function *function,
                    const struct term *term) {
  if (term->kind != TERM_APPLY)
    return false;
  bool compares = operator_is_comparison((enum operator)term->op);
  bool computes = function->is_library
                      ? term->op == OP_UDIV || term->op == OP_UREM /* the digits of a text */
                      : !compares && term->op != OP_ITE;
  if (compares && !function->is_library && is_found(search, function, term->operands[0]) &&
      is_found(search, function, term->operands[1]))
    return true;
  for (unsigned i = 0; i < term->arity; i++)
    if ((computes && is_found(search, function, term->operands[i])) ||
        derives(search, function, term->operands[i]))
      return true;
  return false;
}

enum { ALL_KINDS = REUSE_BLOCKS | REUSE_SLOTS | REUSE_RECORDS };

/* May memory at an address hold one that comes back, or would if parts of it were accessed? */
static bool may_hold(struct reuse_search *search, const struct function *function,
                     const struct term *address) {
  unsigned kinds = kinds_at(search, function, address, NULL);
  if (!(kinds & FREED))
    kinds &= search->found | ~(unsigned)REUSE_BLOCKS;
  return kinds & ALL_KINDS;
}

/* May an access cut an address into pieces? A wide one does if it is not aligned. */
static bool cuts(struct reuse_search *search, const struct function *function,
                 const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  bool found = false;
  for (unsigned i = edge_accesses(edge, list); i-- > 0 && !found;)
    found = list[i].kind < EDGE_END && edge->op != OPERATION_PRINT &&
            may_hold(search, function, list[i].address);
  return found;
}

static void list_edge(struct reuse_search *search, const struct function *function,
                      const struct edge *edge) {
  const struct term *few[FEW_TERMS];
  size_t count = edge_terms(edge, few, FEW_TERMS);
  bool computes = search->found && count > FEW_TERMS; /* then it may */
  computes |= search->found && asks_layout(edge);
  for (size_t i = 0; search->found && i < count && !computes; i++)
    computes = derives(search, function, few[i]);
  unsigned sort = (computes ? DERIVES_BY_OPERATOR : 0u) |
                  (cuts(search, function, edge) ? DERIVES_BY_ACCESS : 0u);
  unsigned char **derived = &search->derived[function->number];
  if (sort && !*derived)
    *derived = memory_allocate_zeroed(function->edge_count);
  if (sort)
    (*derived)[edge - function->edges] = (unsigned char)sort;
  search->all_derived |= sort;
}

/* Is a narrow access to a variable of this type likely to be meant for a part of an address, if it
 * holds one? */
static bool is_split(const struct type *type) {
  while (type && type->kind == TYPE_ARRAY)
    type = type->element;
  if (!type || type->kind != TYPE_STRUCT)
    return true;
  return type->field_count > 1 && type->fields[1].offset == type->fields[0].offset;
}

/* A variable that has room for an address. */
static void note_variable(struct reuse_search *search, uint32_t number, const struct type *type,
                          uint64_t size) {
  if (size < search->program->pointer_width / 8)
    return;
  if (is_split(type))
    add(search->split, number);
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
  else if (!function->is_library) {
    add(search->slots, number);
    if (edge->allocate.type || !edge->allocate.has_fields)
      note_variable(search, number, edge->allocate.type,
                    term_is_constant(edge->allocate.size) ? edge->allocate.size->value
                                                          : UINT64_MAX);
  }
}

static bool formats_addresses(const struct object *object) {
  for (uint64_t i = 0; object->bytes && object->is_constant && i + 1 < object->size; i++)
    if (object->bytes[i] == '%' && object->bytes[i + 1] == 'p')
      return true;
  return false;
}

/* Do texts in memory have addresses? */
static void look_at_text(struct reuse_search *search, const struct function *function,
                         const struct edge *edge) {
  const struct function *callee = edge->op == OPERATION_CALL ? edge->call.callee : NULL;
  if (function->is_library || !callee || !callee->is_library ||
      (!strstr(callee->name, "sprintf") && !strstr(callee->name, "snprintf")))
    return;
  for (uint32_t i = 0; i < search->program->object_count; i++)
    if (!search->program->objects[i].is_library && formats_addresses(&search->program->objects[i]))
      search->found |= REUSE_BLOCKS;
}

static void note_variables(struct reuse_search *search) {
  for (uint32_t i = 0; i < search->program->object_count; i++)
    if (!search->program->objects[i].is_library && !search->program->objects[i].function)
      note_variable(search, i, search->program->objects[i].type, search->program->objects[i].size);
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

static void find_kinds(const struct program *program, struct reuse *reuse, unsigned also) {
  struct reuse_search search = {
      .program = program, .sharing = sharing_create(program), .derived = reuse->derived};
  search.words = sharing_object_count(search.sharing) / 64 + 1;
  uint64_t *sets = memory_allocate_zeroed(7 * search.words * sizeof *sets);
  search.blocks = sets;
  search.slots = sets + search.words;
  search.record = sets + 2 * search.words;
  search.freed = sets + 3 * search.words;
  search.pointees = sets + 4 * search.words;
  search.split = sets + 5 * search.words;
  search.accessed = sets + 6 * search.words;
  note_variables(&search);
  for_each_edge(&search, note_objects);
  for_each_edge(&search, look_at_edge);
  for_each_edge(&search, look_at_text);
  search.found = (search.found | also) & ALL_KINDS;
  if (search.found & REUSE_SLOTS && meets_any(&search, search.record))
    search.found |= REUSE_RECORDS; /* a thread's stack comes back with its record */
  for_each_edge(&search, list_edge);
  reuse->kinds = search.found | REUSE_KEYS | (also & REUSE_INSIDE);
  reuse->all_derived = search.all_derived;
  memory_release(sets);
  sharing_destroy(search.sharing);
}

struct reuse *stale_addresses_create(const struct program *program, unsigned also) {
  struct reuse *reuse = memory_allocate_zeroed(sizeof *reuse);
  reuse->derived = memory_allocate_zeroed((program->function_count + 1) * sizeof *reuse->derived);
  reuse->function_count = program->function_count;
  find_kinds(program, reuse, also);
  reuse->liveness = liveness_create(program);
  return reuse;
}

void stale_addresses_destroy(struct reuse *reuse) {
  if (!reuse)
    return;
  for (uint32_t i = 0; i < reuse->function_count; i++)
    memory_release(reuse->derived[i]);
  memory_release(reuse->derived);
  liveness_destroy(reuse->liveness);
  memory_release(reuse);
}

void stale_parts_note(struct stale_parts *parts, const struct program *program,
                      const struct edge *edge, unsigned kinds) {
  kinds &= ~stale_addresses_kinds(program);
  if (!parts || !kinds)
    return;
  if (!parts->kinds)
    parts->edge = edge;
  parts->kinds |= kinds;
}
