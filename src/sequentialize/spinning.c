/* SPDX-License-Identifier: Apache-2.0 */
/* Loops without an operation that others notice. If such a loop does not end, its step does not,
 * and what other threads do meanwhile would be lost: so the thread can be interrupted at its head,
 * unless the loop is seen to end: each round counts a register up or down once and compares it with
 * something that does not change. No thread interrupts another one in an atomic section, so a loop
 * that does not leave one is left alone.
 *
 * If threads also stay where no thread is in their way (switching.c), the same holds for loops with
 * operations that others could notice: the first ones of each round are places where the thread
 * always stops. */
#include "program/uses.h"
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

static void find_write(uint32_t number, void *context) {
  struct found_write *search = context;
  search->found |= search->wanted == number;
}

/* How many nodes of the loop write a register. */
static unsigned count_writes(const struct spin_search *search, const bool *loop, uint32_t number) {
  unsigned count = 0;
  for (uint32_t i = 0; i < search->unit->nodes.count; i++) {
    struct found_write write = {.wanted = number};
    if (loop[i])
      flow_writes(search->unit, &search->unit->nodes.items[i], find_write, &write);
    count += write.found;
  }
  return count;
}

/* Is the term made of what the loop does not change? */
static bool is_invariant(const struct spin_search *search, const bool *loop,
                         const struct flat_instance *instance, const struct term *term) {
  if (term->kind == TERM_VARIABLE)
    return instance->constants[term->value] ||
           !count_writes(search, loop, instance->first_register + (uint32_t)term->value);
  for (unsigned i = 0; term->kind == TERM_APPLY && i < term->arity; i++)
    if (!is_invariant(search, loop, instance, term->operands[i]))
      return false;
  return true;
}

/* What the node assigns to a register; NULL: it is no such assignment. */
static const struct term *assigned(const struct flat_node *node,
                                   const struct flat_instance *instance, uint64_t number) {
  return node->kind == FLAT_EDGE && node->instance == instance
             ? edge_assigned(node->edge, (uint32_t)number)
             : NULL;
}

/* The only node of the loop that writes a register, if it is an assignment; else NO_NODE_AT. */
static uint32_t find_assignment(const struct spin_search *search, const bool *loop,
                                const struct flat_instance *instance, uint64_t number) {
  if (count_writes(search, loop, instance->first_register + (uint32_t)number) != 1)
    return NO_NODE_AT;
  for (uint32_t i = 0; i < search->unit->nodes.count; i++)
    if (loop[i] && assigned(&search->unit->nodes.items[i], instance, number))
      return i;
  return NO_NODE_AT;
}

static bool goes_around(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context) {
  (void)unit;
  (void)from;
  return to != *(const uint32_t *)context;
}

/* Is there a way from one node to another that does not go through a third one, if there is one? */
static bool reaches(const struct spin_search *search, uint32_t from, uint32_t to, uint32_t around) {
  bool *reached = memory_allocate_zeroed(search->unit->nodes.count + 1);
  reached[from] = from != around;
  flow_spread(search->unit, reached, goes_around, &around);
  bool found = reached[to];
  memory_release(reached);
  return found;
}

/* Do all ways around the loop go through the node? */
static bool is_on_all_rounds(const struct spin_search *search, uint32_t head, uint32_t node) {
  const struct flat_node *at = &search->unit->nodes.items[head];
  for (uint32_t i = 0; node != head && i < at->successor_count; i++)
    if (at->successors[i] == head || reaches(search, at->successors[i], head, node))
      return false;
  return true;
}

/* Does the node come twice in a round, because of a loop inside? */
static bool is_repeated(const struct spin_search *search, uint32_t head, uint32_t node) {
  const struct flat_node *at = &search->unit->nodes.items[node];
  for (uint32_t i = 0; node != head && i < at->successor_count; i++)
    if (at->successors[i] != head && reaches(search, at->successors[i], node, head))
      return true;
  return false;
}

/* Does each round add a number to the register once, perhaps by way of another one, and nothing
 * else changes it? An odd number meets every value. */
