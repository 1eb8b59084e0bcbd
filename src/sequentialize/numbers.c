/* SPDX-License-Identifier: Apache-2.0 */
/* Threads by numbers. In heddle a thread is known by the address of its record: pthread_t is that
 * address as an integer, and so is the owner of a mutex, with a few bits more. In the sequential
 * program these are plain numbers, multiples of THREAD_UNIT so that there is room for the bits, and
 * a record is an element of `threads`.
 *
 * That needs to know of every register whether it is such a number: it points to records only, and
 * is no pointer to a part of one. Where a program does not tell, as one that hands on the addresses
 * of thread-local variables, addresses stay addresses. */
#include "base/bits.h"
#include "program/access.h"
#include "program/uses.h"
#include "sequentialize/flat.h"

#include <string.h>

struct number_search {
  struct sequentializer *s;
  const struct function *function;
  uint64_t *set;
  size_t words;
  bool fine;
};

/* May the term be an address in a record or in thread-local memory? *only: it can be nothing
 * else. */
static bool points_to_record(const struct number_search *search, const struct term *term,
                             bool *only) {
  uint32_t record = sharing_record(search->s->sharing);
  memset(search->set, 0, search->words * sizeof *search->set);
  sharing_add_copied(search->s->sharing, search->function, term, search->set);
  bool found = bits_has(search->set, record);
  bits_remove(search->set, record);
  *only = found && bits_is_empty(search->set, search->words);
  return found;
}

/* Is the register, by its type in the source, a pointer to a record? */
static bool is_typed(const struct number_search *search, uint32_t number) {
  return search->function->is_library &&
         ctype_is_numbered(&search->s->types, search->function->registers[number].type);
}

static bool is_integer(const struct number_search *search, uint32_t number) {
  const struct type *type = search->function->registers[number].type;
  return search->function->is_library && type && type->kind == TYPE_UNSIGNED;
}

static void find_registers(struct number_search *search) {
  const struct function *function = search->function;
  struct sequentializer *s = search->s;
  bool *is_thread = s->is_thread[function->number];
  for (uint32_t i = 0; i < function->register_count; i++) {
    if (function->registers[i].width != s->program->pointer_width)
      continue;
    const struct term *term = term_variable(s->program->terms, function->registers[i].width, i);
    const struct term *base;
    uint64_t offset;
    bool only;
    /* A mutex's words are one for points-to sets: the owner, and what says that it is initialised.
     * The library uses integers as addresses of records only. */
    is_thread[i] = is_typed(search, i) ||
                   (points_to_record(search, term, &only) && (only || is_integer(search, i)) &&
                    !fields_is_other(s, function, term) &&
                    fields_resolve(s, function, term, &offset, &base) && !offset);
  }
}

bool numbers_is_thread(const struct sequentializer *s, const struct function *function,
                       const struct term *term) {
  if (!s->threads_are_numbers)
    return false;
  if (term->kind == TERM_VARIABLE)
    return s->is_thread[function->number][term->value];
  uint32_t thread;
  uint64_t offset;
  if (term_is_constant(term)) /* see pruning.c */
    return term->width == s->program->pointer_width &&
           numbers_record(s, term->value, &thread, &offset) && offset < THREAD_UNIT;
  if (term->kind != TERM_APPLY || term->arity < 2 || !term_is_constant(term->operands[1]))
    return false;
  uint64_t number = term->operands[1]->value;
  return ((term->op == OP_AND && (number | (THREAD_UNIT - 1)) == width_mask(term->width)) ||
          (term->op == OP_OR && number < THREAD_UNIT)) &&
         numbers_is_thread(s, function, term->operands[0]);
}

bool numbers_offset(const struct sequentializer *s, const struct function *function,
                    const struct term *address, uint64_t *offset) {
  const struct term *base;
  return fields_resolve(s, function, address, offset, &base) &&
         numbers_is_thread(s, function, base);
}

/* Is the value fit to be stored or passed on: the address of a whole record, or an address
 * elsewhere? */
static bool is_whole(struct number_search *search, const struct term *value) {
  const struct term *base;
  uint64_t offset;
  bool only;
  if (!value || value->width != search->s->program->pointer_width || term_is_constant(value) ||
      !points_to_record(search, value, &only) ||
      fields_is_other(search->s, search->function, value))
    return true;
  if (!fields_resolve(search->s, search->function, value, &offset, &base))
    return !only;
  return !offset || (!only && !search->s->is_thread[search->function->number][base->value]);
}

