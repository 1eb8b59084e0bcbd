/* SPDX-License-Identifier: Apache-2.0 */
/* Finds obligations by reachability over the automata. A condition that is never true is not
 * passed, nor is a call of a function that never returns. Every function counts as called.
 *
 * What a call of a library function may violate is the union over the operations of that function
 * and of the library functions that it calls. User functions that the library calls have
 * obligations of their own. */
#include "analysis/obligations.h"

#include "analysis/definitions.h"
#include "analysis/sharing.h"
#include "base/bits.h"
#include "base/memory.h"
#include "base/vector.h"
#include "program/access.h"

#include <stdlib.h>
#include <string.h>

/* Bit 1 << property, and bit 1 << NOT_MODELLED. */
typedef uint32_t question_set;
#define QUESTION(property) ((question_set)1 << (property))
enum { QUESTION_COUNT = PROPERTY_COUNT + 1 };

struct obligations {
  VECTOR(struct obligation) list;
  bool leave_out_races;
  property_set impossible; /* program.impossible */
};

struct finder {
  const struct program *program;
  struct sharing *sharing;
  bool *returns;        /* per function: some execution of it may come back */
  question_set *inside; /* per function: what a call of it may violate, told at the call */
  question_set asked;
  bool changed, creates_threads;
  bool has_private;   /* accesses that could race if other threads reached their memory */
  uint64_t *pointees; /* scratch: a set of objects of `sharing` */
  size_t words;
  VECTOR(uint32_t) stack;
};

/* A function whose edges are gone through. */
struct edge_visit {
  struct finder *finder;
  const struct function *function;
  const struct edge **definitions; /* per register: its only definition, or NULL */
  bool returns;
};

static bool can_be_passed(const struct finder *finder, const struct edge *edge) {
  if (edge->op == OPERATION_ASSUME)
    return !term_is_false(edge->assume.condition);
  if (edge->op == OPERATION_CHECK)
    return !(edge->check.fatal && term_is_false(edge->check.condition));
  if (edge->op == OPERATION_CALL)
    return !edge->call.callee || finder->returns[edge->call.callee->number];
  return !operation_is(edge->op, IS_LAST);
}

/* Calls `look` for the edges of the function that its automaton can reach. */
static void visit_edges(struct edge_visit *visit,
                        void (*look)(struct edge_visit *visit, const struct edge *edge)) {
  struct finder *finder = visit->finder;
  const struct function *function = visit->function;
  bool *seen = memory_allocate_zeroed(function->location_count);
  finder->stack.count = 0;
  seen[function->entry] = true;
  vector_push(&finder->stack, function->entry);
  while (finder->stack.count) {
    const struct location *location =
        &function->locations[finder->stack.items[--finder->stack.count]];
    for (uint32_t i = 0; i < location->edge_count; i++) {
      const struct edge *edge = &function->edges[location->first_edge + i];
      look(visit, edge);
      visit->returns |= edge->op == OPERATION_RETURN;
      if (edge->op == OPERATION_RETURN || !can_be_passed(finder, edge) || seen[edge->to])
        continue;
      seen[edge->to] = true;
      vector_push(&finder->stack, edge->to);
    }
  }
  memory_release(seen);
}

/* Splits an address into a term and a constant that is added to it. */
static const struct term *split_offset(const struct term *address, uint64_t *offset) {
  *offset = 0;
  if (address->kind != TERM_APPLY || address->op != OP_ADD)
    return address;
  for (unsigned i = 0; i < 2; i++)
    if (term_is_constant(address->operands[i])) {
      *offset = address->operands[i]->value;
      return address->operands[1 - i];
    }
  return address;
}

/* Is it an access inside a variable by its name, which is valid wherever the name is known? */
static bool is_by_name(const struct edge_visit *visit, const struct edge_access *access) {
  uint64_t offset, all = access->size;
  const struct term *base = split_offset(access->address, &offset);
  if (access->length && term_is_constant(access->length))
    all = access->length->value;
  else if (access->length)
    return false;
  if (access->kind > EDGE_EXCHANGE)
    return false;
  if (term_is_constant(base)) {
    const struct object *object = program_find_object(visit->finder->program, base->value + offset);
    return object && !object->function && !(object->is_constant && access_writes(access)) &&
           base->value + offset - object->address <= object->size &&
           all <= object->size - (base->value + offset - object->address);
  }
  const struct edge *slot = base->kind == TERM_VARIABLE ? visit->definitions[base->value] : NULL;
  return slot && slot->op == OPERATION_ALLOCATE && !slot->allocate.heap &&
         !slot->allocate.in_block && term_is_constant(slot->allocate.size) &&
         offset <= slot->allocate.size->value && all <= slot->allocate.size->value - offset;
}

/* May other threads access this memory at all? */
static bool may_be_shared(const struct edge_visit *visit, const struct term *address) {
  struct finder *finder = visit->finder;
  bits_clear(finder->pointees, finder->words);
  sharing_add_pointees(finder->sharing, visit->function, address, finder->pointees);
  bits_each (object, finder->pointees, finder->words)
    if (sharing_is_shared(finder->sharing, (uint32_t)object))
      return true;
  return false;
}

