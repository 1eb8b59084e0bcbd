/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables whose address may outlive them: it reaches memory, another thread or the caller.
 * They are heap blocks that are freed when their function returns, so that using them later is an
 * invalid access in the sequential program, too. All others are variables of the file. */
#include "analysis/liveness.h"
#include "base/bits.h"
#include "program/access.h"
#include "sequentialize/flat.h"

#include <string.h>

struct lending {
  struct sequentializer *s;
  struct liveness *liveness;
  const struct function *function;
  uint64_t *found, *own; /* objects; slots of the function */
  uint64_t *blocks;      /* those of `own` that end with a block of the source */
  size_t words;
};

static void add_slots(const struct lending *l) {
  memset(l->own, 0, l->words * sizeof *l->own);
  memset(l->blocks, 0, l->words * sizeof *l->blocks);
  uint32_t number;
  for (uint32_t i = 0; i < l->function->edge_count; i++) {
    const struct edge *edge = &l->function->edges[i];
    if (edge->op == OPERATION_ALLOCATE && !edge->allocate.heap &&
        sharing_find_allocation(l->s->sharing, edge, &number)) {
      bits_add(l->own, number);
      if (edge->allocate.in_block)
        bits_add(l->blocks, number);
    }
  }
}

/* Does the address outlive the function there? Not in slots of the function itself, which die
 * with it. */
static bool outlives(const struct lending *l, const struct term *to) {
  bool found = false;
  memset(l->found, 0, l->words * sizeof *l->found);
  sharing_add_pointees(l->s->sharing, l->function, to, l->found);
  for (size_t i = 0; i < l->words; i++)
    found |= (l->found[i] & ~l->own[i]) != 0;
  return found;
}

/* Parts of addresses, and addresses that are parts of a wide value, count as addresses. */
static void lend(const struct lending *l, const struct term *value, const struct term *to,
                 bool only_own) {
  if (!value || term_is_constant(value))
    return;
  const uint64_t *lent = only_own ? l->own : to && !outlives(l, to) ? l->blocks : NULL;
  memset(l->found, 0, l->words * sizeof *l->found);
  sharing_add_copied(l->s->sharing, l->function, value, l->found);
  for (size_t i = 0; i < l->words; i++)
    l->s->facts.lent[i] |= lent ? l->found[i] & lent[i] : l->found[i];
}

/* A block of the source ends. A register that is read later may still hold the address of one of
 * its variables. */
static void lend_to_registers(const struct lending *l, const struct edge *end) {
  struct live_registers live = liveness_at(l->liveness, l->function, end->to);
  memset(l->found, 0, l->words * sizeof *l->found);
  for (uint32_t i = 0; i < live.count; i++) {
    const struct term *value = term_variable(
        l->s->program->terms, l->function->registers[live.registers[i]].width, live.registers[i]);
    sharing_add_copied(l->s->sharing, l->function, value, l->found);
  }
  for (size_t i = 0; i < l->words; i++)
    l->s->facts.lent[i] |= l->found[i] & l->blocks[i];
}

/* The addresses in the memory that is copied are also at the target. */
static void lend_copied(const struct lending *l, const struct edge *edge) {
  memset(l->found, 0, l->words * sizeof *l->found);
  sharing_add_pointees(l->s->sharing, l->function, edge->copy.source, l->found);
  sharing_add_contents(l->s->sharing, l->found, l->s->facts.lent);
}

static void visit_edge(const struct lending *l, const struct edge *edge) {
  struct edge_access access;
  if (edge_value_access(edge, &access) && access.stored) {
    lend(l, access.stored, access.address, false);
  } else if (edge->op == OPERATION_COPY) {
    lend_copied(l, edge);
  } else if (edge->op == OPERATION_FREE && edge->free.is_slot) {
    lend_to_registers(l, edge);
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
  struct lending l = {.s = s, .liveness = liveness_create(s->program), .words = words};
  s->facts.lent = arena_allocate(s->arena, words * sizeof *s->facts.lent);
  l.found = memory_allocate(words * sizeof *l.found);
  l.own = memory_allocate(words * sizeof *l.own);
  l.blocks = memory_allocate(words * sizeof *l.blocks);
  for (uint32_t i = 0; i < s->program->function_count; i++) {
    l.function = s->program->functions[i];
    if (!l.function->locations)
      continue;
    add_slots(&l);
    for (uint32_t k = 0; k < l.function->edge_count; k++)
      visit_edge(&l, &l.function->edges[k]);
  }
  liveness_destroy(l.liveness);
  memory_release(l.found);
  memory_release(l.own);
  memory_release(l.blocks);
}

/* The function that main's thread begins with, and whose end is that of the program unless the
 * thread ends itself. */
static bool lasts(const struct sequentializer *s, const struct flat_instance *instance) {
  return !s->facts.main_finishes && instance->caller &&
         instance->caller->function == s->program->start;
}

bool mortal_is_lent(const struct sequentializer *s, const struct edge *allocate) {
  uint32_t number;
  return !s->facts.lent || !sharing_find_allocation(s->sharing, allocate, &number) ||
         bits_has(s->facts.lent, number);
}

bool mortal_is(const struct sequentializer *s, const struct flat_instance *instance,
               const struct edge *allocate) {
  uint32_t number;
  return s->facts.lent && !allocate->allocate.heap && !instance->function->is_library &&
         (allocate->allocate.in_block || !lasts(s, instance)) &&
         sharing_find_allocation(s->sharing, allocate, &number) && bits_has(s->facts.lent, number);
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