/* An access to a record goes through a number, or through a pointer to a part of a record. */
static bool is_plain_access(struct number_search *search, const struct term *address) {
  const struct term *base;
  uint64_t offset;
  bool only;
  if (!address || term_is_constant(address) || !points_to_record(search, address, &only) ||
      fields_is_other(search->s, search->function, address))
    return true;
  if (!fields_resolve(search->s, search->function, address, &offset, &base))
    return !only || kept_is_thread_local(search->s->program, address);
  return search->s->is_thread[search->function->number][base->value];
}

static void check_value(const struct term *term, void *context) {
  struct number_search *search = context;
  search->fine &= is_whole(search, term);
}

static void check_edge(struct number_search *search, const struct edge *edge) {
  struct edge_access access;
  if (edge_value_access(edge, &access))
    search->fine &= is_plain_access(search, access.address);
  if (edge->op ==
      OPERATION_COPY) /* a copy of the bytes of a record, or of memory that holds a number */
    search->fine &= is_whole(search, edge->copy.target) && is_whole(search, edge->copy.source);
  for (uint32_t i = 0; edge->op == OPERATION_ASSIGN && i < edge->assign.count; i++)
    if (!search->s->facts.definitions[search->function->number][edge->assign.list[i].target])
      check_value(edge->assign.list[i].value, search);
  if (edge->op != OPERATION_ASSIGN && edge->op != OPERATION_WAIT)
    edge_visit_values(edge, check_value, search);
}

/* Constants that stand for addresses in the memory of threads: numbers that programs hardly ever
 * use. */
#define FIRST_RECORD UINT64_C(0x7265636f72640000)
enum { RECORD_BITS = 38 };

uint64_t numbers_address(uint32_t thread) {
  return FIRST_RECORD + ((uint64_t)thread << RECORD_BITS);
}

bool numbers_find_thread(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                         uint64_t *offset) {
  uint64_t distance = address - FIRST_RECORD;
  if (s->program->pointer_width != 64 || distance >> RECORD_BITS >= s->thread_total)
    return false;
  *thread = (uint32_t)(distance >> RECORD_BITS);
  *offset = distance & ((UINT64_C(1) << RECORD_BITS) - 1);
  return true;
}

bool numbers_record(const struct sequentializer *s, uint64_t address, uint32_t *thread,
                    uint64_t *offset) {
  return numbers_find_thread(s, address, thread, offset) && *offset < s->program->thread_local_end;
}

bool numbers_is_record(const struct sequentializer *s, const struct term *term) {
  uint32_t thread;
  uint64_t offset;
  return s->threads_are_numbers && term_is_constant(term) &&
         term->width == s->program->pointer_width &&
         numbers_record(s, term->value, &thread, &offset);
}

void numbers_find(struct sequentializer *s) {
  struct number_search search = {.s = s, .words = sharing_object_count(s->sharing) / 64 + 1};
  const struct type *record = cobjects_record(s->program);
  s->is_thread = memory_allocate_zeroed((s->program->function_count + 1) * sizeof *s->is_thread);
  search.set = memory_allocate(search.words * sizeof *search.set);
  search.fine = record;
  s->types.numbered = record;
  for (uint32_t i = 0; i < s->program->function_count; i++) {
    search.function = s->program->functions[i];
    s->is_thread[i] = memory_allocate_zeroed(search.function->register_count + 1);
    if (!search.fine || !s->facts.reached[i].is_reached)
      continue;
    find_registers(&search);
    for (uint32_t k = 0; k < search.function->edge_count && search.fine; k++)
      if (s->facts.reached[i].locations[search.function->edges[k].from])
        check_edge(&search, &search.function->edges[k]);
  }
  s->threads_are_numbers = search.fine;
  if (!search.fine)
    s->types.numbered = NULL;
  memory_release(search.set);
}

void numbers_release(struct sequentializer *s) {
  for (uint32_t i = 0; i < s->program->function_count; i++)
    memory_release(s->is_thread[i]);
  memory_release(s->is_thread);
}
