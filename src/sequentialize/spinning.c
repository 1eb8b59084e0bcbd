/* SPDX-License-Identifier: Apache-2.0 */
/* Loops without an operation that others notice. If such a loop does not end, its step does not,
 * and what other threads do meanwhile would be lost: so the thread can be interrupted at its head,
 * unless the loop is seen to end: it counts a register up or down to something that does not
 * change.
 *
 * If threads also stay where nobody is in their way (switching.c), the same holds for loops with
 * operations that others could notice: the first ones of each round are places where the thread
 * always stops. */
#include "sequentialize/flat.h"

struct spin_search {
  struct sequentializer *s;
  struct flat_unit *unit;
  bool asks;                   /* only whether there is a loop that may not end */
  bool found;                  /* there is one */
  bool always;                 /* looks for loops without a place where the thread always stops */
  uint8_t *state;              /* per node: 0 new, 1 on the path, 2 done */
  VECTOR(uint32_t) path, next; /* nodes, and their next successor */
};

struct found_write {
  uint32_t wanted;
  bool found;
};

static void find_write(void *context, uint32_t number) {
  struct found_write *search = context;
  search->found |= search->wanted == number;
}

/* How often nodes of the path from `first` on write a register. */
static unsigned count_writes(const struct spin_search *search, size_t first, uint32_t number) {
  unsigned count = 0;
  for (size_t i = first; i < search->path.count; i++) {
    struct found_write write = {.wanted = number};
    flow_writes(search->unit, &search->unit->nodes.items[search->path.items[i]], find_write,
                &write);
    count += write.found;
  }
  return count;
}

/* Is the term made of what the loop does not change? */
static bool is_invariant(const struct spin_search *search, size_t first,
                         const struct flat_instance *instance, const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return instance->constants[term->value] ||
           !count_writes(search, first, instance->first_register + (uint32_t)term->value);
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (!is_invariant(search, first, instance, term->operands[i]))
      return false;
  return true;
}

/* Does the last node of the loop add a number to the register, and nothing else changes it? */
static bool is_counted(const struct spin_search *search, size_t first,
                       const struct flat_instance *instance, const struct term *term) {
  const struct flat_node *last =
      &search->unit->nodes.items[search->path.items[search->path.count - 1]];
  if (term->kind != TERM_VARIABLE || last->kind != FLAT_EDGE ||
      last->edge->op != OPERATION_ASSIGN || last->instance != instance ||
      count_writes(search, first, instance->first_register + (uint32_t)term->value) != 1)
    return false;
  for (uint32_t i = 0; i < last->edge->assign.count; i++) {
    const struct assignment *one = &last->edge->assign.list[i];
    if (one->target == term->value)
      return one->value->kind == TERM_APPLY && one->value->op == OP_ADD &&
             one->value->operands[0] == term && term_is_constant(one->value->operands[1]) &&
             one->value->operands[1]->value % 2; /* an odd step meets every number */
  }
  return false;
}

/* Is there a way from one node to another that does not go through a third one, if there is one? */
static bool reaches(const struct spin_search *search, uint32_t from, uint32_t to, uint32_t around) {
  VECTOR(uint32_t) work = {0};
  bool *seen = memory_allocate_zeroed(search->unit->nodes.count + 1), found = from == to;
  seen[from] = true;
  if (around != UINT32_MAX)
    seen[around] = true;
  if (from != around)
    vector_push(&work, from);
  while (work.count && !found) {
    const struct flat_node *node = &search->unit->nodes.items[vector_pop(&work)];
    for (uint32_t i = 0; i < node->successor_count; i++) {
      found |= node->successors[i] == to;
      if (!seen[node->successors[i]])
        vector_push(&work, node->successors[i]);
      seen[node->successors[i]] = true;
    }
  }
  vector_release(&work);
  memory_release(seen);
  return found;
}

/* Does one way of the branch leave the loop? */
static bool leaves(const struct spin_search *search, size_t first, const struct flat_node *branch) {
  uint32_t head = search->path.items[first], last = search->path.items[search->path.count - 1];
  for (uint32_t i = 0; i < branch->successor_count; i++)
    if (!reaches(search, branch->successors[i], last, head))
      return true;
  return false;
}

/* Does a loop end that is the path from `first` on? Its first branch must leave it by a comparison
 * of the counter. Other branches inside would make it more than one path, so there must be none. */
