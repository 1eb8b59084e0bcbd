/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables whose address may outlive them: it comes to memory, to another thread or to the
 * caller. They are blocks of the heap that are freed when their function returns, so that using
 * them later is an invalid access in the sequential program, too. All others are variables of the
 * file. */
#include "sequentialize/flat.h"

#include <string.h>

struct lending {
  struct sequentializer *s;
  const struct function *function;
  uint64_t *found, *own; /* objects; slots of the function */
  size_t words;
};

static void add_slots(const struct lending *l, uint64_t *set) {
  memset(set, 0, l->words * sizeof *set);
  uint32_t number;
  for (uint32_t i = 0; i < l->function->edge_count; i++) {
    const struct edge *edge = &l->function->edges[i];
    if (edge->op == OPERATION_ALLOCATE && !edge->allocate.heap &&
        sharing_find_allocation(l->s->sharing, edge, &number))
      set[number / 64] |= (uint64_t)1 << (number % 64);
  }
}

/* The value goes somewhere: where only slots of the function keep it, it dies with them. */
static void lend(const struct lending *l, const struct term *value, const struct term *to,
                 bool only_own) {
  if (!value || term_is_constant(value) || value->width != l->s->program->pointer_width)
    return;
  memset(l->found, 0, l->words * sizeof *l->found);
  if (to) {
    bool outlives = false;
    sharing_add_pointees(l->s->sharing, l->function, to, l->found);
    for (size_t i = 0; i < l->words; i++)
      outlives |= (l->found[i] & ~l->own[i]) != 0;
    if (!outlives)
      return;
    memset(l->found, 0, l->words * sizeof *l->found);
  }
  sharing_add_copied(l->s->sharing, l->function, value, l->found);
  for (size_t i = 0; i < l->words; i++)
    l->s->lent[i] |= only_own ? l->found[i] & l->own[i] : l->found[i];
}

static void visit_edge(const struct lending *l, const struct edge *edge) {
  if (edge->op == OPERATION_STORE) {
    lend(l, edge->store.value, edge->store.address, false);
  } else if (edge->op == OPERATION_RMW) {
    lend(l, edge->rmw.operand, edge->rmw.address, false);
  } else if (edge->op == OPERATION_CAS) {
    lend(l, edge->cas.desired, edge->cas.address, false);
  } else if (edge->op == OPERATION_SPAWN) {
    lend(l, edge->spawn.arguments[0], NULL, false);
    lend(l, edge->spawn.arguments[1], NULL, false);
  } else if (edge->op == OPERATION_RETURN) {
    for (uint32_t i = 0; i < edge->ret.count; i++)
      lend(l, edge->ret.values[i], NULL, true);
  }
}

void mortal_find(struct sequentializer *s) {
  size_t words = sharing_object_count(s->sharing) / 64 + 1;
  struct lending l = {.s = s, .words = words};
  s->lent = arena_allocate(s->arena, words * sizeof *s->lent);
  l.found = memory_allocate(words * sizeof *l.found);
  l.own = memory_allocate(words * sizeof *l.own);
  for (uint32_t i = 0; i < s->program->function_count; i++) {
    l.function = s->program->functions[i];
    if (!l.function->locations)
      continue;
    add_slots(&l, l.own);
    for (uint32_t k = 0; k < l.function->edge_count; k++)
      visit_edge(&l, &l.function->edges[k]);
  }
  memory_release(l.found);
  memory_release(l.own);
}

/* The function that main's thread begins with, and whose end is that of the program unless the
 * thread ends itself. */
static bool lasts(const struct sequentializer *s, const struct flat_instance *instance) {
  return !s->main_finishes && instance->caller && instance->caller->function == s->program->start;
}

bool mortal_is_lent(const struct sequentializer *s, const struct edge *allocate) {
  uint32_t number;
  return !s->lent || !sharing_find_allocation(s->sharing, allocate, &number) ||
         s->lent[number / 64] >> (number % 64) & 1;
}

bool mortal_is(const struct sequentializer *s, const struct flat_instance *instance,
               const struct edge *allocate) {
  uint32_t number;
  return s->lent && !allocate->allocate.heap && !instance->function->is_library &&
         (allocate->allocate.in_block || !lasts(s, instance)) &&
         sharing_find_allocation(s->sharing, allocate, &number) &&
         s->lent[number / 64] >> (number % 64) & 1;
}

bool mortal_ends(const struct sequentializer *s, const struct flat_instance *instance) {
  uint32_t number;
  for (uint32_t i = 0; i < instance->function->edge_count; i++) {
    const struct edge *edge = &instance->function->edges[i];
    if (edge->op == OPERATION_ALLOCATE && mortal_is(s, instance, edge) &&
        sharing_find_allocation(s->sharing, edge, &number) && sharing_is_shared(s->sharing, number))
      return true;
  }
  return false;
}