static bool is_counted(const struct spin_search *search, uint32_t head, const bool *loop,
                       const struct flat_instance *instance, const struct term *counter) {
  if (counter->kind != TERM_VARIABLE || instance->is_framed)
    return false;
  const struct term *value = counter;
  for (unsigned step = 0; step < 2 && value->kind == TERM_VARIABLE; step++) {
    uint32_t node = find_assignment(search, loop, instance, value->value);
    if (node == NO_NODE_AT || !is_on_all_rounds(search, head, node) ||
        is_repeated(search, head, node))
      return false;
    value = assigned(&search->unit->nodes.items[node], instance, value->value);
  }
  return value->kind == TERM_APPLY && value->op == OP_ADD && value->operands[0] == counter &&
         term_is_constant(value->operands[1]) && value->operands[1]->value % 2;
}

/* Does the branch leave the loop by a comparison of a counter with what does not change? */
static bool is_end_of_counting(const struct spin_search *search, uint32_t head, const bool *loop,
                               const struct flat_node *branch) {
  bool leaves = false;
  for (uint32_t i = 0; i < branch->successor_count; i++)
    leaves |= !loop[branch->successors[i]];
  if (branch->kind != FLAT_BRANCH || branch->successor_count != 2 || !leaves)
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
  return (is_counted(search, head, loop, branch->instance, x) &&
          is_invariant(search, loop, branch->instance, y)) ||
         (is_counted(search, head, loop, branch->instance, y) &&
          is_invariant(search, loop, branch->instance, x));
}

/* The nodes on ways from the head to the head. */
static bool *find_loop(const struct spin_search *search, uint32_t head) {
  uint32_t count = (uint32_t)search->unit->nodes.count;
  bool *loop = memory_allocate_zeroed(count + 1), *ahead = memory_allocate_zeroed(count + 1);
  loop[head] = ahead[head] = true;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; i++) {
      const struct flat_node *node = &search->unit->nodes.items[i];
      for (uint32_t k = 0; k < node->successor_count; k++) {
        uint32_t to = node->successors[k];
        changed |= (ahead[i] && !ahead[to]) || (loop[to] && !loop[i]);
        ahead[to] |= ahead[i];
        loop[i] |= loop[to]; /* leads to the head, so far */
      }
    }
  }
  for (uint32_t i = 0; i < count; i++)
    loop[i] &= ahead[i];
  memory_release(ahead);
  return loop;
}

/* Do the rounds through the node at `first` of the path end? All of them must come to a branch that
 * leaves the loop by a counter. */
static bool is_counting_loop(const struct spin_search *search, size_t first) {
  uint32_t head = search->path.items[first];
  bool *loop = find_loop(search, head), found = false;
  for (size_t i = first; i < search->path.count && !found; i++) {
    uint32_t at = search->path.items[i];
    found = is_end_of_counting(search, head, loop, &search->unit->nodes.items[at]) &&
            is_on_all_rounds(search, head, at);
  }
  memory_release(loop);
  return found;
}

static bool goes_on(const struct flat_unit *unit, uint32_t from, uint32_t to, void *context) {
  (void)to;
  (void)context;
  return !unit->nodes.items[from].is_visible;
}

/* The first places of a round where the thread can stop become places where it does. */
static void stop_in_round(struct spin_search *search, uint32_t head) {
  bool *reached = memory_allocate_zeroed(search->unit->nodes.count + 1);
  reached[head] = true;
  flow_spread(search->unit, reached, goes_on, NULL);
  for (uint32_t i = 0; i < search->unit->nodes.count; i++) {
    struct flat_node *node = &search->unit->nodes.items[i];
    if (reached[i] && node->is_visible)
      node->must_stop |= i == head || reaches(search, i, head, UINT32_MAX);
  }
  memory_release(reached);
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
  if (search->always) {
    stop_in_round(search, head);
    return;
  }
  for (size_t i = first; i < search->path.count; i++) {
    struct flat_node *node = &search->unit->nodes.items[search->path.items[i]];
    if (!node->depth) { /* no other thread moves while this one is in an atomic section */
      node->is_visible = true;
      return;
    }
  }
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
  if (!s->facts.spins)
    s->facts.spins = arena_allocate(s->arena, s->program->function_count + 1);
  uint8_t *known = &s->facts.spins[function->number];
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