static bool is_counting_loop(const struct spin_search *search, size_t first) {
  const struct flat_node *branch = NULL;
  for (size_t i = first; i < search->path.count; i++) {
    const struct flat_node *node = &search->unit->nodes.items[search->path.items[i]];
    if (node->successor_count == 1)
      continue;
    if (branch || node->kind != FLAT_BRANCH)
      return false;
    branch = node;
  }
  if (!branch || branch->successor_count != 2 || !leaves(search, first, branch))
    return false;
  const struct term *term = flat_term(search->s, branch->instance, branch->conditions[0]);
  while (term->kind == TERM_APPLY && term->op == OP_NOT)
    term = term->operands[0];
  if (term->kind != TERM_APPLY || (term->op != OP_EQ && term->op != OP_ULT && term->op != OP_SLT &&
                                   term->op != OP_ULE && term->op != OP_SLE))
    return false;
  const struct term *x = term->operands[0], *y = term->operands[1];
  bool is_plain = term->op != OP_ULE && term->op != OP_SLE; /* i <= MAX never ends */
  if (!is_plain && !term_is_constant(x) && !term_is_constant(y))
    return false;
  return (is_counted(search, first, branch->instance, x) &&
          is_invariant(search, first, branch->instance, y)) ||
         (is_counted(search, first, branch->instance, y) &&
          is_invariant(search, first, branch->instance, x));
}

/* The first places of a round where the thread can stop become places where it does. */
static void stop_in_round(struct spin_search *search, uint32_t head) {
  VECTOR(uint32_t) work = {0};
  bool *seen = memory_allocate_zeroed(search->unit->nodes.count + 1);
  vector_push(&work, head);
  seen[head] = true;
  while (work.count) {
    uint32_t at = vector_pop(&work);
    struct flat_node *node = &search->unit->nodes.items[at];
    if (node->is_visible) {
      node->must_stop |= at == head || reaches(search, at, head, UINT32_MAX);
      continue;
    }
    for (uint32_t i = 0; i < node->successor_count; i++) {
      if (!seen[node->successors[i]])
        vector_push(&work, node->successors[i]);
      seen[node->successors[i]] = true;
    }
  }
  vector_release(&work);
  memory_release(seen);
}

static void close_loop(struct spin_search *search, uint32_t head) {
  size_t first = search->path.count;
  while (search->path.items[--first] != head)
    ;
  if (is_counting_loop(search, first))
    return;
  search->found = true;
  if (search->asks)
    return;
  if (search->always)
    stop_in_round(search, head);
  else
    search->unit->nodes.items[head].is_visible = true;
}

static void search_from(struct spin_search *search, uint32_t node) {
  vector_push(&search->path, node);
  vector_push(&search->next, 0);
  search->state[node] = 1;
  while (search->path.count) {
    uint32_t at = vector_last(&search->path);
    const struct flat_node *here = &search->unit->nodes.items[at];
    if (vector_last(&search->next) == here->successor_count) {
      search->state[at] = 2;
      search->path.count--;
      search->next.count--;
      continue;
    }
    uint32_t to = here->successors[vector_last(&search->next)++];
    if (search->always ? search->unit->nodes.items[to].must_stop
                       : search->unit->nodes.items[to].is_visible)
      continue; /* a step ends there */
    if (search->state[to] == 1) {
      close_loop(search, to);
    } else if (!search->state[to]) {
      vector_push(&search->path, to);
      vector_push(&search->next, 0);
      search->state[to] = 1;
    }
  }
}

static bool search_loops(struct sequentializer *s, struct flat_unit *unit, bool always, bool asks) {
  struct spin_search search = {.s = s, .unit = unit, .always = always, .asks = asks};
  search.state = memory_allocate_zeroed(unit->nodes.count + 1);
  for (uint32_t i = 0; i < unit->nodes.count; i++)
    if (!search.state[i])
      search_from(&search, i);
  vector_release(&search.path);
  vector_release(&search.next);
  memory_release(search.state);
  return search.found;
}

void flat_interrupt_loops(struct sequentializer *s, struct flat_unit *unit) {
  search_loops(s, unit, false, false);
}

void flat_stop_in_loops(struct sequentializer *s, struct flat_unit *unit) {
  search_loops(s, unit, true, false);
}

bool flat_spins(struct sequentializer *s, const struct function *function) {
  enum { NOT_ASKED, ENDS, SPINS };
  if (function->is_library || !function->locations)
    return false; /* the library ends by itself, unless it waits */
  if (!s->spins)
    s->spins = arena_allocate(s->arena, s->program->function_count + 1);
  uint8_t *known = &s->spins[function->number];
  if (*known != NOT_ASKED)
    return *known == SPINS;
  *known = ENDS; /* recursion ends, or the stack does */
  struct flat_unit *unit = flat_create(s, function, NULL, true);
  bool spins = search_loops(s, unit, false, true);
  for (size_t i = 0; i < unit->nodes.count && !spins; i++)
    spins = unit->nodes.items[i].kind == FLAT_CALL && flat_spins(s, unit->nodes.items[i].function);
  flat_release(unit);
  *known = spins ? SPINS : ENDS;
  return spins;
}