static question_set ask_accesses(const struct edge_visit *visit, const struct edge *edge) {
  struct edge_access list[MOST_ACCESSES];
  question_set set = 0;
  for (unsigned i = 0, count = edge_accesses(edge, list); i < count; i++) {
    if (!is_by_name(visit, &list[i]))
      set |= QUESTION(PROPERTY_MEMORY);
    if (!access_races(&list[i]))
      continue;
    bool is_shared = may_be_shared(visit, list[i].address);
    set |= is_shared ? QUESTION(PROPERTY_RACE) : 0;
    visit->finder->has_private |= !is_shared;
  }
  return set & edge_violates(edge);
}

static question_set ask_call(const struct edge_visit *visit, const struct edge *edge) {
  enum { MOST_CALLEES = 16 };
  struct finder *finder = visit->finder;
  const struct function *callees[MOST_CALLEES];
  if (edge->call.callee)
    return finder->inside[edge->call.callee->number];
  question_set set = QUESTION(PROPERTY_MEMORY);
  size_t count = sharing_callees(finder->sharing, edge, callees, MOST_CALLEES);
  for (uint32_t i = 0; count > MOST_CALLEES && i < finder->program->function_count; i++)
    set |= finder->inside[i];
  for (size_t i = 0; count <= MOST_CALLEES && i < count; i++)
    set |= finder->inside[callees[i]->number];
  return set;
}

/* What the edge, with the library functions that it calls, may violate. */
static question_set ask(const struct edge_visit *visit, const struct edge *edge) {
  if (edge->op == OPERATION_CHECK)
    return term_is_true(edge->check.condition) ? 0 : edge_violates(edge);
  if (edge->op == OPERATION_UNSUPPORTED)
    return QUESTION(NOT_MODELLED);
  if (edge->op == OPERATION_CALL)
    return ask_call(visit, edge);
  if (edge->op == OPERATION_WAIT)
    return edge_violates(edge) | visit->finder->inside[edge->wait.condition->number];
  if (edge->op == OPERATION_SPAWN && term_is_constant(edge->spawn.function))
    return 0;
  struct edge_access list[MOST_ACCESSES];
  return edge_accesses(edge, list) ? ask_accesses(visit, edge) : edge_violates(edge);
}

static bool is_at_call(const struct edge *edge) {
  return edge->op == OPERATION_CHECK && edge->check.at_call;
}

static void note_inside(struct edge_visit *visit, const struct edge *edge) {
  struct finder *finder = visit->finder;
  question_set *inside = &finder->inside[visit->function->number];
  question_set set = visit->function->is_library || is_at_call(edge) ? ask(visit, edge) : 0;
  finder->creates_threads |= edge->op == OPERATION_SPAWN || edge->op == OPERATION_UNSUPPORTED;
  finder->changed |= (set & ~*inside) != 0;
  *inside |= set;
}

static struct edge_visit begin_visit(struct finder *finder, const struct function *function) {
  return (struct edge_visit){
      .finder = finder, .function = function, .definitions = definitions_find(function)};
}

/* Finds what calls of the function may violate, and whether it returns, as far as is known of
 * other functions so far. */
static void look_inside(struct finder *finder, const struct function *function) {
  if (!function->locations) {
    finder->changed |= !finder->inside[function->number];
    finder->inside[function->number] = QUESTION(NOT_MODELLED);
    finder->returns[function->number] = true;
    finder->creates_threads = true;
    return;
  }
  struct edge_visit visit = begin_visit(finder, function);
  visit_edges(&visit, note_inside);
  finder->changed |= visit.returns && !finder->returns[function->number];
  finder->returns[function->number] |= visit.returns;
  memory_release(visit.definitions);
}

struct listing {
  struct edge_visit visit; /* first: a visit of edges is part of a listing */
  struct obligations *obligations;
  struct position outside; /* line 0 */
};

static void list(struct listing *listing, const struct edge *edge, question_set set,
                 struct position at) {
  set &= listing->visit.finder->asked;
  for (unsigned question = 0; set >> question; question++)
    if (set >> question & 1)
      vector_push(&listing->obligations->list,
                  (struct obligation){question, at, listing->visit.function, edge});
}

static void list_edge(struct edge_visit *visit, const struct edge *edge) {
  if (!is_at_call(edge))
    list((struct listing *)visit, edge, ask(visit, edge), edge->at);
}

static void list_function(struct listing *listing, const struct function *function) {
  listing->visit = begin_visit(listing->visit.finder, function);
  visit_edges(&listing->visit, list_edge);
  memory_release(listing->visit.definitions);
}

/* What library code may violate that no user function has called: a thread begins and ends there.
 */
static void list_root(struct listing *listing, const struct function *function) {
  listing->visit.function = function;
  if (function->is_library && function->edge_count)
    list(listing, &function->edges[0], listing->visit.finder->inside[function->number],
         listing->outside);
}

static void list_started(struct listing *listing, const struct edge *edge) {
  enum { MOST_STARTED = 16 };
  struct finder *finder = listing->visit.finder;
  const struct function *started[MOST_STARTED];
  size_t count = sharing_started(finder->sharing, edge, started, MOST_STARTED);
  for (uint32_t i = 0; count > MOST_STARTED && i < finder->program->function_count; i++)
    list_root(listing, finder->program->functions[i]);
  for (size_t i = 0; count <= MOST_STARTED && i < count; i++)
    list_root(listing, started[i]);
}

static void list_all(struct listing *listing) {
  const struct program *program = listing->visit.finder->program;
  list_root(listing, program->start);
  for (uint32_t i = 0; i < program->function_count; i++) {
    const struct function *function = program->functions[i];
    if (!function->is_library && function->locations)
      list_function(listing, function);
    for (uint32_t j = 0; j < function->edge_count; j++)
      if (function->edges[j].op == OPERATION_SPAWN)
        list_started(listing, &function->edges[j]);
  }
}

static int compare_numbers(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int compare_places(unsigned property, struct position at, const struct obligation *other) {
  int order = compare_numbers(property, other->property);
  if (!order)
    order = compare_numbers(at.file, other->at.file);
  if (!order)
    order = compare_numbers(at.line, other->at.line);
  return order ? order : compare_numbers(at.column, other->at.column);
}

static int by_place(const void *first, const void *second) {
  const struct obligation *a = first, *b = second;
  int order = compare_places(a->property, a->at, b);
  if (!order)
    order = compare_numbers(a->function->number, b->function->number);
  return order ? order : (a->edge > b->edge) - (a->edge < b->edge);
}

/* Merges obligations at one place: keeps the first. */
static void merge_places(struct obligations *obligations) {
  size_t kept = 0;
  if (obligations->list.count)
    qsort(obligations->list.items, obligations->list.count, sizeof *obligations->list.items,
          by_place);
  for (size_t i = 0; i < obligations->list.count; i++) {
    const struct obligation *next = &obligations->list.items[i];
    if (!kept || compare_places(next->property, next->at, &obligations->list.items[kept - 1]))
      obligations->list.items[kept++] = *next;
  }
  obligations->list.count = kept;
}

struct obligations *obligations_find(const struct program *program, property_set properties) {
  size_t functions = program->function_count + 1u;
  struct finder finder = {.program = program,
                          .sharing = sharing_create(program),
                          .returns = memory_allocate_zeroed(functions * sizeof *finder.returns),
                          .inside = memory_allocate_zeroed(functions * sizeof *finder.inside),
                          .asked = properties | QUESTION(NOT_MODELLED),
                          .changed = true};
  finder.words = bits_words(sharing_object_count(finder.sharing));
  finder.pointees = bits_create(finder.words);
  while (finder.changed) {
    finder.changed = false;
    for (uint32_t i = 0; i < program->function_count; i++)
      look_inside(&finder, program->functions[i]);
  }
  if (!finder.creates_threads) /* a race takes two */
    finder.asked &= ~QUESTION(PROPERTY_RACE);
  struct obligations *obligations = memory_allocate_zeroed(sizeof *obligations);
  obligations->leave_out_races = finder.has_private && finder.creates_threads;
  obligations->impossible = program->impossible;
  struct listing listing = {.visit = {.finder = &finder}, .obligations = obligations};
  list_all(&listing);
  merge_places(obligations);
  memory_release(finder.returns);
  memory_release(finder.inside);
  memory_release(finder.pointees);
  vector_release(&finder.stack);
  sharing_destroy(finder.sharing);
  return obligations;
}

void obligations_destroy(struct obligations *obligations) {
  if (!obligations)
    return;
  vector_release(&obligations->list);
  memory_release(obligations);
}

uint32_t obligations_count(const struct obligations *obligations) {
  return (uint32_t)obligations->list.count;
}

const struct obligation *obligations_at(const struct obligations *obligations, uint32_t number) {
  return &obligations->list.items[number];
}

uint32_t obligations_of_position(const struct obligations *obligations, unsigned property,
                                 struct position at) {
  size_t low = 0, high = obligations->list.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare_places(property, at, &obligations->list.items[middle]);
    if (!order)
      return (uint32_t)middle;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  /* Code of the library that no call of the user's led to. */
  struct position outside = {0};
  return at.file || at.line || at.column ? obligations_of_position(obligations, property, outside)
                                         : NO_OBLIGATION;
}

uint32_t obligations_of_edge(const struct obligations *obligations, unsigned property,
                             const struct function *function, const struct edge *edge) {
  struct position outside = {0};
  return obligations_of_position(obligations, property, function->is_library ? outside : edge->at);
}

bool obligations_leave_out_races(const struct obligations *obligations) {
  return obligations->leave_out_races;
}

property_set obligations_properties(const struct obligations *obligations) {
  property_set set = obligations->leave_out_races ? PROPERTY_BIT(PROPERTY_RACE) : 0;
  vector_each (obligation, &obligations->list) {
    set |=
        obligation->property == NOT_MODELLED ? ALL_PROPERTIES : PROPERTY_BIT(obligation->property);
  }
  return set & ~obligations->impossible;
}
